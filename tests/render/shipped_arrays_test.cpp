// Array functions, drawn from both languages: each pixel has its own array, and the results match
// the standard library.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"

namespace weft::testing::shipped_arrays_drawn_test {

namespace {

using namespace weft;

constexpr int width = 16;
constexpr std::size_t length = 5;

const std::string host_text = R"(
import "core";
import "arrays";
fragment place(p: float3) -> float4 { return float4(p, 1.0); }
/// The elements of a pixel: numbers of which many are equal.
fragment element(i: int) -> float { return float((int(surface.frag_coord.x) * 7 + i * i * 5) % 6); }
profile host {
    provide surface.position as attribute 0;
    provide surface.frag_coord as builtin;
    vertex demand position: float4 as clip = place(surface.position);
    fragment demand sorted: float4 as target 0;
    fragment demand chosen: float4 as target 1;
    fragment demand groups: float4 as target 2;
    fragment demand mapped: float4 as target 3;
}
material m {
    xs = float[5](element(0), element(1), element(2), element(3), element(4));
    // The sort is stable: the sorted items record their old positions.
    order = sort(map_with_index(xs, (x, i) => float2(x, float(i))), (p, i) => p.x);
    output sorted = float4(order[0].y, order[1].y, order[2].y, order[4].y);
    some = filter(xs, (x, i) => x > 2.0);
    first = find(xs, (x, i) => x == 3.0);
    output chosen = float4(some.elements[1], float(some.count), float(first.index), first.found ? 1.0 : 0.0);
    parts = group(xs, (x, i) => int(x) % 2);
    output groups = float4(parts.elements[0], parts.elements[4], float(parts.starts[1]), float(parts.counts[0]));
    least = min_by(xs, (x, i) => x);
    has = any(xs, (x, i) => x > 4.0) && !all(xs, (x, i) => x < 5.0);
    output mapped = float4(map(xs, (x) => x * x)[3], float(least.index), max_by(xs, (x, i) => x).value, has ? 1.0 : 0.0);
}
)";

using Pixel = std::array<float, 4>;

/// The expected values of a pixel in each target.
std::array<Pixel, 4> expected_at(int pixel) {
  std::array<int, length> xs;
  std::array<int, length> order;
  for (std::size_t i = 0; i < length; ++i) {
    const auto at = static_cast<int>(i);
    xs[i] = (pixel * 7 + at * at * 5) % 6;
    order[i] = at;
  }
  const auto value = [&](int i) { return xs[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return value(a) < value(b); });
  const auto number = [](auto x) { return static_cast<float>(x); };

  std::vector<int> passed;
  std::copy_if(xs.begin(), xs.end(), std::back_inserter(passed), [](int x) { return x > 2; });
  const auto count = passed.size();
  passed.resize(length, 0);
  const auto found = std::find(xs.begin(), xs.end(), 3);
  const bool is_found = found != xs.end();

  std::array<int, length> grouped = xs;
  const auto odd =
      std::stable_partition(grouped.begin(), grouped.end(), [](int x) { return x % 2 == 0; });
  const auto even_count = odd - grouped.begin();
  const auto least = std::min_element(xs.begin(), xs.end());
  const bool has = std::any_of(xs.begin(), xs.end(), [](int x) { return x > 4; });
  return {Pixel{number(order[0]), number(order[1]), number(order[2]), number(order[4])},
          Pixel{number(passed[1]), number(count), number(is_found ? found - xs.begin() : -1),
                is_found ? 1.0F : 0.0F},
          Pixel{number(grouped[0]), number(grouped[4]), number(even_count), number(even_count)},
          Pixel{number(xs[3] * xs[3]), number(least - xs.begin()),
                number(*std::max_element(xs.begin(), xs.end())), has ? 1.0F : 0.0F}};
}

}  // namespace

TEST_CASE("array functions draw what the standard library computes") {
  const ComposedMaterial composed = compose_text(host_text, "m", "host");
  for (const ShadingLanguage language : both_languages) {
    INFO(name_of(language) << "\n" << composed.in(language).fragment_text);
    const std::vector<render::FloatImage> images = draw_row(composed, language, {}, width);
    REQUIRE(images.size() == 4);
    for (int pixel = 0; pixel < width; ++pixel) {
      const std::array<Pixel, 4> expected = expected_at(pixel);
      for (std::size_t target = 0; target < expected.size(); ++target) {
        INFO("pixel " << pixel << ", target " << target);
        for (std::size_t channel = 0; channel < 4; ++channel) {
          const std::size_t at = static_cast<std::size_t>(pixel) * 4 + channel;
          CHECK(images[target].values[at] == expected[target][channel]);
        }
      }
    }
  }
}

}  // namespace weft::testing::shipped_arrays_drawn_test
