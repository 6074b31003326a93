#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fragments/types/precision.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

struct Trait;
struct TraitValue;
using TraitId = Id<Trait>;
using ValueId = Id<TraitValue>;

/// The two kinds of trait: a meaning states what a value is (a color, a normal), a guarantee states
/// a property that code has established (normalized).
enum class TraitKind { Meaning, Guarantee };

struct Trait {
  NameId name;
  TraitKind kind = TraitKind::Meaning;
  std::optional<ValueId>
      default_value;  ///< meanings only: the value of types that do not state the trait
  Span span;
  std::string doc;
  /// Meanings only: where different values meet, they do not generalize to a common ancestor; one
  /// is converted to the other.
  bool is_distinct = false;
};

/// One value of a trait. The values of a trait form a forest; roots have no parent.
struct TraitValue {
  NameId name;
  TraitId trait;
  std::optional<ValueId> parent;
  Span span;
  /// What values with it may be computed in, by its own declaration or the nearest one above. Full:
  /// nothing that they are computed from may be less exact. Nothing: it does not decide.
  std::optional<Precision> precision = {};
};

/// One `name: value` statement.
struct TraitEntry {
  TraitId trait;
  ValueId value;

  friend auto operator<=>(const TraitEntry&, const TraitEntry&) = default;
};

/// All traits and their values. The values of a trait form a forest, in which a value satisfies
/// every demand for one of its ancestors.
///
/// freeze() numbers the values in preorder, so that the subtree of a value is an interval of
/// numbers and `is_within` is an O(1) interval test. No values may be added afterwards; a frozen
/// lattice may be shared between threads.
class Lattice {
 public:
  /// The name must be new.
  TraitId add_trait(Trait trait);
  /// The name must be new within the trait; a parent must be of the same trait.
  ValueId add_value(TraitValue value);
  void set_default(TraitId trait, ValueId value) { traits_[trait].default_value = value; }
  void set_precision(ValueId value, Precision precision) { values_[value].precision = precision; }
  void freeze();

  const Trait& trait(TraitId id) const { return traits_[id]; }
  const TraitValue& value(ValueId id) const { return values_[id]; }
  const Store<Trait>& traits() const { return traits_; }
  const Store<TraitValue>& values() const { return values_; }
  /// Lookup by name, O(1) expected.
  std::optional<TraitId> find_trait(NameId name) const;
  std::optional<ValueId> find_value(TraitId trait, NameId name) const;

  /// Whether `value` is `ancestor` or one of its descendants. Requires freeze().
  bool is_within(ValueId value, ValueId ancestor) const {
    const Interval& outer = intervals_[ancestor.index()];
    std::uint32_t at = intervals_[value.index()].begin;
    return at >= outer.begin && at < outer.end;
  }
  /// For a distinct trait, removes each value that is a proper ancestor of another one in the list:
  /// the descendant satisfies it without a conversion, so it is no conversion target. Leaves the
  /// values of other traits unchanged.
  void leave_convertible(TraitId trait, std::vector<ValueId>& values) const;
  /// The lowest common ancestor (a value counts as its own ancestor), or nothing if the roots
  /// differ. O(depth).
  std::optional<ValueId> common_ancestor(ValueId a, ValueId b) const;

 private:
  struct Interval {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  static std::uint64_t key(TraitId trait, NameId name) {
    return static_cast<std::uint64_t>(trait.index()) << 32 | name.index();
  }

  Store<Trait> traits_;
  Store<TraitValue> values_;
  std::unordered_map<NameId, TraitId> trait_ids_;         // lookups only
  std::unordered_map<std::uint64_t, ValueId> value_ids_;  // lookups only; by key()
  std::vector<Interval> intervals_;
};

}  // namespace weft
