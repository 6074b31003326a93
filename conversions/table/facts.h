#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "conversions/table/compiled_rules.h"

namespace weft {

/// Facts, in the sense of planning: the values (not absence) of the slots that some rule changes,
/// numbered across slots. These are the things a search may need to achieve. A fact is the subtree
/// of a value: anything below it meets a need for it. The facts of a slot are contiguous, padded
/// with unused numbers to a multiple of Lanes::count. Immutable.
class Facts {
 public:
  Facts(const Slots& slots, const CompiledRules& rules);

  static constexpr std::uint32_t none = UINT32_MAX;

  std::size_t count() const { return parents_.size(); }
  /// The facts of one slot that some rule changes.
  struct Block {
    std::uint32_t slot = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    std::uint32_t size() const { return end - begin; }
  };
  const std::vector<Block>& blocks() const { return blocks_; }
  /// The index into blocks().
  std::uint32_t block_of(std::uint32_t fact) const { return block_of_[fact]; }
  /// By Slots::place(); `none` for absence, and in slots that no rule changes.
  std::uint32_t at(std::uint32_t place) const { return at_[place]; }
  /// `none` at a root.
  std::uint32_t parent(std::uint32_t fact) const { return parents_[fact]; }
  /// The facts that a rule's unconditional checks require.
  std::span<const std::uint32_t> needed(std::uint32_t rule) const { return needed_[rule]; }
  /// The facts that a rule achieves.
  std::span<const std::uint32_t> gained(std::uint32_t rule) const { return gained_[rule]; }

 private:
  std::vector<std::uint32_t> at_;        // per place
  std::vector<std::uint32_t> parents_;   // per fact
  std::vector<std::uint32_t> block_of_;  // per fact
  std::vector<Block> blocks_;
  Rows<std::uint32_t> needed_;  // per rule
  Rows<std::uint32_t> gained_;  // per rule
};

}  // namespace weft
