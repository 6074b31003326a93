// Benchmarks of composition: composing and printing the shipped material, warm, per language;
// loading its library.

#include <benchmark/benchmark.h>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "composer/evaluations/uniform_program.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/large_materials.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::testing;

LoadedLibrary load_worn_metal() {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  return load_library((repository_root() / "shaders/materials/worn_metal.weft").string(),
                      DiskReader(), options);
}

void load(benchmark::State& state) {
  for (auto _ : state) {
    LoadedLibrary loaded = load_worn_metal();
    benchmark::DoNotOptimize(loaded.library.fragments.size());
  }
}
BENCHMARK(load)->Unit(benchmark::kMillisecond);

void make_composer(benchmark::State& state) {
  LoadedLibrary loaded = load_worn_metal();
  for (auto _ : state) {
    Composer composer(loaded.library);
    benchmark::DoNotOptimize(&composer);
  }
}
BENCHMARK(make_composer)->Unit(benchmark::kMillisecond);

ComposeRequest request_of(const Library& library) {
  return {*library.find_material("worn_metal"), *library.find_profile("forward"), {}};
}

void compose_only(benchmark::State& state) {
  LoadedLibrary loaded = load_worn_metal();
  Composer composer(loaded.library);
  for (auto _ : state) {
    auto placed = compose(composer, request_of(loaded.library));
    benchmark::DoNotOptimize(placed->plan.evaluations.size());
  }
}
BENCHMARK(compose_only)->Unit(benchmark::kMicrosecond);

/// The same by several threads that share a library and its composer; items are compositions.
void compose_by_threads(benchmark::State& state) {
  static const LoadedLibrary loaded = load_worn_metal();
  static const Composer composer(loaded.library);
  static LeafMemo leaves;
  EmitOptions options;
  options.glsl = true;
  options.hlsl = true;
  for (auto _ : state) {
    const auto placed = compose(composer, request_of(loaded.library));
    const auto emission = emit(loaded.library, *placed, options, {}, {.leaves = &leaves});
    benchmark::DoNotOptimize(emission->files.size());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(compose_by_threads)->Threads(1)->Threads(2)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// The work of a host when an input of worn_metal's uniform program changes.
void uniform_program(benchmark::State& state) {
  LoadedLibrary loaded = load_worn_metal();
  Composer composer(loaded.library);
  const auto placed = compose(composer, request_of(loaded.library));
  const UniformProgram program(loaded.library, *placed);
  const HostInputs inputs{[&](FeatureId id) {
                            return zero_constant(loaded.library.data_types,
                                                 loaded.library.features[id].type.data());
                          },
                          [](std::uint32_t) {
                            return float_constant(float3_type, {0.5F, 0.25F, 0.125F});
                          }};
  for (auto _ : state) {
    auto values = program.evaluate(inputs);
    benchmark::DoNotOptimize(values->size());
  }
}
BENCHMARK(uniform_program)->Unit(benchmark::kMicrosecond);

/// The first composition of a library: every conversion search is a cache miss.
void compose_first(benchmark::State& state) {
  LoadedLibrary loaded = load_worn_metal();
  for (auto _ : state) {
    state.PauseTiming();
    Composer composer(loaded.library);
    state.ResumeTiming();
    auto placed = compose(composer, request_of(loaded.library));
    benchmark::DoNotOptimize(placed->plan.evaluations.size());
  }
}
BENCHMARK(compose_first)->Unit(benchmark::kMicrosecond);

/// Printing both stages of one plan.
void print_only(benchmark::State& state) {
  const LoadedLibrary loaded = load_worn_metal();
  const Composer composer(loaded.library);
  const auto placed = compose(composer, request_of(loaded.library));
  EmitOptions options;
  options.glsl = true;
  LeafMemo leaves;
  for (auto _ : state) {
    auto emission = emit(loaded.library, *placed, options, {}, {.leaves = &leaves});
    benchmark::DoNotOptimize(emission->files.size());
  }
}
BENCHMARK(print_only)->Unit(benchmark::kMicrosecond);

/// Composing and printing both stages in one language.
void compose_and_print(benchmark::State& state, bool glsl) {
  LoadedLibrary loaded = load_worn_metal();
  Composer composer(loaded.library);
  EmitOptions options;
  options.glsl = glsl;
  options.hlsl = !glsl;
  LeafMemo leaves;
  for (auto _ : state) {
    auto placed = compose(composer, request_of(loaded.library));
    auto emission = emit(loaded.library, *placed, options, {}, {.leaves = &leaves});
    benchmark::DoNotOptimize(emission->files.size());
  }
}
BENCHMARK_CAPTURE(compose_and_print, glsl, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(compose_and_print, hlsl, false)->Unit(benchmark::kMicrosecond);

/// A material with n repetitions of one element: composing, then composing and printing GLSL.
/// Loading is not counted.
void large(benchmark::State& state, const std::string& kind, bool print, bool place = true) {
  LoadOptions load;
  load.shipped_directories = {(repository_root() / "shaders").string()};
  const int n = static_cast<int>(state.range(0));
  LoadedLibrary loaded = load_text("large.weft", large_material(kind, n), DiskReader(), load);
  const Composer composer(loaded.library);
  const ComposeRequest request{
      *loaded.library.find_material("m"), *loaded.library.find_profile("p"), {}, {.is_on = place}};
  EmitOptions options;
  options.glsl = true;
  LeafMemo leaves;
  for (auto _ : state) {
    auto placed = compose(composer, request);
    benchmark::DoNotOptimize(placed->plan.evaluations.size());
    if (print) {
      auto emission = emit(loaded.library, *placed, options, {}, {.leaves = &leaves});
      benchmark::DoNotOptimize(emission->files.size());
    }
  }
}
BENCHMARK_CAPTURE(large, chain_composed, "chain", false)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, chain_composed_unplaced, "chain", false, false)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, chain_printed, "chain", true)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, tree_printed, "tree", true)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, diamond_printed, "diamond", true)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, uses_printed, "uses", true)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, levels_printed, "levels", true)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large, links_printed, "links", true)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
