// A trait with a default reads as the default where a declared type does not state it, so values
// that state another are converted: those of features, members of structs, states and choices.

#include <algorithm>
#include <string>
#include <vector>

#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/left_out_conversion.h"

namespace weft::testing::trait_defaults_test {
namespace {

const char* const preamble = R"(import "core"; import "fields";
profile values: base_mesh {
    provide frame.time as uniform;
    fragment demand a: float as target 0 = 0.0;
}
fragment packed(x: float) -> float3 {use: direction, basis: world, packing: snorm} { return float3(x, 0.6, 0.5); }
fragment plain(x: float) -> float3 {use: direction, basis: world} { return float3(x, 0.6, 0.5); }
fragment first(v: float3 {use: direction, basis: world, packing: plain}) -> float { return v.x; }
feature its.aim: float3 {use: direction, basis: world} at frame = packed(frame.time);
feature its.heading: float3 {packing: plain} at frame = packed(frame.time);
feature its.numbers: float3 at frame = packed(frame.time);
feature host.aim: float3 {use: direction, basis: world} at frame = float3(0, 1, 0) as {use: direction, basis: world};
fragment aimed() -> float { return its.aim.x; }
fragment headed() -> float { return its.heading.x; }
fragment numbered() -> float { return its.numbers.x; }
fragment from_host() -> float { return host.aim.x; }
struct Aim { float3 {use: direction, basis: world} at; }
struct Heading { float3 {packing: plain} at; }
struct Numbers { float3 at; }
fragment of_aim(s: Aim) -> float { return s.at.x; }
fragment of_heading(s: Heading) -> float { return s.at.x; }
fragment of_numbers(s: Numbers) -> float { return s.at.x; }
)";

struct Case {
  std::string what;
  std::string bindings;
  bool is_unpacked = true;
};

const std::vector<Case> cases = {
    {"the definition of a feature", "output a = aimed();"},
    {"that states nothing but the default", "output a = headed();"},
    {"or nothing at all", "output a = numbered();", false},
    {"an injected value", "output a = from_host() with (host.aim: packed(surface.uv.x));"},
    {"a member", "output a = of_aim(Aim(packed(surface.uv.x)));"},
    {"a member that states nothing but the default",
     "output a = of_heading(Heading(packed(surface.uv.x)));"},
    {"or nothing at all", "output a = of_numbers(Numbers(packed(surface.uv.x)));", false},
    {"a loop's state",
     "l = loop 3 with (v: float3 = plain(surface.uv.x)) { v = packed(v.y); }; output a = "
     "first(l.v);"},
    {"a side of a choice",
     "output a = first(surface.uv.y > 0.5 ? packed(surface.uv.x) : plain(surface.uv.x));"},
    {"a declared binding",
     "v: float3 {packing: plain} = packed(surface.uv.x); output a = first(v);"},
};

bool unpacks(const Composed& composed) {
  const Plan& plan = composed.plan->plan;
  return std::any_of(
      plan.evaluations.begin(), plan.evaluations.end(), [&](const Evaluation& evaluation) {
        const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
        return leaf != nullptr &&
               composed.library().text(composed.library().fragments[leaf->fragment].name) ==
                   "unpack_snorm";
      });
}

TEST_CASE("trait defaults: values are converted to what a declaration leaves to defaults") {
  for (const Case& one : cases) {
    CAPTURE(one.what, one.bindings);
    const Composed composed =
        compose_text(preamble + ("material m { " + one.bindings + " }"), "values");
    CAPTURE(composed.errors());
    REQUIRE(composed.plan);
    const Library& library = composed.library();
    CHECK(unpacks(composed) == one.is_unpacked);
    CHECK(verify_plan(library, composed.plan->plan, *composed.plan).empty());
    if (one.is_unpacked) {
      PlacedPlan damaged = *composed.plan;
      CHECK(leave_out(library, damaged.plan, "unpack_snorm") > 0);
      const std::vector<PlanFault> faults = verify_plan(library, damaged.plan, damaged);
      CHECK(std::any_of(faults.begin(), faults.end(),
                        [](const PlanFault& fault) { return fault.rule == PlanRule::Type; }));
    }
  }
}

}  // namespace
}  // namespace weft::testing::trait_defaults_test
