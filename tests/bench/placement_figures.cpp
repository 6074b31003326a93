// usage: weft_placement_figures [--size N] [--frames N] [--rounds N] [--counts]
// MATERIAL[:PROFILE]... The savings of folding, placement and split leaves per shipped material, as
// tables in Markdown. Several plans of one material and profile (forward, unless named):
// - naive: nothing is folded or pruned, everything runs per fragment. Its operations are those of
//   the expression tree: a value with two uses counts twice.
// - baseline: folded, shared, without dead code, everything per fragment.
// - placed without the uniform program, which separates the work of the vertex stage from the
//   CPU's; then with it; both with whole leaves.
// - Weft's default: placed, with split leaves.
// Beside them the material by hand, if tests/bench/by_hand has it. Times are medians over
// rounds × frames pictures of size × size pixels; with --counts nothing is drawn.

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
#include "tests/bench/figure_tables.h"
#include "tests/bench/frame_options.h"
#include "tests/bench/frame_time.h"
#include "tests/bench/twin.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::testing;

/// One way to compose the material.
struct Version {
  bool folds = true;
  bool is_placed = true;
  bool has_uniform_program = true;
  bool splits_leaves = true;
};
constexpr Version versions_of_all[] = {{false, false, false, false},
                                       {true, false, false, false},
                                       {true, true, false, false},
                                       {true, true, true, false},
                                       {true, true, true, true}};

struct Measured {
  Figures figures;
  Emission emission;
};

std::optional<Figures> count(const SpirvModule& fragment) {
  const auto optimized = optimize_for_speed(fragment);
  if (!optimized) {
    std::fprintf(stderr, "%s\n", optimized.error().c_str());
    return std::nullopt;
  }
  Figures figures;
  figures.module = count_module(*optimized);
  figures.components = interpolated_components(fragment);
  return figures;
}

std::optional<Measured> measure(const Composer& composer, MaterialId material, ProfileId profile,
                                const Version& version) {
  const Library& library = composer.library();
  ComposeRequest request{material, profile, {}};
  request.placement.is_on = version.is_placed;
  request.placement.uniform_program = version.has_uniform_program;
  request.placement.splits_leaves = version.splits_leaves;
  request.folds = version.folds;
  const auto placed = compose(composer, request);
  if (!placed) {
    std::fputs(render_text(placed.error(), library.sources).c_str(), stderr);
    return std::nullopt;
  }
  EmitOptions options;
  options.spirv = true;
  auto emission = emit(library, *placed, options);
  if (!emission) {
    std::fputs(render_text(emission.error(), library.sources).c_str(), stderr);
    return std::nullopt;
  }
  Measured measured{{}, std::move(*emission)};
  if (const std::string* module = measured.emission.find("frag.glsl.spv")) {
    auto figures = count({words_of(*module)});
    if (!figures) {
      return std::nullopt;
    }
    measured.figures = std::move(*figures);
  }
  measured.figures.plan = plan_figures(library, placed->plan, version.folds);
  return measured;
}

/// The twin of a material, if it has one, measured but not drawn.
struct Hand {
  std::optional<Twin> twin;
  std::optional<Figures> figures;
};

std::optional<Hand> measure_twin(const std::string& name, const Reflection& composed) {
  auto twin = find_twin(name);
  if (!twin) {
    std::fprintf(stderr, "%s\n", twin.error().c_str());
    return std::nullopt;
  }
  Hand hand{std::move(*twin), {}};
  if (!hand.twin) {
    return hand;
  }
  for (const std::string& difference : differences_of_interface(*hand.twin, composed)) {
    std::fprintf(stderr, "%s by hand: %s\n", name.c_str(), difference.c_str());
  }
  hand.figures = count(hand.twin->fragment);
  return hand.figures ? std::optional(std::move(hand)) : std::nullopt;
}

void add(DrawnFrames drawn, Figures& figures) {
  figures.milliseconds.insert(figures.milliseconds.end(), drawn.milliseconds.begin(),
                              drawn.milliseconds.end());
  figures.rgba = std::move(drawn.rgba);
}

/// Alternates between versions, so that the load of the machine affects all alike.
void draw_by_turns(const Library& library, MaterialId material, const FrameOptions& settings,
                   std::vector<Measured>& versions, Hand& hand) {
  for (int round = 0; round < settings.rounds; ++round) {
    for (Measured& version : versions) {
      add(draw_frames(library, material, version.emission, nullptr, settings.frame),
          version.figures);
    }
    if (hand.twin) {
      add(draw_frames(library, material, versions.back().emission, &*hand.twin, settings.frame),
          *hand.figures);
    }
  }
}

std::optional<MaterialFigures> measure_all(const std::string& named, const FrameOptions& settings) {
  const std::size_t colon = named.find(':');
  const std::string name = named.substr(0, colon);
  const std::string profile_name = colon == std::string::npos ? "forward" : named.substr(colon + 1);
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions load;
  load.shipped_directories = {shaders};
  const LoadedLibrary loaded = load_library(
      {shaders + "/materials/" + name + ".weft", shaders + "/profiles.weft"}, DiskReader(), load);
  const auto material = loaded.library.find_material(name);
  const auto profile = loaded.library.find_profile(profile_name);
  if (!material || !profile) {
    std::fprintf(stderr, "there is no material %s, or no profile %s\n", name.c_str(),
                 profile_name.c_str());
    return std::nullopt;
  }
  const Composer composer(loaded.library);
  std::vector<Measured> versions;
  for (const Version& version : versions_of_all) {
    auto measured = measure(composer, *material, *profile, version);
    if (!measured) {
      return std::nullopt;
    }
    versions.push_back(std::move(*measured));
  }
  auto hand = measure_twin(name, versions.back().emission.reflection);
  if (!hand) {
    return std::nullopt;
  }
  if (settings.draws) {
    draw_by_turns(loaded.library, *material, settings, versions, *hand);
  }
  const std::string label =
      profile_name == "forward" ? "`" + name + "`" : "`" + name + "` for `" + profile_name + "`";
  return MaterialFigures{label,
                         std::move(versions[0].figures),
                         std::move(versions[1].figures),
                         std::move(versions[2].figures),
                         std::move(versions[3].figures),
                         std::move(versions[4].figures),
                         std::move(hand->figures)};
}

}  // namespace

int main(int count, char** words) {
  const auto settings = read_frame_options(count, words);
  if (!settings) {
    std::fprintf(stderr,
                 "usage: weft_placement_figures [--size N] [--frames N] [--rounds N] [--counts] "
                 "MATERIAL[:PROFILE]...\n");
    return 2;
  }
  std::vector<MaterialFigures> all;
  for (const std::string& named : settings->names) {
    auto figures = measure_all(named, *settings);
    if (!figures) {
      return 1;
    }
    all.push_back(std::move(*figures));
  }
  fmt::print("{}\n{}\n{}", placement_table(all), instruction_table(all), leaf_table(all));
  if (settings->draws) {
    fmt::print("\nTimes of {} × {} pixels: {}\n", settings->frame.size, settings->frame.size,
               frame_device());
  }
  return 0;
}
