#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weft {

/// How often a value is computed: constant < frame < {view, material, object} < draw < instance <
/// vertex < fragment. View, material and object are incomparable; any two of them join to draw.
/// `thread` takes the place of vertex and fragment in compute profiles; the two kinds never meet in
/// one plan.
enum class Rate : std::uint8_t {
  Constant,
  Frame,
  View,
  Material,
  Object,
  Draw,
  Instance,
  Vertex,
  Fragment,
  Thread
};
constexpr int rate_count = 10;

/// The least upper bound.
constexpr Rate join(Rate a, Rate b) {
  auto is_middle = [](Rate r) {
    return r == Rate::View || r == Rate::Material || r == Rate::Object;
  };
  if (a == b) {
    return a;
  }
  if (is_middle(a) && is_middle(b)) {
    return Rate::Draw;
  }
  return a < b ? b : a;
}
/// Whether `rate` is at most `limit` in the order above.
constexpr bool is_at_most(Rate rate, Rate limit) { return join(rate, limit) == limit; }
/// Whether the value is the same for all invocations of a draw.
constexpr bool is_single(Rate rate) { return rate <= Rate::Draw; }

constexpr std::string_view rate_name(Rate rate) {
  constexpr std::string_view names[] = {"constant", "frame",    "view",   "material", "object",
                                        "draw",     "instance", "vertex", "fragment", "thread"};
  return names[static_cast<int>(rate)];
}
constexpr std::optional<Rate> find_rate(std::string_view name) {
  for (int i = 0; i < rate_count; ++i) {
    if (rate_name(static_cast<Rate>(i)) == name) {
      return static_cast<Rate>(i);
    }
  }
  return std::nullopt;
}

}  // namespace weft
