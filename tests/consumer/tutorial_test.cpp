// Every step of docs/tutorial.md except drawing, with an installed Weft, including the CMake build.

#include "tests/support/tutorial.h"

#include <string>

#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::consumer_tutorial_test {

TEST_CASE("the tutorial works with an installed weft, including its CMake build") {
  const TempDir place;
  const fs::path prefix = place.path() / "prefix";
  install_weft(prefix);
  const std::string cmake = fs::path(WEFT_TEST_CMAKE).parent_path().string();
  const TutorialRun run = run_tutorial({"installed"}, (prefix / "bin").string() + ":" + cmake,
                                       {{"CMAKE_PREFIX_PATH", prefix.string()},
                                        {"CMAKE_GENERATOR", ""},
                                        {"CXX", WEFT_TEST_CXX_COMPILER},
                                        {"CXXFLAGS", ""},
                                        {"DESTDIR", ""},
                                        {"MAKEFLAGS", ""},
                                        {"MAKELEVEL", ""}});
  for (const std::string& fault : run.faults) {
    FAIL_CHECK(fault);
  }
  CHECK(run.steps >= 9);
}

}  // namespace weft::testing::consumer_tutorial_test
