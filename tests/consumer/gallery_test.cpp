// tests/consumer/gallery, built against an installed Weft, draws the same image as `weft render`.

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "render/image.h"
#include "render/png.h"
#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::gallery_test {

namespace {

using namespace weft;

constexpr int size = 256;

/// The square at `left` of a PPM file (P6, 8-bit), opaque.
render::Image square_of_ppm(const std::string& file, int left) {
  int width = 0;
  int height = 0;
  int start = 0;
  REQUIRE(std::sscanf(file.c_str(), "P6 %d %d 255%n", &width, &height, &start) == 2);
  REQUIRE(width == 2 * size);
  REQUIRE(height == size);
  REQUIRE(file.size() == static_cast<std::size_t>(start + 1 + 3 * width * height));
  render::Image image{size, size, {}};
  for (int y = 0; y < size; ++y) {
    for (int x = left; x < left + size; ++x) {
      const std::size_t at = static_cast<std::size_t>(start + 1 + 3 * (y * width + x));
      for (std::size_t channel = 0; channel < 3; ++channel) {
        image.rgba.push_back(static_cast<std::uint8_t>(file[at + channel]));
      }
      image.rgba.push_back(255);
    }
  }
  return image;
}

void check_gallery(const std::string& generator) {
  TempDir place;
  const fs::path prefix = place.path() / "Präfix mit Leerzeichen";
  install_weft(prefix);
  const ConsumerProject project(consumer_source("gallery"), place.path() / "Bau von außen",
                                generator);
  const Finished configured =
      project.configure({"-DCMAKE_PREFIX_PATH=" + prefix.string(), "-DCMAKE_BUILD_TYPE=Debug"});
  INFO(configured.out);
  REQUIRE(configured.exit_code == 0);
  const Finished built = project.build();
  INFO(built.out);
  REQUIRE(built.exit_code == 0);

  Command gallery;
  gallery.program = project.directory() / "gallery";
  gallery.arguments = {(place.path() / "picture.ppm").string()};
  gallery.environment = {{"VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation"}};
  const Finished drawn = run(gallery);
  INFO(drawn.out << drawn.err);
  REQUIRE(drawn.exit_code == 0);
  CHECK(drawn.out.empty());  // the validation layer prints its findings there

  const std::string picture = read_file(place.path() / "picture.ppm");
  struct Row {
    const char* material;
    int left;
    std::vector<std::string> values;
  };
  for (const Row& row :
       {Row{"lacquer", 0, {"-D", "paint=float3(0.1, 0.35, 0.6)"}}, Row{"marble", size, {}}}) {
    INFO(row.material);
    const fs::path reference = place.path() / (std::string(row.material) + ".png");
    Command renders;
    renders.program = prefix / "bin" / "weft";
    renders.arguments = {
        "render", (consumer_source("gallery") / "materials" / row.material).string() + ".weft",
        "-p",     "forward",
        "--size", std::to_string(size),
        "-o",     reference.string()};
    renders.arguments.insert(renders.arguments.end(), row.values.begin(), row.values.end());
    const Finished rendered = run(renders);
    INFO(rendered.err);
    REQUIRE(rendered.exit_code == 0);
    auto expected = render::read_png(reference.string());
    REQUIRE(expected.has_value());
    std::size_t shown = 0;
    for (std::size_t i = 0; i < expected->rgba.size(); i += 4) {
      shown += expected->rgba[i + 3] != 0 ? 1U : 0U;
      expected->rgba[i + 3] = 255;  // the background is black in both
    }
    CHECK(shown > std::size_t{size} * size / 3);  // the ball is in the image
    // The same driver and modules, but another program's matrices: at most 2/255, except for one
    // pixel in a thousand at the ball's edge.
    const auto difference = render::compare_images(square_of_ppm(picture, row.left), *expected, 2);
    REQUIRE(difference.has_value());
    CHECK(difference->fraction_above <= 0.001);
  }
}

}  // namespace

TEST_CASE("a standalone program built by Ninja draws two materials as weft render does") {
  check_gallery("Ninja");
}

TEST_CASE("a standalone program built by make draws two materials as weft render does") {
  check_gallery("Unix Makefiles");
}

}  // namespace weft::testing::gallery_test
