#pragma once

#include <vector>

#include "fragments/solver/type_solver.h"

namespace weft {

/// One narrowing: the relation left only `after` of `before`.
struct TypeStep {
  StatedId relation;
  TypeVar variable;
  TypeSet before;
  TypeSet after;  ///< empty where the contradiction shows

  friend bool operator==(const TypeStep&, const TypeStep&) = default;
};

/// A chain of reasons: relations, and how they narrow one after the other.
struct TypeReasons {
  std::vector<StatedId> relations;  ///< as few as will do, in canonical order
  std::vector<TypeStep> steps;      ///< empty where identity, not narrowing, is the reason
  bool contains_itself = false;     ///< some type would have to
};

/// Why a system that solve() refused has no solution, and why a variable's set is what it is.
/// Nothing is recorded while solving; the reasons are found anew when somebody asks, by rounds in
/// which every relation sees what the round before left, so that the shortest derivation comes
/// first. Of systems with at most `exact_limit` relations, or if the derivation uses no more, no
/// fewer relations will do; else none can be left out. The answer depends on the variables' order
/// and on what is stated, not on the order in which it was stated. O(relations) for the rounds, and
/// the work of at most 2^exact_limit small systems.
inline constexpr std::size_t exact_limit = 12;
TypeReasons explain_contradiction(const TypeSolver& solver);
TypeReasons explain_set(const TypeSolver& solver, TypeVar variable);

}  // namespace weft
