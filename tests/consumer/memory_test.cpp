// The address sanitizer reserves terabytes of address space, so memory limits are tested with the
// optimized program.

#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::memory_test {

TEST_CASE("running out of memory is reported as such, not as an internal error") {
  const TempDir place;
  place.write("long.weft", std::string(50'000'000, '('));
  Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", "ulimit -v 400000; exec \"$0\" check long.weft",
                       weft_program().string()};
  command.working_directory = place.path();
  const Finished finished = run(command);
  INFO(finished.err);
  CHECK(finished.exit_code == 3);
  CHECK(finished.err == "error: memory ran out\n");
}

}  // namespace weft::testing::memory_test
