#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/compiled_rules.h"

namespace weft {

struct WeightedRule {
  ChainWeight weight;
  std::uint32_t rule = 0;
};

/// A rule projected to one slot that it changes: from any coordinate that its check admits to `to`.
struct Transition {
  std::uint32_t rule = 0;
  Coordinate from_begin = 0;
  Coordinate from_end = 0;
  Coordinate to = 0;
};

/// The rules by what they check and by what they set. Immutable.
struct RuleIndex {
  /// Per place: the rules whose most selective check is of exactly this coordinate's subtree. Each
  /// rule once.
  Rows<std::uint32_t> by_check;
  /// Per place: rules with an unconditional check of exactly this coordinate's subtree, cheapest
  /// first.
  Rows<WeightedRule> readers;
  /// Per place: rules that set a slot to exactly this coordinate, cheapest first. Excludes losses
  /// of guarantees.
  Rows<WeightedRule> writers;
  /// Per slot: rules that lose its guarantee, cheapest first.
  Rows<WeightedRule> losers;
  /// Per slot: its changes, sorted by `to`. Excludes losses of a guarantee.
  Rows<Transition> transitions;
};

/// O(rules × checks and effects × log).
RuleIndex make_rule_index(const Slots& slots, const CompiledRules& rules);

/// Calls visit(rule) once for every rule that matches, in an unspecified but deterministic order:
/// walks up the ancestors of each coordinate. O(rules indexed under these).
template <typename Visit>
void for_each_match(const Slots& slots, const CompiledRules& rules, const RuleIndex& index,
                    const Coordinate* type, Visit visit) {
  for (std::uint32_t slot = 0; slot < slots.count(); ++slot) {
    for (Coordinate at = type[slot]; at != 0; at = slots.parent(slot, at)) {
      for (std::uint32_t rule : index.by_check[slots.place(slot, at)]) {
        if (rules.matches(rule, type)) {
          visit(rule);
        }
      }
    }
  }
}

}  // namespace weft
