// The cost of a plan per draw: operations by rate, and interpolated components once per value.

#include "composer/evaluations/plan_cost.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::plan_cost_test {

namespace {

using namespace weft;

constexpr RunCounts runs{10, 1000};

EvaluationId interpolated(const Plan& plan) {
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    if (std::holds_alternative<InterpolateEvaluation>(plan.evaluations[EvaluationId(i)].kind)) {
      return EvaluationId(i);
    }
  }
  FAIL("nothing is interpolated");
  return EvaluationId(0);
}

}  // namespace

TEST_CASE("plan cost: an interpolant is paid once for all readers, flat and smooth separately") {
  const Composed composed = compose_text(
      "profile one: base_mesh { fragment demand v: float2 as target 0; }\n"
      "material m { output v = surface.uv; }",
      "one");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  Plan plan = composed.plan->plan;
  const auto cost = [&plan] {
    return plan_cost(plan, std::vector<std::uint64_t>(plan.evaluations.size(), 0), runs);
  };
  const std::uint64_t once = cost();
  CHECK(once == 2 * runs.fragments);
  Evaluation again = plan.evaluations[interpolated(plan)];
  plan.evaluations.add(again);
  CHECK(cost() == once);
  std::get<InterpolateEvaluation>(again.kind).is_flat = true;
  plan.evaluations.add(again);
  CHECK(cost() == 2 * once);
}

TEST_CASE("plan cost: operations count once per run at their rate, and sums saturate") {
  const Composed composed = compose_text(
      "profile one: base_mesh { fragment demand v: float2 as target 0; }\n"
      "material m { output v = surface.uv * sin(frame.time); }",
      "one");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const Plan& plan = composed.plan->plan;
  const std::vector<std::uint64_t> none(plan.evaluations.size(), 0);
  const std::uint64_t least = plan_cost(plan, none, runs);
  for (std::size_t i = 0; i < none.size(); ++i) {
    std::vector<std::uint64_t> operations = none;
    operations[i] = 3;
    const Rate rate = plan.evaluations[EvaluationId(i)].natural_rate;
    const std::uint64_t times = rate == Rate::Fragment   ? runs.fragments
                                : rate == Rate::Vertex   ? runs.vertices
                                : rate == Rate::Constant ? 0
                                                         : 1;
    CHECK(plan_cost(plan, operations, runs) == least + 3 * times);
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    operations[i] = most;
    CHECK(plan_cost(plan, operations, runs) == (times == 0 ? least : most));
  }
}

TEST_CASE("plan cost: a rate without its own stage counts runs where it is computed") {
  CHECK(runs.at(Rate::Constant) == 0);
  CHECK(runs.at(Rate::Material) == 1);
  CHECK(runs.at(Rate::Draw) == 1);
  CHECK(runs.at(Rate::Instance) == runs.vertices);
  CHECK(runs.at(Rate::Vertex) == runs.vertices);
  CHECK(runs.at(Rate::Fragment) == runs.fragments);
}

TEST_CASE("plan cost: each output pays for its inputs at their placed rates") {
  const Composed composed = compose_text(
      "profile two: base_mesh { fragment demand a: float as target 0;\n"
      "  fragment demand b: float as target 1; }\n"
      "material m { param k: float = 2.0; shared = sin(surface.uv.x); output a = shared * shared;\n"
      "  output b = shared + sin(k); }",
      "two");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const std::vector<OutputCost> costs = output_costs(composed.library(), *composed.plan, runs);
  const auto cost_of = [&](std::string_view name) {
    const Profile& profile = composed.library().profiles[composed.plan->plan.profile];
    const auto at = std::find_if(costs.begin(), costs.end(), [&](const OutputCost& cost) {
      const std::uint32_t demand = composed.plan->plan.outputs[cost.output].demand;
      return composed.library().text(profile.demands[demand].name) == name;
    });
    REQUIRE(at != costs.end());
    return *at;
  };
  // By docs/operations.md sin() is 4 operations, a product or sum 1. sin(k) runs once per change of
  // the material, the rest per fragment, and uv is two interpolated components.
  const std::map<Rate, std::uint64_t> of_a{{Rate::Fragment, 5}};
  const std::map<Rate, std::uint64_t> of_b{{Rate::Material, 4}, {Rate::Fragment, 5}};
  CHECK(cost_of("a").operations == of_a);
  CHECK(cost_of("b").operations == of_b);
  CHECK(cost_of("a").per_draw == 7 * runs.fragments);
  CHECK(cost_of("b").per_draw == 7 * runs.fragments + 4);
}

}  // namespace weft::testing::plan_cost_test
