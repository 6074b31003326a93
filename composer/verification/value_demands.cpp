#include "composer/verification/value_demands.h"

namespace weft {

bool meets_demand(const Library& library, const Plan& plan, EvaluationId value,
                  const Demand& demand) {
  const Evaluation& evaluation = plan.evaluations[value];
  const SemanticType& type = plan.types[evaluation.type];
  if (std::holds_alternative<ConstantEvaluation>(evaluation.kind)) {
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
