#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/search/minimal_search.h"

namespace weft {

/// A chain as the ranks of its conversions and the number of the type it ends in.
struct ChainWord {
  std::vector<std::uint32_t> rules;
  std::uint32_t end = 0;
};

/// The minimal chains up to exchanging adjacent independent steps, one for each class: the one
/// whose names come first (the lexicographic normal form of the Mazurkiewicz trace).
struct ChainClasses {
  std::vector<ChainWord> chains;  ///< in order of their ranks, at most as many as asked for
  std::uint64_t count = 0;        ///< of all classes, exact (but for saturation at UINT64_MAX)
  bool hit_limit = false;
};

/// Visits each prefix of a normal form once per type and sleep set, never the sequences of a class:
/// where steps are independent, 90 sequences are one path. `max_nodes` bounds the prefixes.
ChainClasses enumerate_classes(const CompiledRules& rules, const MinimalChains& minimal,
                               std::size_t max_chains, std::size_t max_nodes);

/// The normal form of any chain's steps. O(steps²).
std::vector<std::uint32_t> normal_form(const CompiledRules& rules,
                                       const std::vector<std::uint32_t>& steps);

}  // namespace weft
