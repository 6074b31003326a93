#pragma once

#include "fragments/solver/type_solver.h"

namespace weft::testing {

/// States a system of `nodes` relations, from the last to the first, that must be solved from both
/// ends: sums of the preceding value and an open one, products with open matrices, components, and
/// the type of the last value.
inline void state_large_system(TypeSolver& solver, int nodes) {
  std::vector<TypeVar> values;
  for (int i = 0; i <= nodes; ++i) {
    values.push_back(solver.add_variable(TypeSet::all()));
  }
  solver.add(solver_relations::same,
             {values.back(), solver.add_variable(TypeSet::of(float3_type))});
  for (int i = nodes; i-- > 0;) {
    const auto at = static_cast<std::size_t>(i);
    switch (i % 4) {
      case 0:
        solver.add(solver_relations::elementwise, {values[at], values[at + 1]});
        break;
      case 1:
        solver.add(solver_relations::broadcast,
                   {values[at], solver.add_variable(TypeSet::all()), values[at + 1]});
        break;
      case 2:
        solver.add(
            solver_relations::matmul,
            {solver.add_variable(TypeSet::of(DataType::matrix(3, 3))), values[at], values[at + 1]});
        break;
      default:
        solver.add(solver_relations::same_element, {values[at], values[at + 1]});
        solver.add(solver_relations::swizzle,
                   {values[at + 1], solver.add_variable(TypeSet::of(float2_type))},
                   swizzle_payload(2, 2));
        break;
    }
  }
}

}  // namespace weft::testing
