// scripts/compare-outputs finds differences between the outputs of two programs.

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_compare_outputs_test {

namespace {

namespace fs = std::filesystem;

/// A program that runs weft, with lines of sh before or after it, in which $out is the output
/// folder.
fs::path changed_weft(const TempDir& place, const std::string& before, const std::string& after) {
  const fs::path path = place.write("changed_weft",
                                    "#!/bin/sh\nout=; word=\n"
                                    "for next; do\n"
                                    "  test \"$word\" != -o || out=$next\n"
                                    "  word=$next\n" +
                                        before + "done\n'" + weft_program().string() +
                                        "' \"$@\" || exit $?\n" + after);
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

Finished compare(const std::vector<std::string>& arguments) {
  Command command;
  command.program = repository_root() / "scripts" / "compare-outputs";
  command.arguments = arguments;
  return run(command);
}

Finished compare_with(const fs::path& program, const std::string& pattern = "README.md#1") {
  return compare({"--only", pattern, "--programs", weft_program().string(), program.string()});
}

}  // namespace

TEST_CASE("compare-outputs finds no difference between a program and itself") {
  const Finished finished = compare_with(weft_program(), "tests/golden/cli/small.weft");
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.out, contains("of 1 files compared (0 make none); 0 differ\n"));
  CHECK_THAT(finished.out, !contains("\n0 outputs"));
}

TEST_CASE("compare-outputs shows exactly the lines that differ") {
  const TempDir place;
  const fs::path other = changed_weft(place, "",
                                      "test ! -f \"$out/clay.unlit.frag.glsl\" || echo '// more' "
                                      ">> \"$out/clay.unlit.frag.glsl\"\n");
  const Finished finished = compare_with(other);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.out, contains("README.md#1: all/clay.unlit.frag.glsl\n"));
  CHECK_THAT(finished.out, contains("\n    +// more\n"));
  CHECK_THAT(finished.out, !contains("clay.unlit.vert.glsl"));
  CHECK_THAT(finished.out, !contains("clay.forward"));
}

TEST_CASE("compare-outputs reports where two modules start to differ") {
  const TempDir place;
  const fs::path other = changed_weft(place, "",
                                      "test ! -f \"$out/clay.unlit.vs.hlsl.spv\" || printf more >> "
                                      "\"$out/clay.unlit.vs.hlsl.spv\"\n");
  const Finished finished = compare_with(other);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.out, contains("README.md#1: all/clay.unlit.vs.hlsl.spv\n"));
  CHECK_THAT(finished.out, contains("they differ from byte"));
}

TEST_CASE("compare-outputs reports a material that only one program composes") {
  const TempDir place;
  const fs::path other = changed_weft(place, "test \"$next\" != depth || exit 1\n", "");
  const Finished finished = compare_with(other);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.out, contains("README.md#1: all/clay.depth.vert.glsl: only before\n"));
  CHECK_THAT(finished.out, !contains("clay.forward"));
}

TEST_CASE("compare-outputs reports how a program failed") {
  const TempDir place;
  const fs::path other = changed_weft(place, "test \"$next\" != compose || exit 4\n", "");
  const Finished finished = compare_with(other);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.out, contains("exit code 4"));
}

TEST_CASE("compare-outputs fails if nothing was compared or no commit is given") {
  CHECK(compare_with(weft_program(), "nothing*").exit_code == 1);
  CHECK(compare({}).exit_code == 2);
  CHECK(compare({"no-such-commit"}).exit_code == 2);
}

}  // namespace weft::testing::cli_compare_outputs_test
