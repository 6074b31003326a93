#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fragments/types/type_set.h"
#include "support/id.h"

namespace weft {

/// The outcome of running a relation once.
enum class Outcome {
  Refined,    ///< It narrowed something. The solver reruns every relation on those variables,
              ///< including this one. Without a narrowing the same as Deferred.
  Satisfied,  ///< Every remaining combination satisfies it: it never needs to run again.
  Deferred,   ///< It waits until the set of a participant changes.
  Failed,     ///< No remaining combination satisfies it.
};

/// Which data types a value can be converted to, per data type of the value: a mask of TypeSet bits
/// for each bit. Structs and arrays convert only to themselves, or not at all.
struct TypeReach {
  std::array<std::uint64_t, TypeSet::atom_count> to = {};
  bool keeps_structs_and_arrays = true;

  /// Every type converts to itself only.
  static TypeReach identity();
};

/// A relation's view of its participants, through which it narrows them. The sets are private
/// copies until the relation returns: if two participants are already unified, it narrows each copy
/// separately and the solver intersects them.
class RelationContext {
 public:
  RelationContext(std::span<TypeSet> sets, std::uint32_t payload, const DataTypeTable& types,
                  std::span<const TypeReach> reaches = {})
      : sets_(sets), payload_(payload), types_(types), reaches_(reaches) {}

  /// The participants: the ports, followed by the results if the rule has any
  /// (RelationRule::results).
  std::size_t size() const { return sets_.size(); }
  const TypeSet& allowed(std::size_t i) const { return sets_[i]; }
  std::optional<DataType> decided(std::size_t i) const { return sets_[i].only(); }
  bool all_decided() const;
  /// A number stated along with the relation.
  std::uint32_t payload() const { return payload_; }
  const DataTypeTable& types() const { return types_; }
  /// For convertible_to: the table selected by the payload.
  const TypeReach& reach() const { return reaches_[payload_]; }

  /// Intersects the set of participant i with `to`.
  void narrow(std::size_t i, const TypeSet& to);
  /// Unifies two participants: they have the same type, whatever it is.
  void equate(std::size_t i, std::size_t j);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& equated() const { return equated_; }
  bool is_narrowed() const { return is_narrowed_; }

  /// The usual return value of a relation: Failed if some set is empty, else Refined if something
  /// was narrowed, else Satisfied if every participant is decided, else Deferred.
  Outcome outcome() const;

 private:
  std::span<TypeSet> sets_;
  std::uint32_t payload_;
  const DataTypeTable& types_;
  std::span<const TypeReach> reaches_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equated_;
  bool is_narrowed_ = false;
};

/// A kind of constraint that a `where` clause puts on the ports it names. `propagate` must be a
/// pure function of the context and monotone (given smaller sets it leaves smaller or equal sets);
/// then the fixed point is independent of the order in which relations run.
struct RelationRule {
  std::string name;
  std::size_t least = 1;    ///< minimum number of ports
  std::size_t most = 1;     ///< maximum number of ports
  std::size_t results = 0;  ///< additional participants after the ports: 0 or 1 result
  std::function<Outcome(RelationContext&)> propagate;
  /// Results may take the place of ports and count as ports; `results` is then 0.
  bool ties_results = false;
};
inline constexpr std::size_t any_number = static_cast<std::size_t>(-1);

using RelationId = Id<RelationRule>;

/// The relations that signatures may name: Weft's own and custom ones.
class RelationRegistry {
 public:
  /// Starts with Weft's own relations. The first three constrain results just as they constrain
  /// ports.
  /// same: all have one data type;
  /// same_element: plain types with one component kind;
  /// elementwise: plain types, all equal;
  /// broadcast: like elementwise, but scalars match any shape; the result is the common type;
  /// sum, product, quotient: like broadcast, with separate rules for traits
  /// (composer/typing/meeting.h); factors: like same, with the rules of product; matmul: two
  /// factors with an algebraic product; the result is its type; reduce: plain types with one
  /// component kind; the result is a scalar of that kind; sampled: a texture.
  RelationRegistry();
  /// Adds a custom relation. Returns false if the name is in use or is no identifier, or if the
  /// rule is malformed (`least` above `most`, `most` 0, no `propagate`, too many results).
  bool add(RelationRule rule);

  std::optional<RelationId> find(std::string_view name) const;
  const RelationRule& operator[](RelationId id) const { return rules_[id.index()]; }
  /// All names that signatures can use, for spelling suggestions.
  std::vector<std::string_view> names() const;

 private:
  std::vector<RelationRule> rules_;
};

/// The ids of Weft's own relations in every registry. Those that signatures cannot name have names
/// in parentheses.
namespace solver_relations {
inline constexpr RelationId same = RelationId(0);
inline constexpr RelationId same_element = RelationId(1);
inline constexpr RelationId elementwise = RelationId(2);
inline constexpr RelationId broadcast = RelationId(3);
inline constexpr RelationId product = RelationId(4);
inline constexpr RelationId matmul = RelationId(5);
inline constexpr RelationId reduce = RelationId(6);
inline constexpr RelationId sampled = RelationId(7);
/// (object, part): payload is `swizzle_payload(highest component, number of components)`.
inline constexpr RelationId swizzle = RelationId(8);
/// (array, element, length). The solver rejects an array type that contains itself.
inline constexpr RelationId array_of = RelationId(9);
/// (value, port): the payload is the index of a table, see TypeSolver::add_reach(). States that
/// some conversion exists; which one is chosen later.
inline constexpr RelationId convertible_to = RelationId(10);
inline constexpr RelationId sum = RelationId(11);
inline constexpr RelationId quotient = RelationId(12);
/// (type): the payload is the index of a declared bound of the library. Needed for bounds that a
/// TypeSet cannot represent exactly (TypeSet::is_exact).
inline constexpr RelationId bounded = RelationId(13);
inline constexpr RelationId factors = RelationId(14);
}  // namespace solver_relations

constexpr std::uint32_t swizzle_payload(std::uint32_t highest, std::uint32_t count) {
  return highest << 8 | count;
}

}  // namespace weft
