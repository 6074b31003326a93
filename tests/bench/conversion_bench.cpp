// Benchmarks of conversions: a cold query in a registry of 10,000 (targets: median ≤ 2 ms, p99 ≤ 20
// ms for answers of at most 6 steps), a cached one (targets: ≥ 10 million per second by ids, ≥ 1
// million from text), and building the table.

#include <algorithm>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "conversions/memo.h"
#include "conversions/search/search.h"
#include "conversions/text_queries.h"
#include "tests/bench/conversion_large_registry.h"
#include "tests/bench/timing.h"
#include "tests/support/seed.h"

namespace {

using namespace weft;
using namespace weft::testing;

constexpr std::size_t conversions = 10'000;

/// Each iteration is a query that was not made before; the argument is the number of traits it
/// demands, 0: one, two or three at random.
void cold_query(benchmark::State& state) {
  LargeRegistry registry(conversions, seed());
  const auto demanded = static_cast<std::size_t>(state.range(0));
  Random random(seed());
  std::vector<double> times;
  std::vector<double> with_unknown;  // also queries with an unknown step count
  std::vector<double> visited;
  std::size_t longer = 0;
  std::size_t ambiguous = 0;
  std::size_t none = 0;
  std::size_t limit = 0;
  SearchOptions options;
  for (auto _ : state) {
    state.PauseTiming();
    ConversionQuestion question = registry.question(demanded == 0 ? 1 + random.below(3) : demanded);
    state.ResumeTiming();
    const double start = processor_time();
    ConversionAnswer answer = find_conversion(registry.table(), registry.lattice(), question.source,
                                              question.demand, FeatureSet{}, options);
    const double took = processor_time() - start;
    benchmark::DoNotOptimize(answer);
    if (answer.hit_limit) {
      ++limit;
      with_unknown.push_back(took);
    } else if (!answer.possible) {
      ++none;
    } else if (answer.chains.front().steps.size() > 6) {
      ++longer;  // outside the scope of the target
    } else {
      times.push_back(took);
      with_unknown.push_back(took);
      visited.push_back(static_cast<double>(answer.types_visited));
      ambiguous += answer.chains.size() > 1 ? 1 : 0;
    }
  }
  if (times.empty()) {
    return;
  }
  std::sort(times.begin(), times.end());
  std::sort(with_unknown.begin(), with_unknown.end());
  std::sort(visited.begin(), visited.end());
  state.counters["at_most_6"] = static_cast<double>(times.size());
  state.counters["median_ms"] = quantile(times, 0.5);
  state.counters["p99_ms"] = quantile(times, 0.99);
  state.counters["p99_with_limit_ms"] = quantile(with_unknown, 0.99);
  state.counters["max_ms"] = times.back();
  state.counters["visited_median"] = quantile(visited, 0.5);
  state.counters["visited_p99"] = quantile(visited, 0.99);
  state.counters["ambiguous"] = static_cast<double>(ambiguous);
  state.counters["more_than_6"] = static_cast<double>(longer);
  state.counters["limit"] = static_cast<double>(limit);
  state.counters["none"] = static_cast<double>(none);
}
BENCHMARK(cold_query)->DenseRange(0, 3)->Iterations(400)->Unit(benchmark::kMillisecond);

void memoized_query(benchmark::State& state) {
  LargeRegistry registry(conversions, seed());
  SearchOptions options;
  options.max_types = 1000;  // types in the cache do not matter here
  ConversionCache cache(registry.table(), registry.lattice(), options);
  ConversionMemo memo(cache);
  TypeInterner types;
  struct Asked {
    TypeId source;
    ConversionMemo::DemandId demand;
  };
  ConversionMemo::FeaturesId features = memo.intern(FeatureSet{});
  std::vector<Asked> asked;
  for (int i = 0; i < 64; ++i) {
    ConversionQuestion question = registry.question(1);
    asked.push_back({types.intern(question.source), memo.intern(question.demand)});
    memo.find(asked.back().source, types, asked.back().demand, features);
  }
  std::size_t next = 0;
  for (auto _ : state) {
    const Asked& ask = asked[next++ % asked.size()];
    benchmark::DoNotOptimize(&memo.find(ask.source, types, ask.demand, features));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(memoized_query);

/// The same from two texts of up to eight traits each.
void query_from_text(benchmark::State& state) {
  LargeRegistry registry(conversions, seed());
  SearchOptions options;
  options.max_types = 1000;
  ConversionCache cache(registry.table(), registry.lattice(), options);
  TextQueries queries(cache, registry.lattice(), registry.names());
  const DataTypeTable data;
  struct Asked {
    std::string source;
    std::string demand;
  };
  const ConversionMemo::FeaturesId features = queries.intern(FeatureSet{});
  std::vector<Asked> asked;
  for (int i = 0; i < 64; ++i) {
    ConversionQuestion question = registry.question(1);
    asked.push_back({type_text(question.source, registry.lattice(), data, registry.names()),
                     demand_text(question.demand, registry.lattice(), data, registry.names())});
  }
  std::size_t next = 0;
  for (auto _ : state) {
    const Asked& ask = asked[next++ % asked.size()];
    const auto answer = queries.find(ask.source, ask.demand, features);
    if (!answer) {
      state.SkipWithError("a text was not understood");
      break;
    }
    benchmark::DoNotOptimize(*answer);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(query_from_text);

/// Fills and freezes the table.
void large_table(benchmark::State& state) {
  for (auto _ : state) {
    LargeRegistry registry(conversions, seed());
    benchmark::DoNotOptimize(&registry.table());
  }
}
BENCHMARK(large_table)->Unit(benchmark::kMillisecond);

}  // namespace
