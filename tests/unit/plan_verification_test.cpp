// The plan checker: correct plans pass, and every kind of damage is found.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "composer/evaluations/plan_functions.h"
#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/rig_source.h"

namespace weft::testing::plan_verification_test {

namespace {

using namespace weft;

const std::string source = rig_source + std::string(R"(
profile smooth: base_mesh {
    fragment demand v: float3 {use: normal, basis: world, norm: unit} as target 0;
    fragment demand w: float3 {use: position, basis: world} as target 1;
}
profile flattened: base_mesh {
    fragment demand v: float3 {use: normal, basis: world, norm: unit} as target 0 flat;
    fragment demand w: float3 {use: position, basis: world} as target 1;
}
profile mapped: smooth {
    provide rig.count as uniform;
    provide rig.palette, rig.other as buffer [capacity: 4];
    fragment demand sum: float3 {use: position, basis: world} as target 2;
}
material m {
    param tint: float3 {use: position, basis: model} = float3(1.0);
    output v = surface.normal;
    output sum = sum_of(between(rig.at, surface.position));
    output w = surface.position + (tint - surface.position) * 0.5;
}
)");

struct Plans {
  Composed naive;
  Composed placed;
  const Library& library() const { return placed.library(); }
};

Plans plans_for(const std::string& profile) {
  Plans plans{compose_text(source, profile), compose_text(source, profile, PlacementOptions{})};
  INFO(plans.placed.errors());
  REQUIRE(plans.naive.plan);
  REQUIRE(plans.placed.plan);
  return plans;
}

std::vector<std::string> rules_broken(const Library& library, const Plan& naive,
                                      const PlacedPlan& placed) {
  std::vector<std::string> rules;
  for (const PlanFault& fault : verify_plan(library, naive, placed)) {
    UNSCOPED_INFO("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                      << fault.text);
    const std::string rule(plan_rule_name(fault.rule));
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) {
      rules.push_back(rule);
    }
  }
  return rules;
}

EvaluationId find_if(const Plan& plan, const std::function<bool(const Evaluation&)>& is_it) {
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    if (is_it(plan.evaluations[EvaluationId(i)])) {
      return EvaluationId(i);
    }
  }
  FAIL("the plan has no such evaluation");
  return EvaluationId(0);
}

bool is_leaf(const Evaluation& evaluation) {
  return std::holds_alternative<LeafEvaluation>(evaluation.kind);
}
bool is_feature(const Evaluation& evaluation) {
  return std::holds_alternative<FeatureEvaluation>(evaluation.kind);
}
EvaluationId moved_leaf(const PlacedPlan& placed) {
  for (const MovedEvaluation& moved : placed.placement->moved) {
    if (is_leaf(placed.plan.evaluations[moved.evaluation])) {
      return moved.evaluation;
    }
  }
  FAIL("no call was moved");
  return EvaluationId(0);
}

/// A product of two host values.
EvaluationId uniform_read(const Plan& plan) {
  return find_if(plan, [&](const Evaluation& e) {
    return std::holds_alternative<UniformEvaluation>(e.kind) &&
           plan.evaluations[e.inputs[0]].inputs.size() == 2;
  });
}

EvaluationId map_of(const Plan& plan) {
  return find_if(plan,
                 [](const Evaluation& e) { return std::holds_alternative<MapEvaluation>(e.kind); });
}

struct Damage {
  std::string what;
  std::string rule;  ///< a rule that it violates, among others
  std::string profile;
  std::function<void(PlacedPlan&)> damage;
};

const std::vector<Damage>& damages() {
  static const std::vector<Damage> all = {
      {"a reader before what it reads", "order", "smooth",
       [](PlacedPlan& p) {
         p.plan.evaluations[moved_leaf(p)].inputs[0] = EvaluationId(p.plan.evaluations.size() - 1);
       }},
      {"a reader of itself", "order", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId id = moved_leaf(p);
         p.plan.evaluations[id].inputs[0] = id;
       }},
      {"an output that is not there", "order", "smooth",
       [](PlacedPlan& p) { p.plan.outputs[0].value = EvaluationId(p.plan.evaluations.size()); }},
      {"a value of the other stage", "stage", "smooth",
       [](PlacedPlan& p) { p.plan.evaluations[moved_leaf(p)].stage = Stage::Fragment; }},
      {"an attribute in the fragment stage", "stage", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId id = find_if(p.plan, [](const Evaluation& e) {
           return is_feature(e) && e.natural_rate == Rate::Vertex;
         });
         p.plan.evaluations[id].stage = Stage::Fragment;
       }},
      {"an interpolation left out", "stage", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId crossing = p.interpolated[0];
         const EvaluationId crossed = p.plan.evaluations[crossing].inputs[0];
         for (Evaluation& each : p.plan.evaluations) {
           std::replace(each.inputs.begin(), each.inputs.end(), crossing, crossed);
         }
       }},
      {"a value of the host read without its block", "stage", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId read = uniform_read(p.plan);
         const EvaluationId result = p.plan.evaluations[read].inputs[0];
         for (Evaluation& each : p.plan.evaluations) {
           std::replace(each.inputs.begin(), each.inputs.end(), read, result);
         }
       }},
      {"a value of the host that is a shader's", "stage", "smooth",
       [](PlacedPlan& p) {
         p.plan.evaluations[p.plan.evaluations[uniform_read(p.plan)].inputs[0]].stage =
             Stage::Vertex;
       }},
      {"a value of the host known per vertex", "rate", "smooth",
       [](PlacedPlan& p) {
         p.rates[p.plan.evaluations[uniform_read(p.plan)].inputs[0].index()] = Rate::Vertex;
       }},
      {"another value of the host", "meaning", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId result = p.plan.evaluations[uniform_read(p.plan)].inputs[0];
         p.plan.evaluations[result].inputs.back() = p.plan.evaluations[result].inputs.front();
       }},
      {"a rate below that of an input", "rate", "smooth",
       [](PlacedPlan& p) { p.rates[moved_leaf(p).index()] = Rate::Draw; }},
      {"a rate that the stage does not have", "rate", "smooth",
       [](PlacedPlan& p) { p.rates[moved_leaf(p).index()] = Rate::Fragment; }},
      {"a type that does not satisfy its reader", "type", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId id = find_if(p.plan, is_feature);
         p.plan.evaluations[id].type = p.plan.types.intern(SemanticType(float3_type));
       }},
      {"a call with an input too few", "type", "smooth",
       [](PlacedPlan& p) { p.plan.evaluations[moved_leaf(p)].inputs.pop_back(); }},
      {"needs that are too small", "context", "smooth",
       [](PlacedPlan& p) { p.plan.needs[moved_leaf(p).index()] = {}; }},
      {"another fragment", "meaning", "smooth",
       [](PlacedPlan& p) {
         auto& leaf = std::get<LeafEvaluation>(p.plan.evaluations[moved_leaf(p)].kind);
         leaf.fragment = FragmentId(leaf.fragment.index() == 0 ? 1 : leaf.fragment.index() - 1);
       }},
      {"another constant", "meaning", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId id = find_if(p.plan, [](const Evaluation& e) {
           const auto* constant = std::get_if<ConstantEvaluation>(&e.kind);
           return constant != nullptr && constant->value.type.is_float_based();
         });
         std::get<ConstantEvaluation>(p.plan.evaluations[id].kind).value.bits[0] ^= 1U;
       }},
      {"outputs exchanged", "meaning", "smooth",
       [](PlacedPlan& p) { std::swap(p.plan.outputs[1].value, p.plan.outputs[2].value); }},
      {"an output left out", "meaning", "smooth", [](PlacedPlan& p) { p.plan.outputs.pop_back(); }},
      {"flat where nobody permits it", "law", "smooth",
       [](PlacedPlan& p) {
         const EvaluationId id = find_if(p.plan, [&](const Evaluation& e) {
           return std::holds_alternative<InterpolateEvaluation>(e.kind) &&
                  is_leaf(p.plan.evaluations[e.inputs[0]]);
         });
         p.plan.evaluations[id].kind = InterpolateEvaluation{true};
       }},
      {"a normalised value interpolated", "law", "flattened",
       [](PlacedPlan& p) {
         for (Evaluation& each : p.plan.evaluations) {
           if (std::holds_alternative<InterpolateEvaluation>(each.kind)) {
             each.kind = InterpolateEvaluation{false};
           }
         }
       }},
      {"a map over fewer elements", "meaning", "mapped",
       [](PlacedPlan& p) {
         std::get<MapEvaluation>(p.plan.evaluations[map_of(p.plan)].kind).size = 3;
       }},
      {"a map of another array", "meaning", "mapped",
       [](PlacedPlan& p) {
         const EvaluationId array = p.plan.evaluations[map_of(p.plan)].inputs[0];
         auto& feature = std::get<FeatureEvaluation>(p.plan.evaluations[array].kind);
         feature.feature = FeatureId(feature.feature.index() + 1);
       }},
      {"a map of the elements as they are", "meaning", "mapped",
       [](PlacedPlan& p) {
         const EvaluationId map = map_of(p.plan);
         const EvaluationId element = find_if(p.plan, [](const Evaluation& e) {
           return std::holds_alternative<BoundEvaluation>(e.kind) && e.stage == Stage::Host;
         });
         p.plan.evaluations[map].inputs.back() = element;
         p.plan.functions.functions[*p.plan.functions.first[map.index()]].results = {element};
       }},
      {"the index of other calls", "meaning", "mapped",
       [](PlacedPlan& p) {
         const EvaluationId index = find_if(p.plan, [](const Evaluation& e) {
           const auto* bound = std::get_if<BoundEvaluation>(&e.kind);
           return bound != nullptr && bound->parameter == index_of_call;
         });
         ++std::get<BoundEvaluation>(p.plan.evaluations[index].kind).level;
       }},
      {"more interpolated than allowed", "budget", "smooth",
       [](PlacedPlan& p) { p.placement->budget = 1; }},
  };
  return all;
}

}  // namespace

TEST_CASE("plan verification: composed plans pass") {
  for (const std::string profile : {"smooth", "flattened", "mapped"}) {
    const Plans plans = plans_for(profile);
    INFO(profile);
    CHECK(rules_broken(plans.library(), plans.naive.plan->plan, *plans.placed.plan).empty());
    CHECK(rules_broken(plans.library(), plans.naive.plan->plan, *plans.naive.plan).empty());
  }
}

TEST_CASE("plan verification: every kind of damage is detected") {
  for (const Damage& each : damages()) {
    INFO(each.what);
    Plans plans = plans_for(each.profile);
    each.damage(*plans.placed.plan);
    if (each.rule == "meaning") {  // damages the action, not its description
      Plan& plan = plans.placed.plan->plan;
      plan.functions = find_functions(plans.library(), plan.evaluations);
    }
    const std::vector<std::string> broken =
        rules_broken(plans.library(), plans.naive.plan->plan, *plans.placed.plan);
    CHECK(std::find(broken.begin(), broken.end(), each.rule) != broken.end());
  }
}

TEST_CASE(
    "plan verification: mixed meanings in a type variable, choice, array or loop are detected") {
  // Both plans are damaged alike: nothing moved, and each value satisfies only its own port's
  // demand.
  for (const std::string read :
       {"a + b", "max(a, b)", "clamp(a, p, b)", "a < b ? 1.0 : 0.0", "p > 1.0 ? a : b",
        "float[2](a, b)[i]", "summed(a, b)", "distance(place, place_cm)", "(toward + seen).x",
        "dot(toward, seen)", "(p > 1.0 ? toward : seen).x"}) {
    INFO(read);
    const std::string text = R"(
profile here {
    provide material, view as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = nowhere();
    fragment demand c: float as target 0;
}
fragment nowhere() -> float4 {use: position, basis: clip} { return float4(0.0); }
graph summed(a: float {unit: metre}, b: float {unit: centimetre}) -> float {
    s = loop 2 with (next: float {unit: metre} = a) { next = b; };
    output s.next;
}
material m {
    param a: float {unit: metre};
    param b: float {unit: centimetre};
    param place: float3 {use: position, basis: world, unit: metre};
    param place_cm: float3 {use: position, basis: world, unit: centimetre};
    param toward: float3 {use: direction, basis: world};
    param seen: float3 {use: direction, basis: view};
    param p: float;
    param i: int;
    output c = )" + read + ";\n}\n";
    Composed composed = compose_text(text, "here");
    INFO(composed.errors());
    REQUIRE(composed.plan);
    CHECK(rules_broken(composed.library(), composed.plan->plan, *composed.plan).empty());
    Plan& plan = composed.plan->plan;
    const EvaluationId conversion = find_if(plan, [&](const Evaluation& e) {
      const auto* leaf = std::get_if<LeafEvaluation>(&e.kind);
      return leaf != nullptr && composed.library().fragments[leaf->fragment].is_conversion();
    });
    const EvaluationId unconverted = plan.evaluations[conversion].inputs.front();
    for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
      EvaluationIds& inputs = plan.evaluations[EvaluationId(i)].inputs;
      std::replace(inputs.begin(), inputs.end(), conversion, unconverted);
    }
    plan.functions = find_functions(composed.library(), plan.evaluations);
    const std::vector<std::string> broken = rules_broken(composed.library(), plan, *composed.plan);
    CHECK(std::find(broken.begin(), broken.end(), "type") != broken.end());
  }
}

TEST_CASE("plan verification: numbers stripped of their units may meet") {
  // After folding, values with different units meet directly: the fragments that stripped the units
  // only returned their argument.
  const Composed composed = compose_text(R"(
struct Pair { float first; float second; }
profile here {
    provide material as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = nowhere();
    fragment demand c: float as target 0;
}
fragment nowhere() -> float4 {use: position, basis: clip} { return float4(0.0); }
fragment in_metre(x: float {unit: metre}) -> float { return x; }
fragment in_centimetre(x: float {unit: centimetre}) -> float { return x; }
material m {
    param a: float {unit: metre};
    param b: float {unit: centimetre};
    pair = Pair(a, b);
    output c = (in_metre(a) + in_centimetre(b)) * (pair.first + pair.second);
}
)",
                                         "here");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  CHECK(rules_broken(composed.library(), composed.plan->plan, *composed.plan).empty());
}

TEST_CASE("plan verification: a member in the wrong unit is detected") {
  const std::string text = R"(
struct Box {
    float {unit: metre} d;
    float weight;
}
profile here {
    provide material as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = nowhere();
    fragment demand c: float as target 0;
}
fragment nowhere() -> float4 {use: position, basis: clip} { return float4(0.0); }
fragment opened(b: Box) -> float { return b.d; }
fragment number(x: float) -> float { return x; }
material m {
    param box: Box;
    param b: float {unit: centimetre};
    output c = opened(Box(b, 1.0)) + number(box.d);
}
)";
  const auto is_of = [](const Evaluation& each, Operation op) {
    const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
    return operation != nullptr && operation->op == op;
  };
  const auto is_refused = [&](const std::function<void(const Composed&, Plan&)>& damage) {
    Composed composed = compose_text(text, "here");
    INFO(composed.errors());
    REQUIRE(composed.plan);
    Plan& plan = composed.plan->plan;
    CHECK(rules_broken(composed.library(), plan, *composed.plan).empty());
    damage(composed, plan);
    const std::vector<std::string> broken = rules_broken(composed.library(), plan, *composed.plan);
    return std::find(broken.begin(), broken.end(), "type") != broken.end();
  };
  // An operand without its conversion.
  CHECK(is_refused([&](const Composed&, Plan& plan) {
    const EvaluationId made =
        find_if(plan, [&](const Evaluation& e) { return is_of(e, Operation::Construct); });
    EvaluationId& part = plan.evaluations[made].inputs.front();
    part = plan.evaluations[part].inputs.front();
  }));
  // A feature declared to be in another unit.
  CHECK(is_refused([&](const Composed&, Plan& plan) {
    const EvaluationId read =
        find_if(plan, [&](const Evaluation& e) { return is_of(e, Operation::Member); });
    const EvaluationId in_centimetre = find_if(plan, [&](const Evaluation& e) {
      const auto* parameter = std::get_if<ParameterEvaluation>(&e.kind);
      return parameter != nullptr && parameter->parameter == 1;
    });
    plan.evaluations[read].type = plan.evaluations[in_centimetre].type;
  }));
}

TEST_CASE("plan verification: factors may have different units") {
  for (const std::string read : {"a * t", "t * a", "a / t", "a * t / t"}) {
    INFO(read);
    const Composed composed = compose_text(R"(
profile here {
    provide material as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = nowhere();
    fragment demand c: float as target 0;
}
fragment nowhere() -> float4 {use: position, basis: clip} { return float4(0.0); }
material m {
    param a: float {unit: metre};
    param t: float {unit: second};
    output c = )" + read + ";\n}\n",
                                           "here");
    INFO(composed.errors());
    REQUIRE(composed.plan);
    CHECK(rules_broken(composed.library(), composed.plan->plan, *composed.plan).empty());
  }
}

}  // namespace weft::testing::plan_verification_test
