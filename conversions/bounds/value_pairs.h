#pragma once

#include <cstdint>

#include "conversions/bounds/wanted_facts.h"
#include "conversions/table/facts.h"

namespace weft {

/// The pairs of values of two traits, numbered.
struct ValuePairs {
  Facts::Block a;
  Facts::Block b;

  std::uint32_t count() const { return a.size() * b.size(); }
  std::uint32_t number(std::uint32_t of_a, std::uint32_t of_b) const {
    return (of_a - a.begin) * b.size() + (of_b - b.begin);
  }
  std::uint32_t of_a(std::uint32_t pair) const { return a.begin + pair / b.size(); }
  std::uint32_t of_b(std::uint32_t pair) const { return b.begin + pair % b.size(); }
  bool is_about(std::uint32_t slot) const { return slot == a.slot || slot == b.slot; }

  static constexpr std::uint32_t none = Facts::none;
  /// The pair that is wanted; `none` if not both traits are.
  std::uint32_t wanted(const WantedFacts& facts) const {
    std::uint32_t of_a = none;
    std::uint32_t of_b = none;
    for (std::size_t i = 0; i < facts.count; ++i) {
      of_a = facts.slots[i] == a.slot ? facts.facts[i] : of_a;
      of_b = facts.slots[i] == b.slot ? facts.facts[i] : of_b;
    }
    return of_a == none || of_b == none ? none : number(of_a, of_b);
  }
};

}  // namespace weft
