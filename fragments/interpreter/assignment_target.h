#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fragments/interpreter/operand.h"

namespace weft::interpreter {

/// The words that an assignment writes: a range of a local, or up to four components of it.
struct AssignmentTarget {
  DataType type;
  Word* words = nullptr;
  std::uint32_t count = 0;
  bool is_swizzled = false;
  std::array<std::uint32_t, 4> components = {};  ///< if swizzled: positions relative to `words`

  Word& at(std::uint32_t position) const {
    return words[is_swizzled ? components[position] : position];
  }
};

/// Resolves an lvalue: a Local under any sequence of Swizzle, Index, Member. `local_words`: the
/// storage of the local; `values[i]`: the value of expression i, required for the indices.
AssignmentTarget resolve_target(ValueLayout& layout, const Body& body, BodyExprId target,
                                std::span<Word> local_words, std::span<const Operand> values);

/// Returns the local that a target is a part of.
std::uint32_t target_local(const Body& body, BodyExprId target);

}  // namespace weft::interpreter
