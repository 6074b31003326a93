// What values read of the features around them, and that they are expanded once where injections
// make no difference.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "composer/elaborate/elaborate.h"
#include "composer/typing/type_inference.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::narrowed_places_test {

namespace {

using namespace weft;

const std::string declarations = R"(
  feature probe.at: float at fragment;
  feature probe.twice: float at fragment = probe.at * 2.0;
  fragment sampled(value: eval(probe.at) -> float) -> float {
    return (value with (probe.at: 0.25)) + (value with (probe.at: 0.75));
  }
  fragment passing(value: eval(probe.at) -> float) -> float { return value; }
  graph graph_passing(value: eval(probe.at) -> float) -> float { output value; }
  fragment here(scale: float) -> float { return probe.at * scale; }
  fragment through(scale: float) -> float { return here(scale) + 1.0; }
  fragment plain(scale: float) -> float { return scale * scale; }
  fragment any_uv(uv: float2 {use: texcoord}) -> float { return uv.x; }
  graph graph_here(scale: float = 1.0) -> float { output through(scale); }
  graph default_here(scale: float = probe.twice) -> float { output scale; }
  graph graph_plain(scale: float) -> float { output plain(scale) + plain(scale * 2.0); }
  profile p: base_mesh { fragment demand shade: float as target 0; }
)";

const Material& material_of(const Library& library, const std::string& name) {
  const auto at = std::find_if(library.materials.begin(), library.materials.end(),
                               [&](const Material& one) { return library.text(one.name) == name; });
  REQUIRE(at != library.materials.end());
  return *at;
}

FeatureId feature_of(const Library& library, const std::string& path) {
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    if (library.text(library.features[FeatureId(i)].path) == path) {
      return FeatureId(i);
    }
  }
  FAIL("no feature " << path);
  return FeatureId(0);
}

/// What the value bound to `value` reads.
FeatureReads reads_of(const Library& library, FeatureReadsTable& table,
                      const std::string& material = "m") {
  const Graph& graph = material_of(library, material).graph;
  const std::vector<FeatureReads> reads = table.of_nodes(graph, std::nullopt);
  REQUIRE(reads.size() == graph.nodes.size());
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const auto& name = graph.nodes[NodeId(i)].name;
    if (name && library.text(*name) == "value") {
      return reads[i];
    }
  }
  FAIL("no value");
  return {};
}

/// How many calls of a kind the material is expanded to and typed as.
template <typename Counts>
std::size_t calls_of(const Composed& composed, Counts counts) {
  const Library& library = composed.library();
  const Material& material = material_of(library, "m");
  const Composition composition{
      library, material, &library.profiles[composed.plan->plan.profile], {}};
  const Composer composer(library);
  Elaborator elaborator(composition);
  const OpenTypes no_open_types;
  TypeInference inference(composition, elaborator, composer.shared_answers(), no_open_types);
  const CallId output =
      elaborator.expand_value(material.graph, material.graph.outputs[0].node, Stage::Fragment);
  REQUIRE(!inference.value(output).is_error);
  return static_cast<std::size_t>(
      std::count_if(elaborator.calls().begin(), elaborator.calls().end(), counts));
}

}  // namespace

TEST_CASE("feature reads: what a value may read of the features around it", "[elaborate]") {
  struct Row {
    const char* value;
    bool reads_probe;
    bool nests = false;
    bool reads_any = false;
  };
  const std::vector<Row> rows = {
      {"plain(2.0)", false},
      {"graph_plain(2.0)", false},
      {"probe.at", true},
      {"probe.twice", true},
      {"here(2.0)", true},
      {"through(2.0)", true},
      {"graph_here()", true},
      {"default_here()", true},
      {"plain(here(1.0))", true},
      {"frame.time < 1.0 ? plain(1.0) : here(1.0)", true},
      {"any_uv(surface.uv)", false},
      {"any_uv()", false, false, true},
      {"sampled(plain(3.0))", false, true},
      {"sampled(probe.at)", false, true},
      {"passing(probe.at)", true, true},
      {"graph_passing(probe.at)", true, true},
      {"sampled(probe.twice)", false, true},  // twice the injected one
      {"plain(3.0) with (probe.at: 1.0)", false},
      {"here(3.0) with (probe.at: 1.0)", false},
      {"here(3.0) with (probe.at: probe.at)", true},
  };
  for (const Row& row : rows) {
    INFO(row.value);
    const Composed composed = compose_text(
        declarations + "material m { value = " + row.value + "; output shade = sampled(value); }",
        "p");
    REQUIRE(composed.errors() == "");
    const Library& library = composed.library();
    FeatureReadsTable table(library);
    const FeatureReads reads = reads_of(library, table);
    CHECK(reads.features.contains(feature_of(library, "probe.at")) == row.reads_probe);
    CHECK(reads.nests == row.nests);
    CHECK(reads.reads_any == row.reads_any);
    CHECK(!table.of_conversions().contains(feature_of(library, "probe.at")));
    CHECK(table.of_conversions().contains(feature_of(library, "surface.normal")));
  }
}

TEST_CASE("what a call may be connected to is expanded where the call is", "[elaborate]") {
  // `x` is a candidate for the open input of the other call's overloads, and needs the injection.
  const Composed composed = compose_text(declarations + R"(
    material m {
      x = here(1.0);
      other = any_uv(surface.uv);
      output shade = sampled(x + other);
    })",
                                         "p");
  CHECK(composed.errors() == "");
}

TEST_CASE("what does not read an injection is expanded and typed outside of it", "[elaborate]") {
  struct Row {
    const char* inside;
    std::size_t calls;  ///< under the injection, with the conversion of the function's result
  };
  const std::vector<Row> rows = {
      {"pattern", 1},
      {"plain(frame.time) + graph_plain(3.0)", 1},
      {"probe.at", 1},
      {"pattern + probe.at", 2},
      {"pattern + probe.twice", 4},  // the definition, and its conversion to the feature's type
      {"pattern + graph_here(frame.time * 5.0)", 4},  // two calls and the graph's result
  };
  for (const Row& row : rows) {
    INFO(row.inside);
    const Composed composed = compose_text(
        declarations + "material m { pattern = plain(frame.time) + graph_plain(3.0);\n" +
            "output shade = pattern + sampled(" + row.inside + "); }",
        "p");
    REQUIRE(composed.errors() == "");
    CHECK(calls_of(composed, [](const Call& call) { return call.environment != no_environment; }) ==
          row.calls);
  }
}

TEST_CASE("what a function captures is expanded outside of it, at its level", "[elaborate]") {
  struct Row {
    const char* step;   ///< computes value {1} of a chain from value {0}
    std::size_t calls;  ///< that each more step adds at most
  };
  const std::vector<Row> rows = {
      {"r{1} = loop 3 with (s: float = a{0}) {{ s = plain(s) + a{0}; }}; a{1} = r{1}.s;", 6},
      {"a{1} = applied((x) => plain(x) + a{0}, a{0});", 6},
      {"a{1} = graph_applied((x) => plain(x) + a{0}, a{0});", 8},
      {"a{1} = sampled(here(1.0) + a{0});", 6},
      {"a{1} = applied((x) => graph_plain(x) + applied((y) => y + a{0}, a{0}), a{0});", 14},
  };
  for (const Row& row : rows) {
    INFO(row.step);
    const auto composed = [&](int steps) {
      std::string text = declarations + R"(
        fragment applied(f: fn(x: float) -> float, x: float) -> float { return f(x) + f(x * 2.0); }
        graph graph_applied(f: fn(x: float) -> float, x: float) -> float { output f(x) + x; }
        material m { a0 = frame.time;)";
      for (int i = 0; i < steps; ++i) {
        text += fmt::format(fmt::runtime(row.step), i, i + 1) + "\n";
      }
      return compose_text(text + fmt::format("output shade = a{}; }}", steps), "p");
    };
    const Composed few = composed(10);
    REQUIRE(few.errors() == "");
    const Composed more = composed(140);  // more than there are levels of nested functions
    REQUIRE(more.errors() == "");
    const auto any = [](const Call&) { return true; };
    CHECK(calls_of(more, any) - calls_of(few, any) <= 130 * row.calls);
  }
}

TEST_CASE("a function is numbered above what a loop that it reads captures", "[elaborate]") {
  // The loop's result depends on `x` through its step alone.
  const Composed composed = compose_text(declarations + R"(
    fragment applied(f: fn(x: float) -> float, x: float) -> float { return f(x) + f(x * 2.0); }
    graph scaled(v: float) -> float { output applied((y) => y * v, frame.time); }
    material m {
      output shade = applied(
          (x) => scaled((loop 2 with (s: float = 0.5) { s = plain(s) + x; }).s), frame.time);
    })",
                                         "p");
  REQUIRE(composed.errors() == "");
  std::vector<std::uint32_t> levels;
  for (const PlanFunction& function : composed.plan->plan.functions.functions) {
    levels.push_back(function.level);
  }
  std::sort(levels.begin(), levels.end());
  CHECK(levels == std::vector<std::uint32_t>{1, 2, 2});
}

}  // namespace weft::testing::narrowed_places_test
