#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "conversions/bounds/pair_bound.h"

namespace weft {

/// The conversions of a search as a table of triples needs them, which has all pairs of values of
/// two traits: those that do something to one of the two, and those that leave both alone.
class TripleSteps {
 public:
  using Units = PairBound::Units;

  /// What a conversion does to one of the two traits.
  struct Role {
    std::uint32_t needs = CompiledRules::no_fact;
    std::uint32_t gains = CompiledRules::no_fact;
    bool overwrites = false;

    bool touches() const { return overwrites || needs != CompiledRules::no_fact; }
    /// What is wanted of the trait after it: this, something above it, or nothing.
    std::uint32_t leads_to() const { return overwrites ? gains : needs; }
  };
  struct Step {
    std::uint32_t rule = 0;
    Units difficulty = 0;
    Units needs = 0;
    Role a;
    Role b;
    std::uint32_t applied = 0;  ///< for whoever applies it: when that was
  };
  struct Reader {
    Units difficulty = 0;
    Units needs = 0;
    std::uint32_t rule = 0;
    /// Whether it needs one or two things and brings about one or two: these, one of them twice.
    bool is_simple = false;
    std::array<std::uint32_t, 2> needed = {};
    std::array<std::uint32_t, 2> gained = {};
  };

  TripleSteps(const CompiledRules& rules, const PairBound& pairs) : rules_(rules), pairs_(pairs) {}

  /// All within the horizon (thousandths) of the pairs of values of two blocks.
  void collect(std::uint32_t block_a, std::uint32_t block_b, std::int64_t horizon);

  /// Those that touch one of the two traits, in the order of what they cost from the source.
  std::vector<Step>& steps() { return steps_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// Those that overwrite neither of them and need that fact, cheapest first; with the number after
  /// the last fact: those that need nothing.
  std::span<const Reader> readers_of(std::uint32_t fact) const {
    return {readers_.data() + first_reader_[fact], readers_.data() + first_reader_[fact + 1]};
  }

 private:
  Role role(std::uint32_t rule, std::uint32_t block) const;
  Reader reader_of(const Step& step) const;
  void list_readers(std::vector<Reader> steps);

  const CompiledRules& rules_;
  const PairBound& pairs_;
  std::vector<Step> steps_;
  std::vector<Reader> readers_;
  std::vector<std::uint32_t> first_reader_;  // per fact, those that need nothing, and the end
};

}  // namespace weft
