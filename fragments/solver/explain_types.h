#pragma once

#include <vector>

#include "fragments/solver/type_solver.h"

namespace weft {

/// One narrowing step: the relation reduced the variable's set from `before` to `after`.
struct TypeStep {
  StatedId relation;
  TypeVar variable;
  TypeSet before;
  TypeSet after;  ///< empty where the contradiction appears

  friend bool operator==(const TypeStep&, const TypeStep&) = default;
};

/// An explanation: the relations involved, and how they narrow the sets step by step.
struct TypeReasons {
  std::vector<StatedId> relations;  ///< minimal (see below), in canonical order
  std::vector<TypeStep> steps;   ///< empty if the reason is a unification rather than a narrowing
  bool contains_itself = false;  ///< the contradiction is a type that would have to contain itself
};

/// Explain why solve() found a contradiction, and why a variable's set is what it is.
///
/// Solving records nothing; explanations are computed on demand. Propagation is repeated in rounds,
/// in each of which every relation sees the sets left by the previous round, so that the shortest
/// derivation is found first. If the system or that derivation has at most `exact_limit` relations,
/// the result is a smallest set of relations that suffices; otherwise it is a minimal one, from
/// which none can be dropped. The result depends on the order of the variables and on the relations
/// stated, but not on the order in which they were stated. O(relations) for the rounds, plus at
/// most 2^exact_limit solver runs on small systems.
inline constexpr std::size_t exact_limit = 12;
TypeReasons explain_contradiction(const TypeSolver& solver);
TypeReasons explain_set(const TypeSolver& solver, TypeVar variable);

}  // namespace weft
