#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "fragments/solver/type_system.h"
#include "fragments/solver/unified_variables.h"

namespace weft {

/// The order in which queued relations run. The result does not depend on it, as tests check.
enum class QueueOrder { FirstIn, LastIn };

/// Infers data types by constraint propagation. Each variable has a set of allowed types that only
/// shrinks. Relations remove types that no combination of their participants supports, until a
/// fixed point is reached (arc consistency with a worklist: A. Mackworth, Consistency in Networks
/// of Relations, 1977). Unified variables share one set (union-find). There is no search: a
/// variable with several types left stays open. For example, with `a: float3`, `b: any numeric` and
/// `r: any`:
///
///     broadcast(a, b, r)          r is float3; b is float or float3
///     swizzle(b, s) for `s = b.y` b is float3; s is float
///
/// Complexity: a relation reruns only when the set of a participant shrinks, which happens a
/// bounded number of times per variable (each time a bit of its TypeSet is cleared, or the struct,
/// array or length becomes a specific one). So solve() is linear in the number of links between
/// relations and variables, if the number of participants per relation is bounded. clear() keeps
/// the allocated memory for the next system.
class TypeSolver : private TypeSystem {
 public:
  /// Both arguments must outlive the solver.
  TypeSolver(const RelationRegistry& relations, const DataTypeTable& types);

  void clear();
  TypeVar add_variable(const TypeSet& allowed);
  /// States a relation. Participants: the ports the rule requires, followed by its results.
  StatedId add(RelationId rule, std::span<const TypeVar> participants, std::uint32_t payload = 0);
  StatedId add(RelationId rule, std::initializer_list<TypeVar> participants,
               std::uint32_t payload = 0) {
    return add(rule, std::span(participants.begin(), participants.size()), payload);
  }
  /// Adds a table for `convertible_to` and returns its index, to use as the payload.
  std::uint32_t add_reach(TypeReach reach);

  /// Propagates to the fixed point. Returns false if some variable has no type left or a type would
  /// have to contain itself; the sets are then meaningless, and explain_types.h finds the reason.
  /// More may be stated afterwards and solved again.
  bool solve(QueueOrder order = QueueOrder::FirstIn);
  /// After solve(): intersects a variable's set with `to` and solves again. Explanations do not see
  /// this restriction, which is not recorded as stated.
  bool restrict(TypeVar variable, const TypeSet& to);
  /// After solve(): decides an open variable to be its first allowed type and solves again.
  bool settle(TypeVar variable);

  const TypeSet& allowed(TypeVar variable) const {
    return classes_.allowed(classes_.root(variable));
  }
  std::optional<DataType> decided(TypeVar variable) const { return allowed(variable).only(); }
  /// The representative of the variables unified with this one; stable until more is stated.
  TypeVar representative(TypeVar variable) const { return TypeVar(classes_.root(variable)); }
  /// Whether the two variables are unified, even if their type is still open.
  bool is_same(TypeVar a, TypeVar b) const { return classes_.root(a) == classes_.root(b); }

  /// Whether solve() failed because a type would have to contain itself.
  bool has_cycle() const { return has_cycle_; }

  // The system as it was stated, for explanations.
  using TypeSystem::participants;
  using TypeSystem::reaches;
  using TypeSystem::relation_count;
  using TypeSystem::relations;
  using TypeSystem::stated;
  using TypeSystem::stated_set;
  using TypeSystem::types;
  using TypeSystem::variable_count;
  /// Relation runs since clear(), for tests of linearity.
  std::size_t runs() const { return runs_; }

 private:
  struct RelationState {
    bool is_queued = false;
    bool is_satisfied = false;
  };

  void enqueue(StatedId relation);
  bool run(StatedId relation);
  bool narrow(std::uint32_t root, const TypeSet& to);
  /// Unifies the elements and the lengths of two arrays, later.
  void equate_parts(StatedId array, StatedId other);
  bool unite(TypeVar a, TypeVar b);
  bool contains_itself() const;

  UnifiedVariables classes_;
  std::vector<RelationState> states_;  ///< per relation
  std::vector<StatedId> queue_;
  std::size_t queue_begin_ = 0;
  std::vector<TypeSet> scratch_;
  std::vector<std::pair<TypeVar, TypeVar>> to_unite_;
  bool has_arrays_ = false;
  bool has_failed_ = false;
  bool has_cycle_ = false;
  std::size_t runs_ = 0;
};

}  // namespace weft
