// Materials composed against the shipped library: the chains on links, rates, and stages.

#include <algorithm>

#include "composer/evaluations/evaluation_builder.h"
#include "composer/evaluations/typed_graph.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::compose_test {

namespace {

using namespace weft;
using Names = std::vector<std::string>;

std::string unlit(const std::string& bindings) {
  return "material m { " + bindings + " output albedo; }";
}

}  // namespace

TEST_CASE("an output is converted to its demand", "[compose]") {
  struct Case {
    std::string bindings;
    Names chain;
  };
  const Case cases[] = {
      {"param p: float3 {use: reflectance, encoding: linear} = float3(1); albedo = p;",
       {"encode_srgb", "opaque"}},
      {"param p: float3 {use: reflectance, encoding: srgb} = float3(1); albedo = p;", {"opaque"}},
      {"param p: float4 {use: reflectance, encoding: srgb} = float4(1); albedo = p;", {}},
      {"param p: float4 {use: reflectance, encoding: linear} = float4(1); albedo = p;",
       {"encode_srgb_alpha"}},
      {"albedo = #3a6ea5;", {}},  // constants are converted at compile time
      {"param t: texture2d {use: reflectance, encoding: srgb}; albedo = sample(t);",
       {"sample", "encode_srgb_alpha"}},
      {"param t: texture2d {use: reflectance, encoding: srgb}; albedo = sample(t).rgb;",
       {"sample", "encode_srgb", "opaque"}},
  };
  for (const Case& c : cases) {
    INFO(c.bindings);
    Composed composed = compose_text(unlit(c.bindings), "unlit");
    REQUIRE(composed.errors() == "");
    CHECK(composed.calls(Stage::Fragment) == c.chain);
    CHECK(composed.calls(Stage::Vertex) == Names{"multiply", "multiply", "position_to_clip"});
  }
}

TEST_CASE("arithmetic decodes nonlinear operands, and the cheaper one if there is a choice",
          "[compose]") {
  Composed composed = compose_text(unlit(R"(
    param t: texture2d {use: reflectance, encoding: srgb};
    param p: float3 {use: reflectance, encoding: srgb} = #808080;
    albedo = mix(sample(t).rgb, p, 0.5);)"),
                                   "unlit");
  REQUIRE(composed.errors() == "");
  CHECK(composed.rate_of("decode_srgb") == Rate::Material);
  CHECK(composed.calls(Stage::Fragment) ==
        Names{"sample", "decode_srgb", "mix", "encode_srgb", "opaque"});
}

TEST_CASE("operands in different bases convert to the cheapest common basis", "[compose]") {
  // Transforms the per-draw light to model space, rather than every fragment's normal to world
  // space.
  Composed composed = compose_text(R"(
    feature sun.direction: float3 {use: direction, basis: world, norm: unit} at frame;
    profile p: base_mesh {
        provide sun as uniform;
        fragment demand shade: float as target 0;
    }
    material m { output shade = dot(surface.normal, sun.direction); })",
                                   "p");
  REQUIRE(composed.errors() == "");
  CHECK(composed.has_call("direction_to_model"));
  CHECK_FALSE(composed.has_call("normal_to_world"));
  CHECK(composed.rate_of("direction_to_model") ==
        Rate::Object);  // from a per-frame light and the object's matrix
}

TEST_CASE("a guarantee lost in interpolation is re-established on demand", "[compose]") {
  const std::string lit = R"(
    fragment lit(n: float3 {use: normal, basis: world, norm: unit} = surface.normal) -> float3 {use: radiance, encoding: linear}
    { return n; }
    fragment rough(n: float3 {use: normal, basis: world} = surface.normal) -> float3 {use: radiance, encoding: linear}
    { return n; }
  )";
  Composed demanding = compose_text(lit + "material m { output color = lit(); }");
  REQUIRE(demanding.errors() == "");
  CHECK(demanding.has_call("normalize_vector"));
  Composed content = compose_text(lit + "material m { output color = rough(); }");
  REQUIRE(content.errors() == "");
  CHECK_FALSE(content.has_call("normalize_vector"));
  CHECK(content.has_call("normal_to_world"));
}

TEST_CASE("equal values share one evaluation, whatever their origin", "[compose]") {
  Composed composed = compose_text(R"(
    fragment a(n: float3 {use: normal, basis: world, norm: unit} = surface.normal) -> float { return n.x; }
    fragment b(n: float3 {use: normal, basis: world, norm: unit} = surface.normal) -> float { return n.y; }
    profile p: base_mesh { fragment demand shade: float as target 0; }
    material m { x = a() + b(surface.normal); output shade = x + a(); })",
                                   "p");
  REQUIRE(composed.errors() == "");
  Names calls = composed.calls(Stage::Fragment);
  CHECK(std::count(calls.begin(), calls.end(), "normal_to_world") == 1);
  CHECK(std::count(calls.begin(), calls.end(), "normalize_vector") == 1);
  CHECK(std::count(calls.begin(), calls.end(), "a") == 1);
}

TEST_CASE("evaluations of equal inputs are equal only with the same type", "[compose]") {
  const Composed composed = compose_text(R"(
    profile p: base_mesh { fragment demand shade: float as target 0; }
    material m { param k: float = 1.5; output shade = float(int(k)) * float(uint(k)) + float(int(k)); })",
                                         "p");
  REQUIRE(composed.errors() == "");
  const Plan& plan = composed.plan->plan;
  const auto count = [&plan](DataType type) {
    return std::count_if(
        plan.evaluations.begin(), plan.evaluations.end(),
        [&](const Evaluation& evaluation) { return plan.types[evaluation.type].data() == type; });
  };
  CHECK(count(int_type) == 1);
  CHECK(count(uint_type) == 1);
}

TEST_CASE("evaluations of different stages are distinct", "[compose]") {
  TypedGraph graph;
  const TypeId type = graph.types.intern(SemanticType(float_type));
  const EvaluationKind read = FeatureEvaluation{FeatureId(0)};
  EvaluationBuilder builder(graph.evaluations, graph.types);
  const EvaluationId id = builder.add({read, {}, Stage::Vertex, Rate::Draw, type, {}});
  CHECK(builder.add({read, {}, Stage::Vertex, Rate::Draw, type, {}}) == id);
  CHECK(builder.add({read, {}, Stage::Fragment, Rate::Draw, type, {}}) != id);
  const EvaluationKind other = FeatureEvaluation{FeatureId(1)};
  CHECK(builder.add({other, {}, Stage::Vertex, Rate::Draw, type, {}}) != id);
  CHECK(graph.evaluations.size() == 3);
}

TEST_CASE("graphs behave like leaves", "[compose]") {
  Composed composed = compose_text(R"(
    graph half_of(x: float3 {use: reflectance, encoding: linear}, amount: float = 0.5) -> float3 {use: reflectance, encoding: linear}
    { output x * amount; }
    graph both(x: float3) -> (first: float, second: float) { first = x.x; output first; output second = x.y; }
    material m {
        param p: float3 {use: reflectance, encoding: srgb} = #808080;
        h = half_of(p);
        output albedo = h * both(float3(1, 2, 3)).second;
    })",
                                   "unlit");
  REQUIRE(composed.errors() == "");
  CHECK(composed.has_call("decode_srgb"));
  CHECK_FALSE(composed.has_call("half_of"));
}

TEST_CASE("static parameters select branches at compose time", "[compose]") {
  Composed composed = compose_text(unlit(R"(
    static param dark: bool = true;
    param t: texture2d {use: reflectance, encoding: srgb};
    albedo = dark ? #101010 : sample(t).rgb;)"),
                                   "unlit");
  REQUIRE(composed.errors() == "");
  CHECK_FALSE(composed.has_call("sample"));
}

TEST_CASE("needs record the features each value depends on", "[compose]") {
  Composed composed = compose_text(unlit(R"(
    param p: float3 {use: reflectance, encoding: srgb} = #808080;
    faded = p * saturate(frame.time);
    albedo = faded;)"),
                                   "unlit");
  REQUIRE(composed.errors() == "");
  const Plan& plan = composed.plan->plan;
  FeatureId time = *composed.library().find_feature("frame.time");
  bool found = false;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    if (evaluation.origin.name == "faded") {
      found = true;
      CHECK(plan.needs[i].ids() == std::vector<FeatureId>{time});
      CHECK(evaluation.natural_rate == Rate::Material);  // the join of frame and material
    }
  }
  CHECK(found);
}

TEST_CASE("composition failures explain the cause", "[compose]") {
  struct Case {
    std::string text;
    std::string profile;
    std::string expected;
  };
  const Case cases[] = {
      {"material m { output albedo = float3(1, 0, 0) * surface.uv.x; }", "unlit",
       "does not state its 'use'"},
      {"material m { output albedo = #ff0000; }", "forward", "demands output 'color'"},
      {"fragment f(x: uniform float) -> float { return x; } material m { a = f(surface.uv.x); "
       "output albedo = #ff0000 * a; }",
       "unlit", "takes one value per draw, but this value varies per fragment"},
      {"fragment f(x: float) -> float { return x; } material m { a = f(y: 1.0); output albedo = "
       "#ff0000 * a; }",
       "unlit", "'f' has no port 'y'"},
      {"fragment f(x: float) -> float { return x; } material m { a = f(); output albedo = #ff0000 "
       "* a; }",
       "unlit", "port 'x' of 'f' has neither a value nor a default"},
      {"feature wind.speed: float at frame; material m { output albedo = #ff0000 * wind.speed; }",
       "unlit", "does not provide it"},
      {"material m { a = surface.uv.q; output albedo = #ff0000 * a; }", "unlit",
       "no component or member 'q'"},
      {"material m { a = surface.position + surface.normal; output albedo = #ff0000 * a.x; }",
       "unlit", "no-overload"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    Composed composed = compose_text(c.text, c.profile);
    std::string errors = composed.errors();
    INFO(errors);
    CHECK(errors.find(c.expected) != std::string::npos);
  }
}

TEST_CASE("a trait value lost in an operation is traced to it", "[compose]") {
  Composed composed =
      compose_text(unlit("x = #ff0000 + float3(surface.uv, 0.0); albedo = x;"), "unlit");
  INFO(composed.errors());
  CHECK(composed.errors().find("was lost here, where only some of the operands state it") !=
        std::string::npos);
}

TEST_CASE("a chain of ten thousand sums composes in constant stack", "[compose]") {
  std::string bindings = "x0 = surface.uv.x;";
  for (int i = 0; i < 10'000; ++i) {
    bindings += "x" + std::to_string(i + 1) + " = x" + std::to_string(i) + " + " +
                std::to_string(i % 7) + ".5;";
  }
  Composed composed =
      compose_text(unlit(bindings + "albedo = #ff0000 * x10000 as {use: reflectance};"), "unlit");
  REQUIRE(composed.errors() == "");
  Names calls = composed.calls(Stage::Fragment);
  CHECK(std::count(calls.begin(), calls.end(), "add") == 10'000);
}

namespace {

/// Three spaces of one trait, and two consumers of a value in the first space.
std::string spaces(const std::string& direct, const std::string& sum) {
  return R"(
    trait space { m, w, v }
    conversion m_to_w(x: float3 {space: m}) -> {space: w} difficulty 1 { return x + 1.0; }
    conversion w_to_v(x: float3 {space: w}) -> {space: v} difficulty 1 { return x + 2.0; }
    conversion m_to_v(x: float3 {space: m}) -> {space: v} difficulty )" +
         direct + R"({ return x + 3.0; }
    fragment in_world(x: float3 {space: w}) -> float3 { return x; }
    fragment in_view(x: float3 {space: v}) -> float3 { return x; }
    material m {
      param p: float3 {space: m} = float3(1);
      albedo = ()" +
         sum + R"() as {use: reflectance, encoding: linear};
      output albedo;
    })";
}

}  // namespace

TEST_CASE("E1: each link has its own minimum", "[compose]") {
  Composed composed = compose_text(spaces("1.5 ", "in_world(p) + in_view(p)"), "unlit");
  REQUIRE(composed.errors() == "");
  CHECK(composed.has_call("m_to_w"));
  CHECK(composed.has_call("m_to_v"));
  CHECK_FALSE(composed.has_call("w_to_v"));
}

TEST_CASE("E1b: among equal chains the one that shares steps with other links is chosen",
          "[compose]") {
  const std::string equal = "m_to_v equals m_to_w then w_to_v;";
  for (const char* sum : {"in_world(p) + in_view(p)", "in_view(p) + in_world(p)"}) {
    INFO(sum);
    Composed composed = compose_text(equal + spaces("2 ", sum), "unlit");
    REQUIRE(composed.errors() == "");
    Names calls = composed.calls(Stage::Fragment);
    CHECK(std::count(calls.begin(), calls.end(), "m_to_w") == 1);
    CHECK(std::count(calls.begin(), calls.end(), "w_to_v") == 1);
    CHECK(std::count(calls.begin(), calls.end(), "m_to_v") == 0);
  }
  // Alone it uses the chain of fewest steps; two uses share it.
  for (const char* sum : {"in_view(p)", "in_view(p) + in_view(p) * 2.0"}) {
    INFO(sum);
    Composed composed = compose_text(equal + spaces("2 ", sum), "unlit");
    REQUIRE(composed.errors() == "");
    Names calls = composed.calls(Stage::Fragment);
    CHECK(std::count(calls.begin(), calls.end(), "m_to_v") == 1);
    CHECK_FALSE(composed.has_call("m_to_w"));
  }
}

TEST_CASE("E2: the operand that is cheaper at its natural rate is converted", "[compose]") {
  Composed composed = compose_text(R"(
    feature lamp.direction: float3 {use: direction, basis: view} at draw;
    profile p: base_mesh {
        provide lamp as uniform;
        fragment demand shade: float as target 0;
    }
    material m {
        param map: texture2d {use: normal, basis: world};
        output shade = dot(sample(map).xyz, lamp.direction);
    })",
                                   "p");
  REQUIRE(composed.errors() == "");
  CHECK(composed.rate_of("direction_view_to_world") == Rate::Draw);
  CHECK_FALSE(composed.has_call("normal_to_view"));
}

TEST_CASE("colors of different primaries convert to the cheapest common ones", "[compose]") {
  Composed composed = compose_text(unlit(R"(
    param t: texture2d {use: reflectance, encoding: linear, primaries: acescg};
    param p: float3 {use: reflectance, encoding: srgb} = #808080;
    param l: float3 {use: irradiance, encoding: rec709} = float3(1);
    albedo = (sample(t).rgb * p * l) as {use: reflectance};)"),
                                   "unlit");
  REQUIRE(composed.errors() == "");
  // Both single colors are converted to the texture's primaries, once; the result is converted back
  // for display.
  CHECK(composed.rate_of("rec709_to_acescg") == Rate::Material);
  Names calls = composed.calls(Stage::Fragment);
  std::sort(calls.begin(), calls.end());
  CHECK(calls == Names{"acescg_to_rec709", "decode_rec709", "decode_srgb", "encode_srgb",
                       "multiply", "multiply", "opaque", "rec709_to_acescg", "rec709_to_acescg",
                       "sample"});
}

TEST_CASE("check: a function that reads a loop's state has no value outside the loop") {
  const Composed composed = compose_text(R"(
fragment hills(at: float2, scale: float = 3.0) -> float { return at.x * scale; }
fragment slope(height: fn(at: float2) -> float) -> float { return height(surface.uv); }
material m {
    heights = loop 2 with (sum: float = 0.0) { sum = sum + slope((p) => hills(p * sum)); };
    scaled = loop 2 with (sum: float = 0.0) { sum = sum + slope(hills(scale: sum)); };
    output albedo = float3(heights.sum + scaled.sum) as {use: reflectance, encoding: linear};
}
)",
                                         "unlit");
  CHECK(composed.errors() == "");
  const Diagnostics found = check_material(Composer(composed.library()), MaterialId(0));
  CHECK(render_text(found, composed.library().sources) == "");
}

TEST_CASE("compose: a function is chosen as soon as its condition is known") {
  const std::string text = R"(
fragment hills(at: float2) -> float { return at.x; }
fragment ridges(at: float2) -> float { return at.y; }
fragment slope(height: fn(at: float2) -> float) -> float { return height(surface.uv); }
graph chosen(f: fn(at: float2) -> float, g: fn(at: float2) -> float, first: constant bool) -> float
{
    output slope(first ? f : g);
}
graph is_over(a: float {unit: metre}, b: float {unit: centimetre}) -> bool { output a > b; }
material m {
    static param reach: float {unit: metre} = VALUE;
    output albedo = float3(chosen(hills, ridges, is_over(reach, 150.0))) as {use: reflectance, encoding: linear};
}
)";
  for (const bool is_far : {false, true}) {
    std::string with_value = text;
    with_value.replace(text.find("VALUE"), 5, is_far ? "2.0" : "1.0");
    const Composed composed = compose_text(with_value, "unlit");
    INFO(composed.errors());
    REQUIRE(composed.plan);
    CHECK(composed.has_call("hills") == is_far);
    CHECK(composed.has_call("ridges") != is_far);
    const Diagnostics found = check_material(Composer(composed.library()), MaterialId(0));
    CHECK(render_text(found, composed.library().sources) == "");
  }
}

TEST_CASE("compose: a branch removed by a static parameter may choose textures") {
  const std::string text =
      "profile one: base_mesh { fragment demand v: float3 as target 0; }\n"
      "material m { param a: texture2d; param b: texture2d; static param on: bool = VALUE;\n"
      "output v = (on ? sample(surface.uv.x > 0.5 ? a : b) : float4(0.5)).xyz; }";
  for (const bool is_on : {false, true}) {
    std::string with_value = text;
    with_value.replace(text.find("VALUE"), 5, is_on ? "true" : "false");
    const Composed composed = compose_text(with_value, "one");
    INFO(composed.errors());
    CHECK(composed.plan.has_value() != is_on);
    CHECK((composed.errors().find("texture-choice") != std::string::npos) == is_on);
  }
}

}  // namespace weft::testing::compose_test
