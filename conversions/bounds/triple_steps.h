#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "conversions/bounds/pair_bound.h"

namespace weft {

/// The rules of a search in the form that a TripleTable applies them: those that touch one of the
/// table's two traits, and the readers, which leave both alone.
class TripleSteps {
 public:
  using Units = PairMatrix::Units;

  /// What a rule does to one of the two traits.
  struct Role {
    std::uint32_t needs = Facts::none;
    std::uint32_t gains = Facts::none;
    bool overwrites = false;

    bool touches() const { return overwrites || needs != Facts::none; }
    /// The fact of the trait that holds after the rule; what is wanted may be it or an ancestor.
    /// Facts::none: nothing.
    std::uint32_t leads_to() const { return overwrites ? gains : needs; }
  };
  struct Step {
    std::uint32_t rule = 0;
    Units difficulty = 0;
    Units needs = 0;
    Role a;
    Role b;
    std::uint32_t applied = 0;  ///< set by TripleTable: when it was last applied
  };
  struct Reader {
    Units difficulty = 0;
    Units needs = 0;
    std::uint32_t rule = 0;
    /// Set if it needs one or two facts and achieves one or two; a single one is stored twice.
    bool is_simple = false;
    std::array<std::uint32_t, 2> needed = {};
    std::array<std::uint32_t, 2> gained = {};
  };

  TripleSteps(const SearchProblem& problem, const PairBound& pairs)
      : problem_(problem), pairs_(pairs) {}

  /// Collects the rules within the horizon (thousandths) for the pairs of values of two blocks.
  void collect(std::uint32_t block_a, std::uint32_t block_b, std::int64_t horizon);

  /// Rules that touch one of the two traits, by estimated weight from the source.
  std::vector<Step>& steps() { return steps_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// Rules that overwrite neither trait and need `fact`, cheapest first. The index one past the
  /// last fact lists those that need no fact.
  std::span<const Reader> readers_of(std::uint32_t fact) const { return readers_[fact]; }

 private:
  Role role(std::uint32_t rule, std::uint32_t block) const;
  Reader reader_of(const Step& step) const;

  const SearchProblem& problem_;
  const PairBound& pairs_;
  std::vector<Step> steps_;
  Rows<Reader> readers_;  // per fact, and those without needs
};

}  // namespace weft
