#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "fragments/model/live_body.h"

namespace weft {

/// Remembers bodies of leaves without injections that are not read. A memo by content: no answer
/// depends on what was asked before. Safe from several threads at once.
class SpecializedBodies {
 public:
  /// Made when it is first asked for; it stays where it is as long as this object. O(size of the
  /// body) for each set of features, then O(log bodies).
  const Body& find(const Library& library, const Body& body, FragmentId fragment,
                   const std::vector<DataType>& type_arguments, const UnreadFeatures& unread);

 private:
  using Key = std::tuple<FragmentId, std::vector<DataType>, UnreadFeatures>;
  std::mutex mutex_;
  std::map<Key, std::unique_ptr<const Body>> known_;
};

/// The body that a call of a leaf runs whose `eval` ports are given what does not read the features
/// `unread`; null of native leaves, and of those whose body has errors.
const Body* find_body(const Library& library, FragmentId fragment,
                      const std::vector<DataType>& type_arguments,
                      const UnreadFeatures& unread = {});

/// The features that such a call extracts, in the order in which it takes them.
const std::vector<FeatureId>& extracted_features(const Library& library, FragmentId fragment,
                                                 const std::vector<DataType>& type_arguments,
                                                 const UnreadFeatures& unread = {});

}  // namespace weft
