// Scene files of `weft render`: what they say is what is drawn, and options win.

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "render/environment.h"
#include "render/hdr.h"
#include "render/png.h"
#include "render/textures.h"
#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::scene_file_test {
namespace {

using namespace weft::render;

/// A Radiance file, uncompressed, whose left half has the first color and right half the second.
std::string radiance_file(int width, int height, const std::string& left,
                          const std::string& right) {
  std::string text = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(height) + " +X " +
                     std::to_string(width) + "\n";
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      text += 2 * x < width ? left : right;
    }
  }
  return text;
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

const std::string red = {'\x80', '\x00', '\x00', '\x81'};    // 1, 0, 0
const std::string green = {'\x00', '\x80', '\x00', '\x82'};  // 0, 2, 0

Image drawn(const TempDir& place, std::vector<std::string> words) {
  words.insert(words.begin(), {"render", "m.weft", "-o", "out.png"});
  const Finished finished = run_weft(place, words);
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  auto picture = read_png((place.path() / "out.png").string());
  REQUIRE(picture);
  return std::move(*picture);
}

}  // namespace

TEST_CASE("a Radiance picture is decoded, turned, averaged and scaled") {
  const auto picture = decode_hdr(bytes_of(radiance_file(96, 48, red, green)), "sky.hdr");
  REQUIRE(picture);
  CHECK(picture->width == 96);
  CHECK(value(*picture, 10, 10, 0) == 1.0F);
  CHECK(value(*picture, 60, 10, 1) == 2.0F);

  const auto map = environment_map(*picture, 0.0F, 3.0F);
  REQUIRE(map);
  CHECK(map->width == 64);
  CHECK(map->height == 32);
  CHECK(value(*map, 31, 5, 0) == Approx(3.0F));
  CHECK(value(*map, 31, 5, 1) == Approx(0.0F).margin(1e-6));
  CHECK(value(*map, 32, 5, 1) == Approx(6.0F));
  // A quarter turn to the right moves what was in the middle to three quarters.
  const auto turned = environment_map(*picture, 1.57079633F, 1.0F);
  REQUIRE(turned);
  CHECK(value(*turned, 15, 5, 1) == Approx(2.0F));
  CHECK(value(*turned, 17, 5, 0) == Approx(1.0F));
  CHECK(value(*turned, 47, 5, 0) == Approx(1.0F));
  CHECK(value(*turned, 49, 5, 1) == Approx(2.0F));
  // The sums over all directions stay.
  double before = 0.0;
  double after = 0.0;
  for (int y = 0; y < 48; ++y) {
    before += double{value(*picture, 10, y, 0)} / 48.0;
  }
  for (int y = 0; y < 32; ++y) {
    after += double{value(*turned, 20, y, 0)} / 32.0;
  }
  CHECK(before == Approx(after));
}

TEST_CASE("pictures that are no environments are refused") {
  CHECK(!decode_hdr(bytes_of("no picture"), "a.hdr"));
  CHECK(!decode_hdr(bytes_of(radiance_file(32, 16, red, green).substr(0, 40)), "a.hdr"));
  for (const auto& [width, height] : std::vector<std::array<int, 2>>{{64, 64}, {16, 8}}) {
    const auto picture = decode_hdr(bytes_of(radiance_file(width, height, red, green)), "a.hdr");
    REQUIRE(picture);
    const auto map = environment_map(*picture, 0.0F, 1.0F);
    REQUIRE(!map);
    CHECK_THAT(map.error().message, contains("twice as wide as high"));
  }
}

TEST_CASE("weft render draws what a scene file describes, and options win") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m {\n"
              "param k: float = 0.0;\nparam map: texture2d {use: reflectance, encoding: srgb};\n"
              "output albedo = sample(map).xyz * float(k);\n}\n");
  REQUIRE(write_png((place.path() / "red.png").string(), solid_color(2, {255, 0, 0, 255})));
  std::filesystem::create_directory(place.path() / "set");
  REQUIRE(write_png((place.path() / "set/blue.png").string(), solid_color(2, {0, 0, 255, 255})));
  place.write("set/tri.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n");
  place.write("set/scene.json", R"({
    "size": [40, 24],
    "mesh": "tri.obj",
    "camera": {"orbit": [0, 0], "distance": 3, "target": [0, 0, 0], "fov": 40},
    "background": [0, 1, 0, 1],
    "textures": {"map": "blue.png"},
    "values": {"k": 1.0}
  })");
  const Image picture = drawn(place, {"-p", "unlit", "--scene", "set/scene.json"});
  CHECK(picture.width == 40);
  CHECK(picture.height == 24);
  CHECK(pixel(picture, 20, 12) == std::array<std::uint8_t, 4>{0, 0, 255, 255});
  CHECK(pixel(picture, 1, 1) == std::array<std::uint8_t, 4>{0, 255, 0, 255});
  CHECK(drawn(place,
              {"-p", "unlit", "--mesh", "set/tri.obj", "--size", "40,24", "--orbit", "0,0",
               "--distance", "3", "--fov", "40", "--texture", "map=set/blue.png", "-D", "k=1.0"})
            .rgba[4 * (12 * 40 + 20) + 2] == 255);
  const Image other = drawn(place, {"-p", "unlit", "--scene", "set/scene.json", "--texture",
                                    "map=red.png", "--size", "24", "-D", "k=1.0"});
  CHECK(other.width == 24);
  CHECK(pixel(other, 12, 12) == std::array<std::uint8_t, 4>{255, 0, 0, 255});
  const Image dark = drawn(place, {"-p", "unlit", "--scene", "set/scene.json", "-D", "k=0.0"});
  CHECK(pixel(dark, 20, 12) == std::array<std::uint8_t, 4>{0, 0, 0, 255});
}

TEST_CASE("weft render lights with the lights and the environment of a scene file") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m {\n"
              "output albedo = float3(lights.irradiance[0].x * 0.25, lights.direction[0].y, "
              "sample_lod(environment.map, float2(0.25, 0.5), 0.0).x * 0.25) as {use: "
              "reflectance, encoding: srgb};\n}\n");
  place.write("sky.hdr", radiance_file(32, 16, red, green));
  place.write("scene.json", R"({
    "size": 8, "mesh": "plane", "camera": {"orbit": [50, 0]},
    "lights": [{"direction": [0, 2, 0], "irradiance": [2, 0, 0]}],
    "environment": {"file": "sky.hdr", "intensity": 2}
  })");
  const auto lit = pixel(drawn(place, {"-p", "unlit", "--scene", "scene.json"}), 4, 4);
  CHECK(std::abs(int{lit[0]} - 128) <= 2);
  CHECK(lit[1] == 255);
  CHECK(std::abs(int{lit[2]} - 128) <= 2);
  // The option takes the place of the file's whole environment.
  const auto plain = pixel(
      drawn(place, {"-p", "unlit", "--scene", "scene.json", "--environment", "sky.hdr"}), 4, 4);
  CHECK(std::abs(int{plain[2]} - 64) <= 2);
}

}  // namespace weft::testing::scene_file_test
