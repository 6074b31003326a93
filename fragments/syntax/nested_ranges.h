#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/source.h"

namespace weft::printing {

/// Ranges of a source that lie apart or inside of each other, such as calls.
class NestedRanges {
 public:
  NestedRanges() = default;
  /// O(n log n).
  explicit NestedRanges(std::vector<Span> ranges) : ranges_(std::move(ranges)) {
    std::sort(ranges_.begin(), ranges_.end(), is_outer_first);
    parents_.reserve(ranges_.size());
    std::size_t around = none;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      while (around != none && ranges_[around].end <= ranges_[i].begin) {
        around = parents_[around];
      }
      parents_.push_back(around);
      around = i;
    }
  }

  /// O(log n).
  bool contains(Span range) const {
    return std::binary_search(ranges_.begin(), ranges_.end(), range, is_outer_first);
  }
  /// Whether the offset is in one of the ranges that begin at or behind `begin`. O(log n + depth).
  bool is_inside(std::uint32_t offset, std::uint32_t begin) const {
    const auto behind =
        std::upper_bound(ranges_.begin(), ranges_.end(), offset,
                         [](std::uint32_t at, const Span& range) { return at < range.begin; });
    std::size_t inner = static_cast<std::size_t>(behind - ranges_.begin()) - 1;  // none at first
    while (inner != none && ranges_[inner].end <= offset) {
      inner = parents_[inner];
    }
    return inner != none && ranges_[inner].begin >= begin;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  static bool is_outer_first(Span a, Span b) {
    return std::pair(a.begin, b.end) < std::pair(b.begin, a.end);
  }

  std::vector<Span> ranges_;          ///< outer ones first
  std::vector<std::size_t> parents_;  ///< per range: the one around it
};

}  // namespace weft::printing
