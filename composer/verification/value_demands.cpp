#include "composer/verification/value_demands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "composer/evaluations/plan_parameters.h"

namespace weft {
namespace {

/// Whether the value is a literal or constant, possibly converted.
bool is_written_out(const Library& library, const Plan& plan, EvaluationId value) {
  while (is_conversion(library, plan.evaluations[value])) {
    value = plan.evaluations[value].inputs.front();
  }
  return is_literal(library, plan, value);
}

bool is_constant(const Plan& plan, EvaluationId value) {
  return std::holds_alternative<ConstantEvaluation>(plan.evaluations[value].kind);
}

bool is_live(const Library& library, const Plan& plan, EvaluationId value) {
  const auto* read = std::get_if<ParameterEvaluation>(&plan.evaluations[value].kind);
  return read != nullptr && live_literal(library, plan, read->parameter) != nullptr;
}

}  // namespace

bool is_literal(const Library& library, const Plan& plan, EvaluationId value) {
  if (is_constant(plan, value) || plan.live_literals.empty()) {
    return is_constant(plan, value);
  }
  // At most a value from the host of a constructor of casts of components.
  constexpr int deepest = 6;
  std::vector<EvaluationId> open{value};
  bool has_live = false;
  for (int depth = 0; !open.empty() && depth < deepest; ++depth) {
    std::vector<EvaluationId> parts;
    for (const EvaluationId id : open) {
      const Evaluation& each = plan.evaluations[id];
      const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
      const bool is_whole = std::holds_alternative<UniformEvaluation>(each.kind) ||
                            (operation != nullptr && (operation->op == Operation::Construct ||
                                                      operation->op == Operation::Swizzle));
      has_live = has_live || is_live(library, plan, id);
      if (is_whole && plan.types[each.type].data().is_plain()) {
        parts.insert(parts.end(), each.inputs.begin(), each.inputs.end());
      } else if (!is_constant(plan, id) && !is_live(library, plan, id)) {
        return false;
      }
    }
    open = std::move(parts);
  }
  return open.empty() && has_live;
}

bool is_conversion(const Library& library, const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  return (leaf != nullptr && library.fragments[leaf->fragment].is_conversion()) ||
         (operation != nullptr && operation->op == Operation::Construct &&
          evaluation.inputs.size() == 1) ||
         std::holds_alternative<InterpolateEvaluation>(evaluation.kind);
}

bool meets_demand(const Library& library, const Plan& plan, EvaluationId value,
                  const Demand& demand) {
  const Evaluation& evaluation = plan.evaluations[value];
  const SemanticType& type = plan.types[evaluation.type];
  if (is_written_out(library, plan, value)) {
    return type.data() == demand.data;
  }
  if (type.data().is_array() || satisfies(type, demand, library.lattice)) {
    return true;
  }
  const std::span<const StatedType> all = stated_types_of(plan, value);
  return std::any_of(all.begin(), all.end(), [&](const StatedType& stated) {
    return !stated.is_round_trip && satisfies(plan.types[stated.type], demand, library.lattice);
  });
}

Demand read_as(const Library& library, const Plan& plan, EvaluationId value,
               const SemanticType& type) {
  Demand demand = demand_of(type);
  for (const TraitEntry& entry : plan.types[plan.evaluations[value].type].entries()) {
    const Trait& trait = library.lattice.trait(entry.trait);
    if (trait.default_value && !type.stated(entry.trait)) {
      demand.entries.push_back({entry.trait, *trait.default_value});
    }
  }
  std::sort(demand.entries.begin(), demand.entries.end());
  return demand;
}

Demand demand_of_pattern(const Library& library, const Fragment& fragment,
                         const TypePattern& pattern, const std::vector<DataType>& type_arguments) {
  Bindings bindings;
  bindings.trait_values.resize(fragment.trait_variables.size());
  bindings.types.reserve(type_arguments.size());
  for (const DataType type : type_arguments) {
    bindings.types.emplace_back(SemanticType(type));
  }
  return substitute(pattern, bindings, library.lattice);
}

}  // namespace weft
