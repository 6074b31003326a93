// `weft render --view` on a display without a screen: what is in the window is what `weft render`
// draws, before and after it was turned and a slider dragged.

#include <string>
#include <vector>

#include "render/image.h"
#include "render/png.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::viewer_window_test {
namespace {

using namespace weft::render;

constexpr int width = 240;
constexpr int height = 180;
constexpr std::array<std::uint8_t, 4> paper = {40, 40, 44, 255};

/// Functions of a script with a display and a window of its own.
constexpr const char* helpers = R"sh(
set -u
fail() { echo "$1"; cat log.txt; exit 1; }
trap 'kill $(jobs -p) 2>/dev/null' EXIT
Xvfb -displayfd 7 -screen 0 800x600x24 -nolisten tcp 7>display 2>xvfb.txt &
for i in $(seq 200); do [ -s display ] && break; sleep 0.05; done
export DISPLAY=:$(cat display)
unset WAYLAND_DISPLAY
options="m.weft -p unlit --mesh cube --size 240,180"
open() {
  "$weft" render $options --view >out.txt 2>log.txt & viewer=$!
  window=$(timeout 60 xdotool search --sync --onlyvisible --name 'm.weft - weft') || fail 'no window'
  xdotool windowmove --sync $window 0 0 2>/dev/null
}
shot() {  # once nothing moves, and another picture than $2
  for i in $(seq 60); do
    sleep 0.3; import -window root png32:now.png; sleep 0.3; import -window root png32:$1
    cmp -s now.png $1 && ! cmp -s $1 "${2:-empty.png}" && return
  done
  fail "no picture for $1"
}
close() {
  xdotool windowfocus --sync $window key Escape
  for i in $(seq 100); do
    kill -0 $viewer 2>/dev/null || { wait $viewer; echo "ended with $?"; return; }
    sleep 0.1
  done
  fail 'the window does not close'
}
import -window root png32:empty.png
)sh";

Finished run_script(const TempDir& place, const std::string& script) {
  Command command;
  command.program = "/bin/bash";
  command.arguments = {"-c", "weft=" + weft_program().string() + helpers + script};
  command.working_directory = place.path();
  command.timeout = std::chrono::seconds(240);
  return run(command);
}

std::string material(const std::string& color) {
  return "import \"core\";\nimport \"profiles\";\nmaterial m {\n"
         "param tint: float3 {use: reflectance, encoding: srgb} = #c08040;\n"
         "param level: float = 1.0 [min: 0, max: 1];\n"
         "lit = float3(surface.normal) * 0.4 + 0.5;\n"
         "output albedo = " +
         color + ";\n}\n";
}

Image read(const TempDir& place, const char* name) {
  auto image = read_png((place.path() / name).string());
  REQUIRE(image);
  return std::move(*image);
}

/// The upper rows of the part of a screenshot that is the picture.
Image picture_in(const Image& shot, int rows = height) {
  REQUIRE(shot.width == 800);
  Image part{width, rows, {}};
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto color = pixel(shot, x, y);
      part.rgba.insert(part.rgba.end(), color.begin(), color.end());
    }
  }
  return part;
}

Image over_paper(const Image& image) {
  Image sheet{image.width, image.height, std::vector<std::uint8_t>(image.rgba.size())};
  fill(sheet, 0, 0, image.width, image.height, paper);
  lay_over(sheet, 0, 0, image);
  return sheet;
}

}  // namespace

TEST_CASE("the window shows the picture that weft render writes") {
  const TempDir place;
  place.write("m.weft", material("tint * level * lit"));
  const Finished finished = run_script(place, R"sh(
open
shot first.png
xdotool mousemove 100 80 mousedown 1; sleep 0.4
xdotool mousemove 120 70; sleep 0.4; xdotool mousemove 140 60; sleep 0.4; xdotool mouseup 1; sleep 0.4
xdotool click 5; sleep 0.4
shot turned.png first.png
xdotool mousemove 300 41 mousedown 1; sleep 0.4   # the second row of the panel
xdotool mousemove 330 41; sleep 0.4; xdotool mouseup 1; sleep 0.4
shot dragged.png turned.png
close
"$weft" render $options -o first_again.png
eval "\"\$weft\" render $options -o dragged_again.png $(cat out.txt)"
cat out.txt
)sh");
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK_THAT(finished.out, contains("ended with 0"));
  CHECK_THAT(finished.out, contains("--orbit=-40,-11.25 --distance=4.384"));
  CHECK_THAT(finished.out, contains("-D level=0."));
  CHECK(picture_in(read(place, "first.png")) == over_paper(read(place, "first_again.png")));
  CHECK(picture_in(read(place, "dragged.png")) == over_paper(read(place, "dragged_again.png")));
}

TEST_CASE("the window shows errors over the last good picture, and what is saved") {
  const TempDir place;
  place.write("m.weft", material("tint * level"));
  place.write("broken.weft", material("tint * levels"));
  place.write("other.weft", material("1.0 - tint * level"));
  const Finished finished = run_script(place, R"sh(
open
shot first.png
cp broken.weft m.weft
shot broken.png first.png
cp other.weft m.weft
shot other.png broken.png
close
"$weft" render $options -o other_again.png
cat out.txt
)sh");
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(finished.out == "ended with 0\n");  // nothing was changed in the window
  const Image first = read(place, "first.png");
  const Image broken = read(place, "broken.png");
  CHECK(picture_in(broken, 60) == picture_in(first, 60));
  CHECK_FALSE(picture_in(broken) == picture_in(first));
  CHECK(picture_in(read(place, "other.png")) == over_paper(read(place, "other_again.png")));
}

TEST_CASE("without a display --view says what to do") {
  const TempDir place;
  place.write("m.weft", material("tint * level"));
  Command command;
  command.program = weft_program();
  command.arguments = {"render", "m.weft", "-p", "unlit", "--view"};
  command.working_directory = place.path();
  command.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
  const Finished finished = run(command);
  CHECK(finished.exit_code == 3);
  CHECK_THAT(finished.err, contains("error: there is no window: X11: "));
  CHECK_THAT(finished.err, contains("`--watch -o FILE` draws into a file"));
}

}  // namespace weft::testing::viewer_window_test
