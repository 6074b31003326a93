#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/reparse.h"

namespace weft::live {

/// Replaces the bytes [begin, end) of a text.
struct Splice {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;

  friend bool operator==(const Splice&, const Splice&) = default;
};

/// Splices of one text, sorted and without overlap; two insertions at one place stay in order.
using Splices = std::vector<Splice>;

/// Sorts splices by place, stably. They must not overlap.
void sort_splices(Splices& splices);

/// O(text + splices).
std::string apply_splices(std::string_view text, const Splices& splices);

/// What turns apply_splices(text, splices) back into `text`.
Splices inverse_splices(std::string_view text, const Splices& splices);

/// The part of a text that splices are in, and what becomes of it; at the begin for no splices.
TextChange change_of(const Splices& splices);

/// The splice that turns one text into another and leaves their common prefix and suffix.
Splices difference(std::string_view from, std::string_view to);

}  // namespace weft::live
