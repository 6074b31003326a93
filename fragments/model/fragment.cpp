#include "fragments/model/fragment.h"

#include <algorithm>

namespace weft {

namespace {

/// `Definition`: the variant of a fragment, const or not.
template <typename Definition>
auto code_of(Definition& definition) -> decltype(&std::get<0>(definition).code) {
  if (auto* leaf = std::get_if<LeafFragment>(&definition)) {
    return &leaf->code;
  }
  auto* conversion = std::get_if<ConversionFragment>(&definition);
  return conversion != nullptr ? &conversion->code : nullptr;
}

template <typename Definition>
auto effect_of(Definition& definition) -> decltype(&std::get<1>(definition).effect) {
  auto* conversion = std::get_if<ConversionFragment>(&definition);
  return conversion != nullptr ? &conversion->effect : nullptr;
}

}  // namespace

LeafCode* Fragment::code() { return code_of(definition); }
const LeafCode* Fragment::code() const { return code_of(definition); }
ConversionEffect* Fragment::effect() { return effect_of(definition); }
const ConversionEffect* Fragment::effect() const { return effect_of(definition); }

const Graph* Fragment::graph() const {
  const auto* composed = std::get_if<GraphFragment>(&definition);
  return composed != nullptr && composed->graph ? &*composed->graph : nullptr;
}

const std::vector<BodyInstance>& Fragment::instances() const {
  static const std::vector<BodyInstance> none;
  const LeafCode* own = code();
  return own != nullptr ? own->instances.all() : none;
}

const std::vector<NativeCode>& Fragment::natives() const {
  static const std::vector<NativeCode> none;
  const LeafCode* own = code();
  return own != nullptr ? own->natives : none;
}

std::size_t Fragment::listed_port_count() const {
  std::size_t count = ports.size();
  while (count > 0 && ports[count - 1].adapts) {
    --count;
  }
  return count;
}

const BodyInstance* Fragment::find_instance(const std::vector<DataType>& type_arguments) const {
  const LeafCode* own = code();
  if (own == nullptr) {
    return nullptr;
  }
  const BodyInstance* listed = own->instances.find(type_arguments);
  return listed == nullptr && own->on_demand != nullptr ? own->on_demand->find(type_arguments)
                                                        : listed;
}

const BodyInstance* Fragment::find_declared(const std::vector<DataType>& type_arguments) const {
  const auto is_made_of = [&](const BodyInstance& instance) {
    const std::vector<DataType>& parameters = instance.type_arguments;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (type_parameters[i].array) {
        continue;  // same as its element
      }
      const auto first = std::find(parameters.begin(), parameters.end(), parameters[i]);
      const DataType wanted =
          parameters[i].is_open()
              ? type_arguments[static_cast<std::size_t>(first - parameters.begin())]
              : parameters[i];
      if (type_arguments[i] != wanted) {
        return false;
      }
    }
    return true;
  };
  const std::vector<BodyInstance>& listed = instances();
  const auto at = std::find_if(listed.begin(), listed.end(), is_made_of);
  return at != listed.end() ? &*at : nullptr;
}

}  // namespace weft
