#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "fragments/solver/relation.h"

namespace weft {

struct TypeVariable;
/// An unknown data type: of a port, of a result, of a type parameter at one call.
using TypeVar = Id<TypeVariable>;

struct StatedRelation;
/// One constraint between given variables, numbered in the order stated.
using StatedId = Id<StatedRelation>;

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
class TypeSolver {
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

  const TypeSet& allowed(TypeVar variable) const { return nodes_[root(variable.index())].allowed; }
  std::optional<DataType> decided(TypeVar variable) const { return allowed(variable).only(); }
  /// The representative of the variables unified with this one; stable until more is stated.
  TypeVar representative(TypeVar variable) const { return TypeVar(root(variable.index())); }
  /// Whether the two variables are unified, even if their type is still open.
  bool is_same(TypeVar a, TypeVar b) const { return root(a.index()) == root(b.index()); }

  /// Whether solve() failed because a type would have to contain itself.
  bool has_cycle() const { return has_cycle_; }

  // The stated system, for explanations.
  struct Stated {
    RelationId rule;
    std::uint32_t payload;
    std::uint32_t begin;  ///< in participants_
    std::uint32_t count;
    bool is_queued = false;
    bool is_satisfied = false;
  };
  std::size_t variable_count() const { return nodes_.size(); }
  std::size_t relation_count() const { return stated_.size(); }
  const TypeSet& stated_set(TypeVar variable) const { return nodes_[variable.index()].stated; }
  const Stated& stated(StatedId relation) const { return stated_[relation.index()]; }
  std::span<const TypeVar> participants(StatedId relation) const;
  std::span<const TypeReach> reaches() const { return reaches_; }
  const RelationRegistry& relations() const { return relations_; }
  const DataTypeTable& types() const { return types_; }
  /// Relation runs since clear(), for tests of linearity.
  std::size_t runs() const { return runs_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Node {
    std::uint32_t parent;
    std::uint32_t size = 1;
    TypeSet stated;                    // the initial set
    TypeSet allowed;                   // of roots only
    std::uint32_t first_watch = none;  // of roots: list of the relations it participates in
    std::uint32_t last_watch = none;
    std::uint32_t array = none;  // of roots: an array_of relation that has it as its array
  };
  struct Watch {
    std::uint32_t relation;
    std::uint32_t next;
  };

  std::uint32_t root(std::uint32_t at) const;
  void watch(std::uint32_t root, std::uint32_t relation);
  void enqueue(std::uint32_t relation);
  void wake(std::uint32_t root);
  bool run(std::uint32_t relation);
  bool narrow(std::uint32_t root, const TypeSet& to);
  bool unite(std::uint32_t a, std::uint32_t b);
  bool contains_itself() const;

  const RelationRegistry& relations_;
  const DataTypeTable& types_;
  mutable std::vector<Node> nodes_;  // mutable: root() halves paths
  std::vector<Stated> stated_;
  std::vector<TypeVar> participants_;
  std::vector<Watch> watches_;
  std::vector<TypeReach> reaches_;
  std::vector<std::uint32_t> queue_;
  std::size_t queue_begin_ = 0;
  std::vector<TypeSet> scratch_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> to_unite_;
  bool has_arrays_ = false;
  bool has_failed_ = false;
  bool has_cycle_ = false;
  std::size_t runs_ = 0;
};

}  // namespace weft
