// Checks the rule of bound values: loop states, and parameters of functions that leaves are given,
// are read as types that their values have. Correct plans satisfy it, and plans without one of the
// conversions violate it.

#include "composer/verification/bound_types.h"

#include <string>
#include <vector>

#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/left_out_conversion.h"

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
