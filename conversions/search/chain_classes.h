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

/// Minimal chains up to exchanging adjacent independent steps.
///
/// Two steps are independent if swapping them when adjacent keeps a chain valid with the same
/// result (ConversionTable::independent). Chains that differ only by such swaps are one
/// Mazurkiewicz trace, and an author sees them as one. Each class is represented by its
/// lexicographic normal form: the member whose conversion names come first. Example: with a, b, c
/// pairwise independent, the six orders of {a, b, c} are one class, represented by a b c.
struct ChainClasses {
  std::vector<ChainWord> chains;  ///< in order of their ranks, at most as many as asked for
  std::uint64_t count = 0;        ///< of all classes, exact (but for saturation at UINT64_MAX)
  bool hit_limit = false;
};

/// Enumerates normal forms with sleep sets (Godefroid, "Partial-Order Methods for the Verification
/// of Concurrent Systems", 1996): after a step, the independent rules that come before it by name
/// are asleep and may not follow, so of all interleavings of a class only the normal form is
/// walked. Visits each prefix once per (type, sleep set). `max_nodes` bounds the prefixes.
ChainClasses enumerate_classes(const CompiledRules& rules, const MinimalChains& minimal,
                               std::size_t max_chains, std::size_t max_nodes);

/// Returns the normal form of any chain's steps. O(steps²).
std::vector<std::uint32_t> normal_form(const CompiledRules& rules,
                                       const std::vector<std::uint32_t>& steps);

}  // namespace weft
