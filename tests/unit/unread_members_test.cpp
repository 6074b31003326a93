// Members of leaves' structs that no reader selects: what calls leave out, what that saves, that
// the values stay, and what the checker of plans says of it.

#include "fragments/model/unread_members.h"

#include <bit>
#include <string>
#include <vector>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/verification/member_reads.h"
#include "composer/verification/verify_plan.h"
#include "fragments/interpreter/interpreter.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::unread_members_test {

namespace {

using namespace weft;
using Members = std::vector<std::uint32_t>;

const char* const preamble = R"(
import "core";
feature ray.footprint: float at fragment;
profile bare: base_mesh { fragment demand a: float as target 0; }
profile full: bare { provide ray.footprint as builtin; }
struct Three { float x; float2 y; float3x3 m; }
fragment three(p: float2, q: float) -> Three
{ float s = sin(q); return Three(p.x * 2.0, float2(s, s * s), float3x3(p.y)); }
fragment sided(p: float2, q: float) -> Three
{
    if (p.x > 0.5) { return Three(q, p, float3x3(1.0)); }
    float s = cos(q);
    return Three(p.y, float2(s), float3x3(q));
}
fragment kept(p: float2, q: float) -> Three { Three t = Three(p.x, p, float3x3(q)); return t; }
fragment wide(p: float2, q: float) -> Three
{ return Three(p.x, float2(q * ray.footprint), float3x3(1.0)); }
fragment sum_of(t: Three) -> float { return t.x + t.y.x + t.m[0].x; }
fragment x_of(t: Three, q: float) -> float { return sin(t.x) * q; }
fragment y_of(q: float, t: Three) -> float { float2 y = t.y; return y.x * y.y * q; }
fragment next(t: Three, q: float) -> Three { return Three(exp2(t.y.x), float2(sin(t.x * q)), t.m); }
fragment made_of_x(t: Three, q: float) -> Three
{ float s = sin(t.x * q); return Three(s, float2(s, q), float3x3(q)); }
fragment sum_handed(t: Three) -> float { return sum_of(t) * 2.0; }
fragment copied(t: Three) -> float { Three u = t; return u.x; }
fragment without(t: Three, q: float) -> float { return q * q; }
fragment picked(of: fn(v: float) -> Three, p: float2) -> float { return of(p.x).x + of(p.y).x; }
fragment applied(of: fn(v: float) -> float, p: float2) -> Three
{ return Three(of(p.x), p * 2.0, float3x3(p.y)); }
)";

const char* const given = "uv = surface.uv; q = exp(uv.y);";

Composed compose_a(const std::string& statements, const std::string& profile = "full",
                   const PlacementOptions& placement = {.is_on = false}) {
  return compose_text(preamble + ("material m { " + std::string(given)) + statements + " }",
                      profile, placement);
}

Constant floats(DataType type, const std::vector<float>& values) {
  Constant constant{type, {}};
  for (const float value : values) {
    constant.bits.push_back(std::bit_cast<std::uint32_t>(value));
  }
  return constant;
}

/// The members that the calls of leaves with structs leave out, in plan order.
std::vector<Members> left_out(const Composed& composed) {
  std::vector<Members> all;
  const Plan& plan = composed.plan->plan;
  for (const Evaluation& evaluation : plan.evaluations) {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf != nullptr && plan.types[evaluation.type].data().is_struct()) {
      Members& members = all.emplace_back();
      for (const UnreadFeature& one : leaf->special.unread) {
        CHECK(one.port == result_members);
        members.push_back(one.position);
      }
    }
  }
  return all;
}

std::uint64_t cost_of(const Composed& composed) {
  const Plan& plan = composed.plan->plan;
  return plan_cost(plan, operations_with_functions(composed.library(), plan), RunCounts{});
}

struct Row {
  const char* what;
  const char* statements;
  std::vector<Members> left_out;
};

}  // namespace

TEST_CASE("unread members: which ones calls leave out") {
  const std::vector<Row> rows = {
      {"one is read", "t = three(uv, q); output a = t.x;", {{1}}},
      {"another", "t = three(uv, q); output a = t.y.x;", {{0}}},
      {"all that can be left out are read", "t = three(uv, q); output a = t.x + t.y.x;", {{}}},
      {"a matrix stays", "t = three(uv, q); output a = t.m[0].x;", {{0, 1}}},
      {"two returns", "t = sided(uv, q); output a = t.x;", {{1}}},
      {"the whole is read, too", "t = three(uv, q); output a = t.x + sum_of(t);", {{}}},
      {"it is returned from a local", "t = kept(uv, q); output a = t.x;", {{}}},
      {"two calls", "t = three(uv, q); u = three(t.y, q); output a = u.x;", {{0}, {1}}},
      {"a leaf that takes a function", "t = applied((v) => v * q, uv); output a = t.x;", {{}}},
      {"a part of it is split off",
       "param k: float = 0.5; t = three(uv, k); output a = t.y.x * t.y.y;",
       {{0}}},
      {"a leaf reads one", "t = three(uv, q); output a = x_of(t, q);", {{1}}},
      {"and another leaf another", "t = three(uv, q); output a = y_of(x_of(t, q), t);", {{}}},
      {"a leaf reads the same", "t = three(uv, q); output a = x_of(t, q) + t.x;", {{1}}},
      {"a leaf reads what a later one needs",
       "t = three(uv, q); u = next(t, q); output a = x_of(u, q);",
       {{0}, {1}}},
      {"a leaf of which all is needed reads one",
       "t = three(uv, q); u = made_of_x(t, q); output a = sum_of(u);",
       {{1}, {}}},
      {"a leaf hands it on", "t = three(uv, q); output a = sum_handed(t);", {{}}},
      {"a leaf copies it", "t = three(uv, q); output a = copied(t);", {{}}},
      {"a leaf copies it, and a member is read",
       "t = three(uv, q); output a = copied(t) + t.x;",
       {{}}},
      {"a leaf does not read it", "t = three(uv, q); output a = without(t, q);", {{}}},
      {"a function returns it", "t = three(uv, q); output a = picked((v) => t, uv);", {{}}},
      {"a function returns it, and a member is read",
       "t = three(uv, q); output a = picked((v) => t, uv) + t.y.x;",
       {{}}},
      {"a choice between two reads both",
       "t = three(uv, q); u = three(q * uv, q); output a = (uv.x > 0.5 ? t : u).x;",
       {{}, {}}},
      {"a choice between two reads both, and a member is read",
       "t = three(uv, q); u = three(q * uv, q); output a = (uv.x > 0.5 ? t : u).x + t.y.x;",
       {{}, {}}},
      {"what a choice reads", "t = three(uv, q); output a = (uv.x > 0.5 ? t : t).x;", {{1}}},
  };
  for (const Row& row : rows) {
    const Composed composed = compose_a(row.statements);
    INFO(row.what << ": " << composed.errors());
    REQUIRE(composed.plan);
    CHECK(left_out(composed) == row.left_out);
    CHECK(verify_plan(composed.library(), composed.plan->plan, *composed.plan).empty());
    const Composed placed = compose_a(row.statements, "full", PlacementOptions{});
    REQUIRE(placed.plan);
    CHECK(verify_plan(placed.library(), composed.plan->plan, *placed.plan).empty());
  }
}

TEST_CASE("unread members: what only they need is not computed") {
  const std::uint64_t alone = cost_of(compose_a("output a = uv.x * 2.0;"));
  const std::uint64_t read = cost_of(compose_a("t = three(uv, q); output a = t.x;"));
  const std::uint64_t all = cost_of(compose_a("t = three(uv, q); output a = t.x + t.y.y;"));
  CHECK(read <= alone + 2 * 1'000'000);  // the call, and the argument for its matrix
  CHECK(all > read);
}

TEST_CASE("unread members: a feature that only they need is not asked for") {
  const Composed composed = compose_a("t = wide(uv, q); output a = t.x;");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  CHECK(left_out(composed) == std::vector<Members>{{1}});
  for (const Evaluation& evaluation : composed.plan->plan.evaluations) {
    if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
      CHECK(composed.library().text(composed.library().features[feature->feature].path) !=
            "ray.footprint");
    }
  }
}

TEST_CASE("unread members: the body returns the same members, and 0 for the others") {
  const Composed composed = compose_a("t = three(uv, q); output a = t.x;");
  REQUIRE(composed.plan);
  const Library& library = composed.library();
  for (const char* name : {"three", "sided"}) {
    INFO(name);
    const FragmentId fragment = library.find_fragments(*library.names.find(name)).front();
    const DataType type = library.fragments[fragment].results[0].type.data;
    for (const float x : {0.25F, 0.75F}) {
      const std::vector<Constant> inputs = {floats(float2_type, {x, 0.5F}),
                                            floats(float_type, {1.5F})};
      const auto value = [&](UnreadFeatures unread) {
        const Body& body = *find_body(library, fragment, {}, {std::move(unread), nullptr});
        const std::vector<Constant> no_features;
        const auto results = evaluate_body(library, body, {type}, {inputs, no_features});
        REQUIRE(results.has_value());
        return results->front().bits;
      };
      std::vector<std::uint32_t> expected = value({});
      expected[1] = expected[2] = 0;  // after `x`
      CHECK(value({{result_members, 1}}) == expected);
    }
  }
}

TEST_CASE("unread members: the checker refuses plans that read what a call leaves out") {
  const Composed composed = compose_a("t = three(uv, q); output a = t.x;");
  REQUIRE(composed.plan);
  const auto faults_with = [&](UnreadFeatures unread) {
    Plan naive = composed.plan->plan;
    for (Evaluation& evaluation : naive.evaluations) {
      auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
      if (leaf != nullptr && !leaf->special.unread.empty()) {
        leaf->special.unread = unread;
      }
    }
    return verify_plan(composed.library(), naive, place_naively(naive)).size();
  };
  CHECK(faults_with({{result_members, 1}}) == 0);
  CHECK(faults_with({}) == 0);
  CHECK(faults_with({{result_members, 0}}) > 0);  // which is read
  CHECK(faults_with({{result_members, 3}}) > 0);  // which the struct does not have
}

TEST_CASE("unread members: the checker knows what leaves read of structs that they are given") {
  const struct {
    const char* statements;
    std::vector<std::size_t> faults;  // if the first call leaves out `x`, `y`, both
  } rows[] = {
      {"t = three(uv, q); output a = x_of(t, q);", {1, 0, 1}},
      {"t = three(uv, q); output a = y_of(q, t);", {0, 1, 1}},
      {"t = three(uv, q); output a = y_of(x_of(t, q), t);", {1, 1, 2}},
      {"t = three(uv, q); output a = sum_handed(t);", {1, 1, 2}},
      {"t = three(uv, q); output a = copied(t);", {1, 1, 2}},
      {"t = three(uv, q); output a = without(t, q);", {0, 0, 0}},
      {"t = three(uv, q); output a = picked((v) => t, uv);", {1, 1, 2}},
  };
  for (const auto& row : rows) {
    INFO(row.statements);
    const Composed composed = compose_a(row.statements);
    REQUIRE(composed.plan);
    const UnreadFeatures lists[] = {
        {{result_members, 0}}, {{result_members, 1}}, {{result_members, 0}, {result_members, 1}}};
    for (std::size_t i = 0; i < std::size(lists); ++i) {
      Plan naive = composed.plan->plan;
      for (Evaluation& evaluation : naive.evaluations) {
        auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
        if (leaf != nullptr && naive.types[evaluation.type].data().is_struct()) {
          leaf->special.unread = lists[i];
        }
      }
      CHECK(find_member_faults(composed.library(), naive).size() == row.faults[i]);
    }
  }
}

}  // namespace weft::testing::unread_members_test
