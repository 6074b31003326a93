// The cut equals exhaustive search in its model; with a budget it costs at most a tenth more, and
// reports whether it is proven optimal.

#include <optional>
#include <vector>

#include "composer/placement/cut_model.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::minimum_cut_test {

namespace {

using namespace weft;

CutModel random_model(Random& random, std::size_t most_movable) {
  CutModel model;
  model.vertices = random.below(4) * 50;
  model.fragments = random.below(4) * 100;
  const std::size_t sources = 1 + random.below(3);
  const std::size_t size = sources + 1 + random.below(most_movable + 4);
  std::size_t movable = 0;
  for (std::size_t i = 0; i < size; ++i) {
    CutNode node;
    node.freedom = i < sources ? Freedom::Vertex : Freedom::Fragment;
    if (!random.chance(8) || i < sources) {
      node.components = static_cast<std::uint32_t>(1 + random.below(4));
    }
    for (std::size_t j = random.below(4); i >= sources && j-- > 0;) {
      node.inputs.push_back(static_cast<std::uint32_t>(random.below(i)));
    }
    bool is_free = i >= sources && movable < most_movable && !random.chance(3);
    for (const std::uint32_t input : node.inputs) {
      is_free = is_free && model.nodes[input].freedom != Freedom::Fragment;
    }
    if (is_free) {
      node.freedom = Freedom::Either;
      ++movable;
    }
    node.fragment_operations = random.below(20);
    node.vertex_operations = random.chance(4) ? 0 : node.fragment_operations;
    model.nodes.push_back(std::move(node));
  }
  return model;
}

/// Exhaustive search, with an independent cost function.
std::optional<std::uint64_t> cheapest(const CutModel& model) {
  std::vector<std::size_t> movable;
  std::vector<bool> side;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    side.push_back(model.nodes[i].freedom == Freedom::Vertex);
    if (model.nodes[i].freedom == Freedom::Either) {
      movable.push_back(i);
    }
  }
  std::optional<std::uint64_t> best;
  for (std::size_t chosen = 0; chosen < std::size_t{1} << movable.size(); ++chosen) {
    for (std::size_t i = 0; i < movable.size(); ++i) {
      side[movable[i]] = (chosen >> i & 1U) != 0;
    }
    std::uint64_t cost = 0;
    std::uint64_t components = 0;
    bool is_legal = true;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      const CutNode& node = model.nodes[i];
      bool crosses = false;
      for (std::size_t j = i + 1; j < model.nodes.size(); ++j) {
        for (const std::uint32_t input : model.nodes[j].inputs) {
          crosses = crosses || (input == i && side[i] && !side[j]);
          is_legal = is_legal && !(input == i && !side[i] && side[j]);
        }
      }
      if (node.freedom == Freedom::Either) {
        cost += side[i] ? node.vertex_operations * model.vertices
                        : node.fragment_operations * model.fragments;
      }
      if (crosses) {
        is_legal = is_legal && node.components.has_value();
        components += node.components.value_or(0);
      }
    }
    cost += components * model.fragments;
    const bool fits = !model.budget || components <= *model.budget;
    if (is_legal && fits && (!best || cost < *best)) {
      best = cost;
    }
  }
  return best;
}

}  // namespace

TEST_CASE("placement: the minimum cut matches exhaustive search") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(2'000); ++i) {
    CutModel model = random_model(random, 8);
    // A source that cannot be interpolated, or a reader with that constraint, may rule out all
    // cuts.
    const std::optional<std::uint64_t> expected = cheapest(model);
    if (!expected) {
      continue;
    }
    const auto cut = minimum_cut(model);
    REQUIRE(cut);
    INFO("case " << i);
    REQUIRE(cut->cost == *expected);
    REQUIRE(evaluate_cut(model, cut->at_vertex).cost == *expected);
    REQUIRE(cut->is_proven);
    model.budget = static_cast<std::uint32_t>(random.below(12));
    const std::optional<std::uint64_t> limited = cheapest(model);
    const auto within = minimum_cut(model);
    REQUIRE(within.has_value() == limited.has_value());
    REQUIRE((!limited || (within->cost == *limited && within->components <= *model.budget)));
  }
}

TEST_CASE("placement: a budgeted cut costs at most a tenth more than exhaustive search") {
  Random random(seed() + 1);
  for (std::size_t i = 0; i < scaled(4); ++i) {
    CutModel model = random_model(random, 18);  // more than an exhaustive search handles
    const auto free = minimum_cut(model);
    if (!free || free->cost == impossible_cost || free->components == 0) {
      continue;
    }
    model.budget = free->components - 1;
    const std::optional<std::uint64_t> expected = cheapest(model);
    const auto cut = minimum_cut(model);
    INFO("case " << i);
    REQUIRE(cut.has_value() == expected.has_value());
    if (cut) {
      REQUIRE(cut->components <= *model.budget);
      REQUIRE(cut->cost >= *expected);
      REQUIRE(10 * cut->cost <= 11 * *expected);
      REQUIRE((!cut->is_proven || cut->cost == *expected));
    }
  }
}

}  // namespace weft::testing::minimum_cut_test
