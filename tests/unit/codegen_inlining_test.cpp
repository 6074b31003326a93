// Functions that each call the one below twice: inlining them all takes exponential time.

#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::codegen_inlining_test {

namespace {

TEST_CASE("codegen: a hundred levels of leaves that call the next twice compile in both languages",
          "[cli]") {
  std::string text =
      "import \"core\"; import \"profiles\";\n"
      "fragment f0(x: float) -> float { return sin(x) * 0.5 + 0.1; }\n";
  constexpr int levels = 100;
  for (int i = 1; i <= levels; ++i) {
    text += fmt::format("fragment f{}(x: float) -> float {{ return f{}(x) + f{}(x * 0.9); }}\n", i,
                        i - 1, i - 1);
  }
  text += fmt::format(
      "material m {{ output albedo = float3(f{}(surface.uv.x)) as {{use: reflectance, encoding: "
      "linear}}; }}\n",
      levels);
  const TempDir place;
  place.write("levels.weft", text);
  Command command;
  command.program = weft_program();
  command.arguments = {"compose", "levels.weft", "-p", "unlit", "-t", "spirv", "-o", "out"};
  command.working_directory = place.path();
  command.timeout = std::chrono::seconds(60);
  const Finished finished = run(command);
  INFO(finished.err.substr(0, 2000));
  CHECK_FALSE(finished.timed_out);
  CHECK(finished.exit_code == 0);
}

}  // namespace

}  // namespace weft::testing::codegen_inlining_test
