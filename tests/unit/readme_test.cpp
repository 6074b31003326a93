// The README's example can be pasted, prints the output shown there and equals the shipped source.

#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tutorial.h"

namespace weft::testing::readme_test {

namespace {

/// The README's first block in that language.
std::string block(const std::string& language) {
  for (const TutorialBlock& found : fenced_blocks(read_file(repository_root() / "README.md"))) {
    if (found.language == language) {
      return found.text;
    }
  }
  FAIL("README.md has no block in " << language);
  return {};
}

}  // namespace

TEST_CASE("the README's example composes unchanged and is a shipped material", "[cli]") {
  const TempDir place;
  place.write("clay.weft", block("weft"));
  const Finished finished = run_weft(place, {"compose", "clay.weft"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK_THAT(finished.out, contains(block("glsl")));
  CHECK_THAT(read_file(repository_root() / "shaders/materials/clay.weft"), contains(block("weft")));
}

TEST_CASE("the README shows the actual error for its direction example", "[cli]") {
  std::string source = block("weft");
  const std::string call = "lambert(tint)";
  const std::size_t at = source.find(call);
  REQUIRE(at != std::string::npos);
  source.replace(at, call.size(), "lambert(tint, n: view.to_eye)");
  const TempDir place;
  place.write("clay.weft", source);
  const Finished finished = run_weft(place, {"compose", "clay.weft"});
  CHECK(finished.exit_code == 1);
  INFO(finished.err);
  CHECK(missing_part(block("text"), finished.err) == "");
}

}  // namespace weft::testing::readme_test
