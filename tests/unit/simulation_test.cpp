// Simulations: the types of states, their rates, the conversions that steps need, and what the
// checker of plans says of damaged ones.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::simulation_test {

namespace {

/// The states that a plan writes, as `name: type` joined by "; ".
std::string states_of(const Composed& composed) {
  const Plan& plan = composed.plan->plan;
  std::string text;
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(composed.library(), plan, output);
    if (demand.target == TargetKind::State) {
      const SemanticType& type = plan.types[plan.evaluations[output.value].type];
      text += (text.empty() ? "" : "; ") + std::string(composed.library().text(demand.name)) +
              ": " + composed.library().type_name(type);
    }
  }
  return text;
}

std::string material_of(const std::string& bindings) { return "material m {\n" + bindings + "}\n"; }

bool has_thread_call(const Composed& composed, const std::string& fragment) {
  const std::vector<std::string> calls = composed.calls(Stage::Thread);
  return std::find(calls.begin(), calls.end(), fragment) != calls.end();
}

const Evaluation& only_read(const Plan& plan) {
  const auto found = std::find_if(
      plan.evaluations.begin(), plan.evaluations.end(),
      [](const Evaluation& each) { return std::holds_alternative<StateEvaluation>(each.kind); });
  REQUIRE(found != plan.evaluations.end());
  return *found;
}

}  // namespace

TEST_CASE("simulation: the type of a state comes from its declaration and its first value") {
  struct Row {
    const char* what;
    const char* bindings;
    const char* states;
  };
  for (const Row& row : {
           Row{"a literal", "s = loop simulation with (x: float = 0.0) { x = x + 1.0; };",
               "x: float"},
           Row{"an int widens", "s = loop simulation with (x: float = 1) { x = x * 2; };",
               "x: float"},
           Row{"bools and ints",
               "s = loop simulation with (a: bool = true, b: int2 = int2(1, 2), c: uint = 3u) "
               "{ a = !a; b = b.yx; };",
               "a: bool; b: int2; c: uint"},
           Row{"meanings of the first value",
               "param start: float {unit: metre} = 1.0;\n"
               "s = loop simulation with (x: float = start) { x = x * 2.0; };",
               "x: float {unit: metre}"},
           Row{"what is declared is less than the first value",
               "param start: float3 {use: direction, basis: world} = float3(0, 1, 0);\n"
               "s = loop simulation with (x: float3 {use: vector} = start) "
               "{ x = x * 2.0 as {use: vector}; };",
               "x: float3 {use: vector, basis: world}"},
           Row{"guarantees are only those that are declared",
               "param up: float3 {use: direction, basis: world} = float3(0, 1, 0);\n"
               "start: float3 {use: direction, basis: world, norm: unit} = up;\n"
               "s = loop simulation with (x: float3 = start) { x = x * 2.0; };",
               "x: float3 {use: direction, basis: world}"},
           Row{"in the order of their declarations",
               "late = loop simulation with (z: float = early.y) { z = early.y; };\n"
               "early = loop simulation with (y: float = 0.0, x: float = 1.0) { y = x; x = y; };",
               "z: float; y: float; x: float"},
           Row{"the new value of another one",
               "a = loop simulation with (x: float = 0.0) { x = x + 1.0; };\n"
               "b = loop simulation with (y: float = a.x) { y = y + a.x; };",
               "x: float; y: float"},
       }) {
    INFO(row.what);
    const Composed composed = compose_text(material_of(row.bindings), "simulation");
    CHECK(composed.errors() == "");
    if (composed.plan) {
      CHECK(states_of(composed) == row.states);
      CHECK(verify_plan(composed.library(), composed.plan->plan, *composed.plan).empty());
    }
  }
}

TEST_CASE("simulation: what a step makes is converted to the type of its state") {
  struct Row {
    const char* bindings;
    std::vector<std::string> called;
    const char* states;
  };
  for (const Row& row : {
           Row{"s = loop simulation with (x: float3 {use: direction, norm: unit} = "
               "float3(0, 1, 0) as {use: direction}) { x = x + 0.1 * x.yxz as {use: direction}; };",
               {"normalize_vector"},
               "x: float3 {use: direction, norm: unit}"},
           Row{"param tint: float3 {use: reflectance, encoding: srgb} = #804020;\n"
               "s = loop simulation with (x: float3 {use: reflectance, encoding: linear} = tint) "
               "{ x = thread.id.x == 0 ? tint : x; };",
               {"decode_srgb"},
               "x: float3 {use: reflectance, encoding: linear}"},
           Row{"plain = float3(thread.uv, 1.0) as {use: direction, norm: unit};\n"
               "packed = float3(thread.uv, 1.0) as {use: direction, packing: snorm};\n"
               "s = loop simulation with (x: float3 = plain, y: float3 = packed) "
               "{ x = packed; y = plain; };",
               {"unpack_snorm", "pack_snorm"},
               "x: float3 {use: direction}; y: float3 {use: direction, packing: snorm}"},
       }) {
    CAPTURE(row.bindings);
    const Composed composed = compose_text(material_of(row.bindings), "simulation");
    REQUIRE(composed.errors() == "");
    for (const std::string& conversion : row.called) {
      CHECK(has_thread_call(composed, conversion));
    }
    CHECK(states_of(composed) == row.states);
  }
}

TEST_CASE("simulation: a step that loses a trait names it") {
  struct Row {
    const char* bindings;
    const char* message;
  };
  for (const Row& row : {
           Row{"param start: float {unit: metre} = 1.0;\n"
               "s = loop simulation with (x: float = start) { x = float(x); };",
               "the step loses 'unit' of state 'x'"},
           Row{"param start: float3 {use: direction, basis: world} = float3(0, 1, 0);\n"
               "s = loop simulation with (x: float3 = start) { x = x.zyx; };",
               "the step loses 'use', 'basis' of state 'x'"},
           Row{"s = loop simulation with (x: float2 = float2(0.0)) { x = float3(x, 1.0); };",
               "no conversion leads to the next value of state 'x'"},
       }) {
    const Composed composed = compose_text(material_of(row.bindings), "simulation");
    INFO(composed.errors());
    CHECK(composed.errors().find(row.message) != std::string::npos);
  }
}

TEST_CASE("simulation: a state is a field, wherever it is read") {
  for (const char* step : {"x + 1.0", "(x with (thread.id: int3(0, 0, 0))) + simulation.delta",
                           "x with (thread.id: thread.id + int3(1, 0, 0))"}) {
    INFO(step);
    const Composed composed =
        compose_text(material_of(std::string("s = loop simulation with (x: float = 0.0) { x = ") +
                                 step + "; };"),
                     "simulation", PlacementOptions{});
    REQUIRE(composed.errors() == "");
    const Evaluation& read = only_read(composed.plan->plan);
    CHECK(read.natural_rate == Rate::Thread);
    CHECK(read.stage == Stage::Thread);
    CHECK(composed.plan->uniform_results.empty());
  }
}

TEST_CASE("simulation: a state that is read at one place twice is read once") {
  const Composed composed = compose_text(
      material_of(
          "s = loop simulation with (x: float = 0.0, y: float = 0.0) { x = x * x; y = x; };"),
      "simulation");
  REQUIRE(composed.errors() == "");
  const Plan& plan = composed.plan->plan;
  CHECK(std::count_if(plan.evaluations.begin(), plan.evaluations.end(), [](const Evaluation& each) {
          return std::holds_alternative<StateEvaluation>(each.kind);
        }) == 1);
}

TEST_CASE("simulation: the checker of plans finds reads that no step writes so") {
  const Composed composed = compose_text(
      material_of("s = loop simulation with (x: float {unit: metre} = 1.0 as {unit: metre}, "
                  "y: int = 1) { x = 0.5 * (x with (thread.id: thread.id.yxz)); y = y + 1; };"),
      "simulation");
  REQUIRE(composed.errors() == "");
  const PlacedPlan& sound = *composed.plan;
  const auto faults_after = [&](const std::function<void(PlacedPlan&, Evaluation & read)>& damage) {
    PlacedPlan damaged = sound;
    for (std::size_t i = 0; i < damaged.plan.evaluations.size(); ++i) {
      Evaluation& each = damaged.plan.evaluations[EvaluationId(i)];
      if (std::holds_alternative<StateEvaluation>(each.kind)) {
        damage(damaged, each);
        break;
      }
    }
    return verify_plan(composed.library(), damaged.plan, damaged).size();
  };
  CHECK(faults_after([](PlacedPlan&, Evaluation&) {}) == 0);
  CHECK(faults_after([](PlacedPlan&, Evaluation& read) {
          read.kind = StateEvaluation{1};  // an int
        }) > 0);
  CHECK(faults_after([](PlacedPlan&, Evaluation& read) { read.kind = StateEvaluation{7}; }) > 0);
  CHECK(faults_after([](PlacedPlan&, Evaluation& read) { read.inputs.pop_back(); }) > 0);
  CHECK(faults_after([](PlacedPlan& plan, Evaluation& read) {
          read.type = plan.plan.types.intern(SemanticType(float_type));  // the unit is lost
        }) > 0);
  CHECK(faults_after([](PlacedPlan& plan, Evaluation&) { plan.plan.outputs.pop_back(); }) > 0);
  CHECK(faults_after([](PlacedPlan& plan, Evaluation&) { ++plan.plan.outputs.back().demand; }) > 0);
}

TEST_CASE("simulation: profiles give states bindings, two each") {
  struct Row {
    const char* settings;
    std::uint32_t read;
    std::uint32_t written;
    const char* format;  ///< empty: a buffer
  };
  for (const Row& row : {
           Row{"set states images;", 4, 5, "rg32f"},
           Row{"set states images; set state_format half;", 4, 5, "rg16f"},
           Row{"set states images; set state_binding 20;", 22, 23, "rg32f"},
           Row{"set states buffers; set state_binding 9;", 11, 12, ""},
       }) {
    INFO(row.settings);
    const Composed composed = compose_text(
        "profile stored {\n    provide thread.id as builtin;\n    provide simulation, thread.size "
        "as push;\n"
        "    thread demand value: float as image 1 = 0.0;\n" +
            std::string(row.settings) + "\n}\n" +
            material_of("s = loop simulation with (first: int = 0, x: float2 = thread.uv) "
                        "{ x = x.yx; first = first + 1; };"),
        "stored");
    REQUIRE(composed.errors() == "");
    const auto emission = emit(composed.library(), *composed.plan, {.glsl = true, .hlsl = true});
    REQUIRE(emission);
    const Interface& all = emission->programs.interface;
    REQUIRE(all.states.size() == 2);
    const PreviousState& state = all.states[1];
    CHECK(state.name == "x");
    CHECK(state.set == 3);
    CHECK(state.binding == row.read);
    CHECK(all.storage[state.storage].binding == row.written);
    CHECK((state.format ? std::string(state.format->name) : std::string()) == row.format);
    CHECK(state.is_read);
  }
}

}  // namespace weft::testing::simulation_test
