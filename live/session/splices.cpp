#include "live/session/splices.h"

#include <algorithm>

#include "support/check.h"

namespace weft::live {

void sort_splices(Splices& splices) {
  std::stable_sort(splices.begin(), splices.end(), [](const Splice& left, const Splice& right) {
    return left.begin != right.begin ? left.begin < right.begin : left.end < right.end;
  });
}

std::string apply_splices(std::string_view text, const Splices& splices) {
  std::string result;
  std::size_t grown = text.size();
  for (const Splice& splice : splices) {
    grown += splice.text.size();
  }
  result.reserve(grown);
  std::size_t at = 0;
  for (const Splice& splice : splices) {
    WEFT_CHECK(at <= splice.begin && splice.begin <= splice.end && splice.end <= text.size(),
               "splices overlap or leave the text");
    result += text.substr(at, splice.begin - at);
    result += splice.text;
    at = splice.end;
  }
  result += text.substr(at);
  return result;
}

Splices inverse_splices(std::string_view text, const Splices& splices) {
  Splices inverse;
  std::int64_t shift = 0;
  for (const Splice& splice : splices) {
    const auto begin = static_cast<std::uint32_t>(splice.begin + shift);
    const auto size = static_cast<std::uint32_t>(splice.text.size());
    inverse.push_back(
        {begin, begin + size, std::string(text.substr(splice.begin, splice.end - splice.begin))});
    shift += static_cast<std::int64_t>(size) - (splice.end - splice.begin);
  }
  return inverse;
}

TextChange change_of(const Splices& splices) {
  if (splices.empty()) {
    return {0, 0, 0};
  }
  TextChange change{splices.front().begin, splices.back().end, splices.back().end};
  for (const Splice& splice : splices) {
    change.end += static_cast<std::uint32_t>(splice.text.size()) - (splice.end - splice.begin);
  }
  return change;
}

Splices difference(std::string_view from, std::string_view to) {
  const std::size_t shorter = std::min(from.size(), to.size());
  std::size_t same = 0;
  while (same < shorter && from[same] == to[same]) {
    ++same;
  }
  std::size_t tail = 0;
  while (tail < shorter - same && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) {
    ++tail;
  }
  if (same == from.size() && same == to.size()) {
    return {};
  }
  return {{static_cast<std::uint32_t>(same), static_cast<std::uint32_t>(from.size() - tail),
           std::string(to.substr(same, to.size() - tail - same))}};
}

}  // namespace weft::live
