// Explanations as values, which editors read without parsing text or JSON.

#include "composer/explain/explanation.h"

#include <algorithm>

#include "codegen/dump/plan_dump.h"
#include "composer/explain/explanation_text.h"
#include "composer/explain/graph_dump.h"
#include "composer/explain/listing.h"
#include "support/text_table.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

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

TEST_CASE("an explanation shows types that the author states", "[explain]") {
  const testing::Composed naive = testing::compose_text(R"(
    profile bare: base_mesh { fragment demand shade: float3 {use: reflectance, encoding: srgb} as target 0; }
    material m {
        shown = surface.normal * 0.5 as {use: reflectance, encoding: linear};
        metres = surface.uv.x as {unit: metre};
        cm: float {unit: centimetre} = metres;
        output shade = shown * (float(cm) + surface.uv.y);
    })",
                                                        "bare");
  const Explanation story = explained(naive, naive, std::nullopt);
  const auto link = [&](const std::string& name) {
    const auto found = std::find_if(story.links.begin(), story.links.end(),
                                    [&](const LinkExplanation& each) { return each.name == name; });
    REQUIRE(found != story.links.end());
    return *found;
  };
  const auto words = [&](const SemanticType& type) { return naive.library().type_name(type); };
  CHECK(words(link("metres").type) == "float {unit: metre}");
  CHECK(link("metres").consumer == "add.a");
  const auto value = [&](const std::string& name) {
    const auto found = std::find_if(story.values.begin(), story.values.end(),
                                    [&](const ExplainedValue& each) { return each.name == name; });
    REQUIRE(found != story.values.end());
    return *found;
  };
  REQUIRE(value("shown").stated.size() == 1);
  CHECK(words(value("shown").stated.front()) ==
        "float3 {use: reflectance, basis: model, encoding: linear}");
  CHECK_THAT(explanation_text(naive.library(), story), testing::contains("float as {unit: metre}"));
  // Readers of the plain number see nothing that it does not have.
  CHECK(value("metres_centimetre").stated.empty());
}

TEST_CASE("an explanation refuses no chain that does not meet the demand", "[explain]") {
  const testing::Composed naive = testing::compose_text(R"(
    import "primaries";
    profile bare: base_mesh {
        fragment demand named: float4 {use: reflectance, encoding: srgb, primaries: rec709} as target 0;
        fragment demand any: float4 {use: reflectance, encoding: srgb} as target 1;
    }
    material m {
        x = surface.normal as {use: reflectance, encoding: linear};
        output named = x;
        output any = x;
    })",
                                                        "bare");
  const Explanation story = explained(naive, naive, std::nullopt);
  for (const std::string output : {"named", "any"}) {
    INFO(output);
    const auto link = std::find_if(
        story.links.begin(), story.links.end(),
        [&](const LinkExplanation& each) { return each.consumer == "output " + output; });
    REQUIRE(link != story.links.end());
    CHECK_FALSE(link->rejected.empty());
    const bool ends_in_other =
        std::any_of(link->rejected.begin(), link->rejected.end(), [](const RejectedChain& chain) {
          const std::string text = joined(chain.steps);
          return text.find("rec709_to_xyz") != std::string::npos &&
                 text.find("xyz_to_rec709") == std::string::npos;
        });
    CHECK(ends_in_other == (output == "any"));
  }
}

TEST_CASE("a plan changes at the counts that an explanation names", "[explain]") {
  struct Row {
    std::string material;
    std::string profile;
  };
  // The cut also decides where leaves are split: for plans of whole leaves, the last would change
  // at 0.84 and the first nowhere.
  for (const Row& row : std::vector<Row>{
           {"wet_asphalt", "unlit"}, {"wet_asphalt", "forward"}, {"car_paint", "forward"}}) {
    INFO(row.material << " " << row.profile);
    const std::string source = testing::read_file(testing::repository_root() / "shaders/materials" /
                                                  (row.material + ".weft")) +
                               "\nimport \"profiles\";\n";
    const auto composed = [&](double vertices) {
      PlacementOptions options;
      options.vertices = static_cast<std::uint64_t>(vertices);
      options.fragments = 1'000'000;
      return testing::compose_source(source, row.profile, options);
    };
    const testing::Composed naive = testing::compose_source(source, row.profile, {.is_on = false});
    const testing::Composed placed = composed(10'000);
    const Explanation story = explained(naive, placed, std::nullopt);
    REQUIRE(story.placement);
    REQUIRE(story.placement->flips_at);
    const double flip = *story.placement->flips_at * 1'000'000;
    const auto text = [](const testing::Composed& each) {
      REQUIRE(each.plan);
      return plan_text(each.library(), *each.plan);
    };
    CHECK(text(composed(flip - 2)) == text(placed));
    CHECK(text(composed(flip + 2)) != text(placed));
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
