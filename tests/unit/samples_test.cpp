// The three whole files beside the grammar check as they are printed.

#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"

namespace {

using namespace weft::testing;

Finished check(const std::string& sample) {
  Command command;
  command.program = weft_program();
  command.arguments = {"check", sample};
  command.working_directory = repository_root() / "tests/samples";
  return run(command);
}

}  // namespace

TEST_CASE("samples: the three files of the grammar check as printed") {
  struct Row {
    const char* file;
    int materials;
  };
  for (const Row& row : {Row{"gbuffer.weft", 0}, Row{"pbr.weft", 1}, Row{"triplanar.weft", 1}}) {
    const Finished finished = check(row.file);
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.empty());
    CHECK(finished.out == fmt::format("{}: no errors ({} material{})\n", row.file, row.materials,
                                      row.materials == 1 ? "" : "s"));
  }
}
