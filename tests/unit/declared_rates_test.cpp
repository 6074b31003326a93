// Acceptance cases W5, W6 and W9: the declared rates of signatures and bodies hold, or are an
// error.

#include <algorithm>
#include <string>

#include "composer/elaborate/graph_interface.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::declared_rates_test {

namespace {

using namespace weft;

const char* const preamble = R"(
profile values: base_mesh {
    fragment demand a: float as target 0;
}
fragment single_only(x: uniform float) -> float { return x * 2.0; }
fragment steps(count: constant int) -> float { return float(count); }
graph graph_single(x: uniform float) -> float { output x * 2.0; }
graph graph_steps(count: constant int) -> float { output steps(count); }
graph graph_field(x: float) -> float field { output x * 2.0; }
)";

std::string errors_of(const std::string& declarations, const std::string& value) {
  return compose_text(std::string(preamble) + declarations +
                          "material m { param k: float = 1.0; param n: int = 2; param map: "
                          "texture2d; uv = surface.uv; output a = " +
                          value + "; }",
                      "values")
      .errors();
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The errors of calling a leaf with this body, which may sample `map`, with the argument `x`.
std::string errors_of_body(const std::string& body, const std::string& x) {
  const std::string leaf =
      "fragment sampled(map: texture2d, uv: float2, x: float) -> float { " + body + " }\n";
  return errors_of(leaf, "sampled(map, uv, " + x + ")");
}

}  // namespace

TEST_CASE("W5: a graph port declared single or constant is enforced", "[acceptance]") {
  const std::string field = errors_of("", "graph_single(uv.x + k)");
  CHECK(mentions(
      field,
      "port 'x' of 'graph_single' takes one value per draw, but this value varies per fragment"));
  CHECK(mentions(field, "feature 'surface.uv' varies per vertex"));
  CHECK(mentions(field, "the port is declared here"));
  const std::string parameter = errors_of("", "graph_steps(n)");
  CHECK(mentions(parameter,
                 "port 'count' of 'graph_steps' takes one value known when composing, but this "
                 "value varies per material"));
  CHECK(mentions(parameter, "the port is declared here"));
  CHECK(errors_of("", "graph_single(k) + graph_steps(3)") == "");
}

TEST_CASE("a feature per vertex may read others in the defaults of what it calls", "[fields]") {
  const std::string features =
      "feature corner.at: float3 at instance;\n"
      "feature corner.shift: float at vertex;\n"
      "fragment moved(center: float3 = corner.at) -> float3 { return center + 1.0; }\n"
      "fragment shifted(x: float3) -> float3 { return x * corner.shift; }\n"
      "graph both(center: float3 = corner.at) -> float3 { output shifted(moved(center)); }\n"
      "feature corner.moved: float3 at vertex = moved();\n"
      "feature corner.shifted: float3 at vertex = shifted(float3(1.0));\n"
      "feature corner.both: float3 at vertex = both();\n"
      "profile at_corners: values {\n"
      "provide corner.at as attribute 8 instance; provide corner.shift as attribute 9; }\n";
  const auto composed = [&](const std::string& value) {
    return compose_text(
        std::string(preamble) + features + "material m { output a = " + value + "; }",
        "at_corners");
  };
  CHECK(composed("corner.moved.x + corner.shifted.y + corner.both.z").errors() == "");
  // Where what they read is injected, they are computed from that.
  for (const char* const read : {"corner.moved.x", "corner.both.x"}) {
    const auto injected =
        composed("(" + std::string(read) + ") with (corner.at: float3(surface.uv, 5.0))");
    CHECK(injected.errors() == "");
    REQUIRE(injected.plan);
    const Library& library = injected.library();
    const auto& evaluations = injected.plan->plan.evaluations;
    CHECK(std::none_of(evaluations.begin(), evaluations.end(), [&](const Evaluation& each) {
      const auto* feature = std::get_if<FeatureEvaluation>(&each.kind);
      return feature != nullptr &&
             library.text(library.features[feature->feature].path) == "corner.at";
    }));
  }
}

TEST_CASE("declared rates are enforced where bodies call the leaf", "[fields]") {
  const std::string passes =
      "fragment inner(y: float) -> float { return single_only(y + 1.0); }\n"
      "fragment outer(z: float) -> float { return inner(z) * 2.0; }\n"
      "fragment counted(n: int) -> float { return steps(n); }\n"
      "fragment stepping(n: int) -> float { float s = 0.0; for (int i = 0; i < 3; i += 1) { s += "
      "steps(i); } return s; }\n";
  const std::string field = errors_of(passes, "outer(uv.x)");
  CHECK(mentions(field, "port 'x' of 'single_only' takes one value per draw"));
  CHECK(mentions(field, "it is passed here"));
  CHECK(mentions(field, "feature 'surface.uv' varies per vertex"));
  CHECK(errors_of(passes, "outer(k)") == "");
  CHECK(mentions(errors_of(passes, "counted(n)"),
                 "takes one value known when composing, but this value varies per material"));
  CHECK(errors_of(passes, "counted(4)") == "");
  CHECK(mentions(errors_of(passes, "stepping(n)"), "changes with each step of a loop"));
}

TEST_CASE("a graph declared as a field is one", "[fields]") {
  CHECK(mentions(
      errors_of("", "single_only(graph_field(k))"),
      "port 'x' of 'single_only' takes one value per draw, but this value varies per fragment"));
  CHECK(errors_of("", "graph_field(k)") == "");
}

TEST_CASE("W6: a leaf that reads more than it declares is a false declaration", "[acceptance]") {
  const auto declared = [](const std::string& leaf) { return errors_of(leaf, "1.0"); };
  const std::string read =
      declared("fragment p(x: float, y: float) -> float from (x) { return x + y; }\n");
  CHECK(mentions(read, "the result of 'p' also depends on 'y' [false-declaration]"));
  CHECK(mentions(read, "'y' is used here"));
  CHECK(mentions(declared("fragment p(x: float, y: float) -> float from (x) { if (y > 0.0) { "
                          "return x; } return 1.0; }\n"),
                 "false-declaration"));
  CHECK(mentions(declared("fragment q(v: float) -> float { return v; }\nfragment p(x: float, y: "
                          "float) -> float from (x) { return q(y); }\n"),
                 "false-declaration"));
  CHECK(declared("fragment p(x: float, y: float) -> float from (x) { float unused = y; return x; "
                 "}\n") == "");
  CHECK(declared("fragment q(v: float, w: float) -> float from (v) { return v; }\nfragment p(x: "
                 "float, y: float) -> float from (x) { return q(x, y); }\n") == "");
  const Composed graph = compose_text(
      std::string(preamble) +
          "graph p(x: float, y: float) -> float from (x) { output x + y; }\nmaterial m { output a "
          "= p(1.0, 2.0); }",
      "values");
  const Diagnostics found = check_graph_interfaces(graph.library());
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == Code::FalseDeclaration);
  CHECK(mentions(found[0].message, "the result of 'p' also depends on 'y'"));
}

TEST_CASE("a leaf's declared dependence on inputs does not cover the features it reads",
          "[fields]") {
  const std::string leaves =
      "fragment given(x: float, y: float) -> float from (x) { return x * 2.0; }\n"
      "fragment found(x: float, y: float) -> float from (x) { return x * surface.uv.x; }\n";
  CHECK(errors_of(leaves, "single_only(given(k, uv.x))") == "");
  const std::string read = errors_of(leaves, "single_only(found(k, 2.0))");
  CHECK(mentions(read, "takes one value per draw, but this value varies per fragment"));
  CHECK(mentions(read, "feature 'surface.uv' varies per vertex"));
}

TEST_CASE("W9: leaves take derivatives in uniform control flow only", "[acceptance]") {
  const char* const apart[] = {
      "if (x > 0.5) { return sample(map, uv).x; } return 0.0;",
      "if (x > 0.5) { return 0.0; } return sample(map, uv).x;",
      "float s = 0.0; for (float i = 0.0; i < x; i += 1.0) { s += sample(map, uv).x; } return s;",
      "float s = 0.0; for (int i = 0; i < 4; i += 1) { if (float(i) > x) { break; } s += "
      "sample(map, uv).x; } return s;",
      "float s = 0.0; for (int i = 0; i < 4; i += 1) { s += sample(map, uv).x; if (float(i) > x) "
      "{ return s; } } return s;",
      "float s = 0.0; for (int i = 0; i < 4; i += 1) { if (float(i) > x) { continue; } s += "
      "ddx(uv).x; } return s;",
      "return x > 0.5 ? sample(map, uv).x : 0.0;",
      "bool b = false; if (x > 0.5) { b = true; } if (b) { return ddx(uv).x; } return 0.0;",
      "return x > 0.5 && sample(map, uv).x > 0.5 ? 1.0 : 0.0;",
      "int c = 0; for (int i = 0; i < 4; ++i) { if (float(i) > x) { break; } c = i; } if (c > 1) { "
      "return sample(map, uv).x; } return 0.0;",
      "int i = 0; while (i < 4) { if (float(i) > x) { break; } ++i; } if (i > 1) { return "
      "sample(map, uv).x; } return 0.0;",
      "int c = 0; for (int i = 0; i < 4; ++i) { if (float(i) > x) { continue; } c = i; } return c "
      "> "
      "1 ? sample(map, uv).x : 0.0;",
  };
  for (const char* const body : apart) {
    INFO(body);
    const std::string errors = errors_of_body(body, "uv.x");
    CHECK(mentions(errors, "[divergent-derivative]"));
    CHECK(mentions(errors, "under a condition that varies per fragment"));
    CHECK(mentions(errors, "feature 'surface.uv' varies per vertex"));
    CHECK(errors_of_body(body, "k") == "");
  }
  const char* const together[] = {
      "float s = sample(map, uv).x; if (x > 0.5) { return s; } return 0.0;",
      "float s = 0.0; if (x > 0.5) { s = 1.0; } return s + sample(map, uv).x;",
      "float s = 0.0; for (int i = 0; i < 4; i += 1) { if (float(i) > x) { break; } s += 1.0; } "
      "return s + sample(map, uv).x;",
      "if (x > 0.5) { return sample_lod(map, uv, 0.0).x; } return 0.0;",
      "float s = 0.0; for (int i = 0; i < 4; i += 1) { s += ddx(uv).x; if (float(i) > x) { "
      "continue; } s += 1.0; } return s;",
  };
  for (const char* const body : together) {
    INFO(body);
    CHECK(errors_of_body(body, "uv.x") == "");
  }
  // Through calls, and conditions from a leaf declared to depend only on another port.
  const std::string calls =
      "fragment deep(map: texture2d, uv: float2, x: float) -> float { if (x > 0.5) { return "
      "sample(map, uv).x; } return 0.0; }\n"
      "fragment first(a: float, b: float) -> float from (a) { return a; }\n"
      "fragment above(map: texture2d, uv: float2, x: float) -> float { return deep(map, uv, x); }\n"
      "fragment around(map: texture2d, uv: float2, x: float) -> float { return x > 0.5 ? deep(map, "
      "uv, 1.0) : 0.0; }\n"
      "fragment fine(map: texture2d, uv: float2, x: float) -> float { return deep(map, uv, "
      "first(1.0, x)); }\n";
  CHECK(mentions(errors_of(calls, "above(map, uv, uv.x)"), "[divergent-derivative]"));
  CHECK(mentions(errors_of(calls, "around(map, uv, uv.x)"), "[divergent-derivative]"));
  CHECK(errors_of(calls, "above(map, uv, k)") == "");
  // Functions that leaves call under a condition.
  for (const char* const value : {"x > 0.5 && h(uv) > 0.5 ? 1.0 : 0.0",
                                  "x > 0.5 || h(uv) > 0.5 ? 1.0 : 0.0", "x > 0.5 ? h(uv) : 0.0"}) {
    INFO(value);
    const std::string leaf =
        "fragment given(h: fn(p: float2) -> float, uv: float2, x: float) -> float { return " +
        std::string(value) + "; }\n";
    CHECK(mentions(errors_of(leaf, "given((p) => sample(map, p).x, uv, uv.x)"),
                   "[divergent-derivative]"));
    CHECK(errors_of(leaf, "given((p) => sample(map, p).x, uv, k)") == "");
  }
  CHECK(errors_of(calls, "fine(map, uv, uv.x)") == "");
}

}  // namespace weft::testing::declared_rates_test
