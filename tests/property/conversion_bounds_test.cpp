// Lower bounds do not change the results of searches: registries too large for brute force, with
// bounds computed at once, after the first visit, and never.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conversions/search/search.h"
#include "tests/bench/conversion_large_registry.h"
#include "tests/support/catch.h"
#include "tests/support/registry.h"
#include "tests/support/seed.h"

namespace weft::testing::conversion_bounds_test {

namespace {

using namespace weft;

std::size_t registry_count() {
  switch (scale()) {
    case Scale::Everyday:
      return 3;
    case Scale::Ci:
      return 40;
    case Scale::Soak:
      return 1000;
  }
  return 0;
}

/// The proven part of an answer, without the types visited on the way.
std::string portrait(const ConversionAnswer& answer) {
  std::string text = std::to_string(static_cast<int>(answer.failure)) + " of " +
                     std::to_string(answer.ambiguous_count);
  for (const Chain& chain : answer.chains) {
    text += " | " + std::to_string(chain.difficulty);
    for (ConversionId step : chain.steps) {
      text += " " + std::to_string(step.index());
    }
  }
  return text;
}

}  // namespace

TEST_CASE("conversions: bounds never change an answer", "[conversions]") {
  Random seeds(seed());
  std::size_t compared = 0;
  std::size_t with_chain = 0;
  for (std::size_t i = 0; i < registry_count(); ++i) {
    const std::uint64_t own_seed = seeds.next();
    const std::size_t conversions = 200 + seeds.below(400);
    // Bounds are rounded if difficulties are large.
    LargeRegistry registry(conversions, own_seed, i % 2 == 0 ? 1 : 97);
    for (std::size_t demanded = 1; demanded <= 3; ++demanded) {
      const ConversionQuestion question = registry.question(demanded);
      const auto ask = [&](std::size_t refine_after) {
        SearchOptions options;
        options.max_types = 4000;
        options.max_advice = 0;
        options.refine_after = refine_after;
        return find_conversion(registry.table(), registry.lattice(), question.source,
                               question.demand, FeatureSet{}, options);
      };
      const ConversionAnswer plain = ask(1'000'000);
      const ConversionAnswer at_once = ask(0);
      const ConversionAnswer soon = ask(1);
      // Nor on splitting into independent parts.
      const auto ask_split = [&](std::size_t split_after) {
        SearchOptions options;
        options.max_types = 4000;
        options.max_advice = 0;
        options.split_after = split_after;
        return find_conversion(registry.table(), registry.lattice(), question.source,
                               question.demand, FeatureSet{}, options);
      };
      const ConversionAnswer whole = ask_split(1'000'000);
      const ConversionAnswer split = ask_split(0);
      if (!whole.hit_limit && !split.hit_limit &&
          std::max(whole.ambiguous_count, split.ambiguous_count) <= SearchOptions().max_chains) {
        REQUIRE(portrait(split) == portrait(whole));
      }
      if (plain.hit_limit || at_once.hit_limit || soon.hit_limit) {
        continue;  // not comparable: bounds exist to need fewer visits
      }
      INFO("registry " << i << " of seed " << seed() << ", " << conversions << " conversions, "
                       << demanded << " demanded");
      REQUIRE(portrait(at_once) == portrait(plain));
      REQUIRE(portrait(soon) == portrait(plain));
      ++compared;
      with_chain += plain.possible ? 1 : 0;
    }
  }
  CHECK(compared >= registry_count());
  CHECK(with_chain > 0);
}

TEST_CASE("conversions: a trait may have more values than pair bounds cover", "[conversions]") {
  // A chain of 1,100 values of one trait, with a conversion from each to the next.
  Interner names;
  Lattice lattice;
  const TraitId trait =
      lattice.add_trait({names.intern("trait"), TraitKind::Meaning, std::nullopt, {}, {}});
  std::vector<ValueId> values;
  for (int i = 0; i < 1100; ++i) {
    values.push_back(
        lattice.add_value({names.intern("value" + std::to_string(i)), trait, std::nullopt, {}}));
  }
  lattice.freeze();
  ConversionTable table;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    ConversionRule rule;
    rule.name = "conversion" + std::to_string(i);
    rule.input.data = float3_type;
    rule.difficulty = 1000;
    rule.input.entries.push_back({trait, values[i], false});
    rule.sets.push_back({trait, values[i + 1]});
    table.add(std::move(rule));
  }
  table.freeze(lattice);
  SemanticType source(float3_type);
  source.set(trait, values.front(), lattice);
  const Demand demand{float3_type, {{trait, values[40], false}}};
  for (std::size_t refine_after : {0, 1, 1000}) {
    SearchOptions options;
    options.refine_after = refine_after;
    const ConversionAnswer answer =
        find_conversion(table, lattice, source, demand, FeatureSet{}, options);
    REQUIRE(answer.decided());
    CHECK(answer.chains.front().difficulty == 40'000);
  }
}

TEST_CASE("conversions: a goal whose parts are reachable only separately is unreachable",
          "[conversions]") {
  // Each of `wanted` traits can be converted, but each conversion consumes a token, and there is
  // one token too few. Bounds over so many traits at once grow with every horizon.
  for (std::size_t wanted = 2; wanted <= 5; ++wanted) {
    Interner names;
    Lattice lattice;
    const auto add_trait = [&](const std::string& name, std::size_t count) {
      const TraitId trait =
          lattice.add_trait({names.intern(name), TraitKind::Meaning, std::nullopt, {}, {}});
      std::vector<ValueId> values;
      for (std::size_t i = 0; i < count; ++i) {
        const NameId value = names.intern(name + "_" + std::to_string(i));
        values.push_back(lattice.add_value({value, trait, std::nullopt, {}}));
      }
      return std::pair(trait, values);
    };
    std::vector<std::pair<TraitId, std::vector<ValueId>>> traits;
    for (std::size_t i = 0; i < wanted; ++i) {
      traits.push_back(add_trait("trait" + std::to_string(i), 2));
    }
    const auto tokens = add_trait("tokens", wanted);
    lattice.freeze();
    ConversionTable table;
    SemanticType source(float3_type);
    source.set(tokens.first, tokens.second.front(), lattice);
    Demand demand{float3_type, {}};
    for (const auto& [trait, values] : traits) {
      source.set(trait, values[0], lattice);
      demand.entries.push_back({trait, values[1], false});
      for (std::size_t used = 0; used + 1 < wanted; ++used) {
        ConversionRule rule;
        rule.name = "conversion" + std::to_string(table.rules().size());
        rule.input.data = float3_type;
        rule.difficulty = 100;
        rule.input.entries = {{trait, values[0], false},
                              {tokens.first, tokens.second[used], false}};
        rule.sets = {{trait, values[1]}, {tokens.first, tokens.second[used + 1]}};
        table.add(std::move(rule));
      }
    }
    table.freeze(lattice);
    for (std::size_t refine_after : {0, 1, 1000}) {
      INFO(wanted << " wanted, bounds after " << refine_after);
      SearchOptions options;
      options.refine_after = refine_after;
      const ConversionAnswer answer =
          find_conversion(table, lattice, source, demand, FeatureSet{}, options);
      CHECK_FALSE(answer.possible);
      CHECK(answer.failure == ConversionFailure::Unreachable);
    }
  }
}

TEST_CASE("conversions: bounds computed for lossless chains keep all orders of lossy ones",
          "[conversions]") {
  // Found by brute force. Bounds of pairs were scaled to larger units before those of triples were
  // recomputed, which lost one of the orders of the only chain.
  const Registry registry(R"(trait t0 { v0 { v1 { v2 } } }
trait t1 { v0, v1 { v2, v3 } }
trait t2 default v1 { v0 { v1 }, v2, v3 }
conversion c0: float {t2: v3} -> float {t2: v1} 2 lossy
conversion c1: float {t1?: v2} -> float {t1: v2} 2
conversion c2: float {t0: v0, t1: v3} -> float {t0: v1, t1: v0} 2
conversion c3: float {t1: v0, t2: v3} -> float {t1: v1, t2: v3} 1 lossy
conversion c4: float {t1: v3, t2: v1} -> float {t1: v2, t2: v0} 1 lossy
conversion c5: float {t0: v0} -> float {t0: v2} 2
conversion c6: float {t2: v1} -> float {t2: v3} 1
conversion c7: float {t1: v1} -> float {t1: v3} 1
conversion c8: float {t2?: v2} -> float {t2: v0} 1
conversion c9: float {t1: v2} -> float {t1: v0} 1
conversion c10: float {t2: v0} -> float {t2: v2} 2
conversion c11: float {t0: v1, t1: v3} -> float {t0: v1, t1: v1} 2
conversion c12: float {t2: v0} -> float {t2: v2} 2
conversion c13: float {t0?: v0} -> float {t0: v0} 1
conversion c14: float {t0: v1} -> float {t0: v1} 1
conversion c15: float {t1: v0, t2: v3} -> float {t1: v0, t2: v1} 1
conversion c16: float {t2: v0} -> float {t2: v3} 2
)");
  const auto ask = [&](std::size_t refine_after) {
    SearchOptions options;
    options.refine_after = refine_after;
    return portrait(registry.find("type:float,t0:v0,t1:v0,t2:v2", "type:float,t0:v2,t1?:v2",
                                  FeatureSet{}, options));
  };
  const std::string plain = ask(1'000'000);
  CHECK(plain != portrait(ConversionAnswer{}));
  for (std::size_t refine_after = 0; refine_after < 10; ++refine_after) {
    INFO("bounds after " << refine_after);
    CHECK(ask(refine_after) == plain);
  }
}

}  // namespace weft::testing::conversion_bounds_test
