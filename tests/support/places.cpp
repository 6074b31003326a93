#include "tests/support/places.h"

#include "support/check.h"

// Both are set by the build, so that tests run from any directory.
#ifndef WEFT_TEST_PROGRAM
#define WEFT_TEST_PROGRAM ""
#endif

namespace weft::testing {

std::filesystem::path repository_root() { return WEFT_TEST_SOURCE_DIR; }

std::filesystem::path weft_program() {
  const std::filesystem::path program = WEFT_TEST_PROGRAM;
  WEFT_CHECK(!program.empty(), "this build has no weft executable");
  return program;
}

}  // namespace weft::testing
