// `weft graph`: the formats, and errors without Graphviz.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_graph_test {

namespace {

Command graph(std::vector<std::string> arguments, const TempDir& place) {
  Command command;
  command.program = weft_program();
  command.arguments = {"graph", (repository_root() / "tests/golden/cli/small.weft").string(), "-p",
                       "flat"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.working_directory = place.path();
  return command;
}

}  // namespace

TEST_CASE("cli graph: the output's extension selects the format, --format overrides it") {
  const TempDir place;
  CHECK(run(graph({"-o", "plan.dot"}, place)).exit_code == 0);
  CHECK_THAT(read_file(place.path() / "plan.dot"), contains("digraph plan"));
  CHECK(run(graph({"-o", "plan.svg"}, place)).exit_code == 0);
  CHECK_THAT(read_file(place.path() / "plan.svg"), contains("</svg>"));
  CHECK(run(graph({"-o", "plan.picture", "--format=svg"}, place)).exit_code == 0);
  CHECK_THAT(read_file(place.path() / "plan.picture"), contains("</svg>"));
  CHECK_THAT(run(graph({"-o", "-", "--format=svg"}, place)).out, contains("</svg>"));
  CHECK_THAT(run(graph({"-o", "-"}, place)).out, contains("digraph plan"));
}

TEST_CASE("cli graph: without Graphviz SVG is an error and dot still works") {
  const TempDir place;
  Command command = graph({"-o", "plan.svg"}, place);
  command.environment = {{"PATH", place.path().string()}};
  const Finished without = run(command);
  CHECK(without.exit_code == 3);
  CHECK_THAT(without.err, contains("Graphviz"));
  CHECK_FALSE(std::filesystem::exists(place.path() / "plan.svg"));
  command = graph({"-o", "plan.dot"}, place);
  command.environment = {{"PATH", place.path().string()}};
  CHECK(run(command).exit_code == 0);
}

}  // namespace weft::testing::cli_graph_test
