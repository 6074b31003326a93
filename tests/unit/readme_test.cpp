// The first example of the README matches the program's output.

#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"

namespace weft::testing::readme_test {

namespace {

std::string readme() {
  std::ifstream file(repository_root() / "README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The text of the first block with that language after its fence.
std::string block(const std::string& text, const std::string& language) {
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = text.find(fence);
  REQUIRE(begin != std::string::npos);
  const std::size_t first = begin + fence.size();
  return text.substr(first, text.find("```", first) - first);
}

}  // namespace

TEST_CASE("the README shows the GLSL that its command prints, and the source that ships", "[cli]") {
  const std::string text = readme();
  Command command;
  command.program = weft_program();
  command.arguments = {"compose", "shaders/materials/clay.weft"};
  command.working_directory = repository_root();
  const Finished finished = run(command);
  REQUIRE(finished.exit_code == 0);
  CHECK_THAT(finished.out, contains(block(text, "glsl")));
  std::ifstream source(repository_root() / "shaders/materials/clay.weft");
  const std::string shipped{std::istreambuf_iterator<char>(source), {}};
  CHECK_THAT(shipped, contains(block(text, "weft")));
}

}  // namespace weft::testing::readme_test
