#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "conversions/table/chain_weight.h"
#include "conversions/table/conversion_table.h"
#include "conversions/table/rows.h"
#include "conversions/table/slot_set.h"
#include "conversions/table/slots.h"

namespace weft {

struct CoordinateEffect {
  std::uint32_t slot = 0;
  Coordinate value = 0;
  bool only_if_present = false;  ///< keeps 0: a meaning is never added
};

/// The conversions of a table as checks and effects on coordinates. Rules are numbered by rank, so
/// comparing numbers compares names. Immutable.
class CompiledRules {
 public:
  /// `order`: the rules by rank.
  CompiledRules(const Store<ConversionRule>& rules, const std::vector<std::uint32_t>& order,
                const Slots& slots, const Lattice& lattice);

  std::size_t size() const { return rules_.size(); }
  ConversionId id(std::uint32_t rule) const { return rules_[rule].id; }
  ChainWeight weight(std::uint32_t rule) const { return weights_[rule]; }
  const FeatureSet& features(std::uint32_t rule) const { return rules_[rule].features; }
  bool available(std::uint32_t rule, const FeatureSet& features) const {
    return rules_[rule].features.empty() || rules_[rule].features.is_subset_of(features);
  }
  std::span<const CoordinateCheck> checks(std::uint32_t rule) const { return checks_[rule]; }
  /// At most one per slot; includes losses of guarantees.
  std::span<const CoordinateEffect> effects(std::uint32_t rule) const { return effects_[rule]; }

  bool matches(std::uint32_t rule, const Coordinate* type) const;
  void apply(std::uint32_t rule, const Coordinate* from, Coordinate* to) const;
  bool independent(std::uint32_t a, std::uint32_t b) const;

  /// Slots that the rule sets or drops.
  const SlotSet& changes(std::uint32_t rule) const { return rules_[rule].changes; }
  /// Slots that the rule matches, sets, keeps or drops.
  const SlotSet& touched(std::uint32_t rule) const { return rules_[rule].touches; }
  /// Slots that the rule matches or sets.
  const SlotSet& relied_on(std::uint32_t rule) const { return rules_[rule].relies; }
  /// Guarantees that the rule loses.
  const SlotSet& losses(std::uint32_t rule) const { return rules_[rule].loses; }
  /// Whether the rule may change the slot: has an effect on it.
  bool overwrites(std::uint32_t rule, std::uint32_t slot) const {
    return (overwritten_[rule * words_ + slot / 64] >> (slot % 64) & 1U) != 0;
  }
  bool overwrites_any(std::uint32_t rule, const SlotSet& slots) const {
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      both |= overwritten_[rule * words_ + i] & slots[i];
    }
    return both != 0;
  }

 private:
  struct Rule {
    explicit Rule(ConversionId own) : id(own) {}
    ConversionId id;
    FeatureSet features;
    SlotSet changes;
    SlotSet touches;
    SlotSet relies;
    SlotSet loses;
  };

  void add_rule(const ConversionRule& rule, ConversionId id, const Slots& slots,
                const Lattice& lattice);

  std::vector<Rule> rules_;
  // What searches read most, each in one array.
  std::vector<ChainWeight> weights_;
  Rows<CoordinateCheck> checks_;
  Rows<CoordinateEffect> effects_;
  std::size_t slot_count_;
  std::size_t words_;                       // of a SlotSet
  std::vector<std::uint64_t> overwritten_;  // per rule: a SlotSet
};

}  // namespace weft
