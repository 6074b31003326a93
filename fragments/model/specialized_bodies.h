#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "fragments/model/specialization.h"

namespace weft {

/// A memo of leaf bodies with unused injections removed (docs/decisions/0046), and of parts of leaf
/// bodies (0096). Keyed by content, so answers do not depend on earlier queries. Thread-safe.
class SpecializedBodies {
 public:
  /// Made on first use; its address is stable for the lifetime of this object. O(size of the body)
  /// for each set of features, then O(log bodies).
  const Body& find(const Library& library, const Body& body, FragmentId fragment,
                   const std::vector<DataType>& type_arguments, const UnreadFeatures& unread);

  /// The same for a part of that body; see make_leaf_part().
  std::shared_ptr<const LeafPart> find_part(const Library& library, const Body& body,
                                            FragmentId fragment,
                                            const std::vector<DataType>& type_arguments,
                                            const UnreadFeatures& unread, const LeafPartKey& key);

 private:
  using Key = std::tuple<FragmentId, std::vector<DataType>, UnreadFeatures>;
  std::mutex mutex_;
  std::map<Key, std::unique_ptr<const Body>> known_;
  /// The parts of one body.
  struct Parts {
    explicit Parts(const Body& body) : facts(body) {}
    PartFacts facts;
    std::map<LeafPartKey, std::shared_ptr<const LeafPart>> known = {};
  };
  std::map<Key, Parts> parts_;
};

/// Returns the body that a call of a leaf evaluates, which reads the ports of find_signature() and
/// extracted_features(); null for native leaves, and for those whose body has errors.
const Body* find_body(const Library& library, FragmentId fragment,
                      const std::vector<DataType>& type_arguments,
                      const Specialization& special = {});

/// Returns the ports and results of such a call.
const Fragment& find_signature(const Library& library, FragmentId fragment,
                               const Specialization& special);

/// Returns the name of such a call: `metallic_roughness`; of a part `metallic_roughness_alpha`.
std::string leaf_name(const Library& library, FragmentId fragment, const Specialization& special);

/// Returns the name of one of these ports, for texts.
std::string_view port_name(const Library& library, FragmentId fragment,
                           const Specialization& special, std::size_t port);

/// Returns the features that such a call extracts, in the order of its inputs.
const std::vector<FeatureId>& extracted_features(const Library& library, FragmentId fragment,
                                                 const std::vector<DataType>& type_arguments,
                                                 const Specialization& special = {});

}  // namespace weft
