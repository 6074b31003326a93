// find_conversion against brute force on random small registries, and its independence of the order
// of declarations.

#include "tests/property/conversion_brute_force.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/property/conversion_random_registry.h"
#include "tests/support/catch.h"
#include "tests/support/registry.h"
#include "tests/support/seed.h"

namespace weft::testing::conversion_brute_force_test {

namespace {

using namespace weft;

std::size_t case_count() { return by_scale(500, 20'000, 1'000'000); }

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line;
  }
  return text;
}

/// Whether every step accepts the result of the previous one, and the end satisfies the demand.
bool is_valid(const Registry& registry, const Chain& chain, const SemanticType& source,
              const Demand& demand) {
  SemanticType at = source;
  for (ConversionId step : chain.steps) {
    if (!applies(registry.table()[step], at, registry.lattice())) {
      return false;
    }
    at = apply(registry.table()[step], at, registry.lattice());
  }
  return at == chain.result &&
         satisfies(at, decide_conditions(demand, source, registry.lattice()), registry.lattice());
}

std::string sorted_traits(const std::string& type) {
  std::set<std::string> parts;
  std::size_t at = 0;
  while (at < type.size()) {
    std::size_t end = std::min(type.find(',', at), type.size());
    parts.insert(type.substr(at, end - at));
    at = end + 1;
  }
  std::string text;
  for (const std::string& part : parts) {
    text += part + " ";
  }
  return text;
}

/// The parts of an answer that must not depend on the order of declarations.
std::string portrait(const Registry& registry, const ConversionAnswer& answer) {
  std::string text = registry.summary(answer) + " #" + std::to_string(answer.ambiguous_count) +
                     " f" + std::to_string(static_cast<int>(answer.failure)) +
                     (answer.exact ? " exact" : "");
  for (const Chain& chain : answer.chains) {
    text +=
        "\n  " + sorted_traits(registry.text(chain.result)) + "| " + registry.text(chain.features);
  }
  for (const RefusedChain& refused : answer.refused) {
    text += "\n  not " + registry.steps(refused.chain);
  }
  if (answer.nearest) {
    text += "\n  nearest " + sorted_traits(registry.text(*answer.nearest));
  }
  std::set<std::string> missing;
  for (const FeatureSet& features : answer.would_succeed_with) {
    missing.insert(registry.text(features));
  }
  for (const std::string& features : missing) {
    text += "\n  with " + features;
  }
  return text;
}

void shuffle(std::vector<std::string>& lines, Random& random) {
  for (std::size_t i = lines.size(); i > 1; --i) {
    std::swap(lines[i - 1], lines[random.below(i)]);
  }
}

}  // namespace

TEST_CASE("conversions: answers are minimal, complete and valid, by brute force", "[conversions]") {
  Random seeds(seed());
  std::map<std::string, std::size_t> kinds;
  std::size_t cases = case_count();
  for (std::size_t i = 0; i < cases; ++i) {
    std::uint64_t own_seed = seeds.next();
    const RandomRegistry random = make_random_registry(own_seed);
    std::vector<std::string> lines = declarations(random);
    const Registry registry(joined(lines));
    std::string from = source_text(random);
    std::string to = demand_text(random);
    FeatureSet available = registry.features(features_text(random.available));
    Expected expected = solve_by_brute_force(random);
    SearchOptions options;
    options.refine_after = i % 4;  // 3 of 4 searches would end before bounds are refined
    options.split_after = i % 3;   // and nearly all before splitting
    ConversionAnswer answer = registry.find(from, to, available, options);

    INFO("case " << i << " of seed " << seed() << "\n"
                 << joined(lines) << from << " -> " << to << " with"
                 << features_text(random.available) << "\n"
                 << portrait(registry, answer));
    REQUIRE(answer.possible == expected.possible);
    const bool may_convert =
        registry.table().may_convert(registry.type(from).data(), registry.demand(to).data);
    REQUIRE((may_convert || !expected.possible));
    kinds["refused by data types"] += may_convert ? 0 : 1;
    REQUIRE_FALSE(answer.hit_limit);
    if (expected.possible) {
      for (const Chain& chain : answer.chains) {
        REQUIRE(chain.lossy_steps == expected.cost.first);
        REQUIRE(chain.difficulty == expected.cost.second * 1000);
        REQUIRE(chain.meanings_lost == expected.lost);
        REQUIRE(is_valid(registry, chain, registry.type(from), registry.demand(to)));
      }
    }
    if (expected.possible && !expected.too_many) {
      REQUIRE(std::max<std::uint64_t>(answer.ambiguous_count, 1) == expected.chains);
      for (const Chain& chain : answer.chains) {
        std::vector<std::size_t> steps;
        for (ConversionId step : chain.steps) {
          steps.push_back(step.index());
        }
        REQUIRE(expected.sequences.count(steps) == 1);
      }
    }
    if (!expected.possible) {
      for (const FeatureSet& missing : answer.would_succeed_with) {
        FeatureSet more = available;
        more.insert(missing);
        REQUIRE(registry.find(from, to, more).possible);
      }
    }

    // Neither the search's bounds nor the order of declarations affect the answer.
    REQUIRE(portrait(registry, registry.find(from, to, available)) == portrait(registry, answer));
    shuffle(lines, seeds);
    const Registry shuffled(joined(lines));
    REQUIRE(portrait(shuffled,
                     shuffled.find(from, to, shuffled.features(features_text(random.available)))) ==
            portrait(registry, answer));

    std::string kind = !expected.possible                       ? "impossible"
                       : expected.too_many                      ? "not compared"
                       : expected.chains > 1                    ? "ambiguous"
                       : expected.sequences.size() > 1          ? "one of several sequences"
                       : answer.chains.front().steps.size() > 1 ? "several steps"
                       : answer.chains.front().steps.empty()    ? "none"
                                                                : "one step";
    ++kinds[kind];
  }
  // Guards against a generator that produces only trivial cases.
  for (const char* kind : {"impossible", "refused by data types", "ambiguous",
                           "one of several sequences", "several steps"}) {
    INFO(kind);
    CHECK(kinds[kind] * 100 > cases);
  }
}

TEST_CASE("conversions: the fewest missing features match brute force", "[conversions]") {
  Random seeds(seed() + 1);
  for (std::size_t i = 0; i < case_count() / 4; ++i) {
    RandomRegistry random = make_random_registry(seeds.next());
    random.available.clear();
    if (solve_by_brute_force(random).possible) {
      continue;
    }
    std::size_t fewest = 5;
    for (unsigned subset = 0; subset < 16; ++subset) {
      random.available.clear();
      for (int feature = 0; feature < 4; ++feature) {
        if ((subset >> feature & 1U) != 0) {
          random.available.insert(feature);
        }
      }
      if (random.available.size() < fewest && solve_by_brute_force(random).possible) {
        fewest = random.available.size();
      }
    }
    const Registry registry(joined(declarations(random)));
    ConversionAnswer answer = registry.find(source_text(random), demand_text(random), FeatureSet{});
    INFO("case " << i << " of seed " << seed() << "\n"
                 << joined(declarations(random)) << source_text(random) << " -> "
                 << demand_text(random));
    REQUIRE(answer.would_succeed_with.empty() == (fewest == 5));
    for (const FeatureSet& missing : answer.would_succeed_with) {
      REQUIRE(missing.ids().size() == fewest);
    }
  }
}

}  // namespace weft::testing::conversion_brute_force_test
