#include "fragments/check/implicit_port.h"

#include <algorithm>
#include <variant>

namespace weft {

std::optional<FeatureId> feature_of_default(const Graph& expression) {
  if (expression.outputs.size() != 1) {
    return std::nullopt;
  }
  const GraphNode* node = &expression.nodes[expression.outputs.front().node];
  while (const auto* declared = std::get_if<DeclaredNode>(&node->kind)) {
    node = &expression.nodes[declared->value];
  }
  const auto* feature = std::get_if<FeatureNode>(&node->kind);
  return feature != nullptr ? std::optional(feature->feature) : std::nullopt;
}

bool fits_unconverted(const Library& library, const Feature& feature, const TypePattern& port) {
  const Lattice& lattice = library.lattice;
  return std::all_of(port.entries.begin(), port.entries.end(), [&](const PatternEntry& asked) {
    if (!asked.value) {
      return true;
    }
    const std::optional<ValueId> stated = feature.type.value(asked.trait, lattice);
    if (!stated) {
      return asked.conditional;
    }
    const bool may_be_lost =
        lattice.trait(asked.trait).kind == TraitKind::Guarantee && feature.rate == Rate::Vertex;
    return lattice.is_within(*stated, *asked.value) && !may_be_lost;
  });
}

}  // namespace weft
