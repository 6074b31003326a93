// B4: chains over one trait against Bellman-Ford, independent of the search.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/registry.h"
#include "tests/support/seed.h"

namespace weft::testing::conversion_ties_test {

namespace {

using namespace weft;

}  // namespace

TEST_CASE("B4: minimal difficulty and all ties match Bellman-Ford", "[conversions]") {
  Random random(seed());
  for (int i = 0; i < 3000; ++i) {
    std::size_t values = 2 + random.below(6);
    std::size_t conversions = 1 + random.below(16);
    std::string text = "trait t { v0";
    for (std::size_t v = 1; v < values; ++v) {
      text += ", v" + std::to_string(v);
    }
    text += " }\n";
    struct Edge {
      std::size_t from;
      std::size_t to;
      std::int64_t difficulty;
    };
    std::vector<Edge> edges;
    for (std::size_t c = 0; c < conversions; ++c) {
      Edge edge{random.below(values), random.below(values),
                static_cast<std::int64_t>(1 + random.below(4))};
      edges.push_back(edge);
      text += "conversion c" + std::to_string(c) + ": float {t: v" + std::to_string(edge.from) +
              "} -> {t: v" + std::to_string(edge.to) + "} " + std::to_string(edge.difficulty) +
              "\n";
    }
    std::size_t target = 1 + random.below(values - 1);
    constexpr std::int64_t far = 1'000'000;
    std::vector<std::int64_t> distance(values, far);
    distance[0] = 0;
    for (std::size_t round = 0; round < values; ++round) {
      for (const Edge& edge : edges) {
        distance[edge.to] = std::min(distance[edge.to], distance[edge.from] + edge.difficulty);
      }
    }
    // The number of shortest paths: by distance, since every conversion has a positive cost.
    std::vector<std::uint64_t> ways(values, 0);
    ways[0] = 1;
    for (std::int64_t at = 1; at <= distance[target] && distance[target] < far; ++at) {
      for (const Edge& edge : edges) {
        if (distance[edge.to] == at && distance[edge.from] + edge.difficulty == at) {
          ways[edge.to] += ways[edge.from];
        }
      }
    }
    const Registry registry(text);
    ConversionAnswer answer =
        registry.find("type:float,t:v0", "type:float,t:v" + std::to_string(target));
    INFO("registry " << i << " of seed " << seed() << "\n" << text << "to v" << target);
    REQUIRE(answer.possible == (distance[target] < far));
    if (answer.possible) {
      REQUIRE(answer.chains.front().difficulty == distance[target] * 1000);
      REQUIRE(std::max<std::uint64_t>(answer.ambiguous_count, 1) == ways[target]);
    }
  }
}

}  // namespace weft::testing::conversion_ties_test
