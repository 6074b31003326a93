// Several materials on one picture, and --watch of a picture.

#include <string>
#include <vector>

#include "render/image.h"
#include "render/label.h"
#include "render/png.h"
#include "render/textures.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::contact_sheet_test {
namespace {

using namespace weft::render;

std::string plain(const std::string& name, const std::string& color) {
  return "material " + name + " { output albedo = " + color + "; }\n";
}

const std::string imports = "import \"core\";\nimport \"profiles\";\n";

Image picture_at(const TempDir& place, const std::string& name) {
  auto picture = read_png((place.path() / name).string());
  REQUIRE(picture);
  return std::move(*picture);
}

using Rgba = std::array<std::uint8_t, 4>;

}  // namespace

TEST_CASE("a label is drawn where it is put, and cut off at the sides") {
  Image image = solid_color(64, {0, 0, 0, 255});
  const int width = label_width("weft");
  CHECK(width > 16);
  CHECK(width < 40);
  draw_label(image, 10, 20, "weft", {255, 255, 255, 255});
  int left = 64;
  int right = 0;
  int top = 64;
  int bottom = 0;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      if (pixel(image, x, y)[0] != 0) {
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
      }
    }
  }
  CHECK(left >= 10);
  CHECK(right < 10 + width);
  CHECK(top >= 20);
  CHECK(bottom < 20 + label_height);
  CHECK(bottom - top > 4);
  draw_label(image, -5, -5, "weft", {255, 0, 0, 255});
  draw_label(image, 60, 60, "weft \xc3\xa4\x01", {255, 0, 0, 255});
  draw_label(image, 900, 900, "weft", {255, 0, 0, 255});
}

TEST_CASE("a contact sheet shows the materials of several files in order") {
  const TempDir place;
  place.write("a.weft", imports + plain("red", "#ff0000"));
  place.write("b.weft", imports + plain("green", "#00ff00"));
  place.write("c.weft", imports + plain("blue", "#0000ff"));
  const Finished finished =
      run_weft(place, {"render", "a.weft", "b.weft", "c.weft", "-p", "unlit", "-o", "sheet.png",
                       "--size", "40,30", "--columns", "2", "--format=json"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  const Image sheet = picture_at(place, "sheet.png");
  CHECK(sheet.width == 2 * 44 + 4);
  CHECK(sheet.height == 2 * (30 + 20 + 4) + 4);
  CHECK(pixel(sheet, 24, 19) == Rgba{255, 0, 0, 255});
  CHECK(pixel(sheet, 68, 19) == Rgba{0, 255, 0, 255});
  CHECK(pixel(sheet, 24, 73) == Rgba{0, 0, 255, 255});
  CHECK(pixel(sheet, 68, 73) == Rgba{40, 40, 44, 255});
  const Json tiles = Json::parse(finished.out)["tiles"];
  REQUIRE(tiles.size() == 3);
  CHECK(tiles[1]["name"] == "green");
  CHECK(tiles[1]["drawn"] == true);
}

TEST_CASE("a contact sheet shows all materials of a file, and which have errors") {
  const TempDir place;
  place.write("all.weft", imports + plain("red", "#ff0000") + plain("bad", "float2(1.0)") +
                              plain("blue", "#0000ff"));
  place.write("none.weft", "material {");
  const Finished finished =
      run_weft(place, {"render", "all.weft", "none.weft", "-m", "*", "-p", "unlit", "-o",
                       "sheet.png", "--size", "32", "--columns", "4"});
  INFO(finished.err);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, contains("no conversion leads to output 'albedo'"));
  CHECK_THAT(finished.err, contains("none.weft:1:10: error: "));
  const Image sheet = picture_at(place, "sheet.png");
  // In the order of their names.
  CHECK(pixel(sheet, 20, 30) == Rgba{110, 24, 24, 255});
  CHECK(pixel(sheet, 56, 20) == Rgba{0, 0, 255, 255});
  CHECK(pixel(sheet, 92, 20) == Rgba{255, 0, 0, 255});
  CHECK(pixel(sheet, 128, 30) == Rgba{110, 24, 24, 255});
}

TEST_CASE("weft render --watch draws again when a material, scene or texture changes") {
  const TempDir place;
  place.write("m.weft",
              imports +
                  "material m { param map: texture2d {use: reflectance, encoding: srgb};\n"
                  "output albedo = sample(map).xyz * float(1.0); }\n");
  place.write("scene.json", R"({"size": 16, "textures": {"map": "map.png"}})");
  REQUIRE(write_png((place.path() / "map.png").string(), solid_color(2, {255, 0, 0, 255})));
  REQUIRE(write_png((place.path() / "blue.png").string(), solid_color(2, {0, 0, 255, 255})));
  Command command;
  command.program = "/bin/bash";
  command.arguments = {"-c", "weft=" + weft_program().string() + R"sh(
set -u
await() {
  for i in $(seq 500); do
    [ "$(grep -c -- "$1" log.txt)" -ge "$2" ] && return
    sleep 0.05
  done
  echo "no line '$1' $2 times:"; cat log.txt; kill -KILL $pid; exit 1
}
"$weft" render m.weft -p unlit --scene scene.json -o out.png --watch 2>log.txt & pid=$!
await 'done after' 1; cp out.png 1.png
mv blue.png map.png
await 'done after' 2; cp out.png 2.png
echo '{"size": 0}' > scene.json
await 'errors, the last good output stays' 1; cp out.png 3.png
echo '{"size": 24, "textures": {"map": "map.png"}}' > scene.json
await 'done after' 3; cp out.png 4.png
kill -TERM $pid; wait $pid; echo "ended with $?"
)sh"};
  command.working_directory = place.path();
  command.timeout = std::chrono::seconds(120);
  const Finished finished = run(command);
  INFO(finished.out << finished.err);
  REQUIRE(finished.out == "ended with 0\n");
  CHECK(pixel(picture_at(place, "1.png"), 8, 8) == Rgba{255, 0, 0, 255});
  CHECK(pixel(picture_at(place, "2.png"), 8, 8) == Rgba{0, 0, 255, 255});
  CHECK(pixel(picture_at(place, "3.png"), 8, 8) == Rgba{0, 0, 255, 255});
  CHECK(picture_at(place, "4.png").width == 24);
}

TEST_CASE("a contact sheet says at a terminal how far it is, and leaves nothing there") {
  const TempDir place;
  place.write("a.weft", imports + plain("a", "#ffffff"));
  place.write("b.weft", imports + plain("b", "#000000"));
  const std::string words = " render a.weft b.weft -p unlit --size 16 -o sheet.png";
  Command command;
  command.program = "/usr/bin/script";  // gives it a terminal
  command.arguments = {"-qec", weft_program().string() + words, "/dev/null"};
  command.working_directory = place.path();
  const Finished finished = run(command);
  CHECK(finished.exit_code == 0);
  // Mesa has a line of its own.
  CHECK_THAT(finished.out, contains("\r\x1b[Kpicture 1 of 2: a\r\x1b[Kpicture 2 of 2: b\r\x1b[K"));
  const Finished piped = run_weft(
      place, {"render", "a.weft", "b.weft", "-p", "unlit", "--size", "16", "-o", "sheet.png"});
  CHECK_THAT(piped.err, !contains("picture"));
}

}  // namespace weft::testing::contact_sheet_test
