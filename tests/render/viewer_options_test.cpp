// What the options of `weft render` show: the camera, the size, values of features, textures of
// files.

#include <cmath>
#include <string>
#include <vector>

#include "render/image.h"
#include "render/orbit.h"
#include "render/png.h"
#include "render/textures.h"
#include "render/vector_math.h"
#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::viewer_options_test {
namespace {

using namespace weft::render;

/// A material that shows what it is given, unlit.
std::string shown(const std::string& parameters, const std::string& color) {
  return "import \"core\";\nimport \"profiles\";\nmaterial m {\n" + parameters +
         "\noutput albedo = " + color + ";\n}\n";
}

/// Draws m.weft with more options.
Image drawn(const TempDir& place, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"render", "m.weft", "-p", "unlit", "-o", "out.png"};
  words.insert(words.end(), more.begin(), more.end());
  const Finished finished = run_weft(place, words);
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  auto picture = read_png((place.path() / "out.png").string());
  REQUIRE(picture);
  return std::move(*picture);
}

void check_near(const std::array<std::uint8_t, 4>& found, const std::array<int, 3>& expected) {
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::abs(int{found[i]} - expected[i]) <= 2);
  }
}

void write_picture(const TempDir& place, const char* name, const Image& image) {
  REQUIRE(write_png((place.path() / name).string(), image));
}

}  // namespace

TEST_CASE("a camera on an orbit is where its angles say, upright at the poles") {
  struct Row {
    Orbit orbit;
    Float3 position;
    Float3 up;
  };
  const float quarter = 1.57079633F;
  for (const Row& row : {Row{{0.0F, 0.0F, 2.0F}, {1, 2, 5}, {0, 1, 0}},
                         Row{{quarter, 0.0F, 2.0F}, {3, 2, 3}, {0, 1, 0}},
                         Row{{0.0F, quarter, 3.0F}, {1, 5, 3}, {0, 0, -1}},
                         Row{{quarter, -quarter, 1.0F}, {1, 1, 3}, {1, 0, 0}}}) {
    Camera camera;
    camera.target = {1, 2, 3};
    place_on_orbit(camera, row.orbit);
    CHECK(length(camera.position - row.position) < 1e-5F);
    CHECK(length(camera.up - row.up) < 1e-5F);
    const Orbit back = orbit_of(camera);
    CHECK(back.pitch == Approx(row.orbit.pitch).margin(1e-3));
    CHECK(back.distance == Approx(row.orbit.distance));
  }
  CHECK(orbit_of(default_scene().camera).distance == Approx(std::hypot(0.6F, 3.9F)));
}

TEST_CASE("the bounding sphere of a mesh is around the middle of its box") {
  Mesh mesh;
  mesh.positions = {{1, 0, 0}, {3, 0, 0}, {2, 4, 0}};
  const BoundingSphere sphere = bounding_sphere(mesh);
  CHECK(length(sphere.center - Float3{2, 2, 0}) < 1e-6F);
  CHECK(sphere.radius == Approx(std::sqrt(5.0F)));
}

TEST_CASE("weft render turns the camera around the object") {
  const TempDir place;
  // The faces of the cube by the direction that they face: red +x, green +y, blue +z.
  place.write("m.weft", shown("", "(abs(surface.normal) as {use: reflectance, encoding: srgb})"));
  const auto middle = [&](const std::string& orbit) {
    const Image picture = drawn(place, {"--mesh", "cube", "--size", "40,20", "--orbit=" + orbit});
    CHECK(picture.width == 40);
    CHECK(picture.height == 20);
    return pixel(picture, 20, 10);
  };
  // The showcase turns objects by 51.6 degrees to the right.
  check_near(middle("51.6,0"), {0, 0, 255});
  check_near(middle("141.6,0"), {255, 0, 0});
  check_near(middle("10,90"), {0, 255, 0});
}

TEST_CASE("weft render frames a mesh from a file, and shows its front") {
  const TempDir place;
  place.write("m.weft", shown("", "#ffffff"));
  // A triangle a thousand times as large as the sphere, far from the origin.
  place.write("far.obj", "v 9000 0 0\nv 11000 0 0\nv 10000 2000 0\nf 1 2 3\n");
  const Image picture = drawn(place, {"--mesh", "far.obj", "--size", "64"});
  int covered = 0;
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) {
    covered += picture.rgba[i] != 0 ? 1 : 0;
  }
  CHECK(covered > 64 * 64 / 8);
  for (int i = 0; i < 64; ++i) {  // nothing is cut off
    CHECK(pixel(picture, i, 0)[3] == 0);
    CHECK(pixel(picture, 0, i)[3] == 0);
    CHECK(pixel(picture, 63, i)[3] == 0);
  }
}

TEST_CASE("weft render gives features the values of -D and --time") {
  const TempDir place;
  place.write("m.weft", shown("param k: float = 0.5;",
                              "float3(frame.time * 0.1, frame.exposure * 0.1, k) as {use: "
                              "reflectance, encoding: srgb}") +
                            "profile timed: unlit { provide frame.time, frame.exposure as "
                            "uniform; }\n");
  const auto middle = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"m.weft", "-p", "timed", "--size", "16"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.begin(), {"render"});
    words.insert(words.end(), {"-o", "out.png", "--mesh", "plane", "--orbit", "51.6,0"});
    const Finished finished = run_weft(place, words);
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    const auto picture = read_png((place.path() / "out.png").string());
    REQUIRE(picture);
    return pixel(*picture, 8, 8);
  };
  check_near(middle({}), {0, 26, 128});
  check_near(middle({"--time", "6"}), {153, 26, 128});
  check_near(middle({"-D", "frame.time=6.0", "-D", "frame.exposure=4.0", "-D", "k=1.0"}),
             {153, 102, 255});
  check_near(middle({"--node", "out:albedo", "-D", "frame.time=6.0"}), {153, 26, 128});

  place.write("flat.weft",
              std::string("import \"core\";\nmaterial f { output color = 0.5; }\n") + flat_profile);
  const Finished refused = run_weft(
      place, {"render", "flat.weft", "-p", "flat", "-o", "out.png", "-D", "frame.time=1.0"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, contains("the profile does not provide it [missing-feature]"));
  CHECK_THAT(run_weft(place, {"render", "m.weft", "-p", "unlit", "-o", "out.png", "-D",
                              "surface.uv=float2(0.5)"})
                 .err,
             contains("it comes from the mesh [missing-feature]"));
}

TEST_CASE("weft render takes textures from files, in the encoding that the type states") {
  const TempDir place;
  write_picture(place, "gray.png", solid_color(4, {200, 100, 50, 255}));
  const std::string sampled = "float3(sample(map).xyz)";
  struct Row {
    std::string type;
    std::string color;
    std::array<int, 3> expected;
  };
  // 100 of 255 in sRGB is 0.127 in linear light, 32; in linear light it is 0.655 in sRGB, 168.
  const std::vector<Row> rows = {
      {"texture2d {use: reflectance, encoding: srgb}", "sample(map).xyz", {200, 100, 50}},
      {"texture2d {use: reflectance, encoding: linear}", "sample(map).xyz", {229, 168, 122}},
      {"texture2d {use: reflectance, encoding: linear}",
       sampled + " as {use: reflectance, encoding: srgb}",
       {200, 100, 50}},
      {"texture2d {use: reflectance}",
       sampled + " as {use: reflectance, encoding: srgb}",
       {147, 32, 8}},
      {"texture2d", "sample(map).xyz as {use: reflectance, encoding: srgb}", {200, 100, 50}},
  };
  for (const Row& row : rows) {
    INFO(row.type << " " << row.color);
    place.write("m.weft", shown("param map: " + row.type + ";", row.color));
    const Image picture = drawn(place, {"--size", "8", "--texture", "map=gray.png"});
    check_near(pixel(picture, 4, 4), row.expected);
  }
  // The faces of a cube from the top down: +x is red.
  Image faces = solid_color(2, {255, 0, 0, 255});
  const Image other = solid_color(2, {0, 0, 255, 255});
  for (int i = 0; i < 5; ++i) {
    faces.rgba.insert(faces.rgba.end(), other.rgba.begin(), other.rgba.end());
  }
  faces.height = 12;
  write_picture(place, "faces.png", faces);
  place.write("m.weft",
              shown("param sky: texturecube {use: reflectance, encoding: srgb};",
                    "sample(sky, float3(1.0, 0.0, 0.0) as {use: direction, basis: world}).xyz"));
  check_near(pixel(drawn(place, {"--size", "8", "--texture", "sky=faces.png"}), 4, 4), {255, 0, 0});
}

TEST_CASE("weft render says what is wrong with a texture") {
  const TempDir place;
  place.write("m.weft", shown("param map: texture2d {use: reflectance, encoding: srgb};\nparam "
                              "sky: texturecube {use: reflectance, encoding: srgb};\nparam k: "
                              "float = 1.0;",
                              "sample(map).xyz * k + sample(sky, float3(1.0, 0.0, 0.0) as {use: "
                              "direction, basis: world}).xyz"));
  write_picture(place, "flat.png", solid_color(4, {255, 0, 0, 255}));
  place.write("text.png", "not a picture");
  place.write("broken.png", read_file(place.path() / "flat.png").substr(0, 60));
  struct Row {
    std::vector<std::string> textures;
    int exit_code;
    std::string says;
  };
  const std::vector<Row> rows = {
      {{"map=no.png"}, 3, "there is no file 'no.png' [file-not-found]"},
      {{"map=."}, 3, "cannot read"},
      {{"map=text.png"}, 1, "text.png is not a readable PNG file"},
      {{"map=broken.png"}, 1, "broken.png is a damaged PNG file"},
      {{"sky=flat.png"}, 1, "it has 4 x 4 pixels: it is to be six squares from the top down"},
      {{"mip=flat.png"}, 1, "did you mean 'map'?"},
      {{"k=flat.png"}, 1, "give its value by -D k=…"},
      {{"map=flat.png", "map=flat.png"}, 1, "given two textures [duplicate-name]"},
      {{"map"}, 2, "--texture is NAME=FILE.png, not 'map'"},
  };
  for (const Row& row : rows) {
    std::vector<std::string> words = {"render", "m.weft", "-p", "unlit", "-o", "out.png"};
    for (const std::string& texture : row.textures) {
      words.insert(words.end(), {"--texture", texture});
    }
    const Finished finished = run_weft(place, words);
    INFO(row.says << "\n" << finished.err);
    CHECK(finished.exit_code == row.exit_code);
    CHECK_THAT(finished.err, contains(row.says));
    CHECK(!std::filesystem::exists(place.path() / "out.png"));
  }
}

TEST_CASE("weft render draws textures with the files that they state, else with their fallback") {
  const TempDir place;
  const std::string stated =
      " {use: reflectance, encoding: linear} [file: \"picture.png\", "
      "fallback: float4(0.2, 0.6, 1.0, 1.0)];";
  const auto write_material = [&](const std::string& type, const std::string& at) {
    place.write("m.weft", shown("param map: " + type + stated,
                                "(texel_of(map).rgb as {use: reflectance, encoding: srgb})") +
                              "fragment texel_of(map: " + type +
                              ") -> float4 { return sample(map, " + at + "); }\n");
  };
  struct Row {
    const char* type;
    const char* at;
  };
  for (const Row& row : {Row{"texture2d", "float2(0.5)"}, Row{"texture3d", "float3(0.5)"},
                         Row{"texturecube", "float3(0.0, 1.0, 0.0)"},
                         Row{"texture2d_array", "float3(0.5, 0.5, 0.0)"},
                         Row{"texturecube_array", "float4(0.0, 1.0, 0.0, 0.0)"}}) {
    INFO(row.type);
    write_material(row.type, row.at);
    const Finished finished =
        run_weft(place, {"render", "m.weft", "-p", "unlit", "-o", "out.png", "--size", "16"});
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    CHECK_THAT(finished.err, contains("warning: there is no file"));
    const auto picture = read_png((place.path() / "out.png").string());
    REQUIRE(picture);
    check_near(pixel(*picture, 8, 8), {51, 153, 255});
  }
  write_material("texture2d", "float2(0.5)");
  write_picture(place, "picture.png", Image{1, 1, {10, 200, 30, 255}});
  check_near(pixel(drawn(place, {"--size", "16"}), 8, 8), {10, 200, 30});
}

TEST_CASE("weft render takes a node with its material's name too") {
  const TempDir place;
  place.write("m.weft",
              shown("param k: float = 0.5;\nm = float3(k) as {use: reflectance, encoding: "
                    "srgb};\nother = m * 0.5;",
                    "m"));
  const Image plain = drawn(place, {"--size", "16", "--node", "other"});
  CHECK(drawn(place, {"--size", "16", "--node", "m/other"}).rgba == plain.rgba);
  // A node with the name of its material is that node.
  CHECK(drawn(place, {"--size", "16", "--node", "m/m"}).rgba ==
        drawn(place, {"--size", "16", "--node", "m"}).rgba);
  CHECK(drawn(place, {"--size", "16", "--node", "m"}).rgba != plain.rgba);
}

}  // namespace weft::testing::viewer_options_test
