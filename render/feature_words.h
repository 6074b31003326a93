#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/float_bits.h"

namespace weft::render {

/// The value of a feature: the 32-bit patterns of its scalars in the order of a Constant.
using Words = std::vector<std::uint32_t>;

inline std::uint32_t word_of(float value) { return float_bits(value); }

template <std::size_t count>
void append(Words& words, const std::array<float, count>& values) {
  for (const float value : values) {
    words.push_back(word_of(value));
  }
}

template <std::size_t count>
Words words_of(const std::array<float, count>& values) {
  Words words;
  append(words, values);
  return words;
}

}  // namespace weft::render
