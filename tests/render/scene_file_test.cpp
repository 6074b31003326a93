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

TEST_CASE("weft render refuses scenes that cannot be drawn at their place") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m {\n"
              "output albedo = lights.irradiance[0] as {use: reflectance, encoding: linear};\n}\n");
  std::string lights;
  for (int i = 0; i < 20; ++i) {
    lights +=
        std::string(i == 0 ? "" : ", ") + R"({"direction": [0, 1, 0], "irradiance": [1, 1, 1]})";
  }
  struct Row {
    std::string scene;
    const char* message;
  };
  const std::vector<Row> rows = {
      {"{\"size\": 8,\n \"lights\": [" + lights + "]}",
       "scene.json:2:12: error: the profile 'unlit' has room for 16 elements of "},
      {R"({"camera": {"position": [1, 2, 3], "target": [1, 2, 3]}})",
       "scene.json:1:25: error: the camera is at its target"},
  };
  for (const Row& row : rows) {
    place.write("scene.json", row.scene);
    const Finished finished = run_weft(
        place, {"render", "m.weft", "-o", "out.png", "-p", "unlit", "--scene", "scene.json"});
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, contains(row.message));
  }
}

TEST_CASE("weft render warns of lights that the profile does not provide") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m {\n"
              "output albedo = lights.irradiance[0] as {use: reflectance, encoding: linear};\n}\n");
  place.write(
      "scene.json",
      "{\"size\": 8,\n \"lights\": [{\"direction\": [0, 1, 0], \"irradiance\": [1, 1, 1]},\n"
      "{\"position\": [0, 1, 0], \"intensity\": [1, 1, 1]}]}");
  const Finished finished = run_weft(
      place, {"render", "m.weft", "-o", "out.png", "-p", "unlit", "--scene", "scene.json"});
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.err,
             contains("scene.json:2:12: warning: the profile 'unlit' has no lights at "
                      "points, so 1 of the scene is not shown"));
  CHECK(finished.err.find("at infinity") == std::string::npos);
}

TEST_CASE("weft render names the outputs that --show can show") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m {\n"
              "output albedo = float3(0.5) as {use: reflectance, encoding: linear};\n}\n");
  const Finished finished = run_weft(
      place, {"render", "m.weft", "-o", "out.png", "-p", "gbuffer", "--show", "roughness"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, contains("demands no color 'roughness'"));
  CHECK_THAT(finished.err, contains("it has 'albedo', 'normal'"));
}

TEST_CASE("weft render shows numbers as they are stored, one of them as a gray") {
  const TempDir place;
  place.write(
      "m.weft",
      "import \"core\";\nimport \"profiles\";\n"
      "profile raw: base_mesh { fragment demand terms: float4 as target 0;\n"
      "fragment demand one: float as target 1; fragment demand two: float2 as target 2; }\n"
      "profile views: raw { set targets srgb_views; fragment demand tint: float3 {use: "
      "color, encoding: srgb} as target 3 = float3(0.25) as {use: color, encoding: srgb}; }\n"
      "material m {\n output terms = float4(0.25, 0.5, 0.75, 0.75); output one = 0.5;\n"
      "output two = float2(0.25, 0.5);\n}\n");
  struct Row {
    std::vector<std::string> words;
    std::array<std::uint8_t, 4> middle;
  };
  const std::vector<Row> rows = {
      {{"-p", "raw"}, {64, 128, 191, 191}},
      {{"-p", "views"}, {64, 128, 191, 191}},
      {{"-p", "raw", "--show", "one"}, {128, 128, 128, 255}},
      {{"-p", "views", "--show", "one"}, {128, 128, 128, 255}},
      {{"-p", "raw", "--show", "two"}, {64, 128, 0, 255}},
      {{"-p", "views", "--show", "tint"}, {64, 64, 64, 255}},
  };
  for (const Row& row : rows) {
    INFO(row.words.back());
    std::vector<std::string> words = row.words;
    words.insert(words.end(), {"--size", "8"});
    CHECK(pixel(drawn(place, words), 4, 4) == row.middle);
  }
}

TEST_CASE("weft render gives attributes that no mesh has one value") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\n"
              "feature crowd.tint: float2 at instance;\nfeature crowd.turn: float2x2 at vertex;\n"
              "profile crowds: base_mesh { provide crowd.tint as attribute 8 instance;\n"
              "provide crowd.turn as attribute 9; fragment demand shown: float4 as target 0; }\n"
              "material m { output shown = float4(crowd.turn * crowd.tint, 0.0, 1.0); }\n");
  const std::vector<std::string> given = {"-p",
                                          "crowds",
                                          "-D",
                                          "crowd.tint=float2(0.25, 0.5)",
                                          "-D",
                                          "crowd.turn=float2x2(float2("
                                          "0.0, 2.0), float2(0.5, 0.0))",
                                          "--size",
                                          "8"};
  CHECK(pixel(drawn(place, given), 4, 4) == std::array<std::uint8_t, 4>{64, 128, 0, 255});
  std::vector<std::string> words = {"render", "m.weft", "--probe", "4,4"};
  words.insert(words.end(), given.begin(), given.end());
  const Finished probed = run_weft(place, words);
  CHECK(probed.exit_code == 0);
  CHECK_THAT(probed.out, contains("0.25"));
  const Finished missing = run_weft(place, {"render", "m.weft", "-o", "out.png", "-p", "crowds"});
  CHECK(missing.exit_code != 0);
  CHECK_THAT(missing.err, contains("the mesh has no attribute crowd.tint of type float2"));
  CHECK_THAT(missing.err, contains("give all of them one value: -D 'crowd.tint=…'"));
}

TEST_CASE("weft render refuses targets of integers by name") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nprofile ids: base_mesh {\n"
              "fragment demand number: uint as target 0; }\nmaterial m { output number = 7u; }\n");
  const Finished finished = run_weft(place, {"render", "m.weft", "-o", "out.png", "-p", "ids"});
  CHECK(finished.exit_code != 0);
  CHECK_THAT(finished.err, contains("target 'number' holds integers, which are not drawn"));
  CHECK(finished.err.find("VUID") == std::string::npos);
}

TEST_CASE("weft render says in one line what the device lacks") {
  const TempDir place;
  std::string text =
      "import \"core\";\nimport \"profiles\";\n"
      "profile pushed: unlit { provide material as push; set push_bytes 65536; }\nmaterial m {\n";
  std::string sum;
  for (int i = 0; i < 1200; ++i) {
    const std::string name = "a" + std::to_string(i);
    text += "param " + name + ": float4 = float4(0.5);\n";
    sum += (i == 0 ? "" : " + ") + name + ".xyz * surface.uv.x * " + name + ".w";
  }
  place.write("m.weft",
              text + "output albedo = (" + sum + ") as {use: reflectance, encoding: linear};\n}\n");
  const Finished finished = run_weft(
      place, {"render", "m.weft", "-o", "out.png", "-p", "pushed", "--uniform-program", "off"});
  CHECK(finished.exit_code == 3);
  CHECK_THAT(finished.err, contains(" bytes of push constants, and the shader needs 19200"));
  CHECK(finished.err.find("VUID") == std::string::npos);
}

TEST_CASE(
    "weft render draws with 16-bit floats where the device has them, or says that it has none") {
  const TempDir place;
  place.write(
      "m.weft",
      "import \"core\";\nimport \"profiles\";\n"
      "profile half: unlit { set precision medium; set medium_type float16; }\nmaterial m {\n"
      "c = float3(surface.uv, 0.5) as {use: reflectance, encoding: linear};\n"
      "output albedo = mix(c, c * c, 0.5) * c;\n}\n");
  const Finished finished = run_weft(place, {"render", "m.weft", "-o", "out.png", "-p", "half"});
  INFO(finished.err);
  const bool is_lacking = finished.err.find("(shaderFloat16)") != std::string::npos;
  CHECK(finished.exit_code == (is_lacking ? 3 : 0));
  CHECK(finished.err.find("VUID") == std::string::npos);
}

}  // namespace weft::testing::scene_file_test
