// The three complete files in the grammar document check as printed.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::samples_test {

namespace {

Finished weft_on_samples(const std::vector<std::string>& arguments) {
  Command command;
  command.program = weft_program();
  command.arguments = arguments;
  command.working_directory = repository_root() / "tests/samples";
  return run(command);
}

}  // namespace

TEST_CASE("samples: the grammar's three files check with the documented output", "[cli]") {
  struct Row {
    const char* file;
    const char* materials;
  };
  for (const Row& row : {Row{"gbuffer.weft", "0 materials"}, Row{"pbr.weft", "1 material, typed"},
                         Row{"triplanar.weft", "1 material, typed"}}) {
    const Finished finished = weft_on_samples({"check", row.file});
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.empty());
    CHECK(finished.out == fmt::format("{}: no errors ({})\n", row.file, row.materials));
  }
}

TEST_CASE("samples: the two materials compile to valid modules for every profile in both languages",
          "[cli]") {
  const TempDir place;
  for (const char* material : {"painted_brass", "rock"}) {
    for (const char* profile : {"forward", "gbuffer", "unlit", "depth"}) {
      INFO(material << " for " << profile);
      const Finished finished =
          weft_on_samples({"compose", "triplanar.weft", "-m", material, "-p", profile, "-t",
                           "glsl,hlsl,spirv", "-o", place.path().string()});
      INFO(finished.err);
      CHECK(finished.exit_code == 0);
      CHECK(finished.err.empty());
    }
  }
}

}  // namespace weft::testing::samples_test
