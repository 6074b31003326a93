// The rejected chains in `weft convert`.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "conversions/search/alternatives.h"
#include "tests/support/catch.h"
#include "tests/support/registry.h"

namespace weft::testing::conversion_alternatives_test {

namespace {

using namespace weft;

const std::string several_ways = R"(
trait basis { model, world, view }
trait use { position }
conversion model_to_world: float4 {basis: model} -> {basis: world} 1 extracts object.to_world
conversion world_to_view: float4 {basis: world} -> {basis: view} 1 extracts view.to_view
conversion direct: float4 {basis: model} -> {basis: view} 2.7 extracts object.to_view
conversion rough: float4 {basis: model} -> {basis: view} 0.5 lossy
conversion greedy: float4 {basis: world} -> {basis: view} 1 extracts view.to_view, view.extra
conversion forgetful: float4 {basis: model} -> {basis: view} 2 drops use
)";

std::string reason(const RefusedChain& refused) {
  switch (refused.reason) {
    case Refusal::MoreFeatures:
      return "more features";
    case Refusal::Preference:
      return "preference";
    case Refusal::LossierSteps:
      return std::to_string(refused.more_lossy_steps) + " more lossy";
    case Refusal::Dearer:
      return difficulty_text(refused.more_difficulty) + " more difficult";
    case Refusal::LosesMore:
      return "loses " + std::to_string(refused.more_meanings_lost) + " more";
  }
  return "";
}

std::vector<std::string> alternatives(const Registry& registry, const std::string& from,
                                      const std::string& to, std::size_t count) {
  SemanticType source = registry.type(from);
  Demand demand = registry.demand(to);
  FeatureSet all = registry.all_features();
  ConversionAnswer answer =
      find_conversion(registry.table(), registry.lattice(), source, demand, all);
  std::vector<std::string> lines;
  for (const RefusedChain& refused : find_alternatives(registry.table(), registry.lattice(), source,
                                                       demand, all, answer, count)) {
    lines.push_back(registry.steps(refused.chain) + ": " + reason(refused));
  }
  return lines;
}

}  // namespace

TEST_CASE("conversions: alternatives list why and by how much they lost", "[conversions]") {
  const Registry registry(several_ways);
  CHECK(alternatives(registry, "type:float4,basis:model,use:position", "type:float4,basis:view",
                     5) == std::vector<std::string>{
                               "model_to_world, greedy: more features",
                               "forgetful: loses 1 more",
                               "direct: 0.7 more difficult",
                               "rough: 1 more lossy",
                           });
  CHECK(alternatives(registry, "type:float4,basis:model,use:position", "type:float4,basis:view", 2)
            .size() == 2);
  CHECK(alternatives(registry, "type:float4,basis:model", "type:float4", 5).empty());
}

TEST_CASE("conversions: a negative difficulty prints one sign", "[conversions]") {
  CHECK(difficulty_text(-500) == "-0.5");
  CHECK(difficulty_text(-1) == "-0.001");
  CHECK(difficulty_text(-2000) == "-2");
  CHECK(difficulty_text(-2250) == "-2.25");
  CHECK(difficulty_text(0) == "0");
  CHECK(difficulty_text(250) == "0.25");
  CHECK(difficulty_text(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775.808");
}

}  // namespace weft::testing::conversion_alternatives_test
