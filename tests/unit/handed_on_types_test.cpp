// Checks the rule of signatures: functions that graphs forward have the types declared by each
// signature on their path. Correct plans satisfy it, and plans without one of the conversions
// violate it.

#include <algorithm>
#include <string>
#include <vector>

#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/left_out_conversion.h"

namespace weft::testing::handed_on_types_test {

namespace {

using namespace weft;

const char* const preamble = R"(import "lights"; import "bsdf";
profile values: base_mesh {
    provide view.from_world, view.to_world, frame.time as uniform;
    fragment demand a: float as target 0 = 0.0;
}
fragment seen(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float {
    return f(float3(0.0, 0.0, 1.0)) + f(float3(0.0, 1.0, 0.0));
}
fragment lit(c: fn(u: float) -> float3 {use: reflectance, encoding: linear}) -> float {
    return c(0.5).x + c(0.25).y;
}
fragment raw(c: fn(u: float) -> float3) -> float { return c(0.5).x + c(0.25).y; }
graph in_world(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { output seen(f); }
graph stored(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { output lit(f); }
graph plain(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { output raw(f); }
graph called(f: fn(n: float3 {use: normal, basis: view}) -> float {unit: metre}) -> float {unit: metre} {
    output f(float3(frame.time, 0.0, 1.0) as {use: normal, basis: view});
}
graph called_in_world(f: fn(n: float3 {use: normal, basis: world}) -> float {unit: centimetre}) -> float {unit: metre} {
    output called(f);
}
graph colored(f: fn(u: float) -> float3 {use: reflectance, encoding: linear}) -> float {
    output f(frame.time).x;
}
graph colored_stored(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { output colored(f); }
graph spread(f: fn(n: float3 {use: normal, basis: model}) -> float) -> float { output in_world(f); }
fragment x_of(n: float3 {use: normal, basis: world}) -> float { return n.x; }
fragment body_in_world(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { return seen(f); }
fragment body_in_model(f: fn(n: float3 {use: normal, basis: model}) -> float) -> float { return body_in_world(f); }
fragment body_stored(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { return lit(f); }
graph to_body(f: fn(n: float3 {use: normal, basis: model}) -> float) -> float { output body_in_world(f); }
)";

struct Case {
  std::string call;
  std::string conversion;  ///< without this conversion a signature is violated
};

const Case cases[] = {
    {"in_world((n) => n.x)", "normal_view_to_world"},
    {"in_world((n) => n.x + frame.time)", "normal_view_to_world"},
    {"in_world(x_of)", "normal_view_to_world"},
    {"spread((n) => n.x)", "normal_to_model"},
    {"stored((u) => float3(u * frame.time) as {use: reflectance, encoding: srgb})", "decode_srgb"},
    {"stored((u) => float3(u * frame.time) as {use: reflectance, encoding: linear})",
     "encode_srgb"},
    {"plain((u) => float3(u * frame.time) as {use: reflectance, encoding: linear})", "encode_srgb"},
    {"called_in_world((n) => (n.x + frame.time) as {unit: centimetre})", "normal_view_to_world"},
    {"called_in_world((n) => (n.x + frame.time) as {unit: centimetre})", "centimetre_to_metre"},
    {"colored_stored((u) => float3(u * frame.time) as {use: reflectance, encoding: srgb})",
     "decode_srgb"},
    {"colored_stored((u) => float3(u * frame.time) as {use: reflectance, encoding: linear})",
     "encode_srgb"},
    {"body_in_world((n) => n.x + frame.time)", "normal_view_to_world"},
    {"body_in_world(x_of)", "normal_view_to_world"},
    {"body_in_model((n) => n.x + frame.time)", "normal_view_to_world"},
    {"body_in_model((n) => n.x + frame.time)", "normal_to_model"},
    {"body_stored((u) => float3(u * frame.time) as {use: reflectance, encoding: srgb})",
     "decode_srgb"},
    {"to_body((n) => n.x + frame.time)", "normal_to_model"},
};

Composed composed_of(const Case& one) {
  return compose_text(preamble + ("material m { output a = " + one.call + "; }"), "values");
}

bool breaks_signature(const Library& library, const Plan& naive, const PlacedPlan& placed) {
  const std::vector<PlanFault> faults = verify_plan(library, naive, placed);
  for (const PlanFault& fault : faults) {
    UNSCOPED_INFO("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                      << fault.text);
  }
  return std::any_of(faults.begin(), faults.end(),
                     [](const PlanFault& fault) { return fault.rule == PlanRule::Signature; });
}

}  // namespace

TEST_CASE("plan verification: a forwarded function keeps its declared types") {
  for (const Case& one : cases) {
    CAPTURE(one.call, one.conversion);
    const Composed composed = composed_of(one);
    CAPTURE(composed.errors());
    REQUIRE(composed.plan);
    const Library& library = composed.library();
    CHECK(verify_plan(library, composed.plan->plan, *composed.plan).empty());
    PlacedPlan damaged = *composed.plan;
    CHECK(leave_out(library, damaged.plan, one.conversion) > 0);
    CHECK(breaks_signature(library, damaged.plan, damaged));
  }
}

}  // namespace weft::testing::handed_on_types_test
