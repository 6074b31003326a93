// The plan checker trusts no law: an incorrect one that planner and checker share is found.

#include <string>
#include <utility>
#include <vector>

#include "composer/placement/place.h"
#include "composer/verification/verify_plan.h"
#include "fragments/model/intrinsics.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::plan_laws_test {

namespace {

Law normalize_is_linear(Operation op, std::uint32_t payload, DataType type,
                        const std::vector<Law>& arguments) {
  const bool is_it =
      op == Operation::Intrinsic && static_cast<Intrinsic>(payload) == Intrinsic::Normalize;
  return is_it ? arguments[0] : operation_law(op, payload, type, arguments);
}

Law products_are_joins(Operation op, std::uint32_t payload, DataType type,
                       const std::vector<Law>& arguments) {
  return op == Operation::Multiply ? join(arguments[0], arguments[1])
                                   : operation_law(op, payload, type, arguments);
}

Law roots_are_linear(Operation op, std::uint32_t payload, DataType type,
                     const std::vector<Law>& arguments) {
  const bool is_it =
      op == Operation::Intrinsic && static_cast<Intrinsic>(payload) == Intrinsic::Exp2;
  return is_it ? arguments[0] : operation_law(op, payload, type, arguments);
}

}  // namespace

TEST_CASE("plan laws: values alone expose a wrong law shared by planner and checker") {
  const std::pair<OperationLaw, std::string> wrong[] = {
      {normalize_is_linear, "normalize(place) + place"},
      {products_are_joins, "place * place.yzx + place"},
      {roots_are_linear, "exp2(place) + place"},
      {products_are_joins, "around((at) => at * at.zxy, place)"},
      {products_are_joins, "carved(place)"},
  };
  for (const auto& [law, value] : wrong) {
    INFO(value);
    const Composed naive = compose_text(R"(
profile one: base_mesh { fragment demand v: float3 as target 0; }
fragment around(field: fn(at: float3) -> float3, place: float3) -> float3 { return field(place) + field(place.yzx); }
fragment carved(place: float3) -> float3 { float3 p = place * place.yzx * 2.0 + 0.5; return sin(p); }
material m { place: float3 = surface.position; output v = )" +
                                            value + "; }",
                                        "one");
    INFO(naive.errors());
    REQUIRE(naive.plan);
    const Library& library = naive.library();
    const auto right = place(library, naive.plan->plan, PlacementOptions{});
    REQUIRE(right);
    CHECK(verify_plan(library, naive.plan->plan, *right).empty());
    const auto placed = place(library, naive.plan->plan, PlacementOptions{}, law);
    REQUIRE(placed);
    const auto faults = verify_plan(library, naive.plan->plan, *placed, PlacementOptions{}, law);
    REQUIRE_FALSE(faults.empty());
    for (const PlanFault& fault : faults) {
      CHECK(fault.rule == PlanRule::Value);
    }
  }
}

}  // namespace weft::testing::plan_laws_test
