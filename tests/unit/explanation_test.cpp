// Explanations as values, which editors read without parsing text or JSON.

#include "composer/explain/explanation.h"

#include <algorithm>

#include "composer/explain/explanation_text.h"
#include "composer/explain/graph_dump.h"
#include "composer/explain/listing.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft {
namespace {

const char* const material = R"(
    profile bare: base_mesh { fragment demand shade: float as target 0; }
    fragment lit(n: float3 {use: normal, basis: world, norm: unit}) -> float { return n.y; }
    material m {
        param gain: float = 2.0;
        wave = sin(gain);
        stitch { n = normalize(surface.normal); shine = lit(); }
        output shade = shine * wave;
    })";

Explanation explained(const testing::Composed& naive, const testing::Composed& placed,
                      const std::optional<std::string>& node) {
  INFO(naive.errors());
  REQUIRE(naive.plan);
  REQUIRE(placed.plan);
  return explain(Composer(naive.library()), *naive.plan, *placed.plan, node);
}

TEST_CASE("an explanation contains links, stitches, values and costs", "[explain]") {
  const testing::Composed naive = testing::compose_text(material, "bare");
  const testing::Composed placed = testing::compose_text(material, "bare", PlacementOptions{});
  const Explanation story = explained(naive, placed, std::nullopt);
  CHECK(story.summary.find("m for profile bare: ") == 0);
  REQUIRE_FALSE(story.links.empty());
  for (const LinkExplanation& link : story.links) {
    std::int64_t sum = 0;
    for (const ExplainedStep& step : link.steps) {
      sum += step.difficulty;
    }
    CHECK(link.difficulty == sum);
  }
  REQUIRE(story.stitches.size() == 1);
  CHECK(story.stitches.front().consumer == "lit.n");
  CHECK(story.stitches.front().chosen == "binding 'n'");
  const auto wave = std::find_if(story.values.begin(), story.values.end(),
                                 [](const ExplainedValue& value) { return value.name == "wave"; });
  REQUIRE(wave != story.values.end());
  CHECK(wave->rate == Rate::Material);
  CHECK(wave->because == "param gain");
  const auto shade = std::find_if(story.costs.begin(), story.costs.end(),
                                  [](const ExplainedCost& cost) { return cost.output == "shade"; });
  REQUIRE(shade != story.costs.end());
  CHECK(shade->stage == Stage::Fragment);
  CHECK(shade->cost.per_draw > 0);
  REQUIRE(story.placement);
  CHECK(story.placement->placement.cost <= story.placement->placement.naive_cost);
  CHECK(explanation_text(naive.library(), story).find(story.summary) == 0);
}

TEST_CASE("an explanation of a name contains only its values and their paths", "[explain]") {
  const testing::Composed naive = testing::compose_text(material, "bare");
  const testing::Composed placed = testing::compose_text(material, "bare", PlacementOptions{});
  const Explanation story = explained(naive, placed, "wave");
  CHECK(story.links.empty());
  CHECK(story.stitches.empty());
  REQUIRE_FALSE(story.values.empty());
  REQUIRE(story.paths.size() == story.values.size());
  CHECK(story.paths.front().because == "param gain");
  CHECK(story.paths.front().steps.front().name == "wave");
  for (const ExplainedPlace& place : story.places) {
    REQUIRE_FALSE(place.values.empty());
    for (const auto& [name, position] : place.values) {
      CHECK(story.values[position].name == "wave");
    }
  }
}

TEST_CASE("listings and graph dumps are values", "[explain]") {
  const testing::Composed composed = testing::compose_text(material, "bare");
  const Library& library = composed.library();
  const std::vector<ListedDeclaration> conversions = list_declarations(library, "conversions");
  REQUIRE_FALSE(conversions.empty());
  const ListedDeclaration::Member& difficulty = conversions.front().members.front();
  CHECK(difficulty.key == "difficulty");
  CHECK(std::get<std::int64_t>(difficulty.value) > 0);
  CHECK_FALSE(difficulty.cell.empty());
  const GraphDump graph = dump_graph(library, library.materials[MaterialId(0)]);
  CHECK(graph.material == "m");
  REQUIRE(graph.parameters.size() == 1);
  CHECK(graph.parameters.front().name == "gain");
  REQUIRE(graph.outputs.size() == 1);
  const GraphDump::Node& output = graph.nodes[graph.outputs.front().node];
  CHECK(output.inputs.size() == 2);
}

}  // namespace
}  // namespace weft
