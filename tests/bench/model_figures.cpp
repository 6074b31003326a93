// usage: weft_model_figures [--size N] [--frames N] [--rounds N] [--counts] FILE
// What the materials of a file cost for `forward`, as a table in Markdown: instructions and bytes
// of the fragment stage's module after optimization, and, without --counts, milliseconds of a
// picture of size × size pixels: medians of rounds × frames, all materials by turns.

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/frame_options.h"
#include "tests/bench/frame_time.h"
#include "tests/bench/module_counts.h"
#include "tests/bench/timing.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::testing;

struct Measured {
  MaterialId material = MaterialId(0);
  Emission emission;
  SpirvModule optimized;
  std::vector<double> milliseconds = {};
};

Result<std::vector<Measured>> measure(const Library& library, ProfileId profile) {
  const Composer composer(library);
  std::vector<Measured> all;
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const auto placed = compose(composer, {MaterialId(i), profile, {}});
    if (!placed) {
      return failed(placed.error());
    }
    EmitOptions options;
    options.spirv = true;
    auto emission = emit(library, *placed, options);
    if (!emission) {
      return failed(std::move(emission.error()));
    }
    auto optimized = optimize_for_speed({words_of(*emission->find("frag.glsl.spv"))});
    if (!optimized) {
      return failed({error(Code::ShaderRefused, optimized.error())});
    }
    all.push_back({MaterialId(i), std::move(*emission), std::move(*optimized)});
  }
  return all;
}

void print(const Library& library, const FrameOptions& settings, const std::vector<Measured>& all) {
  if (settings.draws) {
    fmt::print("{} × {} pixels on {}\n\n", settings.frame.size, settings.frame.size,
               frame_device());
  }
  fmt::print("| | instructions | in loops | bytes |{}\n|---|--:|--:|--:|{}\n",
             settings.draws ? " ms |" : "", settings.draws ? "--:|" : "");
  for (const Measured& each : all) {
    const ModuleCounts counts = count_module(each.optimized);
    fmt::print("| `{}` | {} | {} | {} |", library.text(library.materials[each.material].name),
               counts.instructions, counts.in_loops,
               each.optimized.words.size() * sizeof(std::uint32_t));
    fmt::print("{}\n", settings.draws ? fmt::format(" {:.2f} |", median(each.milliseconds)) : "");
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const auto settings = read_frame_options(argument_count, arguments);
  if (!settings || settings->names.size() != 1) {
    std::fputs("usage: weft_model_figures [--size N] [--frames N] [--rounds N] [--counts] FILE\n",
               stderr);
    return 2;
  }
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions load;
  load.shipped_directories = {shaders};
  const LoadedLibrary loaded = load_library(settings->names, DiskReader(), load);
  const auto profile = loaded.library.find_profile("forward");
  if (has_errors(loaded.diagnostics) || !profile) {
    std::fputs(render_text(loaded.diagnostics, loaded.library.sources).c_str(), stderr);
    return 1;
  }
  auto all = measure(loaded.library, *profile);
  if (!all) {
    std::fputs(render_text(all.error(), loaded.library.sources).c_str(), stderr);
    return 1;
  }
  for (int round = 0; settings->draws && round < settings->rounds; ++round) {
    for (Measured& each : *all) {
      const DrawnFrames drawn =
          draw_frames(loaded.library, each.material, each.emission, nullptr, settings->frame);
      each.milliseconds.insert(each.milliseconds.end(), drawn.milliseconds.begin(),
                               drawn.milliseconds.end());
    }
  }
  print(loaded.library, *settings, *all);
  return 0;
}
