// Leaves with dead injections: their needs, their cost, and their text.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::dead_injections_test {

namespace {

using namespace weft;
using Names = std::set<std::string>;

const char* const preamble = R"(
import "noise";
feature ray.footprint: float at fragment;
feature ray.spread: float at fragment;
feature ray.cone: float at fragment = ray.footprint * ray.spread;
profile bare: base_mesh { fragment demand a: float as target 0; }
profile with_spread: bare { provide ray.spread as builtin; }
profile full: bare { provide ray.footprint, ray.spread as builtin; }
fragment wl(value: eval(ray.footprint) -> float) -> float
{
    float width = ray.footprint;
    for (int i = 0; i < 4; ++i) {
        if (width > 8.0)
            break;
        width = width * 1.5 + sin(width);
    }
    return value with (ray.footprint: width);
}
fragment both(value: eval(ray.footprint, ray.spread) -> float, by: float) -> float
{
    float narrow = ray.spread * 0.5;
    float wide = ray.footprint * 2.0;
    if (by > 0.5)
        narrow = narrow * 0.1;
    else
        wide = wide + sin(by);
    return value with (ray.footprint: wide, ray.spread: narrow);
}
graph wider(value: eval(ray.footprint) -> float) -> float { output value with (ray.footprint: ray.footprint * 2.0); }
graph plain(value: eval(ray.footprint) -> float) -> float { output value * 2.0; }
)";

Composed compose_a(const std::string& value, const std::string& profile) {
  return compose_text(preamble + ("material m { output a = " + value + "; }"), profile);
}

Names needs_of(const Composed& composed) {
  const Plan& plan = composed.plan->plan;
  Names names;
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = composed.library().profiles[plan.profile].demands[output.demand];
    if (composed.library().text(demand.name) == "a") {
      for (const FeatureId id : plan.needs[output.value.index()].ids()) {
        names.emplace(composed.library().text(composed.library().features[id].path));
      }
    }
  }
  return names;
}

std::uint64_t cost_of(const Composed& composed) {
  const Plan& plan = composed.plan->plan;
  return plan_cost(plan, operations_with_functions(composed.library(), plan), RunCounts{});
}

/// The unread features of the calls of the leaf, in plan order: `1.2` is the third feature of the
/// second port.
std::vector<std::string> unread_of(const Composed& composed, const std::string& leaf) {
  std::vector<std::string> texts;
  for (const Evaluation& evaluation : composed.plan->plan.evaluations) {
    const auto* call = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (call != nullptr &&
        composed.library().text(composed.library().fragments[call->fragment].name) == leaf) {
      std::string& text = texts.emplace_back();
      for (const UnreadFeature& one : call->special.unread) {
        text += fmt::format("{}.{} ", one.port, one.position);
      }
    }
  }
  return texts;
}

struct NeedsRow {
  const char* name;
  const char* value;
  Names needs;
};

}  // namespace

TEST_CASE("dead injections: an unread feature needs no provider") {
  const std::vector<NeedsRow> rows = {
      {"two dead modifications", "wl(wl(frame.time))", {"frame.time"}},
      {"the same of a graph", "wider(wider(frame.time))", {"frame.time"}},
      {"a graph that hands on what surrounds it", "plain(plain(frame.time))", {"frame.time"}},
      {"a leaf below a graph", "wider(wl(frame.time))", {"frame.time"}},
      {"a graph below a leaf", "wl(wider(frame.time))", {"frame.time"}},
      {"one of two, below", "wl(both(frame.time, surface.uv.x))", {"frame.time"}},
      {"injected above", "wl(ray.footprint) with (ray.footprint: frame.time)", {"frame.time"}},
      {"injected above by a leaf that is dead",
       "wl(both(ray.spread, 0.25) with (ray.spread: frame.time))",
       {"frame.time"}},
  };
  for (const NeedsRow& row : rows) {
    const Composed composed = compose_a(row.value, "bare");
    INFO(row.name << ": " << composed.errors());
    REQUIRE(composed.plan);
    CHECK(needs_of(composed) == row.needs);
  }
}

TEST_CASE("dead injections: only the read features of several are needed") {
  for (const char* const value : {"both(ray.spread, 0.25)", "both(both(ray.spread, 0.75), 0.25)",
                                  "wl(both(ray.spread, 0.25))"}) {
    const Composed composed = compose_a(value, "with_spread");
    INFO(value << ": " << composed.errors());
    REQUIRE(composed.plan);
    CHECK(needs_of(composed) == Names{"ray.spread"});
  }
  // A derived feature reads two.
  const Composed derived = compose_a("both(ray.cone, 0.25)", "full");
  INFO(derived.errors());
  REQUIRE(derived.plan);
  CHECK(needs_of(derived) == Names{"ray.footprint", "ray.spread"});
  CHECK(unread_of(derived, "both") == std::vector<std::string>{""});
}

TEST_CASE("dead injections: only a missing feature that is read is an error") {
  struct Row {
    const char* value;
    const char* missing;
  };
  for (const Row& row : {Row{"wl(wl(ray.footprint))", "ray.footprint"},
                         Row{"wider(wl(ray.footprint))", "ray.footprint"},
                         Row{"wl(both(ray.spread, 0.25))", "ray.spread"},
                         Row{"wl(frame.time) + ray.spread", "ray.spread"},
                         Row{"wider(wider(frame.time)) + wider(ray.spread)", "ray.spread"}}) {
    const Composed composed = compose_a(row.value, "bare");
    INFO(row.value);
    REQUIRE_FALSE(composed.plan);
    REQUIRE(composed.plan.error().size() == 1);
    const Diagnostic& error = composed.plan.error().front();
    CHECK(error.code == Code::MissingFeature);
    CHECK(error.message.find(fmt::format("'{}'", row.missing)) != std::string::npos);
    CHECK(error.notes.size() == 1);  // the path to it
  }
}

TEST_CASE("dead injections: values used only by them are not computed") {
  const std::uint64_t alone = cost_of(compose_a("noise(surface.uv * 8.0)", "full"));
  CHECK(cost_of(compose_a("wl(wl(noise(surface.uv * 8.0)))", "full")) == alone);
  // Two live ones cost their operations and the hidden part of a call.
  CHECK(cost_of(compose_a("wl(wl(noise(surface.uv * ray.footprint)))", "full")) > alone);
  // Of two features only the read one costs: less than both, more than none.
  const std::uint64_t spread = cost_of(compose_a("both(ray.spread, surface.uv.x)", "full"));
  const std::uint64_t two =
      cost_of(compose_a("both(ray.spread + ray.footprint, surface.uv.x)", "full"));
  CHECK(spread < two);
  CHECK(unread_of(compose_a("wl(wl(frame.time))", "full"), "wl").empty());
}

TEST_CASE("dead injections: calls that read different features stay distinct") {
  const std::string value =
      "both(ray.footprint, surface.uv.x) + both(ray.spread, surface.uv.x) + "
      "both(ray.spread * 2.0, surface.uv.y)";
  const Composed composed = compose_a(value, "full");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  CHECK(unread_of(composed, "both") == std::vector<std::string>{"0.1 ", "0.0 ", "0.0 "});
}

TEST_CASE("dead injections: injections that folding makes dead are dropped") {
  const std::string text = preamble + std::string(R"(
material m {
    static param widens: float = 0.0;
    output a = both(ray.spread + ray.footprint * widens, surface.uv.x);
})");
  const Composed composed = compose_text(text, "full");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  CHECK(unread_of(composed, "both") == std::vector<std::string>{"0.0 "});
  CHECK(needs_of(composed) == Names{"ray.spread", "surface.uv"});
}

TEST_CASE("dead injections: a derivative used only by them requires nothing") {
  const std::string text = preamble + std::string(R"(
fragment rough(value: eval(ray.footprint) -> float, x: float) -> float
{
    float width = 0.0;
    if (x > 0.5)
        width = fwidth(x);
    return value with (ray.footprint: width);
}
material live { output a = rough(ray.footprint, surface.uv.x); }
material dead { output a = rough(frame.time, surface.uv.x); }
)");
  Composed composed = compose_text(text, "full");
  const Library& library = composed.library();
  const Composer composer(library);
  const ProfileId profile = *library.find_profile("full");
  CHECK(compose(composer, {*library.find_material("dead"), profile, {}}).has_value());
  const auto live = compose(composer, {*library.find_material("live"), profile, {}});
  REQUIRE_FALSE(live);
  CHECK(live.error().front().code == Code::DivergentDerivative);
}

TEST_CASE("dead injections: the plan checker accepts correct ones and rejects wrong ones") {
  const std::string value = "both(ray.spread + surface.uv.x, surface.uv.x)";
  const Composed naive = compose_a(value, "full");
  Composed placed = compose_text(preamble + ("material m { output a = " + value + "; }"), "full",
                                 PlacementOptions{});
  REQUIRE(naive.plan);
  REQUIRE(placed.plan);
  CHECK(verify_plan(placed.library(), naive.plan->plan, *placed.plan).empty());
  // The same damage in both plans: found from the features that the functions read.
  Plan claimed = naive.plan->plan;
  PlacedPlan damaged = place_naively(claimed);
  for (Plan* plan : {&claimed, &damaged.plan}) {
    for (Evaluation& evaluation : plan->evaluations) {
      if (auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
          leaf && !leaf->special.unread.empty()) {
        leaf->special.unread = {{0, 1}};
      }
    }
  }
  const std::vector<PlanFault> faults = verify_plan(naive.library(), claimed, damaged);
  REQUIRE_FALSE(faults.empty());
  CHECK(std::any_of(faults.begin(), faults.end(), [](const PlanFault& fault) {
    return fault.text.find("does not inject") != std::string::npos;
  }));
}

}  // namespace weft::testing::dead_injections_test
