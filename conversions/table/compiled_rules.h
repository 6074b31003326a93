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

/// One coordinate of a type in the search: a trait's value by its preorder number within the trait
/// (from 1; 0: the value does not have the trait), or the data type by its number.
using Coordinate = std::uint32_t;

/// The coordinate must lie in [begin, end), the subtree of the value that a rule or demand names.
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
  bool only_if_present = false;  ///< leaves 0 alone: a meaning is never added
};

/// The conversions of a table as a search needs them: a type is an array of coordinates with one
/// slot per trait and a last one for the data type; rules are numbered by rank, so that the order
/// of numbers is that of names; each is found through its most selective check. Immutable.
class CompiledRules {
 public:
  /// `order` lists the rules by rank.
  CompiledRules(const Store<ConversionRule>& rules, const std::vector<std::uint32_t>& order,
                const Lattice& lattice);

  std::size_t size() const { return rules_.size(); }
  std::size_t slot_count() const { return widths_.size(); }
  std::uint32_t data_slot() const { return static_cast<std::uint32_t>(widths_.size() - 1); }
  /// How many coordinates a slot has, 0 included.
  Coordinate width(std::uint32_t slot) const { return widths_[slot]; }
  bool is_guarantee(std::uint32_t slot) const { return guarantees_[slot]; }

  ConversionId id(std::uint32_t rule) const { return rules_[rule].id; }
  Cost cost(std::uint32_t rule) const { return extents_[rule].cost; }
  const FeatureSet& features(std::uint32_t rule) const { return rules_[rule].features; }
  bool available(std::uint32_t rule, const FeatureSet& features) const {
    return rules_[rule].features.empty() || rules_[rule].features.is_subset_of(features);
  }
  bool independent(std::uint32_t a, std::uint32_t b) const;
  /// Sets of slots as word_count() words with a bit each: those that the rule sets or drops; that
  /// it matches, sets, keeps or drops; that it matches or sets; guarantees that it loses.
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

  /// Data types that no rule mentions get a number of their own per call site: `foreign`.
  Coordinate data_coordinate(DataType data, Coordinate foreign) const;
  /// The last two numbers of the data slot stand for types that no rule mentions.
  Coordinate foreign_data(int which) const {
    return widths_.back() - 2 + static_cast<Coordinate>(which);
  }
  void encode(const SemanticType& type, Coordinate foreign, Coordinate* out) const;
  SemanticType decode(const Coordinate* type, DataType foreign, const Lattice& lattice) const;
  CoordinateCheck check_of(const DemandEntry& entry) const;

  bool matches(std::uint32_t rule, const Coordinate* type) const;
  void apply(std::uint32_t rule, const Coordinate* from, Coordinate* to) const;

  /// Calls visit(rule) for every rule that matches, each once, in no particular order (but the same
  /// every time). O(rules that share the value they are found through).
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
  /// At most one per slot; losses of guarantees are among them.
  std::span<const CoordinateEffect> effects(std::uint32_t rule) const {
    return {effects_.data() + extents_[rule].effects_begin,
            effects_.data() + extents_[rule].effects_end};
  }
  Coordinate parent(std::uint32_t slot, Coordinate at) const {
    return parents_[first_value_[slot] + at];
  }
  /// Where the subtree of a coordinate ends; 1 for 0.
  Coordinate subtree_end(std::uint32_t slot, Coordinate at) const {
    return subtree_ends_[first_value_[slot] + at];
  }
  /// A number for each coordinate of each slot.
  std::uint32_t place(std::uint32_t slot, Coordinate at) const { return first_value_[slot] + at; }
  std::uint32_t place_count() const { return static_cast<std::uint32_t>(parents_.size()); }
  struct Writer {
    Cost cost;
    std::uint32_t rule = 0;
  };
  /// Rules with an unconditional check that names exactly this coordinate, cheapest first.
  std::span<const Writer> checked_at(std::uint32_t place) const {
    return {checked_rules_.data() + checked_[place].begin,
            checked_rules_.data() + checked_[place].end};
  }
  /// Per rule: how many of its checks are unconditional.
  const std::vector<std::uint32_t>& certain_checks() const { return certain_checks_; }
  /// Rules that bring a slot to exactly this coordinate, cheapest first; losses of guarantees are
  /// not among them.
  std::span<const Writer> writers_of(std::uint32_t place) const {
    return {writer_rules_.data() + writers_[place].begin,
            writer_rules_.data() + writers_[place].end};
  }
  /// Rules that lose the guarantee of a slot, cheapest first.
  const std::vector<Writer>& losers_of(std::uint32_t slot) const { return losers_[slot]; }

  /// The values (not: absence) of the slots that some rule changes, numbered together: what there
  /// is to have on the way from one type to another. Those of a slot lie together, filled up to a
  /// multiple of 8 with numbers that stand for nothing.
  std::size_t fact_count() const { return fact_parents_.size(); }
  struct FactBlock {
    std::uint32_t slot = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  /// One per slot that some rule changes.
  const std::vector<FactBlock>& fact_blocks() const { return fact_blocks_; }
  /// The number of the block.
  std::uint32_t block_of_fact(std::uint32_t fact) const { return block_of_fact_[fact]; }
  /// no_fact for absence and in slots that no rule changes.
  std::uint32_t fact_at(std::uint32_t place) const { return facts_[place]; }
  /// no_fact at a root.
  std::uint32_t parent_fact(std::uint32_t fact) const { return fact_parents_[fact]; }
  static constexpr std::uint32_t no_fact = UINT32_MAX;
  /// The facts that a rule's unconditional checks name.
  std::span<const std::uint32_t> needed_facts(std::uint32_t rule) const {
    return {fact_lists_.data() + fact_extents_[rule].needed,
            fact_lists_.data() + fact_extents_[rule].gained};
  }
  /// The facts that a rule brings about.
  std::span<const std::uint32_t> gained_facts(std::uint32_t rule) const {
    return {fact_lists_.data() + fact_extents_[rule].gained,
            fact_lists_.data() + fact_extents_[rule].end};
  }
  /// Whether the slot may be different after the rule.
  bool overwrites(std::uint32_t rule, std::uint32_t slot) const {
    return (overwritten_[rule * word_count() + slot / 64] >> (slot % 64) & 1U) != 0;
  }
  /// The same of any slot of a set: word_count() words with a bit per slot.
  bool overwrites_any(std::uint32_t rule, const std::uint64_t* slots) const {
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < word_count(); ++i) {
      both |= overwritten_[rule * word_count() + i] & slots[i];
    }
    return both != 0;
  }
  std::size_t word_count() const { return (widths_.size() + 63) / 64; }

  /// A change of one slot with that slot's share of the difficulty.
  struct Departure {
    std::uint32_t rule = 0;
    Coordinate to = 0;
    std::int64_t share = 0;
  };
  /// Changes of the slot whose check names exactly this coordinate; at the coordinate 0 those that
  /// need no certain value.
  std::span<const Departure> departures(std::uint32_t place) const {
    return {departure_list_.data() + departures_[place].begin,
            departure_list_.data() + departures_[place].end};
  }

  /// A rule as seen by one slot that it changes: from any coordinate that its check admits to `to`.
  struct Transition {
    std::uint32_t rule = 0;
    Coordinate from_begin = 0;
    Coordinate from_end = 0;
    Coordinate to = 0;
  };
  /// The changes of a slot sorted by `to`. Losses of a guarantee are not among them.
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
  /// What searches ask of a rule again and again, close together.
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
  std::vector<std::uint32_t>
      first_value_;                       // per slot: where its coordinates start in the next three
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
