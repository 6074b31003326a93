// Graphs are expanded once per distinct (graph, arguments, stage): the work is proportional to the
// distinct calls, regardless of their uses and nesting depth.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/emit_source.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::elaborate_test {

namespace {

using namespace weft;

const std::string shade_profile =
    "profile p: base_mesh { fragment demand shade: float as target 0; }\n";

/// g0 is a leaf's sum; g1 … g<levels> are graphs whose body is `inside` with `$` for the graph
/// below.
std::string ladder(int levels, const std::string& inside) {
  std::string text = "graph g0(x: float) -> float { output sin(x); }\n";
  for (int i = 1; i <= levels; ++i) {
    std::string body = inside;
    for (std::size_t at = body.find('$'); at != std::string::npos; at = body.find('$')) {
      body.replace(at, 1, fmt::format("g{}", i - 1));
    }
    text += fmt::format("graph g{}(x: float) -> float {{ output {}; }}\n", i, body);
  }
  return text;
}

std::string use_of(int level) {
  return fmt::format("material m {{ output shade = g{}(surface.uv.x); }}", level);
}

std::size_t evaluations_of(const Composed& composed) {
  REQUIRE(composed.errors() == "");
  return composed.plan->plan.evaluations.size();
}

}  // namespace

TEST_CASE("graphs that use the next one twice cost one call per level", "[elaborate]") {
  const std::size_t shallow =
      evaluations_of(compose_text(shade_profile + ladder(40, "$(x) + $(x)") + use_of(40), "p"));
  const std::size_t deep =
      evaluations_of(compose_text(shade_profile + ladder(80, "$(x) + $(x)") + use_of(80), "p"));
  CHECK(deep - shallow == 40);
}

TEST_CASE("a thousand uses of a graph with one value share one instance, two values make two",
          "[elaborate]") {
  auto uses = [](const std::string& arguments) {
    std::string text = shade_profile + ladder(3, "$(x) + 1.0") + "material m {\n  x0 = 0.0;\n";
    for (int i = 1; i <= 1000; ++i) {
      text +=
          fmt::format("  x{} = x{} + g3({});\n", i, i - 1, i % 2 == 0 ? "surface.uv.x" : arguments);
    }
    return evaluations_of(compose_text(text + "  output shade = x1000;\n}", "p"));
  };
  const std::size_t one = uses("surface.uv.x");
  const std::size_t two = uses("surface.uv.y");
  CHECK(two == one + 5);  // the coordinate, the sine, three sums
}

TEST_CASE("exponential expansion is rejected with its number of distinct arguments",
          "[elaborate]") {
  Composed composed =
      compose_text(shade_profile + ladder(40, "$(x * 0.5) + $(x + 1.0)") + use_of(40), "p");
  CHECK_THAT(composed.errors(), contains("[expansion-limit]"));
  CHECK_THAT(composed.errors(), contains("distinct sets of arguments"));
}

TEST_CASE("graphs that pass their arguments in another order share instances", "[elaborate]") {
  std::string text = shade_profile + "graph g0(x: float, y: float) -> float { output x - y; }\n";
  for (int i = 1; i <= 60; ++i) {
    text += fmt::format(
        "graph g{0}(x: float, y: float) -> float {{ output g{1}(x, y) + g{1}(y, x) / 2.0; }}\n", i,
        i - 1);
  }
  text += "material m { output shade = g60(surface.uv.x, surface.uv.y); }";
  CHECK(evaluations_of(compose_text(text, "p")) < 400);
}

TEST_CASE("only the used results of a graph are expanded", "[elaborate]") {
  const std::string text = shade_profile + R"(
    feature host.secret: float at frame;
    graph both(x: float) -> (first: float, second: float) { output first = x * 2.0; output second = x + host.secret; }
  )";
  CHECK(
      compose_text(text + "material m { b = both(1.0); output shade = b.first; }", "p").errors() ==
      "");
  CHECK_THAT(
      compose_text(text + "material m { b = both(1.0); output shade = b.second; }", "p").errors(),
      contains("[missing-feature]"));
}

TEST_CASE("the untaken branch of a static choice is not expanded", "[elaborate]") {
  const std::string text = shade_profile + R"(
    feature host.secret: float at frame;
    material m { static param plain: bool = true; output shade = plain ? 0.5 : host.secret; })";
  CHECK(compose_text(text, "p").errors() == "");
}

TEST_CASE("an argument that does not fit a graph's port is reported at the call", "[elaborate]") {
  Composed composed = compose_text(shade_profile + R"(
    graph lit(n: float3 {use: normal}) -> float { output n.x; }
    material m { output shade = lit(float3(1, 2, 3) * surface.uv.x); })",
                                   "p");
  CHECK_THAT(composed.errors(), contains("lit(float3(1, 2, 3) * surface.uv.x)"));
}

TEST_CASE("deep graphs, defaults and chains need no deep stack", "[elaborate][cli]") {
  struct Row {
    std::string name;
    std::string declarations;
    std::string value;
  };
  std::string defaults = "fragment f0(x: float = 1.0) -> float { return x; }\n";
  for (int i = 1; i <= 2000; ++i) {
    defaults +=
        fmt::format("fragment f{}(x: float = f{}()) -> float {{ return x + 1.0; }}\n", i, i - 1);
  }
  std::string features = "feature host.f0: float at frame = sin(1.0);\n";
  for (int i = 1; i <= 60; ++i) {
    features += fmt::format(
        "fragment read{0}(x: float) -> float {{ return x + host.f{1}; }}\n"
        "feature host.f{0}: float at frame = read{0}(1.0);\n",
        i, i - 1);
  }
  std::string chain = "surface.uv.x";
  for (int i = 0; i < 100'000; ++i) {
    chain += " + surface.uv.y";
  }
  const Row rows[] = {
      {"graphs", ladder(2000, "$(x) * 0.5"), "g2000(surface.uv.x)"},
      {"defaults", defaults, "f2000()"},
      {"features", features, "host.f60"},
      {"a chain", "", chain},
  };
  const TempDir place;
  for (const Row& row : rows) {
    place.write("deep.weft", "import \"core\";\nimport \"profiles\";\n" + shade_profile +
                                 row.declarations + "material m { output shade = " + row.value +
                                 "; }\n");
    Command command;
    command.program = weft_program();
    command.arguments = {"compose", "deep.weft", "-p",   "p",  "-t",
                         "glsl",    "-t",        "hlsl", "-o", "out"};
    command.working_directory = place.path();
    command.stack_kib = 256;
    const Finished finished = run(command);
    INFO(row.name << "\n" << finished.err.substr(0, 2000));
    CHECK_FALSE(finished.timed_out);
    CHECK(finished.exit_code == 0);
  }
}

namespace {

const std::string applied =
    "fragment applied(f: fn(x: float) -> float, at: float) -> float { return f(at) + f(0.5 * at); "
    "}\n";

/// Lambdas nested `levels` deep, each of which reads only its own parameter.
std::string nested_lambdas(int levels) {
  std::string inside = fmt::format("x{} * 1.5", levels);
  for (int i = levels; i > 0; --i) {
    inside = fmt::format("applied((x{}) => {}, {})", i, inside,
                         i == 1 ? "surface.uv.x" : fmt::format("x{}", i - 1));
  }
  return "material m { output shade = " + inside + "; }";
}

/// Each level passes down a lambda that uses its argument twice.
std::string doubling_lambdas(int levels, const std::string& twice) {
  std::string text = "graph d0(f: fn(x: float) -> float, at: float) -> float { output f(at); }\n";
  for (int i = 1; i <= levels; ++i) {
    text += fmt::format(
        "graph d{}(f: fn(x: float) -> float, at: float) -> float {{ output d{}((x) => {}, at); "
        "}}\n",
        i, i - 1, twice);
  }
  return text +
         fmt::format("material m {{ output shade = d{}((x) => x * 1.5, surface.uv.x); }}", levels);
}

}  // namespace

// Expanded once per combination of enclosing parameters, 60 levels would exceed the limit of a
// million nodes.
TEST_CASE("nested lambdas are expanded once per set of captured values", "[elaborate]") {
  const auto count = [](int levels) {
    return evaluations_of(compose_text(shade_profile + applied + nested_lambdas(levels), "p"));
  };
  const std::size_t few = count(20);
  CHECK(count(60) - count(40) == count(40) - few);
}

TEST_CASE("nested lambdas are tried once per candidate and set of captured values", "[elaborate]") {
  const std::string candidates =
      "graph applied(f: fn(x: float) -> float, at: float) -> float { output f(at); }\n"
      "graph applied(f: fn(x: float3) -> float3, at: float3) -> float3 { output f(at); }\n";
  CHECK(compose_text(shade_profile + candidates + nested_lambdas(30), "p").errors() == "");
}

TEST_CASE("nested loops are distinguished by their captured values", "[elaborate]") {
  // The inner ones read parameters two levels above them: no dependency is lost.
  std::string inside = "s29 + s28";
  for (int i = 29; i > 0; --i) {
    const std::string reads = i > 1 ? fmt::format("s{} + s{}", i - 1, i - 2) : "s0";
    inside = fmt::format("applied((s{}) => {}, {})", i, inside, reads);
  }
  const std::string text =
      shade_profile + applied +
      "material m { l = loop 3 with (s0: float = surface.uv.x) { s0 = " + inside +
      "; }; output shade = l.s0; }";
  CHECK(compose_text(text, "p").errors() == "");
}

TEST_CASE("doubling lambdas hit a limit that names the graphs, or are shared", "[elaborate]") {
  Composed refused = compose_text(shade_profile + doubling_lambdas(40, "f(x) + f(x * 2.0)"), "p");
  CHECK_THAT(refused.errors(), contains("[expansion-limit]"));
  CHECK_THAT(refused.errors(), contains("from 'd40', called with "));
  const auto lines = [](int levels) {
    const Emitted emitted =
        emit_source("import \"core\"; import \"profiles\";\n" + shade_profile + applied +
                        doubling_lambdas(levels, "applied(f, x) + applied(f, x * 2.0)"),
                    "m", "p", {.glsl = true});
    CHECK(emitted.messages == "");
    const std::string text = emitted.text("frag.glsl");
    return std::count(text.begin(), text.end(), '\n');
  };
  const auto at_20 = lines(20);
  CHECK(lines(40) - lines(30) == lines(30) - at_20);
}

}  // namespace weft::testing::elaborate_test
