// Deeply nested input does not use deep stacks: each command runs with 256 KiB of stack.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/sanitizer.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_depth_test {

namespace {

constexpr std::size_t depth = 100'000;

// Nested loops are lowered by a recursion bounded by greatest_function_level; the address sanitizer
// makes its frames several times larger.
constexpr std::size_t stack_of_bounded_nesting = with_address_sanitizer ? 4096 : 256;

std::string repeated(const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < depth; ++i) {
    all += text;
  }
  return all;
}

Finished weft_with_small_stack(const std::vector<std::string>& arguments, const TempDir& place,
                               std::size_t stack_kib = 256) {
  Command command;
  command.program = weft_program();
  command.arguments = arguments;
  command.working_directory = place.path();
  command.stack_kib = stack_kib;
  return run(command);
}

}  // namespace

TEST_CASE("cli depth: nesting beyond the limit is a clear error", "[cli]") {
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

TEST_CASE("cli depth: deep parentheses are reported as nesting-too-deep", "[cli]") {
  const TempDir place;
  place.write("deep.weft",
              "fragment f() -> float { return " + repeated("(") + "1.0" + repeated(")") + "; }\n");
  for (const char* command : {"check", "compose", "explain"}) {
    const Finished finished = weft_with_small_stack({command, "deep.weft"}, place);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, contains("[nesting-too-deep]"));
  }
}

TEST_CASE("cli depth: long chains have no limit", "[cli]") {
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

TEST_CASE("cli depth: graphs, loops and functions nest a hundred levels deep", "[cli]") {
  constexpr int levels = 100;
  std::string text =
      "import \"core\"; import \"profiles\";\n"
      "fragment twice(f: fn(x: float) -> float, at: float) -> float { return f(at) + f(at * 2.0); "
      "}\n"
      "graph graph0(x: float) -> float { output sin(x) + surface.uv.x; }\n"
      "graph loop0(s: float, outer: float) -> float { output sin(s) + outer; }\n"
      "graph function0(x: float, outer: float) -> float { output sin(x) + outer; }\n";
  for (int i = 1; i <= levels; ++i) {
    text += fmt::format(
        "graph graph{}(x: float) -> float {{ y = graph{}(x * 0.5); output y + x; }}\n", i, i - 1);
    text += fmt::format(
        "graph loop{}(s: float, outer: float) -> float {{ inner = loop 2 with (t: float = s) {{ t "
        "= loop{}(t, s) * 0.5; }};"
        " output inner.t + outer; }}\n",
        i, i - 1);
    text += fmt::format(
        "graph function{}(x: float, outer: float) -> float {{ output twice((y) => function{}(y, "
        "x), x) + outer; }}\n",
        i, i - 1);
  }
  const std::string use = "= float3({}) as {{use: reflectance, encoding: linear}}; }}\n";
  text += "material graphs { output albedo " +
          fmt::format(fmt::runtime(use), fmt::format("graph{}(0.25)", levels));
  text += "material loops { output albedo " +
          fmt::format(fmt::runtime(use), fmt::format("loop{}(0.25, surface.uv.x)", levels));
  text += "material functions { output albedo " +
          fmt::format(fmt::runtime(use), fmt::format("function{}(0.25, surface.uv.x)", levels));
  const TempDir place;
  place.write("nested.weft", text);
  for (const char* material : {"graphs", "loops", "functions"}) {
    const Finished finished = weft_with_small_stack(
        {"compose", "nested.weft", "-m", material, "-p", "unlit", "-t", "glsl,hlsl"}, place,
        stack_of_bounded_nesting);
    INFO(material << "\n" << finished.err.substr(0, 2000));
    CHECK_FALSE(finished.timed_out);
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.empty());
  }
}

// scripts/linearity covers its time: instructions per node at two sizes.
TEST_CASE("X12: a chain of 100,000 nodes is composed with a small stack", "[acceptance][cli]") {
  std::string text =
      "import \"core\"; import \"profiles\";\n"
      "profile p: base_mesh { fragment demand shade: float as target 0; }\n"
      "material m {\n    x0 = surface.uv.x;\n";
  for (std::size_t i = 1; i <= depth; ++i) {
    text += fmt::format("    x{} = sin(x{});\n", i, i - 1);
  }
  text += fmt::format("    output shade = x{};\n}}\n", depth);
  const TempDir place;
  place.write("chain.weft", text);
  const Finished finished = weft_with_small_stack({"compose", "chain.weft", "-p", "p"}, place);
  INFO(finished.err.substr(0, 2000));
  CHECK_FALSE(finished.timed_out);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out.find(fmt::format("float x{} = sin(x{});", depth, depth - 1)) !=
        std::string::npos);
}

}  // namespace weft::testing::cli_depth_test
