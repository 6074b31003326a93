// The cut equals exhaustive search over the stages that each value runs in; with a budget it costs
// at most a tenth more, and reports whether it is proven optimal.

#include <optional>
#include <vector>

#include "composer/placement/cut_model.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::minimum_cut_test {

namespace {

using namespace weft;

CutModel random_model(Random& random, std::size_t most_movable, std::size_t most_repeatable) {
  CutModel model;
  model.vertices = random.below(4) * 50;
  model.fragments = random.below(4) * 100;
  const std::size_t sources = 1 + random.below(3);
  const std::size_t size = sources + 1 + random.below(most_movable + 4);
  std::size_t movable = 0;
  std::size_t repeatable = 0;
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
    if (node.freedom == Freedom::Either && repeatable < most_repeatable && random.chance(2)) {
      node.is_repeatable = true;
      ++repeatable;
      node.fragment_operations = random.below(5);
    }
    model.nodes.push_back(std::move(node));
  }
  return model;
}

/// Where a node runs.
enum class Runs { Vertex, Fragment, Both };

/// The stages that a node can be given.
std::vector<Runs> choices(const CutNode& node) {
  if (node.freedom != Freedom::Either) {
    return {node.freedom == Freedom::Vertex ? Runs::Vertex : Runs::Fragment};
  }
  return node.is_repeatable ? std::vector{Runs::Vertex, Runs::Fragment, Runs::Both}
                            : std::vector{Runs::Vertex, Runs::Fragment};
}

/// The price of a placement, with an independent cost function. Nothing if it breaks a rule.
std::optional<std::uint64_t> price(const CutModel& model, const std::vector<Runs>& runs) {
  std::uint64_t cost = 0;
  std::uint64_t components = 0;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const CutNode& node = model.nodes[i];
    bool crosses = false;
    for (std::size_t j = i + 1; j < model.nodes.size(); ++j) {
      for (const std::uint32_t input : model.nodes[j].inputs) {
        if (input == i && runs[j] != Runs::Fragment && runs[i] == Runs::Fragment) {
          return std::nullopt;
        }
        crosses = crosses || (input == i && runs[j] != Runs::Vertex && runs[i] == Runs::Vertex);
      }
    }
    if (node.freedom == Freedom::Either) {
      cost += runs[i] != Runs::Fragment ? node.vertex_operations * model.vertices : 0;
      cost += runs[i] != Runs::Vertex ? node.fragment_operations * model.fragments : 0;
    }
    if (crosses) {
      if (!node.components) {
        return std::nullopt;
      }
      components += *node.components;
    }
  }
  const bool fits = !model.budget || components <= *model.budget;
  return fits ? std::optional(cost + components * model.fragments) : std::nullopt;
}

/// Exhaustive search.
std::optional<std::uint64_t> cheapest(const CutModel& model) {
  std::vector<std::vector<Runs>> allowed;
  std::vector<Runs> runs;
  for (const CutNode& node : model.nodes) {
    allowed.push_back(choices(node));
    runs.push_back(allowed.back().front());
  }
  std::vector<std::size_t> chosen(model.nodes.size(), 0);  // the digits of a counter
  std::optional<std::uint64_t> best;
  for (bool is_done = false; !is_done;) {
    const std::optional<std::uint64_t> cost = price(model, runs);
    best = cost && (!best || *cost < *best) ? cost : best;
    is_done = true;
    for (std::size_t i = 0; is_done && i < chosen.size(); ++i) {
      chosen[i] = chosen[i] + 1 < allowed[i].size() ? chosen[i] + 1 : 0;
      runs[i] = allowed[i][chosen[i]];
      is_done = chosen[i] == 0;
    }
  }
  return best;
}

/// Where a budget binds, each value may run in both stages.
std::optional<std::uint64_t> cheapest_within(CutModel model) {
  for (CutNode& node : model.nodes) {
    node.is_repeatable = node.is_repeatable || (node.freedom == Freedom::Either && node.components);
  }
  return cheapest(model);
}

}  // namespace

TEST_CASE("placement: the minimum cut matches exhaustive search") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(2'000); ++i) {
    CutModel model = random_model(random, 8, 4);
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
    const bool binds = cut->components > *model.budget;
    const std::optional<std::uint64_t> limited = binds ? cheapest_within(model) : expected;
    const auto within = minimum_cut(model);
    REQUIRE(within.has_value() == limited.has_value());
    REQUIRE((!limited || (within->cost == *limited && within->components <= *model.budget)));
  }
}

TEST_CASE("placement: a budgeted cut costs at most a tenth more than exhaustive search") {
  Random random(seed() + 1);
  for (std::size_t i = 0; i < scaled(4); ++i) {
    CutModel model = random_model(random, 18, 3);  // more than an exhaustive search handles
    const auto free = minimum_cut(model);
    if (!free || free->cost == impossible_cost || free->components == 0) {
      continue;
    }
    model.budget = free->components - 1;
    const std::optional<std::uint64_t> expected = cheapest_within(model);
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
