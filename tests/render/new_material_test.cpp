// The picture of a material as `weft new` writes it.

#include <filesystem>
#include <string>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::new_material_test {

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("a new material is drawn by the command that weft new names") {
  const TempDir place;
  const Finished made = run_weft(place, {"new", "material", "rust"});
  REQUIRE_THAT(made.out, contains("\n  weft render rust.weft -o rust.png\n"));
  const Finished drawn = run_weft(place, {"render", "rust.weft", "-o", "rust.png"});
  INFO(drawn.err);
  CHECK(drawn.exit_code == 0);
  CHECK(fs::file_size(place.path() / "rust.png") > 10'000);
  // The default is a warm brown, lit from the upper right: red on that side is twice that below.
  const auto red = [&](const std::string& pixel) {
    const Finished probed =
        run_weft(place, {"render", "rust.weft", "--probe", pixel, "--format", "json"});
    INFO(probed.err);
    REQUIRE(probed.exit_code == 0);
    const Json probe = Json::parse(probed.out)["probe"];
    for (const Json& output : probe["outputs"]) {
      if (output["name"] == "color") {
        return output["value"][0].get<double>();
      }
    }
    return 0.0;
  };
  CHECK(red("160,90") > 0.7);
  CHECK(red("90,220") < 0.5);
}

}  // namespace weft::testing::new_material_test
