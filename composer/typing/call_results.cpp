#include "composer/typing/call_results.h"

#include <algorithm>

#include "fragments/model/signature_types.h"

namespace weft {

namespace {

/// The value of a trait of a sampled texture: the view of an sRGB texture decodes it, where there
/// is one.
ValueId sampled_value(const TypingContext& in, TraitId trait, ValueId value) {
  const bool is_decoded = in.facts.views_decode && in.known().encoding &&
                          trait == *in.known().encoding && value == in.known().encoding_srgb &&
                          in.known().encoding_linear;
  return is_decoded ? *in.known().encoding_linear : value;
}

/// Whether a trait is tied to that of a texture.
bool is_of_texture(const Fragment& fragment, const TypePattern& pattern, TraitId trait) {
  for (const PatternEntry& entry : pattern.entries) {
    if (entry.trait != trait || !entry.variable) {
      continue;
    }
    for (const FragmentPort& port : fragment.ports) {
      const bool is_tied = std::any_of(
          port.type.entries.begin(), port.type.entries.end(), [&](const PatternEntry& tied) {
            return tied.trait == trait && tied.variable == entry.variable;
          });
      if (is_tied && port.type.data.is_texture()) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

void demand_of_samples(const TypingContext& in, const Fragment& fragment,
                       const TypePattern& pattern, Demand& demand) {
  for (DemandEntry& entry : demand.entries) {
    if (!pattern.data.is_texture() && is_of_texture(fragment, pattern, entry.trait)) {
      entry.value = sampled_value(in, entry.trait, entry.value);
    }
  }
}

std::vector<SemanticType> results_of(const TypingContext& in, const Fragment& fragment,
                                     const Bindings& bindings,
                                     const std::vector<PlannedPort>& ports) {
  // `unit?: ?u`: stated if every operand tied by ?u states it.
  auto is_shared = [&](const TypePattern& result, TraitId trait) {
    for (const PatternEntry& entry : result.entries) {
      for (std::size_t i = 0; i < ports.size() && entry.trait == trait; ++i) {
        const std::vector<PatternEntry>& of_port = fragment.ports[i].type.entries;
        if (std::any_of(of_port.begin(), of_port.end(),
                        [&](const PatternEntry& tied) {
                          return tied.trait == trait && tied.variable == entry.variable;
                        }) &&
            !ports[i].link.result.value(trait, in.lattice())) {
          return false;
        }
      }
    }
    return true;
  };
  std::vector<SemanticType> results;
  for (const FragmentResult& result : fragment.results) {
    SemanticType type(result.type.data);
    if (result.type.type_variable && bindings.types[*result.type.type_variable]) {
      type = *bindings.types[*result.type.type_variable];
    }
    for (const RelationClause& relation : fragment.relations) {
      if (relation.rule != solver_relations::sampled) {
        continue;
      }
      // The result has the texture's meanings.
      for (const TraitEntry& entry : ports[relation.ports.front()].link.result.entries()) {
        type.set(entry.trait, sampled_value(in, entry.trait, entry.value), in.lattice());
      }
    }
    Demand stated =
        substitute({result.type.data, std::nullopt, result.type.entries, result.type.span},
                   bindings, in.lattice());
    demand_of_samples(in, fragment, result.type, stated);
    for (const DemandEntry& entry : stated.entries) {
      if (!entry.conditional || is_shared(result.type, entry.trait)) {
        type.set(entry.trait, entry.value, in.lattice());
      }
    }
    for (TraitId trait : fragment.drops) {
      type.remove(trait);
    }
    // A guarantee survives if every operand of the result's type has it.
    for (TraitId trait : fragment.keeps) {
      std::optional<ValueId> kept;
      bool all = !ports.empty();
      for (std::size_t i = 0; i < ports.size() && all; ++i) {
        const auto& variable = fragment.ports[i].type.type_variable;
        bool carries = result.type.type_variable
                           ? variable && element_parameter(fragment, *variable) ==
                                             element_parameter(fragment, *result.type.type_variable)
                           : i == 0;
        if (carries && !ports[i].link.takes_demand) {
          auto value = ports[i].link.result.stated(trait);
          all = value && (!kept || kept == value);
          kept = value;
        }
      }
      if (all && kept) {
        type.set(trait, *kept, in.lattice());
      }
    }
    results.push_back(std::move(type));
  }
  return results;
}

}  // namespace weft
