// Checks the rule of bound values: loop states, and parameters of functions that leaves are given,
// are read as types that their values have. Correct plans satisfy it, and plans without one of the
// conversions violate it.

#include "composer/verification/bound_types.h"

#include <algorithm>
#include <string>
#include <vector>

#include "composer/evaluations/plan_functions.h"
#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::bound_types_test {
namespace {

using namespace weft;

const char* const preamble = R"(import "core"; import "fields";
profile values: base_mesh {
    provide frame.time as uniform;
    fragment demand a: float as target 0 = 0.0;
}
fragment cm(x: float) -> float {unit: centimetre} { return x; }
fragment m_(x: float) -> float {unit: metre} { return x; }
fragment in_metre(x: float {unit: metre}) -> float { return x; }
fragment is_unit(n: float3 {use: direction, basis: world, norm: unit}) -> float { return n.x; }
fragment red(c: float3 {use: reflectance, encoding: linear}) -> float { return c.x; }
fragment paint(x: float) -> float3 {use: reflectance, encoding: srgb} { return float3(x); }
)";

struct Case {
  std::string bindings;
  std::string conversion;  ///< without this conversion the rule is violated
};

const std::vector<Case> cases = {
    {"l = loop 2 with (s: float = m_(frame.time)) { s = cm(frame.time + float(s)); }; "
     "output a = in_metre(l.s);",
     "centimetre_to_metre"},
    {"l = loop 2 with (c: float3 = paint(frame.time)) { c = c * 0.5; }; output a = red(l.c);",
     "encode_srgb"},
    {"output a = in_metre(fold((x, i) => m_(frame.time) + x, cm(frame.time), 2));",
     "centimetre_to_metre"},
};

/// Bypasses the conversion in its consumers; returns the number of steps.
int leave_out(const Library& library, Plan& plan, const std::string& conversion) {
  int left_out = 0;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationId step(i);
    const auto* leaf = std::get_if<LeafEvaluation>(&plan.evaluations[step].kind);
    if (leaf == nullptr || library.text(library.fragments[leaf->fragment].name) != conversion) {
      continue;
    }
    ++left_out;
    const EvaluationId before = plan.evaluations[step].inputs.front();
    for (std::size_t j = 0; j < plan.evaluations.size(); ++j) {
      EvaluationIds& inputs = plan.evaluations[EvaluationId(j)].inputs;
      std::replace(inputs.begin(), inputs.end(), step, before);
    }
  }
  plan.functions = find_functions(library, plan.evaluations);
  return left_out;
}

TEST_CASE("plan verification: loop states and function parameters have their values' types") {
  for (const Case& one : cases) {
    CAPTURE(one.bindings);
    const Composed composed =
        compose_text(preamble + ("material m { " + one.bindings + " }"), "values");
    CAPTURE(composed.errors());
    REQUIRE(composed.plan);
    const Library& library = composed.library();
    CHECK(verify_plan(library, composed.plan->plan, *composed.plan).empty());
    CHECK(find_bound_type_faults(library, composed.plan->plan).empty());
    Plan damaged = composed.plan->plan;
    CHECK(leave_out(library, damaged, one.conversion) > 0);
    CHECK(!find_bound_type_faults(library, damaged).empty());
  }
}

TEST_CASE("plan verification: a state without a guarantee is not read with one") {
  const Composed composed =
      compose_text(std::string(preamble) +
                       "material m { l = loop 2 with (n: float3 = normalize(float3(frame.time, "
                       "1.0, 2.0) as {use: "
                       "direction, basis: world})) { n = n * 3.0; }; output a = is_unit(l.n); }",
                   "values");
  CAPTURE(composed.errors());
  REQUIRE(composed.plan);
  const Library& library = composed.library();
  CHECK(find_bound_type_faults(library, composed.plan->plan).empty());
  Plan damaged = composed.plan->plan;
  for (Evaluation& each : damaged.evaluations) {
    if (std::holds_alternative<BoundEvaluation>(each.kind)) {
      SemanticType type = damaged.types[each.type];
      type.set(*library.lattice.find_trait(*library.names.find("norm")),
               *library.lattice.find_value(*library.lattice.find_trait(*library.names.find("norm")),
                                           *library.names.find("unit")),
               library.lattice);
      each.type = damaged.types.intern(type);
    }
  }
  CHECK(!find_bound_type_faults(library, damaged).empty());
}

}  // namespace
}  // namespace weft::testing::bound_types_test
