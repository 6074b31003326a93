// Input of great depth does not become depth of stack: each command runs with 256 KiB of it.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft::testing;

constexpr std::size_t depth = 100'000;

std::string repeated(const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < depth; ++i) {
    all += text;
  }
  return all;
}

Finished weft_with_small_stack(const std::vector<std::string>& arguments, const TempDir& place) {
  Command command;
  command.program = weft_program();
  command.arguments = arguments;
  command.working_directory = place.path();
  command.stack_kib = 256;
  return run(command);
}

}  // namespace

TEST_CASE("cli depth: nesting beyond the limit is an error that says so") {
  struct Row {
    std::string name;
    std::string text;
  };
  const std::string head = "import \"core\";\n";
  const std::vector<Row> rows = {
      {"parentheses in a body",
       "fragment f() -> float { return " + repeated("(") + "1.0" + repeated(")") + "; }"},
      {"parentheses in a graph",
       "material m { output c = " + repeated("(") + "1.0" + repeated(")") + "; }"},
      {"signs", "fragment f(x: float) -> float { return " + repeated("- ") + "x; }"},
      {"choices", "fragment f(x: bool) -> float { return " + repeated("x ? 1.0 : ") + "0.0; }"},
      {"calls", "material m { output c = " + repeated("sin(") + "1.0" + repeated(")") + "; }"},
      {"indices", "material m { output c = " + repeated("x[") + "1" + repeated("]") + "; }"},
      {"blocks", "fragment f() -> float { " + repeated("{") + repeated("}") + " return 1.0; }"},
      {"conditions", "fragment f(x: bool) -> float { " + repeated("if (x) ") + "return 1.0; }"},
      {"trait trees", "trait deep { a " + repeated("{ a ") + repeated("}") + "}"},
      {"function ports",
       "fragment f(" + repeated("g: fn(") + repeated(") -> float") + ") -> float { return 1.0; }"},
      {"open brackets", "material m { output c = " + repeated("(")},
      {"open braces", repeated("{")},
  };
  const TempDir place;
  for (const Row& row : rows) {
    place.write("deep.weft", head + row.text + "\n");
    const Finished finished = weft_with_small_stack({"check", "deep.weft"}, place);
    INFO(row.name << "\n" << finished.err.substr(0, 2000));
    CHECK_FALSE(finished.timed_out);
    CHECK(finished.exit_code == 1);
    CHECK(finished.err.size() < 100'000);
  }
}

TEST_CASE("cli depth: parentheses are named as what is too deep") {
  const TempDir place;
  place.write("deep.weft",
              "fragment f() -> float { return " + repeated("(") + "1.0" + repeated(")") + "; }\n");
  for (const char* command : {"check", "compose", "explain"}) {
    const Finished finished = weft_with_small_stack({command, "deep.weft"}, place);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, contains("[nesting-too-deep]"));
  }
}

TEST_CASE("cli depth: long chains have no limit") {
  struct Row {
    std::string name;
    std::string text;
  };
  const std::vector<Row> rows = {
      {"sums in a body", "fragment f(x: float) -> float { return x" + repeated(" + x") + "; }"},
      {"statements",
       "fragment f(x: float) -> float { float y = x; " + repeated("y = y + x; ") + "return y; }"},
      {"sums in a graph",
       "material m { param x: float = 1.0; output c = x" + repeated(" + x") + "; }"},
  };
  const TempDir place;
  for (const Row& row : rows) {
    place.write("long.weft", "import \"core\";\n" + row.text + "\n");
    const Finished finished = weft_with_small_stack({"check", "long.weft"}, place);
    INFO(row.name << "\n" << finished.err.substr(0, 2000));
    CHECK_FALSE(finished.timed_out);
    CHECK(finished.exit_code == 0);
  }
}
