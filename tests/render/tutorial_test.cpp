// The steps of docs/tutorial.md that draw.

#include "tests/support/tutorial.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::render_tutorial_test {

TEST_CASE("the tutorial's drawing steps work") {
  const TutorialRun run = run_tutorial({"draws"}, weft_program().parent_path().string());
  for (const std::string& fault : run.faults) {
    FAIL_CHECK(fault);
  }
  CHECK(run.steps >= 10);
}

}  // namespace weft::testing::render_tutorial_test
