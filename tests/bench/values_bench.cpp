// Setting a value on which n evaluations depend: the latency of an editor while a slider moves.
// `BlockValues` against evaluating the whole uniform program with the interpreter.

#include <benchmark/benchmark.h>

#include "codegen/block_values.h"
#include "composer/compose.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/bench/dependent_values.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::testing;

struct Emitted {
  LoadedLibrary loaded;
  Result<Emission> emission = failed(Diagnostics{});

  explicit Emitted(int n) {
    LoadOptions load;
    load.shipped_directories = {(repository_root() / "shaders").string()};
    loaded = load_text("values.weft", dependent_values(n), DiskReader(), load);
    const Library& library = loaded.library;
    const auto placed =
        compose(Composer(library), {*library.find_material("m"), *library.find_profile("p"), {}});
    emission = emit(library, *placed, {});
  }
};

/// `gain` feeds all n evaluations.
void set_value(benchmark::State& state) {
  const Emitted made(static_cast<int>(state.range(0)));
  auto values = BlockValues::prepare(made.loaded.library, *made.emission);
  const std::uint32_t gain = *values->find_parameter("gain");
  float number = 0.0F;
  for (auto _ : state) {
    number = number > 1.0F ? 0.1F : number + 0.001F;
    const std::uint32_t word = float_bits(number);
    benchmark::DoNotOptimize(values->set(gain, {&word, 1}));
  }
}
BENCHMARK(set_value)->Arg(1)->Arg(16)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

/// One evaluation of n depends on `c0`.
void set_value_of_one(benchmark::State& state) {
  const Emitted made(static_cast<int>(state.range(0)));
  auto values = BlockValues::prepare(made.loaded.library, *made.emission);
  const std::uint32_t color = *values->find_parameter("c0");
  float number = 0.0F;
  for (auto _ : state) {
    number = number > 1.0F ? 0.1F : number + 0.001F;
    const std::array<std::uint32_t, 3> words = {float_bits(number), 0, 0};
    benchmark::DoNotOptimize(values->set(color, words));
  }
}
BENCHMARK(set_value_of_one)->Arg(1000)->Unit(benchmark::kMicrosecond);

void prepare_values(benchmark::State& state) {
  const Emitted made(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    auto values = BlockValues::prepare(made.loaded.library, *made.emission);
    benchmark::DoNotOptimize(values->block_count());
  }
}
BENCHMARK(prepare_values)->Arg(16)->Arg(1000)->Unit(benchmark::kMicrosecond);

/// The interpreter evaluates all n.
void evaluate_all(benchmark::State& state) {
  const Emitted made(static_cast<int>(state.range(0)));
  const Library& library = made.loaded.library;
  const HostInputs inputs{
      [&](FeatureId id) {
        return zero_constant(library.data_types, library.features[id].type.data());
      },
      [&](std::uint32_t parameter) { return *made.emission->defaults[parameter]; }};
  for (auto _ : state) {
    auto results = made.emission->uniform_program.evaluate(inputs);
    benchmark::DoNotOptimize(results->size());
  }
}
BENCHMARK(evaluate_all)->Arg(16)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
