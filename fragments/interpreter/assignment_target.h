#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fragments/interpreter/operand.h"

namespace weft::interpreter {

/// The words that an assignment writes: a range of a local, or up to four of its components.
struct AssignmentTarget {
  DataType type;
  Word* words = nullptr;
  std::uint32_t count = 0;
  bool is_swizzled = false;
  std::array<std::uint32_t, 4> components = {};  ///< of a swizzled one: positions from `words` on

  Word& at(std::uint32_t position) const {
    return words[is_swizzled ? components[position] : position];
  }
};

/// Follows a Local below any Swizzle, Index, Member. `local_words` are those of the local;
/// `values[i]` is the value of expression i, there for every index on the way.
AssignmentTarget resolve_target(ValueLayout& layout, const Body& body, BodyExprId target,
                                std::span<Word> local_words, std::span<const Operand> values);

/// The local that a target is a part of.
std::uint32_t target_local(const Body& body, BodyExprId target);

}  // namespace weft::interpreter
