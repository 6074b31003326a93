#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "conversions/table/conversion_table.h"
#include "conversions/table/cost.h"

namespace weft {

/// One coordinate of a type in the search: for a trait, the value's preorder number within the
/// trait (from 1; 0: the trait is absent); for the data type, its number.
using Coordinate = std::uint32_t;

/// Requires a coordinate in [begin, end), the subtree of the value that a rule or demand names.
struct CoordinateCheck {
  std::uint32_t slot = 0;
  Coordinate begin = 0;
  Coordinate end = 0;
  bool conditional = false;  ///< also met by 0

  bool meets(Coordinate at) const { return (at >= begin && at < end) || (conditional && at == 0); }
};

struct CoordinateEffect {
  std::uint32_t slot = 0;
  Coordinate value = 0;
  bool only_if_present = false;  ///< keeps 0: a meaning is never added
};

/// The conversions of a table in the form that a search reads.
///
/// A type is an array of small integers (coordinates), one slot per trait and a last slot for the
/// data type. Values of a trait are numbered in preorder, so the subtree of a value, which is what
/// a rule or a demand matches, is a half-open range, and matching is one range check per slot.
/// Rules are numbered by rank, so comparing numbers compares names. Each rule is indexed under its
/// most selective check; the rules that match a type are found by walking up the ancestors of each
/// of its coordinates.
///
/// Example: values world (1), world.scaled (2), tangent (3) of a trait `basis` give the check [1,
/// 3) for a rule that takes {basis: world}.
///
/// Immutable.
class CompiledRules {
 public:
  /// `order`: the rules by rank.
  CompiledRules(const Store<ConversionRule>& rules, const std::vector<std::uint32_t>& order,
                const Lattice& lattice);

  std::size_t size() const { return rules_.size(); }
  std::size_t slot_count() const { return widths_.size(); }
  std::uint32_t data_slot() const { return static_cast<std::uint32_t>(widths_.size() - 1); }
  /// Number of coordinates of a slot, including 0.
  Coordinate width(std::uint32_t slot) const { return widths_[slot]; }
  bool is_guarantee(std::uint32_t slot) const { return guarantees_[slot]; }

  ConversionId id(std::uint32_t rule) const { return rules_[rule].id; }
  Cost cost(std::uint32_t rule) const { return extents_[rule].cost; }
  const FeatureSet& features(std::uint32_t rule) const { return rules_[rule].features; }
  bool available(std::uint32_t rule, const FeatureSet& features) const {
    return rules_[rule].features.empty() || rules_[rule].features.is_subset_of(features);
  }
  bool independent(std::uint32_t a, std::uint32_t b) const;
  /// Sets of slots, word_count() words with one bit each. Changes: slots that the rule sets or
  /// drops. Touched: matches, sets, keeps or drops. Relied on: matches or sets. Losses: guarantees
  /// that it loses.
  const std::vector<std::uint64_t>& changes(std::uint32_t rule) const {
    return rules_[rule].changes;
  }
  const std::vector<std::uint64_t>& touched(std::uint32_t rule) const {
    return rules_[rule].touches;
  }
  const std::vector<std::uint64_t>& relied_on(std::uint32_t rule) const {
    return rules_[rule].relies;
  }
  const std::vector<std::uint64_t>& losses(std::uint32_t rule) const { return rules_[rule].loses; }

  /// The number of a data type. Types that no rule mentions get one per call site: `foreign`.
  Coordinate data_coordinate(DataType data, Coordinate foreign) const;
  /// The last two numbers of the data slot represent types that no rule mentions.
  Coordinate foreign_data(int which) const {
    return widths_.back() - 2 + static_cast<Coordinate>(which);
  }
  void encode(const SemanticType& type, Coordinate foreign, Coordinate* out) const;
  SemanticType decode(const Coordinate* type, DataType foreign, const Lattice& lattice) const;
  CoordinateCheck check_of(const DemandEntry& entry) const;

  bool matches(std::uint32_t rule, const Coordinate* type) const;
  void apply(std::uint32_t rule, const Coordinate* from, Coordinate* to) const;

  /// Calls visit(rule) once for every rule that matches, in an unspecified but deterministic order.
  /// O(rules indexed under the type's coordinates and their ancestors).
  template <typename Visit>
  void for_each_match(const Coordinate* type, Visit visit) const {
    for (std::uint32_t slot = 0; slot < slot_count(); ++slot) {
      for (Coordinate at = type[slot]; at != 0; at = parents_[first_value_[slot] + at]) {
        const Bucket& bucket = buckets_[first_value_[slot] + at];
        for (std::uint32_t i = bucket.begin; i < bucket.end; ++i) {
          if (matches(bucket_rules_[i], type)) {
            visit(bucket_rules_[i]);
          }
        }
      }
    }
  }

  std::span<const CoordinateCheck> checks(std::uint32_t rule) const {
    return {checks_.data() + extents_[rule].checks_begin,
            checks_.data() + extents_[rule].checks_end};
  }
  /// At most one per slot; includes losses of guarantees.
  std::span<const CoordinateEffect> effects(std::uint32_t rule) const {
    return {effects_.data() + extents_[rule].effects_begin,
            effects_.data() + extents_[rule].effects_end};
  }
  Coordinate parent(std::uint32_t slot, Coordinate at) const {
    return parents_[first_value_[slot] + at];
  }
  /// The end of the subtree of a coordinate; 1 for 0.
  Coordinate subtree_end(std::uint32_t slot, Coordinate at) const {
    return subtree_ends_[first_value_[slot] + at];
  }
  /// A number for each (slot, coordinate).
  std::uint32_t place(std::uint32_t slot, Coordinate at) const { return first_value_[slot] + at; }
  std::uint32_t place_count() const { return static_cast<std::uint32_t>(parents_.size()); }
  struct Writer {
    Cost cost;
    std::uint32_t rule = 0;
  };
  /// Rules with an unconditional check of exactly this coordinate's subtree, cheapest first.
  std::span<const Writer> checked_at(std::uint32_t place) const {
    return {checked_rules_.data() + checked_[place].begin,
            checked_rules_.data() + checked_[place].end};
  }
  /// Per rule, the number of its unconditional checks.
  const std::vector<std::uint32_t>& certain_checks() const { return certain_checks_; }
  /// Rules that set a slot to exactly this coordinate, cheapest first. Excludes losses of
  /// guarantees.
  std::span<const Writer> writers_of(std::uint32_t place) const {
    return {writer_rules_.data() + writers_[place].begin,
            writer_rules_.data() + writers_[place].end};
  }
  /// Rules that lose the guarantee of a slot, cheapest first.
  const std::vector<Writer>& losers_of(std::uint32_t slot) const { return losers_[slot]; }

  /// Facts: the values (not absence) of the slots that some rule changes, numbered across slots.
  /// These are the things a search may need to achieve. The facts of a slot are contiguous, padded
  /// with unused numbers to a multiple of 8.
  std::size_t fact_count() const { return fact_parents_.size(); }
  struct FactBlock {
    std::uint32_t slot = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  /// One per slot that some rule changes.
  const std::vector<FactBlock>& fact_blocks() const { return fact_blocks_; }
  /// The index into fact_blocks().
  std::uint32_t block_of_fact(std::uint32_t fact) const { return block_of_fact_[fact]; }
  /// no_fact for absence, and in slots that no rule changes.
  std::uint32_t fact_at(std::uint32_t place) const { return facts_[place]; }
  /// no_fact at a root.
  std::uint32_t parent_fact(std::uint32_t fact) const { return fact_parents_[fact]; }
  static constexpr std::uint32_t no_fact = UINT32_MAX;
  /// The facts that a rule's unconditional checks require.
  std::span<const std::uint32_t> needed_facts(std::uint32_t rule) const {
    return {fact_lists_.data() + fact_extents_[rule].needed,
            fact_lists_.data() + fact_extents_[rule].gained};
  }
  /// The facts that a rule achieves.
  std::span<const std::uint32_t> gained_facts(std::uint32_t rule) const {
    return {fact_lists_.data() + fact_extents_[rule].gained,
            fact_lists_.data() + fact_extents_[rule].end};
  }
  /// Whether the rule may change the slot.
  bool overwrites(std::uint32_t rule, std::uint32_t slot) const {
    return (overwritten_[rule * word_count() + slot / 64] >> (slot % 64) & 1U) != 0;
  }
  /// Whether the rule may change any slot of a set (word_count() words, one bit per slot).
  bool overwrites_any(std::uint32_t rule, const std::uint64_t* slots) const {
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < word_count(); ++i) {
      both |= overwritten_[rule * word_count() + i] & slots[i];
    }
    return both != 0;
  }
  std::size_t word_count() const { return (widths_.size() + 63) / 64; }

  /// A change of one slot, with that slot's share of the rule's difficulty.
  struct Departure {
    std::uint32_t rule = 0;
    Coordinate to = 0;
    std::int64_t share = 0;
  };
  /// Changes of the slot whose check names exactly this coordinate; at coordinate 0, those that
  /// require no particular value.
  std::span<const Departure> departures(std::uint32_t place) const {
    return {departure_list_.data() + departures_[place].begin,
            departure_list_.data() + departures_[place].end};
  }

  /// A rule projected to one slot that it changes: from any coordinate that its check admits to
  /// `to`.
  struct Transition {
    std::uint32_t rule = 0;
    Coordinate from_begin = 0;
    Coordinate from_end = 0;
    Coordinate to = 0;
  };
  /// The changes of a slot, sorted by `to`. Excludes losses of a guarantee.
  const std::vector<Transition>& transitions(std::uint32_t slot) const {
    return transitions_[slot];
  }

 private:
  struct Rule {
    explicit Rule(ConversionId own) : id(own) {}
    ConversionId id;
    FeatureSet features;
    std::vector<std::uint64_t> changes;  // slots that it sets or drops
    std::vector<std::uint64_t> touches;  // slots that it matches, sets, keeps or drops
    std::vector<std::uint64_t> relies;   // slots that it matches or sets
    std::vector<std::uint64_t> loses;    // guarantees that it neither keeps nor sets
  };
  /// The hot fields of a rule, kept together for locality.
  struct Extent {
    Cost cost;
    std::uint32_t checks_begin = 0;
    std::uint32_t checks_end = 0;
    std::uint32_t effects_begin = 0;
    std::uint32_t effects_end = 0;
  };
  struct Bucket {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct FactExtent {
    std::uint32_t needed = 0;
    std::uint32_t gained = 0;
    std::uint32_t end = 0;
  };

  void number_values(const Lattice& lattice);
  void number_data(const Store<ConversionRule>& rules);
  void add_rule(const ConversionRule& rule, ConversionId id, const Lattice& lattice);
  void place_coordinates(const Lattice& lattice);
  void build_buckets();
  void build_transitions();
  void build_places();
  void build_facts();

  std::vector<Coordinate> widths_;
  std::vector<bool> guarantees_;
  std::vector<Coordinate> defaults_;  // per slot; 0: no default
  std::vector<Coordinate> numbers_;   // per ValueId
  std::vector<Coordinate> ends_;      // per ValueId: end of its subtree
  // Per slot: where its coordinates start in the next three.
  std::vector<std::uint32_t> first_value_;
  std::vector<Coordinate> parents_;       // per coordinate: the parent's; 0: a root
  std::vector<std::uint32_t> values_;     // per coordinate: the ValueId's index
  std::vector<Coordinate> subtree_ends_;  // per coordinate
  std::vector<Bucket> checked_;           // per coordinate
  std::vector<Writer> checked_rules_;
  std::vector<std::uint32_t> certain_checks_;  // per rule
  std::vector<Bucket> writers_;                // per coordinate
  std::vector<Writer> writer_rules_;
  std::vector<Bucket> departures_;  // per coordinate
  std::vector<Departure> departure_list_;
  std::vector<std::vector<Writer>> losers_;  // per slot
  std::vector<Bucket> buckets_;              // per coordinate
  std::vector<std::uint32_t> bucket_rules_;
  std::vector<DataType> data_types_;  // sorted
  std::vector<Rule> rules_;
  std::vector<Extent> extents_;  // per rule
  std::vector<CoordinateCheck> checks_;
  std::vector<CoordinateEffect> effects_;
  std::vector<std::vector<Transition>> transitions_;  // per slot
  std::vector<std::uint32_t> facts_;                  // per coordinate
  std::vector<std::uint32_t> fact_parents_;           // per fact
  std::vector<std::uint32_t> block_of_fact_;          // per fact
  std::vector<FactBlock> fact_blocks_;
  std::vector<FactExtent> fact_extents_;  // per rule
  std::vector<std::uint32_t> fact_lists_;
  std::vector<std::uint64_t> overwritten_;  // per rule: word_count() words
};

}  // namespace weft
