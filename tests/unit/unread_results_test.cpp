// Results of calls that their stage does not read: which functions stages call, that the bodies
// keep their values, and what the checker of plans says.

#include <set>
#include <string>
#include <vector>

#include "composer/verification/verify_plan.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/model/leaf_part.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::unread_results_test {

namespace {

using namespace weft;
using Calls = std::set<std::string>;

const char* const preamble = R"(
import "core";
feature ray.footprint: float at fragment;
profile shown: base_mesh {
    provide ray.footprint as builtin;
    fragment demand a: float3 as target 0;
    fragment demand b: float3 as target 1;
}
fragment both(p: float3, turn: float3x3, s: float) -> (turned: float3, size: float)
{ turned = turn * p; size = dot(p, p) + s; }
fragment outer(p: float3) -> float3 { return both(p, float3x3(2.0), p.x).turned * 0.5; }
fragment three(p: float3, s: float) -> (low: float3, high: float3, wide: float)
{ low = p * 0.5; high = low * sin(s * p); wide = s * length(p) * ray.footprint; }
fragment gained(p: float3, gain: float) -> (dark: float3, bright: float3)
{ float scale = gain * gain + 0.5; dark = p * scale; bright = exp(p) * scale; }
fragment priced(p: float3) -> (low: float3, high: float3) operations 5 { low = p; high = exp(p); }
fragment over(of: fn(v: float) -> float, p: float3) -> (low: float3, high: float3)
{ low = p * of(0.5); high = exp(p); }
)";

const char* const given =
    "param turn: float3x3; param gain: float = 0.5; p = surface.position; uv = surface.uv; ";

Composed compose_a(const std::string& statements, const PlacementOptions& placement) {
  return compose_text(preamble + ("material m { " + std::string(given)) + statements + " }",
                      "shown", placement);
}

/// The functions with several results in their leaf that a stage calls: `both_turned(p turn)`.
Calls calls_of(const Composed& composed, Stage stage) {
  Calls calls;
  const Library& library = composed.library();
  for (const Evaluation& each : composed.plan->plan.evaluations) {
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    if (leaf == nullptr || each.stage != stage || value_part(*leaf) != nullptr ||
        library.fragments[leaf->fragment].results.size() < 2) {
      continue;
    }
    const Fragment& signature = signature_of(library, *leaf);
    std::string text = leaf_name(library, *leaf) + ":";
    for (const FragmentResult& result : signature.results) {
      text += " " + std::string(library.text(result.name));
    }
    text += " of";
    for (std::size_t i = 0; i < signature.ports.size(); ++i) {
      text += " " + std::string(port_name(library, leaf->fragment, leaf->special, i));
    }
    for (const FeatureId feature : features_of(library, *leaf)) {
      text += " " + std::string(library.text(library.features[feature].path));
    }
    calls.insert(text);
  }
  return calls;
}

struct Row {
  const char* what;
  const char* statements;
  Calls vertex;
  Calls fragment;
  Calls host = {};
};

Plan naive_of(const std::string& statements) {
  return compose_a(statements, {.is_on = false}).plan->plan;
}

}  // namespace

TEST_CASE("unread results: what stages call") {
  const std::vector<Row> rows = {
      {"each stage reads one",
       "t = both(p, turn, gain); output a = turn * (turn * t.turned); output b = float3(t.size);",
       {"both_turned: turned of p turn"},
       {"both_size: size of p s"}},
      {"nobody reads one",
       "t = both(p, turn, gain); output a = float3(t.size); output b = p;",
       {},
       {"both_size: size of p s"}},
      {"all are read",
       "t = both(p, turn, gain); output a = exp(t.turned); output b = float3(t.size);",
       {},
       {"both: turned size of p turn s"}},
      {"two calls share a function",
       "q = exp(p); t = both(q, turn, gain); u = both(t.turned, turn, gain); "
       "output a = float3(u.size); output b = p;",
       {},
       {"both: turned size of p turn s"}},
      {"two of three, without a feature",
       "t = three(p, uv.x); output a = exp(t.low); output b = exp(t.high);",
       {},
       {"three: low high of p s"}},
      {"one that others are computed from stays inside",
       "t = three(p, uv.x); output a = exp(t.high); output b = p;",
       {},
       {"three_high: high of p s"}},
      {"a part is split off",
       "t = gained(p, gain); output a = exp(t.bright); output b = p;",
       {},
       {"gained_bright: bright of p scale"}},
      {"the host reads one",
       "t = gained(turn[0], gain); output a = p * t.bright; output b = p;",
       {},
       {},
       {"gained_bright: bright of p gain"}},
      {"another leaf calls it",
       "q = exp(p); t = both(q, turn, gain); output a = float3(t.size); output b = outer(q);",
       {},
       {"both: turned size of p turn s"}},
      {"what only an input that is left out reads",
       "q = exp(p); t = three(q, uv.x); u = both(q, turn, t.wide); output a = u.turned; "
       "output b = t.high;",
       {},
       {"both_turned: turned of p turn", "three_high: high of p s"}},
      {"a declared cost is of all",
       "t = priced(p); output a = exp(t.high); output b = p;",
       {},
       {"priced: low high of p"}},
      {"a leaf that takes a function",
       "t = over((v) => v * uv.x, p); output a = t.high; output b = p;",
       {},
       {"over: low high of of p"}},
  };
  for (const Row& row : rows) {
    const Composed naive = compose_a(row.statements, {.is_on = false});
    const Composed placed = compose_a(row.statements, {});
    INFO(row.what << ": " << naive.errors() << placed.errors());
    REQUIRE(naive.plan);
    REQUIRE(placed.plan);
    CHECK(calls_of(placed, Stage::Vertex) == row.vertex);
    CHECK(calls_of(placed, Stage::Fragment) == row.fragment);
    CHECK(calls_of(placed, Stage::Host) == row.host);
    for (const PlanFault& fault : verify_plan(placed.library(), naive.plan->plan, *placed.plan)) {
      FAIL_CHECK("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                     << fault.text);
    }
  }
}

TEST_CASE("unread results: a result that nobody reads costs nothing") {
  const Composed placed =
      compose_a("t = both(p, turn, gain); output a = float3(t.size); output b = p;", {});
  REQUIRE(placed.plan);
  const Placement& placement = *placed.plan->placement;
  // The product of the matrix, less what interpolating the position costs.
  CHECK(placement.cost + 9 * 1'000'000 - 6 * 1'000'000 <= placement.naive_cost);
}

TEST_CASE("unread results: calls that differ in what their results do not depend on") {
  const std::string statements =
      "t = both(p, turn, gain); u = both(p, turn * turn, gain); "
      "output a = float3(t.size); output b = exp(u.turned) * u.size;";
  const Composed placed = compose_a(statements, {});
  REQUIRE(placed.plan);
  CHECK(verify_plan(placed.library(), naive_of(statements), *placed.plan).empty());
}

TEST_CASE("unread results: bodies keep the values of the results that are left") {
  const std::vector<const char*> bodies = {
      "low = p * s; mid = low + 1.0; high = mid.xx * low.y;",
      "mid = p.yx; if (s > 0.5) { low = p; high = float2(s); } else { low = -p; high = mid; }",
      "low = p; mid = float2(0.0); high = p; if (s > 0.5) { mid = low; return; } high = mid + 2.0;",
      "high = p; high.x += s; low = float2(s, high.x); mid = high * low; high.y *= 2.0;",
      "low = float2(0.0); mid = p; for (int i = 0; i < 3; ++i) { low += p * s; mid = low; } "
      "high = mid;",
      "float2 t = p * 2.0; low = t; mid = t; high = t; if (s < 0.0) { return; } mid = low * t;",
  };
  for (const char* body : bodies) {
    INFO(body);
    const Composed composed = compose_text(
        "fragment leaf(p: float2, s: float) -> (low: float2, mid: float2, high: float2) { " +
        std::string(body) +
        " }\nmaterial m { t = leaf(surface.uv, 0.5); output color = "
        "float4(t.low, t.mid) as {encoding: linear}; }");
    const Library& library = composed.library();
    const FragmentId fragment = library.find_fragments(*library.names.find("leaf")).front();
    const Fragment& leaf = library.fragments[fragment];
    const Body& whole = leaf.instances().front().body;
    for (std::uint32_t left = 1; left < 7; ++left) {  // a set of results, not all
      LeafPartKey key;
      for (std::uint32_t i = 0; i < 3; ++i) {
        if ((left >> i & 1U) == 0) {
          key.unread_results.push_back(i);
        }
      }
      const LeafPart part = make_leaf_part(library, leaf, whole, PartFacts(whole), key);
      REQUIRE(part.signature.results.size() == 3 - key.unread_results.size());
      for (const float s : {-0.5F, 0.25F, 0.75F}) {
        const std::vector<Constant> ports = {{float2_type, {float_bits(0.5F), float_bits(-2.0F)}},
                                             {float_type, {float_bits(s)}}};
        std::vector<Constant> read;
        for (const std::uint32_t port : part.ports) {
          read.push_back(ports[port]);
        }
        const std::vector<Constant> none;
        const auto all = evaluate_body(library, whole, {float2_type, float2_type, float2_type},
                                       EvaluationInputs{ports, none});
        const std::vector<DataType> types(part.signature.results.size(), float2_type);
        const auto some = evaluate_body(library, part.body, types, EvaluationInputs{read, none});
        REQUIRE(all);
        REQUIRE(some);
        std::vector<Constant> expected;
        for (std::uint32_t i = 0; i < 3; ++i) {
          if ((left >> i & 1U) != 0) {
            expected.push_back((*all)[i]);
          }
        }
        INFO("results " << left << ", s " << s);
        CHECK(*some == expected);
      }
    }
  }
}

TEST_CASE("unread results: the checker of plans") {
  const std::string statements =
      "t = three(p, uv.x); output a = exp(t.low); output b = exp(t.high);";
  const Composed placed = compose_a(statements, {});
  REQUIRE(placed.plan);
  const Plan naive = naive_of(statements);
  const auto first_fault = [&](auto change) {
    PlacedPlan damaged = *placed.plan;
    for (Evaluation& each : damaged.plan.evaluations) {
      auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
      if (leaf != nullptr && leaf->special.part != nullptr) {
        change(*leaf);
      }
    }
    const std::vector<PlanFault> faults = verify_plan(placed.library(), naive, damaged);
    return faults.empty() ? std::string() : faults.front().text;
  };
  const auto with_unread = [&](const std::vector<std::uint32_t>& unread) {
    return [&placed, unread](LeafEvaluation& leaf) {
      const Library& library = placed.library();
      const BodyInstance& whole = library.fragments[leaf.fragment].instances().front();
      leaf.special.part = library.specialized->find_part(library, whole.body, leaf.fragment,
                                                         leaf.type_arguments, {}, {{}, {}, unread});
    };
  };
  CHECK(first_fault(with_unread({2})).empty());
  CHECK(first_fault(with_unread({})) == "computes result 2 for nobody");
  CHECK_THAT(first_fault(with_unread({1, 2})), contains("which does not compute it"));
  CHECK_FALSE(first_fault(with_unread({1})).empty());  // another result in its place
  CHECK_FALSE(first_fault(with_unread({0})).empty());
}

}  // namespace weft::testing::unread_results_test
