#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/interner.h"
#include "support/source.h"

namespace weft {

struct Trait;
struct TraitValue;
using TraitId = Id<Trait>;
using ValueId = Id<TraitValue>;

/// The two kinds of trait: a meaning says what a value is, a guarantee what code has established
/// about it.
enum class TraitKind { Meaning, Guarantee };

struct Trait {
  NameId name;
  TraitKind kind = TraitKind::Meaning;
  std::optional<ValueId>
      default_value;  ///< meanings only: what a value has that does not state the trait
  Span span;
  std::string doc;
  /// Meanings only: values that meet never rise to a common ancestor; one is converted.
  bool is_distinct = false;
};

/// One value of one trait, in that trait's forest: roots have no parent.
struct TraitValue {
  NameId name;
  TraitId trait;
  std::optional<ValueId> parent;
  Span span;
};

/// One `name: value` statement.
struct TraitEntry {
  TraitId trait;
  ValueId value;

  friend auto operator<=>(const TraitEntry&, const TraitEntry&) = default;
};

/// All traits and their values. Values may be added under existing ones until it is frozen;
/// afterwards `is_within` is O(1) by intervals of a preorder numbering, and the lattice may be
/// shared between threads.
class Lattice {
 public:
  /// The name must be new.
  TraitId add_trait(Trait trait);
  /// The name must be new within the trait; a parent must be of the same trait.
  ValueId add_value(TraitValue value);
  void set_default(TraitId trait, ValueId value) { traits_[trait].default_value = value; }
  void freeze();

  const Trait& trait(TraitId id) const { return traits_[id]; }
  const TraitValue& value(ValueId id) const { return values_[id]; }
  const Store<Trait>& traits() const { return traits_; }
  const Store<TraitValue>& values() const { return values_; }
  /// Both in O(1).
  std::optional<TraitId> find_trait(NameId name) const;
  std::optional<ValueId> find_value(TraitId trait, NameId name) const;

  /// Whether `value` is `ancestor` or stands below it. Needs freeze().
  bool is_within(ValueId value, ValueId ancestor) const {
    const Interval& outer = intervals_[ancestor.index()];
    std::uint32_t at = intervals_[value.index()].begin;
    return at >= outer.begin && at < outer.end;
  }
  /// Of values of a distinct trait that meet, those that all of them may be converted to: without
  /// the bare ancestors of others, which would be satisfied by them as they are. Others unchanged.
  void leave_convertible(TraitId trait, std::vector<ValueId>& values) const;
  /// The lowest value that both stand below (or are); nothing if they have different roots.
  /// O(depth).
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
  std::unordered_map<NameId, TraitId> trait_ids_;         // look-ups only
  std::unordered_map<std::uint64_t, ValueId> value_ids_;  // look-ups only; by key()
  std::vector<Interval> intervals_;
};

}  // namespace weft
