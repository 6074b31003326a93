// Plans of calls shared by compositions: which plans are shareable, and sharing changes no result.

#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "composer/typing/planned_call_cache.h"
#include "composer/typing/shared_answers.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"

namespace weft::testing::planned_calls_test {

namespace {

PlannedCall plan_of(FragmentId fragment) { return {fragment, {}, {}, {}, 0, 0, {}}; }

std::string texts_of(const Composer& composer, const std::string& material) {
  const Library& library = composer.library();
  const auto placed =
      compose(composer, {*library.find_material(material), *library.find_profile("forward"), {}});
  REQUIRE(placed);
  EmitOptions options;
  options.glsl = true;
  options.hlsl = true;
  const auto emission = emit(library, *placed, options);
  REQUIRE(emission);
  std::string all;
  for (const auto& file : emission->files) {
    all += file.content;
  }
  return all;
}

}  // namespace

TEST_CASE("compositions that share plans match separate composers", "[composer]") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  for (const std::string first : {"worn_metal", "rock"}) {
    const std::string file = (repository_root() / "shaders/materials" / (first + ".weft")).string();
    const LoadedLibrary loaded = load_library(file, DiskReader(), options);
    const Composer shared(loaded.library);
    const Composer fresh(loaded.library);
    const std::string expected = texts_of(fresh, first);
    CHECK(texts_of(shared, first) == expected);
    const std::size_t plans = shared.shared_answers().calls.size();
    CHECK(plans >= 5);
    CHECK(texts_of(shared, first) == expected);
    CHECK(shared.shared_answers().calls.size() == plans);
  }
}

TEST_CASE("plans with defaults are shared where the defaults are alike", "[composer]") {
  const Composed composed = compose_text(R"(
    feature probe.at: float at fragment;
    fragment sampled(value: eval(probe.at) -> float) -> float {
      return (value with (probe.at: 0.25)) + (value with (probe.at: 0.75));
    }
    fragment scaled(x: float, by: float = probe.at, more: float = 2.0) -> float {
      return x * by + more;
    }
    fragment turned(x: float, n: float3 {use: normal, basis: world} = surface.normal) -> float {
      return x * n.y;
    }
    material constant { output color = float4(float3(scaled(2.0) with (probe.at: 3.0)), 1.0) as {use: display_color, encoding: linear, primaries: rec709}; }
    material varying {
      output color = float4(float3(scaled(2.0) with (probe.at: surface.uv.x)), 1.0) as {use: display_color, encoding: linear, primaries: rec709};
    }
    material in_function { output color = float4(float3(sampled(scaled(2.0))), 1.0) as {use: display_color, encoding: linear, primaries: rec709}; }
    material converted { output color = float4(float3(turned(frame.time)), 1.0) as {use: display_color, encoding: linear, primaries: rec709}; }
    material given { output color = float4(float3(turned(2.0, surface.normal)), 1.0) as {use: display_color, encoding: linear, primaries: rec709}; }
    )");
  REQUIRE(composed.errors() == "");
  const std::vector<std::string> materials = {"constant", "varying", "in_function", "converted",
                                              "given"};
  for (const std::string& first : materials) {
    const Composer shared(composed.library());
    texts_of(shared, first);
    for (const std::string& second : materials) {
      CAPTURE(first, second);
      CHECK(texts_of(shared, second) == texts_of(Composer(composed.library()), second));
    }
  }
}

TEST_CASE("a negative number does not reuse the plan of a positive one", "[composer]") {
  const std::string declared = "fragment counted(n: uint) -> float { return float(n); }\n";
  for (const std::string sum : {"counted(1) + counted(-1)", "counted(-1) + counted(1)"}) {
    CAPTURE(sum);
    const Composed composed = compose_text(declared + "material m { a = " + sum +
                                           "; output color = float3(a) as {use: color}; }");
    CHECK_FALSE(composed.plan);
    CHECK_THAT(composed.errors(), contains("no conversion leads to port 'n' of 'counted'"));
  }
}

TEST_CASE("only plans without references to their composition are shared", "[composer]") {
  PlannedCall plan = plan_of(FragmentId(0));
  plan.ports.push_back({0U, {}, {}, std::nullopt});
  CHECK(is_shareable(plan));
  PlannedCall takes_default = plan;
  takes_default.ports[0].argument.reset();
  CHECK_FALSE(is_shareable(takes_default));
  takes_default.defaults = {{0U, {SemanticType(float_type), Rate::Constant, 2, false}}};
  CHECK(is_shareable(takes_default));
  PlannedCall asked = plan;
  asked.requested = {CallId(3)};
  CHECK_FALSE(is_shareable(asked));
  PlannedCall others_asked = plan;
  others_asked.rejected = {CallId(3)};
  CHECK_FALSE(is_shareable(others_asked));
  PlannedCall takes_function = plan;
  takes_function.function_level = 1;
  CHECK_FALSE(is_shareable(takes_function));
  PlannedCall converts_elsewhere = plan;
  converts_elsewhere.ports[0].link.environment = EnvironmentId(1);
  CHECK_FALSE(is_shareable(converts_elsewhere));
}

TEST_CASE("a plan cache keeps the first of equal entries", "[composer]") {
  PlannedCallCache cache;
  const PlannedCallCache::Question question{{1, 2}, {SemanticType(float_type)}, {}};
  CHECK(cache.find(question) == nullptr);
  const auto first = cache.add(question, plan_of(FragmentId(4)));
  CHECK(cache.add(question, plan_of(FragmentId(5))) == first);
  CHECK(cache.find(question) == first);
  CHECK(cache.find({{1, 2}, {SemanticType(float2_type)}, {}}) == nullptr);
  CHECK(cache.find({{1, 3}, {SemanticType(float_type)}, {}}) == nullptr);
  CHECK(cache.size() == 1);
}

TEST_CASE("a plan cache finds plans by a view of the question", "[composer]") {
  PlannedCallCache cache;
  FeatureSet features;
  features.insert(FeatureId(3));
  const PlannedCallCache::Question question{{1, 2}, {SemanticType(float_type)}, features};
  const auto plan = cache.add(question, plan_of(FragmentId(4)));
  const SemanticType type(float_type);
  const AnswerQuestionView same{{1, 2}, {&type}, &features};
  CHECK(same.owned() == question);
  CHECK(cache.find(same) == plan);

  const SemanticType other_type(float2_type);
  const FeatureSet no_features;
  CHECK(cache.find(AnswerQuestionView{{1, 3}, {&type}, &features}) == nullptr);
  CHECK(cache.find(AnswerQuestionView{{1, 2}, {&other_type}, &features}) == nullptr);
  CHECK(cache.find(AnswerQuestionView{{1, 2}, {&type, &type}, &features}) == nullptr);
  CHECK(cache.find(AnswerQuestionView{{1, 2}, {&type}, &no_features}) == nullptr);
}

}  // namespace weft::testing::planned_calls_test
