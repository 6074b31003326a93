#include "composer/verification/value_demands.h"

namespace weft {
namespace {

/// Whether the value is a constant, possibly converted.
bool is_written_out(const Library& library, const Plan& plan, EvaluationId value) {
  while (is_conversion(library, plan.evaluations[value])) {
    value = plan.evaluations[value].inputs.front();
  }
  return std::holds_alternative<ConstantEvaluation>(plan.evaluations[value].kind);
}

}  // namespace

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
    return satisfies(plan.types[stated.type], demand, library.lattice);
  });
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
