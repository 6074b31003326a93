// Images, PNG files, textures and mip chains, and the checks of a draw's input that need no device.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <zlib.h>

#include "render/draw_input.h"
#include "render/image.h"
#include "render/png.h"
#include "render/texture.h"
#include "render/textures.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::renderer_image_test {

namespace {

using namespace weft::render;
using weft::testing::contains;
using Bytes4 = std::array<std::uint8_t, 4>;

Image random_image(weft::testing::Random& random, int width, int height) {
  Image image{width, height, {}};
  for (int i = 0; i < 4 * width * height; ++i) {
    image.rgba.push_back(static_cast<std::uint8_t>(random.below(256)));
  }
  return image;
}

/// The mean step of one channel between two rows or columns; textures tile if opposite borders
/// match.
double mean_step(const Image& image, int x0, int y0, int x1, int y1, int dx, int dy) {
  double sum = 0.0;
  int count = 0;
  for (int x = x0, y = y0; x < image.width && y < image.height; x += dx, y += dy) {
    sum += std::abs(int{pixel(image, x, y)[1]} - int{pixel(image, x + x1 - x0, y + y1 - y0)[1]});
    ++count;
  }
  return sum / count;
}

}  // namespace

TEST_CASE("a PNG file round-trips byte for byte, transparent pixels included") {
  weft::testing::Random random(weft::testing::seed());
  const weft::testing::TempDir dir;
  const std::string path = (dir.path() / "image.png").string();
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{1, 1}, {3, 5}, {64, 1}, {1, 64}, {61, 47}}) {
    const Image image = random_image(random, width, height);
    REQUIRE(write_png(path, image));
    const auto read = read_png(path);
    REQUIRE(read);
    CHECK(*read == image);
    CHECK(*encode_png(image) == *encode_png(*read));
  }
}

TEST_CASE("a PNG file is written atomically and only when it changes") {
  const weft::testing::TempDir dir;
  const std::filesystem::path path = dir.path() / "image.png";
  REQUIRE(write_png(path.string(), solid_color(4, {1, 2, 3, 4})));
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(path, long_ago);
  REQUIRE(write_png(path.string(), solid_color(4, {1, 2, 3, 4})));
  CHECK(std::filesystem::last_write_time(path) == long_ago);
  REQUIRE(write_png(path.string(), solid_color(4, {5, 2, 3, 4})));
  CHECK(std::filesystem::last_write_time(path) != long_ago);

  CHECK_FALSE(write_png((dir.path() / "none" / "image.png").string(), solid_color(4, {})));
  CHECK_FALSE(write_png(dir.path().string(), solid_color(4, {})));
  CHECK_FALSE(write_png(path.string(), Image{2, 2, {1, 2, 3}}));
  CHECK_FALSE(write_png(path.string(), Image{}));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
    CHECK(entry.path() == path);  // no incomplete file is left
    ++files;
  }
  CHECK(files == 1);
}

TEST_CASE("a PNG file's gamma changes no number of it") {
  const weft::testing::TempDir dir;
  weft::testing::Random random(weft::testing::seed());
  const Image image = random_image(random, 9, 4);
  const auto encoded = encode_png(image);
  REQUIRE(encoded);
  // The chunk says that the numbers are linear. It follows the header, which takes 33 bytes.
  std::vector<std::uint8_t> gamma = {0, 0, 0, 4, 'g', 'A', 'M', 'A', 0, 1, 0x86, 0xa0};
  const auto check = static_cast<std::uint32_t>(crc32(0, &gamma[4], 8));
  for (const int shift : {24, 16, 8, 0}) {
    gamma.push_back(static_cast<std::uint8_t>(check >> static_cast<unsigned>(shift)));
  }
  std::vector<std::uint8_t> with_gamma(encoded->begin(), encoded->begin() + 33);
  with_gamma.insert(with_gamma.end(), gamma.begin(), gamma.end());
  for (std::size_t at = 33; at < encoded->size();) {  // without the chunk that contradicts it
    const std::size_t size =
        12 + (std::size_t{(*encoded)[at + 2]} << 8U | std::size_t{(*encoded)[at + 3]}) +
        (std::size_t{(*encoded)[at]} << 24U | std::size_t{(*encoded)[at + 1]} << 16U);
    if ((*encoded)[at + 4] != 's' && (*encoded)[at + 4] != 'g') {
      with_gamma.insert(with_gamma.end(), encoded->begin() + static_cast<std::ptrdiff_t>(at),
                        encoded->begin() + static_cast<std::ptrdiff_t>(at + size));
    }
    at += size;
  }
  const auto read = decode_png(with_gamma, "gamma.png");
  REQUIRE(read);
  CHECK(*read == image);
}

TEST_CASE("invalid PNG files are errors") {
  const weft::testing::TempDir dir;
  const std::filesystem::path path = dir.path() / "image.png";
  REQUIRE(write_png(path.string(), uv_grid(32)));
  const std::string good = weft::testing::read_file(path);
  CHECK_FALSE(read_png((dir.path() / "none.png").string()));
  CHECK_FALSE(read_png(dir.path().string()));
  CHECK_FALSE(read_png(dir.write("text.png", "not an image").string()));
  CHECK_FALSE(read_png(dir.write("empty.png", "").string()));
  for (std::size_t length = 0; length + 20 < good.size(); length += 7) {
    CHECK_FALSE(read_png(dir.write("cut.png", good.substr(0, length)).string()));
  }
  weft::testing::Random random(weft::testing::seed());
  for (std::size_t round = 0; round < weft::testing::scaled(200); ++round) {
    std::string damaged = good;
    damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    const auto image = read_png(dir.write("damaged.png", damaged).string());
    if (image) {
      REQUIRE(well_formed(*image));
    }
  }
}

TEST_CASE("image comparison counts differing pixels") {
  const Image a{2, 1, {10, 20, 30, 40, 50, 60, 70, 80}};
  Image b = a;
  b.rgba[1] = 23;
  b.rgba[7] = 79;
  const auto near = compare_images(a, b, 1);
  REQUIRE(near);
  CHECK(near->max_difference == 3);
  CHECK(near->fraction_above == 0.5);
  CHECK(compare_images(a, b, 3)->fraction_above == 0.0);
  CHECK(compare_images(a, b, 0)->fraction_above == 1.0);
  CHECK(compare_images(a, a, 0)->max_difference == 0);
  CHECK_FALSE(compare_images(a, Image{1, 2, a.rgba}, 1));
  CHECK_FALSE(compare_images(a, Image{2, 1, {1}}, 1));
}

TEST_CASE("transfer functions round-trip and match known values") {
  CHECK(to_unorm8(srgb_to_linear(128.0F / 255.0F)) == 55);
  CHECK(to_unorm8(linear_to_srgb(0.5F)) == 188);
  for (int i = 0; i < 256; ++i) {
    const float encoded = static_cast<float>(i) / 255.0F;
    CHECK(int{to_unorm8(linear_to_srgb(srgb_to_linear(encoded)))} == i);
  }
  CHECK(to_unorm8(-1.0F) == 0);
  CHECK(to_unorm8(2.0F) == 255);
  CHECK(to_unorm8(std::nanf("")) == 0);
}

TEST_CASE("mip chains keep the mean, in linear light for sRGB, at odd sizes too") {
  weft::testing::Random random(weft::testing::seed());
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{1, 1}, {8, 8}, {5, 3}, {7, 16}, {1, 9}, {33, 31}}) {
    const Image image = random_image(random, width, height);
    const auto texture = make_texture(image, Encoding::Linear);
    REQUIRE(texture);
    REQUIRE(texture->levels.front() == image);
    const Image& last = texture->levels.back();
    CHECK(last.width == 1);
    CHECK(last.height == 1);
    for (std::size_t c = 0; c < 4; ++c) {
      double sum = 0.0;
      for (std::size_t i = c; i < image.rgba.size(); i += 4) {
        sum += image.rgba[i];
      }
      CHECK(last.rgba[c] == weft::testing::Approx(sum / (width * height)).margin(0.51));
    }
    CHECK(make_texture(image, Encoding::Linear, false)->levels.size() == 1);
  }
  const Image halves{2, 1, {0, 0, 0, 0, 255, 255, 255, 255}};
  CHECK(make_texture(halves, Encoding::Srgb)->levels.back().rgba ==
        std::vector<std::uint8_t>{188, 188, 188, 128});
  CHECK_FALSE(make_texture(Image{2, 2, {1}}, Encoding::Linear));
}

TEST_CASE("generated normal maps are unit length, point outward and follow the height slopes") {
  const FloatImage heights = worn_height(128);
  for (const float h : heights.values) {
    CHECK((h >= 0.0F && h <= 1.0F));
  }
  const Image map = normal_map(heights, 0.05F);
  float worst = 0.0F;
  for (std::size_t i = 0; i < map.rgba.size(); i += 4) {
    float square = 0.0F;
    for (std::size_t c = 0; c < 3; ++c) {
      const float component = static_cast<float>(map.rgba[i + c]) / 127.5F - 1.0F;
      square += component * component;
    }
    worst = std::max(worst, std::fabs(std::sqrt(square) - 1.0F));
    CHECK(map.rgba[i + 2] > 127);
  }
  CHECK(worst < 0.012F);

  // Waves along u and along v: analytic slopes, and wrapping at the borders.
  for (const bool along_u : {true, false}) {
    FloatImage wave{64, 64, 1, {}};
    const auto phase = [&](int x, int y) {
      return 2.0 * 3.14159265358979 * ((along_u ? x : y) + 0.5) / 64.0;
    };
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        wave.values.push_back(static_cast<float>(0.5 + 0.5 * std::sin(phase(x, y))));
      }
    }
    const Image bumps = normal_map(wave, 0.1F);
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const double slope = 0.1 * 0.5 * 2.0 * 3.14159265358979 * std::cos(phase(x, y));
        const double expected = 127.5 - 127.5 * slope / std::sqrt(slope * slope + 1.0);
        const Bytes4 n = pixel(bumps, x, y);
        CHECK(n[along_u ? 0 : 1] == weft::testing::Approx(expected).margin(1.0));
        CHECK(std::abs(n[along_u ? 1 : 0] - 127.5) <= 0.5);
      }
    }
  }
}

TEST_CASE("procedural textures tile, vary and are repeatable") {
  const struct {
    Image (*make)(int, std::uint32_t);
  } table[] = {{worn_metal_color}, {worn_metal_roughness}};
  for (const auto& row : table) {
    const Image image = row.make(128, 1);
    REQUIRE(well_formed(image));
    CHECK(row.make(128, 1) == image);
    CHECK_FALSE(row.make(128, 2) == image);
    // The step from the last column to the first is no bigger than between neighbors.
    const double inner_u = mean_step(image, 63, 0, 64, 0, 0, 1);
    const double border_u = mean_step(image, 0, 0, 127, 0, 0, 1);
    CHECK(border_u <= 2.0 * inner_u + 2.0);
    const double inner_v = mean_step(image, 0, 63, 0, 64, 1, 0);
    const double border_v = mean_step(image, 0, 0, 0, 127, 1, 0);
    CHECK(border_v <= 2.0 * inner_v + 4.0);
    int lowest = 255;
    int highest = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
      lowest = std::min(lowest, int{image.rgba[i]});
      highest = std::max(highest, int{image.rgba[i]});
      REQUIRE(image.rgba[i + 3] == 255);
    }
    CHECK(highest - lowest > 80);
  }
  CHECK(worn_height(64, 1).values == worn_height(64, 1).values);
  const Image grid = uv_grid(64);
  CHECK(pixel(grid, 0, 0) == Bytes4{255, 255, 255, 255});
  CHECK(pixel(grid, 63, 0)[0] > 250);
  CHECK(pixel(grid, 63, 0)[1] < 5);
  CHECK(pixel(grid, 0, 63)[1] > 250);
  CHECK(solid_color(0, {1, 2, 3, 4}).rgba == std::vector<std::uint8_t>{1, 2, 3, 4});
}

TEST_CASE("invalid draw inputs are reported before any Vulkan call") {
  const Texture texture = *make_texture(solid_color(2, {}), Encoding::Linear);
  Texture broken = texture;
  broken.levels.pop_back();
  broken.levels.push_back(solid_color(2, {}));
  DrawInput good;
  good.vertex_spirv = good.fragment_spirv = {0x07230203U, 0x00010300U, 0, 1, 0};
  good.vertex_count = 3;
  good.streams = {{0, VertexFormat::Floatx3, bytes_of(std::vector<float>(9)), 0, false}};
  REQUIRE(check_draw_input(good));

  const struct {
    std::string message;
    void (*spoil)(DrawInput&, const Texture&, const Texture&);
  } table[] = {
      {"vertex shader is not", [](auto& in, auto&, auto&) { in.vertex_spirv.clear(); }},
      {"fragment shader is not",
       [](auto& in, auto&, auto&) {
         in.fragment_spirv = {1, 2};
       }},
      {"no fragment shader", [](auto& in, auto&, auto&) { in.fragment_spirv.clear(); }},
      {"depth cannot be read back",
       [](auto& in, auto&, auto&) {
         in.color_targets.clear();
         in.depth = DepthTest::Off;
       }},
      {"0x256 pixels", [](auto& in, auto&, auto&) { in.width = 0; }},
      {"256x-1 pixels", [](auto& in, auto&, auto&) { in.height = -1; }},
      {"depth cannot be read back",
       [](auto& in, auto&, auto&) {
         in.depth = DepthTest::Off;
         in.read_depth = true;
       }},
      {"0 corners", [](auto& in, auto&, auto&) { in.vertex_count = 0; }},
      {"4 corners", [](auto& in, auto&, auto&) { in.vertex_count = 4; }},
      {"not both",
       [](auto& in, auto&, auto&) {
         in.indices = {0, 1, 2};
       }},
      {"no instance", [](auto& in, auto&, auto&) { in.instance_count = 0; }},
      {"too few for 6 vertices", [](auto& in, auto&, auto&) { in.vertex_count = 6; }},
      {"too few for 4 vertices",
       [](auto& in, auto&, auto&) {
         in.vertex_count = 0;
         in.indices = {0, 1, 3};
       }},
      {"too few for 4 instances",
       [](auto& in, auto&, auto&) {
         in.streams[0].per_instance = true;
         in.instance_count = 4;
       }},
      {"stride 8", [](auto& in, auto&, auto&) { in.streams[0].stride = 8; }},
      {"location 0 is given twice",
       [](auto& in, auto&, auto&) { in.streams.push_back(in.streams[0]); }},
      {"set 1 binding 2 is bound twice",
       [](auto& in, auto& whole, auto&) {
         in.uniform_buffers = {{1, 2, {0, 0, 0, 0}}};
         in.images = {{1, 2, &whole, false}};
       }},
      {"set 99 is out of range",
       [](auto& in, auto&, auto&) {
         in.samplers = {{99, 0, {}}};
       }},
      {"binding 2 is empty",
       [](auto& in, auto&, auto&) {
         in.uniform_buffers = {{1, 2, {}}};
       }},
      {"no texture",
       [](auto& in, auto&, auto&) {
         in.images = {{0, 0, nullptr, false}};
       }},
      {"mip chain",
       [](auto& in, auto&, auto& spoiled) {
         in.combined = {{0, 0, &spoiled, false, {}}};
       }},
      {"multiple of 4", [](auto& in, auto&, auto&) { in.push_constants.bytes = {1}; }},
      {"no stage can see",
       [](auto& in, auto&, auto&) {
         in.push_constants = {0, {1, 2, 3, 4}, false, false};
       }},
      {"constant 3 is given twice",
       [](auto& in, auto&, auto&) {
         in.spec_constants = {{3, {}}, {3, {}}};
       }},
  };
  for (const auto& row : table) {
    DrawInput input = good;
    row.spoil(input, texture, broken);
    const auto checked = check_draw_input(input);
    INFO(row.message);
    REQUIRE_FALSE(checked);
    CHECK_THAT(checked.error().message, contains(row.message));
  }
}

}  // namespace weft::testing::renderer_image_test
