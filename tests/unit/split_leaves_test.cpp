// Leaves are split by how often the values in their bodies change.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::split_leaves_test {

namespace {

using namespace weft;

const char* const preamble = R"(
import "lights";
profile shown: base_mesh { fragment demand a: float3 as target 0; }
profile on_gpu: shown { set uniform_program off; }
fragment glow(base: float3, width: float, gain: float) -> float3
{
    float sharp = gain * gain + 0.5;
    float scale = sharp * 2.0;
    return pow(abs(base), float3(width)) * scale + sharp;
}
fragment response(base: float3, rough: float, l: float3 {use: direction} = light.direction) -> float3 {use: brdf_cos, encoding: linear}
{
    float alpha = max(rough * rough, 0.01);
    float3 dark = base * (1.0 - alpha);
    return dark * (alpha + l.x) / (0.5 + l.y * l.y);
}
fragment changed(base: float3, gain: float) -> float3
{
    float scale = gain * gain;
    scale += base.x;
    return base * scale;
}
fragment sharpened(base: float3, gain: float) -> float3
{
    float edge = fwidth(gain * base.x) + 1.0;
    return base * edge;
}
fragment costly(base: float3, gain: float) -> float3 operations 5
{
    float scale = gain * gain + 1.0;
    return base * scale;
}
fragment branched(base: float3, gain: float) -> float3
{
    float3 sum = base;
    for (int i = 0; i < 3; ++i) {
        float step = gain * 0.5 + 0.25;
        if (base.x > step) { sum += base * (gain * gain + 2.0); }
    }
    return sum;
}
fragment tinted(base: float3, gain: float, tint: float) -> float3
{
    float dip = (gain * gain + 0.5) * (1.0 - tint);
    float scale = gain * gain * tint;
    return base * base * scale - dip;
}
fragment dimmed(base: float3, gain: float, tint: float) -> float3
{
    float dark = gain * gain + 0.5;
    return base * base + dark * (1.0 - tint);
}
/// The limits of both loops stay; what is computed from the first one, and what the second one limits, does not.
fragment limited(base: float3, gain: float) -> float3
{
    float3 sum = base;
    int count = min(lights.count, length_of(lights.irradiance));
    float share = gain / float(count + 1);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j <= clamp(int(gain * 2.0 + 1.0), 0, 3); ++j) { sum += base * lights.irradiance[i] * share; }
    }
    return sum;
}
/// What `sin` reads is affine in the place, and so is the local before it.
fragment carved(place: float3, way: float3x3, shift: float3) -> float
{
    float3 turned = way * place;
    return sin(dot(turned, shift) + 0.5) * place.x;
}
/// One value is worth interpolating beside the place, the other is not.
fragment mottled(place: float3, way: float3x3) -> float3
{
    return sin(way * (way * place)) * cos(place * 4.0) * place;
}
/// In place of the input, any work pays.
fragment striped(place: float3) -> float3 { return sin(place * 4.0); }
fragment scaled(place: float3, gain: float) -> float3 { return place * gain * 2.0 + 1.0; }
fragment shared(place: float3, of: float3) -> float3 { return sin(place * 4.0) * cos(place * 5.0) * of + place; }
fragment reads_striped(place: float3) -> float3 { return striped(place * place); }
fragment chosen_by(place: float3, way: float3x3) -> float3
{
    float3 sum = place * place;
    if (place.x > 0.0) { sum += sin(way * (way * place)); }
    return sum;
}
fragment twice(of: fn(s: float) -> float3, s: float) -> float3 { return 0.5 * of(s) - 0.25 * of(s + 0.5); }
/// The size of a pixel is of the draw, and where the function is called is affine in the place.
fragment blur(size: float, tap: fn(uv: float2) -> float3, uv: float2) -> float3
{
    float texel = 1.0 / size;
    return tap(uv * texel + texel) * texel + tap(uv);
}
/// What is computed from the function's result stays, whatever it is computed with.
fragment bent(of: fn(s: float) -> float3, place: float3, gain: float) -> float3
{
    float3 got = of(gain);
    float scale = got.x * got.x + gain;
    return got * scale * (place * place);
}
fragment at_light(rough: float, each: eval(light.direction) -> float3, l: float3 {use: direction} = light.direction) -> float3 {use: brdf_cos, encoding: linear}
{
    float most = rough * rough + 0.5;
    return each with (light.direction: l * most) * most;
}
fragment two(base: float3, gain: float) -> (low: float3, high: float3)
{
    float scale = sqrt(gain);
    low = base * scale;
    high = base / scale;
}
struct Pair { float3 low; float3 high; }
fragment pair_of(a: float3) -> Pair { return Pair(sin(a), cos(a)); }
fragment paired(base: float3, l: float3 {use: direction} = light.direction) -> float3 {use: brdf_cos, encoding: linear}
{
    Pair p = pair_of(base);
    return p.low * l.x + p.high * l.y;
}
fragment root_of(x: float) -> float { return sqrt(x * x + 1.0); }
fragment fall_of(x: float) -> float { return root_of(x) * exp2(-x); }
fragment deep(base: float3, gain: float) -> float3 { return base * base * fall_of(gain); }
fragment edge_of(x: float) -> float { return fwidth(x) + 1.0; }
fragment edges_of(x: float) -> float { return edge_of(x) * 2.0; }
fragment edged(base: float3, gain: float) -> float3 { return base * base * edges_of(gain); }
)";

struct Row {
  const char* name;
  const char* profile;
  const char* value;
  std::vector<std::string> calls;  ///< of split leaves in plan order: name, then stage
};

std::vector<std::string> split_calls(const Composed& composed) {
  std::vector<std::string> calls;
  const Plan& plan = composed.plan->plan;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& each = plan.evaluations[EvaluationId(i)];
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    if (leaf != nullptr && leaf->special.part != nullptr) {
      calls.push_back(
          fmt::format("{} {}{}", leaf_name(composed.library(), *leaf), stage_name(each.stage),
                      plan.functions.is_in_function(EvaluationId(i)) ? " per light" : ""));
    }
  }
  std::sort(calls.begin(), calls.end());
  return calls;
}

}  // namespace

TEST_CASE("split leaves: values that change less often than the result become parts") {
  const std::vector<Row> rows = {
      {"values of the draw go to the host",
       "shown",
       "glow(surface.position, gain, gain)",
       {"glow fragment", "glow_scale host", "glow_sharp host"}},
      {"but stay without a uniform program", "on_gpu", "glow(surface.position, gain, gain)", {}},
      {"a value that constants decide is no part",
       "shown",
       "tinted(surface.position, gain, 1.0)",
       {"tinted fragment", "tinted_scale host"}},
      {"and is one where they do not",
       "shown",
       "tinted(surface.position, gain, 0.5)",
       {"tinted fragment", "tinted_dip host", "tinted_scale host"}},
      {"nor is what only such a value needs", "shown", "dimmed(surface.position, gain, 1.0)", {}},
      {"and it is one where that is not known",
       "shown",
       "dimmed(surface.position, gain, surface.uv.x)",
       {"dimmed fragment", "dimmed_dark host", "dimmed_part vertex"}},
      {"what does not read the light leaves the loop",
       "shown",
       "sum_lights(response(surface.position, surface.uv.x))",
       {"response fragment per light", "response_alpha fragment", "response_dark fragment"}},
      {"in two steps where its inputs differ",
       "shown",
       "sum_lights(response(surface.position * surface.position, gain))",
       {"response fragment per light", "response_alpha host", "response_dark fragment"}},
      {"parts move to the vertices with what reads them",
       "shown",
       "sum_lights(response(surface.position, gain))",
       {"response vertex per light", "response_alpha host", "response_dark vertex"}},
      {"nothing is earlier", "shown", "glow(surface.position, surface.uv.x, surface.uv.y)", {}},
      {"everything is of the draw", "shown", "glow(float3(gain), gain, gain)", {}},
      {"a local that is assigned again", "shown", "changed(surface.position, gain)", {}},
      {"derivatives stay", "shown", "sharpened(surface.position, gain)", {}},
      {"a declared cost is that of the whole", "shown", "costly(surface.position, gain)", {}},
      {"out of loops and branches",
       "shown",
       "branched(surface.position, gain)",
       {"branched fragment", "branched_step host", "branched_sum_part fragment",
        "branched_sum_part host"}},
      {"but not what limits a loop, so that its indices need no clamp",
       "shown",
       "limited(surface.position * surface.position, gain)",
       {"limited fragment", "limited_j_part host", "limited_share host"}},
      {"parts read parameters of functions of the vertex stage",
       "shown",
       "twice((s) => twice((t) => branched(float3(t), s), s) + float3(surface.position), gain)",
       {"branched vertex per light", "branched_step vertex per light",
        "branched_sum_part vertex per light"}},
      {"leaves that take functions",
       "shown",
       "blur(gain, (uv) => float3(sin(uv), 0.5), float2(surface.uv))",
       {"blur fragment", "blur_texel host"}},
      {"but not what reads the functions' results",
       "shown",
       "bent((s) => float3(sin(s + gain)), surface.position, gain)",
       {}},
      {"nor what reads only those and the draw, inside of functions",
       "shown",
       "twice((s) => bent((t) => float3(t), float3(s), s) * float3(surface.position), gain)",
       {}},
      {"what leaves that take functions compute for each light leaves the loop",
       "shown",
       "sum_lights(at_light(surface.uv.x, float3(sin(light.direction.x))))",
       {"at_light fragment per light", "at_light_most fragment"}},
      {"structs leave loops",
       "shown",
       "sum_lights(paired(surface.position * surface.position))",
       {"paired fragment per light", "paired_p fragment"}},
      {"with what leaves call that the leaf calls",
       "shown",
       "deep(surface.position, gain)",
       {"deep fragment", "deep_part host"}},
      {"but no derivatives, however deep", "shown", "edged(surface.position, gain)", {}},
      {"several results",
       "shown",
       "two(surface.position * surface.position, gain).low",
       {"two_low fragment", "two_scale host"}},
      {"what is affine in interpolated values goes to the vertices",
       "shown",
       "float3(carved(surface.position, turn, tint))",
       {"carved fragment", "carved_part vertex"}},
      {"if it saves more than it costs to carry",
       "shown",
       "mottled(surface.position, turn)",
       {"mottled fragment", "mottled_part vertex"}},
      {"any work in place of the input",
       "shown",
       "striped(surface.position)",
       {"striped fragment", "striped_part vertex"}},
      {"but not beside it", "shown", "striped(surface.position) * surface.position", {}},
      {"nor for a second function of the leaf",
       "shown",
       "striped(surface.position) * striped(surface.normal * surface.normal)",
       {}},
      {"be it for another leaf",
       "shown",
       "striped(surface.position) * reads_striped(surface.normal)",
       {}},
      {"calls that are split alike have one function",
       "shown",
       "striped(surface.position) * striped(surface.normal)",
       {"striped fragment", "striped fragment", "striped_part vertex", "striped_part vertex"}},
      {"the value of a call is placed with the call",
       "shown",
       "scaled(surface.position, gain)",
       {}},
      {"out of branches",
       "shown",
       "chosen_by(surface.position, turn)",
       {"chosen_by fragment", "chosen_by_sum_part vertex"}},
      {"calls share what stays per fragment",
       "shown",
       "shared(surface.position, surface.normal) + shared(surface.position, tint)",
       {"shared fragment", "shared fragment", "shared_part fragment", "shared_part fragment"}},
      {"nothing is affine in a product of interpolated values",
       "shown",
       "striped(surface.position * surface.normal)",
       {}},
      {"calls of the vertex stage give values of the draw to the host",
       "shown",
       "surface.position; output position_offset = glow(surface.position, gain, gain) as {use: "
       "direction, basis: model}",
       {"glow vertex", "glow_scale host", "glow_sharp host"}},
      {"calls share parts",
       "shown",
       "glow(surface.position, gain, gain) + glow(surface.normal, gain, gain)",
       {"glow fragment", "glow fragment", "glow_scale host", "glow_sharp host"}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const std::string text = std::string(preamble) +
                             "material m { param gain: float = 0.5; param turn: float3x3; param "
                             "tint: float3; output a = " +
                             row.value + "; }";
    const Composed naive = compose_text(text, row.profile);
    const Composed placed = compose_text(text, row.profile, {.splits_leaves = true});
    REQUIRE(naive.errors() == "");
    REQUIRE(placed.errors() == "");
    CHECK(split_calls(placed) == row.calls);
    CHECK(split_calls(naive).empty());
    for (const PlanFault& fault : verify_plan(placed.library(), naive.plan->plan, *placed.plan)) {
      FAIL_CHECK("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                     << fault.text);
    }
    CHECK(placed.plan->placement->cost <= placed.plan->placement->naive_cost);
  }
}

TEST_CASE("split leaves: a part has the parts and the code that it reads itself") {
  // Otherwise n parts of one body take n² time and memory.
  constexpr int length = 60;
  std::string text = preamble;
  text += "fragment chain(base: float3, gain: float) -> float3 { float b0 = gain * gain;\n";
  for (int i = 0; i < length; ++i) {
    text += fmt::format("float b{} = b{} * b{} + gain;\n", i + 1, i, i / 2);
  }
  text += fmt::format(
      "return base * base * b{}; }}\n"
      "material m {{ param gain: float; output a = chain(surface.position, gain); }}",
      length);
  const Composed naive = compose_text(text, "shown");
  const Composed placed = compose_text(text, "shown", {.splits_leaves = true});
  REQUIRE(naive.errors() == "");
  REQUIRE(placed.errors() == "");
  std::size_t parts = 0;
  for (const Evaluation& each : placed.plan->plan.evaluations) {
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    const LeafPart* part = leaf != nullptr ? leaf->special.part.get() : nullptr;
    if (part != nullptr && part->value) {
      ++parts;
      CHECK(part->below.size() <= 2);
      CHECK(part->below == part->given);
      CHECK(part->body.exprs.size() <= 8);
    }
  }
  CHECK(parts >= length / 2);
  CHECK(verify_plan(placed.library(), naive.plan->plan, *placed.plan).empty());
}

}  // namespace weft::testing::split_leaves_test
