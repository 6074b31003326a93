// Benchmarks of sessions: from an edit to new texts, going back, building from nothing.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "tests/bench/large_materials.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::live;
using namespace weft::testing;

std::string worn_metal() {
  std::ifstream file(repository_root() / "shaders/materials/worn_metal.weft");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

OutputRequest request_of(const std::string& material, const std::string& profile, bool both) {
  OutputRequest request;
  request.material = material;
  request.profile = profile;
  request.options.glsl = true;
  request.options.hlsl = both;
  return request;
}

/// Every edit produces a new text.
template <typename MakeEdit>
void edit_to_text(benchmark::State& state, const std::string& text, const OutputRequest& request,
                  const MakeEdit& make) {
  LiveDocument document(text);
  const OutputId output = document.session().watch(request);
  int i = 0;
  for (auto _ : state) {
    const std::string refused = document.edit(make(++i));
    if (!refused.empty() || !document.session().output(output)->is_current) {
      state.SkipWithError("the edit failed");
      break;
    }
  }
}

void rewire_worn_metal(benchmark::State& state) {
  edit_to_text(state, worn_metal(), request_of("worn_metal", "forward", state.range(0) != 0),
               [](int i) {
                 return SetValue{"worn_metal/bare", "rough", "rough * " + std::to_string(i) + ".5"};
               });
}
BENCHMARK(rewire_worn_metal)->ArgName("both")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void rewire_chain(benchmark::State& state) {
  const int nodes = static_cast<int>(state.range(0));
  edit_to_text(state, large_material("chain", nodes), request_of("m", "p", state.range(1) != 0),
               [&](int i) {
                 return SetValue{"m/x" + std::to_string(nodes / 2), "right", std::vector{1.0 + i}};
               });
}
BENCHMARK(rewire_chain)
    ->ArgNames({"nodes", "both"})
    ->Args({100, 0})
    ->Args({1000, 0})
    ->Args({1000, 1})
    ->Unit(benchmark::kMicrosecond);

/// The edit alone: nothing is watched.
void edit_chain_unwatched(benchmark::State& state) {
  const int nodes = static_cast<int>(state.range(0));
  LiveDocument document(large_material("chain", nodes));
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(document.edit(
        SetValue{"m/x" + std::to_string(nodes / 2), "right", std::vector{1.0 + ++i}}));
  }
}
BENCHMARK(edit_chain_unwatched)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

/// A dragged number. `text`: whether every step reads the text.
void drag_chain(benchmark::State& state) {
  const int nodes = static_cast<int>(state.range(0));
  LiveDocument document(large_material("chain", nodes));
  const OutputId output = document.session().watch(request_of("m", "p", false));
  const std::string node = "m/x" + std::to_string(nodes / 2);
  document.edit(SetValue{node, "right", std::vector{0.5}});
  int i = 0;
  for (auto _ : state) {
    const std::string refused =
        document.edit(SetValue{node, "right", std::vector{0.001 * ++i}, true});
    if (!refused.empty() || !document.session().output(output)->is_current) {
      state.SkipWithError("the edit failed");
      break;
    }
    benchmark::DoNotOptimize(state.range(1) != 0 ? document.text().size() : 0);
  }
}
BENCHMARK(drag_chain)
    ->ArgNames({"nodes", "text"})
    ->Args({100, 0})
    ->Args({1000, 0})
    ->Args({1000, 1})
    ->Unit(benchmark::kMicrosecond);

void go_back(benchmark::State& state) {
  LiveDocument document(state.range(0) == 0
                            ? worn_metal()
                            : large_material("chain", static_cast<int>(state.range(0))));
  const bool is_worn = state.range(0) == 0;
  document.session().watch(is_worn ? request_of("worn_metal", "forward", false)
                                   : request_of("m", "p", false));
  document.edit(is_worn ? SetValue{"worn_metal/bare", "rough", std::string("rough * 2.0")}
                        : SetValue{"m/x50", "right", std::vector{3.0}});
  for (auto _ : state) {
    benchmark::DoNotOptimize(document.session().undo());
    benchmark::DoNotOptimize(document.session().redo());
  }
}
BENCHMARK(go_back)->ArgName("nodes")->Arg(0)->Arg(1000)->Unit(benchmark::kMicrosecond);

std::vector<Edit> chain_edits(std::int64_t nodes) {
  std::vector<Edit> edits;
  for (int i = 0; i < nodes; ++i) {
    edits.emplace_back(
        AddNode{"m", "x" + std::to_string(i),
                i == 0 ? std::string("surface.uv.x") : "x" + std::to_string(i - 1) + " * 0.5"});
  }
  return edits;
}

void build_chain_from_nothing(benchmark::State& state) {
  const std::vector<Edit> edits = chain_edits(state.range(0));
  for (auto _ : state) {
    LiveDocument document("import \"core\";\n\nmaterial m {\n}\n");
    if (!document.edit(edits).empty()) {
      state.SkipWithError("the edit failed");
      break;
    }
  }
}
BENCHMARK(build_chain_from_nothing)->Arg(1000)->Unit(benchmark::kMillisecond);

/// The same in a document whose library is loaded, composed: 1,000 nodes and an output.
void build_chain_and_print(benchmark::State& state) {
  std::vector<Edit> edits = chain_edits(state.range(0));
  edits.emplace_back(AddOutput{"m", "shade", "x" + std::to_string(state.range(0) - 1)});
  for (auto _ : state) {
    state.PauseTiming();
    LiveDocument document(
        "import \"core\";\nimport \"profiles\";\n\n"
        "profile p: base_mesh {\n    fragment demand shade: float as target 0;\n}\n\n"
        "material m {\n}\n");
    const OutputId output = document.session().watch(request_of("m", "p", false));
    state.ResumeTiming();
    if (!document.edit(edits).empty() || !document.session().output(output)->is_current) {
      state.SkipWithError("the edit failed");
      break;
    }
  }
}
BENCHMARK(build_chain_and_print)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
