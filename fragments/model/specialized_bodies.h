#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "fragments/model/live_body.h"

namespace weft {

/// A memo of leaf bodies with unused injections removed (docs/decisions/0046). Keyed by content, so
/// answers do not depend on earlier queries. Thread-safe.
class SpecializedBodies {
 public:
  /// Made on first use; its address is stable for the lifetime of this object. O(size of the body)
  /// for each set of features, then O(log bodies).
  const Body& find(const Library& library, const Body& body, FragmentId fragment,
                   const std::vector<DataType>& type_arguments, const UnreadFeatures& unread);

 private:
  using Key = std::tuple<FragmentId, std::vector<DataType>, UnreadFeatures>;
  std::mutex mutex_;
  std::map<Key, std::unique_ptr<const Body>> known_;
};

/// Returns the body that a call of a leaf evaluates if the arguments of its `eval` ports do not
/// read the features `unread`; null for native leaves, and for those whose body has errors.
const Body* find_body(const Library& library, FragmentId fragment,
                      const std::vector<DataType>& type_arguments,
                      const UnreadFeatures& unread = {});

/// Returns the features that such a call extracts, in the order of its inputs.
const std::vector<FeatureId>& extracted_features(const Library& library, FragmentId fragment,
                                                 const std::vector<DataType>& type_arguments,
                                                 const UnreadFeatures& unread = {});

}  // namespace weft
