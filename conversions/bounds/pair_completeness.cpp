#include "conversions/bounds/pair_completeness.h"

#include <algorithm>
#include <array>

#include "conversions/bounds/rule_order.h"
#include "conversions/table/lanes.h"

namespace weft {
namespace {

using Units = PairMatrix::Units;

/// Whether all facts of a block that may precede the rule have a weight within the limit together
/// with what it achieves.
bool carries_all(const PairMatrix& pairs, std::span<const std::uint32_t> needed,
                 std::uint32_t gained, const Facts::Block& block, Units limit) {
  const Lanes most_allowed = Lanes::all(limit);
  for (std::uint32_t at = block.begin; at < block.end; at += Lanes::count) {
    Lanes most = Lanes::all(0);
    for (std::uint32_t fact : needed) {
      most = max(most, Lanes::load(pairs.row(fact) + at));
    }
    if (needed.empty()) {
      std::array<Units, Lanes::count> own;
      for (std::uint32_t i = 0; i < Lanes::count; ++i) {
        own[i] = pairs.row(at + i)[at + i];
      }
      most = Lanes::load(own.data());
    }
    if (any_parted(most, Lanes::load(pairs.row(gained) + at), most_allowed)) {
      return false;
    }
  }
  return true;
}

bool adds_nothing(const SearchProblem& problem, const PairMatrix& pairs, std::uint32_t rule,
                  Units limit) {
  const auto needed = problem.facts.needed(rule);
  const auto achieved = problem.facts.gained(rule);
  if (pairs.most_among(achieved) > limit) {
    return false;
  }
  return std::all_of(achieved.begin(), achieved.end(), [&](std::uint32_t gained) {
    const auto& blocks = problem.facts.blocks();
    return std::all_of(blocks.begin(), blocks.end(), [&](const Facts::Block& block) {
      return problem.rules.overwrites(rule, block.slot) ||
             carries_all(pairs, needed, gained, block, limit);
    });
  });
}

}  // namespace

bool are_complete(const SearchProblem& problem, const PairMatrix& pairs, Units limit) {
  for (std::uint32_t rule = 0; rule < problem.rules.size(); ++rule) {
    if (pairs.most_among(problem.facts.needed(rule)) <= limit && is_usable(problem, rule) &&
        !adds_nothing(problem, pairs, rule, limit)) {
      return false;
    }
  }
  return true;
}

}  // namespace weft
