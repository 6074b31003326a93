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

std::shared_ptr<const LeafPart> SpecializedBodies::find_part(
    const Library& library, const Body& body, FragmentId fragment,
    const std::vector<DataType>& type_arguments, const UnreadFeatures& unread,
    const LeafPartKey& key) {
  const std::lock_guard lock(mutex_);
  const auto of_body = parts_.try_emplace(Key{fragment, type_arguments, unread}, body).first;
  Parts& parts = of_body->second;
  std::shared_ptr<const LeafPart>& known = parts.known[key];
  if (!known) {
    known = std::make_shared<const LeafPart>(
        make_leaf_part(library, library.fragments[fragment], body, parts.facts, key));
  }
  return known;
}

const Body* find_body(const Library& library, FragmentId fragment,
                      const std::vector<DataType>& type_arguments, const Specialization& special) {
  if (special.part != nullptr) {
    return &special.part->body;
  }
  const BodyInstance* instance = library.fragments[fragment].find_instance(type_arguments);
  if (instance == nullptr || special.unread.empty()) {
    return instance == nullptr ? nullptr : &instance->body;
  }
  return &library.specialized->find(library, instance->body, fragment, type_arguments,
                                    special.unread);
}

const Fragment& find_signature(const Library& library, FragmentId fragment,
                               const Specialization& special) {
  return special.part != nullptr ? special.part->signature : library.fragments[fragment];
}

std::string leaf_name(const Library& library, FragmentId fragment, const Specialization& special) {
  return special.part != nullptr ? special.part->name
                                 : std::string(library.text(library.fragments[fragment].name));
}

std::string_view port_name(const Library& library, FragmentId fragment,
                           const Specialization& special, std::size_t port) {
  const LeafPart* part = special.part.get();
  return part != nullptr && port >= part->ports.size()
             ? std::string_view(part->given_names[port - part->ports.size()])
             : library.text(find_signature(library, fragment, special).ports[port].name);
}

const std::vector<FeatureId>& extracted_features(const Library& library, FragmentId fragment,
                                                 const std::vector<DataType>& type_arguments,
                                                 const Specialization& special) {
  const Body* body = find_body(library, fragment, type_arguments, special);
  return body != nullptr ? body->features : library.fragments[fragment].declared_features;
}

}  // namespace weft
