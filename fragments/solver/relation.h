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

/// What one run of a relation says (design, section 5).
enum class Outcome {
  Refined,    ///< it narrowed something: whoever shares that runs again, itself too (a relation
              ///< that narrowed nothing waits as if Deferred, whatever it says)
  Satisfied,  ///< whatever is still allowed fits: it need not run any more
  Deferred,   ///< it waits for a participant to change
  Failed,     ///< nothing that is allowed fits
};

/// From which data type to which a value can be converted: a mask of TypeSet's bits per bit.
/// Structs and arrays only become themselves, if at all.
struct TypeReach {
  std::array<std::uint64_t, TypeSet::atom_count> to = {};
  bool keeps_structs_and_arrays = true;

  /// Every type becomes itself.
  static TypeReach identity();
};

/// What a relation sees of the ports that it ties, and how it narrows them. The sets are the
/// relation's own copies until it returns: of two participants that are known to be equal, each is
/// narrowed by itself.
class RelationContext {
 public:
  RelationContext(std::span<TypeSet> sets, std::uint32_t payload, const DataTypeTable& types,
                  std::span<const TypeReach> reaches = {})
      : sets_(sets), payload_(payload), types_(types), reaches_(reaches) {}

  /// Participants: the ports, and behind them the results that the relation is about
  /// (RelationRule::results).
  std::size_t size() const { return sets_.size(); }
  const TypeSet& allowed(std::size_t i) const { return sets_[i]; }
  std::optional<DataType> decided(std::size_t i) const { return sets_[i].only(); }
  bool all_decided() const;
  /// A number that was stated with the relation.
  std::uint32_t payload() const { return payload_; }
  const DataTypeTable& types() const { return types_; }
  /// The table that the payload is the position of: of convertible_to.
  const TypeReach& reach() const { return reaches_[payload_]; }

  /// Only what is also in `to` stays allowed.
  void narrow(std::size_t i, const TypeSet& to);
  /// Two participants have one type, whatever it is.
  void equate(std::size_t i, std::size_t j);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& equated() const { return equated_; }
  bool is_narrowed() const { return is_narrowed_; }

  /// Failed if nothing is allowed for some participant, else Refined if something was narrowed,
  /// else Satisfied if all are decided, else Deferred. What most relations return.
  Outcome outcome() const;

 private:
  std::span<TypeSet> sets_;
  std::uint32_t payload_;
  const DataTypeTable& types_;
  std::span<const TypeReach> reaches_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equated_;
  bool is_narrowed_ = false;
};

/// How a `where` clause ties the ports that it names. To be independent of the order in which
/// relations run, `propagate` must be monotone: of smaller sets it may only leave smaller sets. It
/// must be a function of the context alone.
struct RelationRule {
  std::string name;
  std::size_t least = 1;    ///< ports that it ties: at least
  std::size_t most = 1;     ///< and at most
  std::size_t results = 0;  ///< further participants, behind the ports: results; 0 or 1
  std::function<Outcome(RelationContext&)> propagate;
  /// Results may stand in the place of any port, and are counted with the ports; `results` is 0.
  bool ties_results = false;
};
inline constexpr std::size_t any_number = static_cast<std::size_t>(-1);

using RelationId = Id<RelationRule>;

/// The relations that signatures may name: those that come with Weft, and custom ones.
class RelationRegistry {
 public:
  /// With those that come with Weft. The first three tie results as they tie ports.
  /// same: all of one data type;
  /// same_element: plain, all of one kind of component;
  /// elementwise: plain, all of one data type;
  /// broadcast: as elementwise, but scalars stand for any shape; the result is the common type;
  /// sum, product, quotient: likewise, with rules of their own for traits
  /// (composer/typing/meeting.h); matmul: two factors whose algebraic product exists; the result is
  /// its type; reduce: plain, of one kind of component; the result is a scalar of it; sampled: a
  /// texture.
  RelationRegistry();
  /// Adds a custom one. False if its name is taken or no name, or nothing could ever satisfy least
  /// and most.
  bool add(RelationRule rule);

  std::optional<RelationId> find(std::string_view name) const;
  const RelationRule& operator[](RelationId id) const { return rules_[id.index()]; }
  /// All names, for suggestions.
  std::vector<std::string_view> names() const;

 private:
  std::vector<RelationRule> rules_;
};

/// Those that only the solver states, not signatures. They are in every registry, under names that
/// are no names.
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
/// (array, element, length). A type cannot contain itself.
inline constexpr RelationId array_of = RelationId(9);
/// (value, port): payload is the position of a table, TypeSolver::add_reach(). Which conversions
/// are taken is chosen later.
inline constexpr RelationId convertible_to = RelationId(10);
inline constexpr RelationId sum = RelationId(11);
inline constexpr RelationId quotient = RelationId(12);
/// (type): payload is the position of a declared bound of the library. Of bounds whose set says too
/// little (TypeSet::is_exact).
inline constexpr RelationId bounded = RelationId(13);
}  // namespace solver_relations

constexpr std::uint32_t swizzle_payload(std::uint32_t highest, std::uint32_t count) {
  return highest << 8 | count;
}

}  // namespace weft
