#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "fragments/solver/relation.h"

namespace weft {

struct TypeVariable;
/// One unknown data type: of a port, of a result, of a type parameter at one call.
using TypeVar = Id<TypeVariable>;

struct StatedRelation;
/// A relation between certain variables, in the order in which they were stated.
using StatedId = Id<StatedRelation>;

/// In which order relations run that wait. The result does not depend on it; tests say so.
enum class QueueOrder { FirstIn, LastIn };

/// Decides data types: a variable has a set of allowed types, which only narrows; relations narrow
/// the sets of what they tie until nothing changes (arc consistency; A. Mackworth, Consistency in
/// Networks of Relations, 1977). Variables that are known to be equal are one (union-find). There
/// is no search: what is left open is open.
///
/// Work: a relation runs again when one of its participants was narrowed, which happens to a
/// variable at most TypeSet::atom_count + 2 times, so solve() is linear in the links between
/// relations and variables, if the number of participants is bounded. The solver can be cleared and
/// used again without allocating.
class TypeSolver {
 public:
  /// Both must outlive the solver.
  TypeSolver(const RelationRegistry& relations, const DataTypeTable& types);

  void clear();
  TypeVar add_variable(const TypeSet& allowed);
  /// States a relation. Participants: as many as the rule ties, and its results behind them.
  StatedId add(RelationId rule, std::span<const TypeVar> participants, std::uint32_t payload = 0);
  StatedId add(RelationId rule, std::initializer_list<TypeVar> participants,
               std::uint32_t payload = 0) {
    return add(rule, std::span(participants.begin(), participants.size()), payload);
  }
  /// What `convertible_to` may refer to, by the position that is given back.
  std::uint32_t add_reach(TypeReach reach);

  /// Narrows until nothing changes. False if no types fit, or a type would have to contain itself:
  /// then sets mean nothing and explain_types.h says why. More may be added afterwards, and solved
  /// again.
  bool solve(QueueOrder order = QueueOrder::FirstIn);
  /// After solve(): leaves a variable only what is also in `to`, and solves again. Not among what
  /// was stated.
  bool restrict(TypeVar variable, const TypeSet& to);
  /// After solve(): takes the first allowed type for a variable that is open, and solves again.
  bool settle(TypeVar variable);

  const TypeSet& allowed(TypeVar variable) const { return nodes_[root(variable.index())].allowed; }
  std::optional<DataType> decided(TypeVar variable) const { return allowed(variable).only(); }
  /// One of the variables that are known to be equal to it, the same for all of them until more is
  /// stated.
  TypeVar representative(TypeVar variable) const { return TypeVar(root(variable.index())); }
  /// Whether the two are known to be equal, whatever they are.
  bool is_same(TypeVar a, TypeVar b) const { return root(a.index()) == root(b.index()); }

  /// Whether solve() failed because a type would have to contain itself.
  bool has_cycle() const { return has_cycle_; }

  // What was stated, for explanations.
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
  /// How often relations ran since clear(): what tests of linearity count.
  std::size_t runs() const { return runs_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Node {
    std::uint32_t parent;
    std::uint32_t size = 1;
    TypeSet stated;                    // as it was added
    TypeSet allowed;                   // of roots
    std::uint32_t first_watch = none;  // of roots: the relations that it takes part in
    std::uint32_t last_watch = none;
    std::uint32_t array = none;  // of roots: a stated array_of whose array it is
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
  mutable std::vector<Node> nodes_;  // root() halves paths
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
