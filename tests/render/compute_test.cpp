// Compute profiles: every thread writes its element, in both languages, and what they compute can
// be sampled by other materials.

#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "render/compute_material.h"
#include "tests/render/material_drawing.h"
#include "tests/render/simulated.h"
#include "tests/support/catch.h"

namespace weft::testing::compute_test {

namespace {

using namespace weft;
using render::ComputedOutput;
using Size = std::array<std::uint32_t, 3>;

using FloatOf = std::function<double(int component, double x, double y, double z)>;

/// Checks each component of each element against a formula of its position.
void check_floats(const ComputedOutput& output, const FloatOf& formula, double tolerance) {
  const auto components = static_cast<std::size_t>(output.type.component_count());
  REQUIRE(output.words.size() == components * output.size[0] * output.size[1] * output.size[2]);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < output.words.size(); ++i) {
    const std::size_t element = i / components;
    const double x = static_cast<double>(element % output.size[0]);
    const double y = static_cast<double>(element / output.size[0] % output.size[1]);
    const double z = static_cast<double>(element / output.size[0] / output.size[1]);
    const double number = std::bit_cast<float>(output.words[i]);
    wrong +=
        std::abs(number - formula(static_cast<int>(i % components), x, y, z)) <= tolerance ? 0 : 1;
  }
  CHECK(wrong == 0);
}

constexpr const char* grids = R"(
profile line: base_compute {
    set dimensions 1;
    set workgroup_x 32;
    thread demand n: float as image 0;
    thread demand m: float3 as buffer 1;
}
profile plane: base_compute {
    set workgroup_x 16;
    set workgroup_y 2;
    thread demand n: float as image 0;
    thread demand m: float3 as buffer 1;
}
profile block: base_compute {
    set dimensions 3;
    set workgroup_z 2;
    thread demand n: float as image 0;
    thread demand m: float3 as buffer 1;
}
profile pushed: plane {
    provide thread.size as push;
}
profile uniformed: block {
    provide thread.size as uniform;
}
material numbered {
    output n = float(thread.id.x + 100 * thread.id.y + 10000 * thread.id.z);
    output m = float3(thread.id);
}
material placed {
    output n = thread.uvw.x + 100.0 * thread.uvw.y;
    output m = thread.uvw;
}
)";

}  // namespace

TEST_CASE("compute: every thread writes its element of images and buffers") {
  struct Row {
    const char* profile;
    Size size;
  };
  // Sizes that no workgroup divides, and smaller ones.
  for (const Row& row :
       {Row{"line", {77, 1, 1}}, Row{"line", {1, 1, 1}}, Row{"plane", {13, 7, 1}},
        Row{"pushed", {35, 3, 1}}, Row{"block", {9, 6, 5}}, Row{"uniformed", {5, 4, 3}}}) {
    const Computing numbered = compute_text(grids, "numbered", row.profile);
    const Computing placed = compute_text(grids, "placed", row.profile);
    for (const ShadingLanguage language : both_languages) {
      INFO(row.profile << (language == ShadingLanguage::Glsl ? " glsl" : " hlsl"));
      const std::vector<ComputedOutput> ids = numbered.run(language, row.size);
      REQUIRE(ids.size() == 2);
      const auto component = [](int i, double x, double y, double z) {
        return i == 0 ? x : i == 1 ? y : z;
      };
      check_floats(
          ids[0], [](int, double x, double y, double z) { return x + 100 * y + 10000 * z; }, 0.0);
      check_floats(ids[1], component, 0.0);
      const std::vector<ComputedOutput> places = placed.run(language, row.size);
      const auto& size = row.size;
      check_floats(
          places[1],
          [&](int i, double x, double y, double z) {
            return (component(i, x, y, z) + 0.5) / size[static_cast<std::size_t>(i)];
          },
          1e-6);
    }
  }
}

TEST_CASE("compute: images keep numbers as their formats do") {
  const Computing formats = compute_text(R"(
profile formats: base_compute {
    thread demand f32: float2 as image 0;
    thread demand f16: float2 as image 1 rgba16f;
    thread demand u16: float as image 2 r16;
    thread demand u8: float4 as image 3 rgba8;
    thread demand ints: int3 as image 4;
    thread demand uints: uint2 as buffer 5;
    thread demand pair: float2 as buffer 6;
}
material numbers {
    x = thread.uv.x * 1.5 - 0.25;
    output f32 = float2(x, thread.uv.y * 1000.0);
    output f16 = float2(x, thread.uv.y * 1000.0);
    output u16 = x;
    output u8 = float4(x, thread.uv, 1.0);
    output ints = thread.id * -7;
    output uints = uint2(uint(thread.id.x) * 4000000000u, 5u);
    output pair = float2(x, -x);
}
)",
                                         "numbers", "formats");
  const Size size = {20, 11, 1};
  for (const ShadingLanguage language : both_languages) {
    INFO((language == ShadingLanguage::Glsl ? "glsl" : "hlsl"));
    const std::vector<ComputedOutput> all = formats.run(language, size);
    REQUIRE(all.size() == 7);
    const auto x_of = [](double x) { return (x + 0.5) / 20.0 * 1.5 - 0.25; };
    const auto y_of = [](double y) { return (y + 0.5) / 11.0; };
    const FloatOf pair = [&](int i, double x, double y, double) {
      return i == 0 ? x_of(x) : y_of(y) * 1000.0;
    };
    check_floats(all[0], pair, 1e-4);
    check_floats(all[1], pair, 0.5);  // one step of a half float below 1024: devices may truncate
    const auto clamped = [](double number) { return std::min(std::max(number, 0.0), 1.0); };
    check_floats(
        all[2], [&](int, double x, double, double) { return clamped(x_of(x)); }, 0.6 / 65535.0);
    check_floats(
        all[3],
        [&](int i, double x, double y, double) {
          return i == 0 ? clamped(x_of(x)) : i == 1 ? (x + 0.5) / 20.0 : i == 2 ? y_of(y) : 1.0;
        },
        0.6 / 255.0);
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < 220; ++i) {
      const std::uint32_t x = i % 20;
      const std::uint32_t y = i / 20;
      wrong += all[4].words[i * 3] == x * static_cast<std::uint32_t>(-7) &&
                       all[4].words[i * 3 + 1] == y * static_cast<std::uint32_t>(-7) &&
                       all[4].words[i * 3 + 2] == 0 && all[5].words[i * 2] == x * 4000000000U &&
                       all[5].words[i * 2 + 1] == 5
                   ? 0
                   : 1;
    }
    CHECK(wrong == 0);
    check_floats(
        all[6], [&](int i, double x, double, double) { return i == 0 ? x_of(x) : -x_of(x); }, 1e-6);
  }
}

namespace {

constexpr const char* image = R"(
import "display";
import "noise";
material clouds {
    param scale: float = 6.0;
    param tint: float3 {use: radiance, encoding: srgb} = #80b0ff;
    density = saturate(fbm(float3(surface.uv * scale, frame.time), 4) * 0.5 + 0.5);
    output color = tint * density;
    output value = float4(density, surface.uv, 1.0);
}
)";

render::Image fullscreen_image(const std::string& text, const std::string& material, int width,
                               int height, render::MaterialInputs inputs = {}) {
  View view;
  view.scene.time = 2.0F;
  view.settings.width = width;
  view.settings.height = height;
  view.inputs = std::move(inputs);
  return draw_both(compose_text("import \"profiles\";\n" + text, material, "fullscreen"), view)
      .image;
}

}  // namespace

TEST_CASE("compute: a profile draws what `fullscreen` draws") {
  const render::Image drawn = fullscreen_image(image, "clouds", 61, 37);
  const Computing computing = compute_text(image, "clouds", "compute");
  for (const ShadingLanguage language : both_languages) {
    const std::vector<ComputedOutput> computed = computing.run(language, {61, 37, 1});
    REQUIRE(computed.size() == 1);
    check_alike(
        render::picture_of(computing.library(), computing.material, computing.profile, computed[0]),
        drawn, 1);
  }
}

TEST_CASE("compute: a field is baked into a texture that another material samples") {
  constexpr std::uint32_t side = 128;
  const Computing field = compute_text(image, "clouds", "field");
  const std::vector<ComputedOutput> computed = field.run(ShadingLanguage::Glsl, {side, side, 1});
  REQUIRE(computed.size() == 1);
  render::FloatImage texels{side, side, 4, {}};
  for (const std::uint32_t word : computed[0].words) {
    texels.values.push_back(std::bit_cast<float>(word));
  }
  auto texture = render::make_float_texture(std::move(texels), false);
  REQUIRE(texture);
  const std::string sampling = R"(
import "display";
material sampling {
    param map: texture2d [filter: linear, wrap: clamp];
    param tint: float3 {use: radiance, encoding: srgb} = #80b0ff;
    output color = tint * sample_lod(map, surface.uv, 0.0).x;
}
)";
  render::MaterialInputs inputs;
  inputs.textures.emplace("map", std::move(*texture));
  // At the centers of texels a sample is the texel.
  check_alike(fullscreen_image(sampling, "sampling", side, side, std::move(inputs)),
              fullscreen_image(image, "clouds", side, side), 1);
}

}  // namespace weft::testing::compute_test
