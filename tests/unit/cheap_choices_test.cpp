// Choices by if_uniform() stay where they would skip enough: the limit, what counts, and what never
// does.

#include <algorithm>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::cheap_choices_test {

namespace {

/// The number of choices that outputs are computed from.
std::size_t choices_of(const std::string& material) {
  const Composed composed = compose_text(
      "graph skipped(x: float3, weight: float) -> float3\n"
      "{\n"
      "    output (if_uniform(weight == 0.0, false) ? float3(0.0) : x) * weight;\n"
      "}\n"
      "graph doubled(f: eval(surface.uv) -> float3) -> float3\n"
      "{\n"
      "    output f with (surface.uv: surface.uv * 2.0);\n"
      "}\n"
      "material m {\n"
      "    param weight: float;\n"
      "    param tint: float3;\n"
      "    param map: texture2d;\n"
      "    place = float3(surface.uv, 1.0);\n"
      "    " +
          material +
          "\n"
          "    output albedo = lobe as {use: reflectance, encoding: linear};\n"
          "}\n",
      "unlit");
  REQUIRE(composed.errors().empty());
  const Plan& plan = composed.plan->plan;
  return static_cast<std::size_t>(std::count_if(
      plan.evaluations.begin(), plan.evaluations.end(), [](const Evaluation& evaluation) {
        const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
        return operation != nullptr && operation->op == Operation::Select;
      }));
}

}  // namespace

TEST_CASE("cheap choices: a choice stays where a branch would skip more than it costs") {
  struct Row {
    const char* label;
    const char* material;
    std::size_t choices;
  };
  for (const Row& row : {
           Row{"12 operations", "lobe = skipped(sin(place), weight);", 0},
           Row{"15 operations", "lobe = skipped(sin(place) * tint, weight);", 0},
           Row{"18 operations", "lobe = skipped(sin(place * tint) * tint, weight);", 1},
           Row{"a texture", "lobe = skipped(sample(map).xyz, weight);", 1},
           Row{"what another output reads is no saving",
               "shared = sin(place * tint); lobe = skipped(shared * tint, weight) + shared;", 0},
           Row{"what has one value per draw is no saving",
               "lobe = skipped(sin(sin(tint) + cos(tint * 2.0)) * place, weight);", 0},
           Row{"a choice inside a function", "lobe = doubled(skipped(sin(place), weight));", 0},
           Row{"by a weight that varies", "lobe = skipped(sin(sin(place)), surface.uv.x);", 0},
           Row{"the other way around",
               "lobe = (if_uniform(weight > 0.0, true) ? place * tint : float3(0.0)) * weight;", 0},
           Row{"a choice that its author wrote without permission",
               "lobe = (weight == 0.0 ? float3(0.0) : place) * weight;", 1},
           Row{"an equal choice with permission is another one",
               "lobe = (weight == 0.0 ? float3(0.0) : place) + skipped(place, weight);", 1},
           Row{"nested: the inner one goes", "lobe = skipped(skipped(place, tint.x), weight);", 0},
           Row{"nested: both count for the outer one",
               "lobe = skipped(sin(place) + skipped(place * tint, tint.x), weight);", 1},
       }) {
    CAPTURE(row.label);
    CHECK(choices_of(row.material) == row.choices);
  }
}

}  // namespace weft::testing::cheap_choices_test
