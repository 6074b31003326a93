#include "fragments/model/specialized_bodies.h"

#include "fragments/model/library.h"

namespace weft {

const Body& SpecializedBodies::find(const Library& library, const Body& body, FragmentId fragment,
                                    const std::vector<DataType>& type_arguments,
                                    const UnreadFeatures& unread) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<const Body>& known = known_[{fragment, type_arguments, unread}];
  if (!known) {
    known = std::make_unique<const Body>(without_injections(library, body, unread));
  }
  return *known;
}

const Body* find_body(const Library& library, FragmentId fragment,
                      const std::vector<DataType>& type_arguments, const UnreadFeatures& unread) {
  const BodyInstance* instance = library.fragments[fragment].find_instance(type_arguments);
  if (instance == nullptr || unread.empty()) {
    return instance == nullptr ? nullptr : &instance->body;
  }
  return &library.specialized->find(library, instance->body, fragment, type_arguments, unread);
}

const std::vector<FeatureId>& extracted_features(const Library& library, FragmentId fragment,
                                                 const std::vector<DataType>& type_arguments,
                                                 const UnreadFeatures& unread) {
  const Body* body = find_body(library, fragment, type_arguments, unread);
  return body != nullptr ? body->features : library.fragments[fragment].declared_features;
}

}  // namespace weft
