// usage: weft_placement_figures MATERIAL[:PROFILE]...
// The savings of folding and placement per shipped material, as two tables in Markdown. Three plans
// of one material and profile (forward, unless named):
// - naive: nothing is folded or pruned, everything runs per fragment. Its operations are those of
//   the expression tree: a value with two uses counts twice.
// - baseline: folded, shared, without dead code, everything per fragment.
// - placed: Weft's default. A fourth plan without the uniform program separates the work of the
//   vertex stage from the CPU's.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "composer/compose.h"
#include "composer/evaluations/plan_cost.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/frame_time.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::testing;

/// Counts the instructions inside functions that compute something.
std::size_t count_instructions(const std::vector<std::uint32_t>& words) {
  constexpr std::size_t header_words = 5;
  constexpr std::uint32_t op_function = 54;
  constexpr std::uint32_t op_function_parameter = 55;
  constexpr std::uint32_t op_function_end = 56;
  constexpr std::uint32_t op_variable = 59;
  constexpr std::uint32_t op_label = 248;
  std::size_t count = 0;
  bool is_inside = false;
  for (std::size_t at = header_words; at < words.size() && words[at] >> 16U != 0;
       at += words[at] >> 16U) {
    const std::uint32_t op = words[at] & 0xffffU;
    is_inside = (is_inside || op == op_function) && op != op_function_end;
    const bool is_frame =
        op == op_function || op == op_function_parameter || op == op_variable || op == op_label;
    count += is_inside && !is_frame ? 1 : 0;
  }
  return count;
}

struct Figures {
  std::uint64_t operations = 0;  ///< per fragment
  std::uint32_t components = 0;  ///< interpolated
  std::size_t instructions = 0;  ///< of the fragment stage, optimized
};

std::uint64_t add_up(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b > most - a ? most : a + b;
}

/// The number of uses of each evaluation in the expression tree.
std::vector<std::uint64_t> readings(const Plan& plan) {
  std::vector<std::uint64_t> count(plan.evaluations.size(), 0);
  for (const DemandedOutput& output : plan.outputs) {
    count[output.value.index()] = add_up(count[output.value.index()], 1);
  }
  for (std::size_t i = plan.evaluations.size(); i-- > 0;) {
    for (const EvaluationId input : plan.evaluations[EvaluationId(i)].inputs) {
      count[input.index()] = add_up(count[input.index()], count[i]);
    }
  }
  return count;
}

void count_operations(const Library& library, const Plan& plan, bool is_shared, Figures& figures) {
  const std::vector<std::uint64_t> operations = evaluation_operations(library, plan);
  const std::vector<std::uint64_t> read = readings(plan);
  std::vector<std::vector<bool>> is_counted(2, std::vector<bool>(plan.evaluations.size(), false));
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    if (evaluation.stage != Stage::Fragment) {
      continue;
    }
    figures.operations = add_up(figures.operations, operations[i] * (is_shared ? 1 : read[i]));
    if (const auto* crossing = std::get_if<InterpolateEvaluation>(&evaluation.kind)) {
      std::vector<bool>& counted = is_counted[crossing->is_flat ? 1 : 0];
      const std::size_t source = evaluation.inputs[0].index();
      const auto size =
          static_cast<std::uint32_t>(plan.types[evaluation.type].data().component_count());
      figures.components += counted[source] ? 0 : size;
      counted[source] = true;
    }
  }
}

/// One way to compose the material.
struct Version {
  bool folds = true;
  bool is_placed = true;
  bool has_uniform_program = true;
};
constexpr Version versions_of_all[] = {
    {false, false, false}, {true, false, false}, {true, true, false}, {true, true, true}};

struct Measured {
  Figures figures;
  Emission emission;
  std::vector<double> frame_ms;
};

std::optional<Measured> measure(const Composer& composer, MaterialId material, ProfileId profile,
                                const Version& version) {
  const Library& library = composer.library();
  ComposeRequest request{material, profile, {}};
  request.placement.is_on = version.is_placed;
  request.placement.uniform_program = version.has_uniform_program;
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
  Measured measured{{}, std::move(*emission), {}};
  count_operations(library, placed->plan, version.folds, measured.figures);
  if (const std::string* module = measured.emission.find("frag.glsl.spv")) {
    const auto optimized = optimize_for_speed({words_of(*module)});
    if (!optimized) {
      std::fprintf(stderr, "%s\n", optimized.error().c_str());
      return std::nullopt;
    }
    measured.figures.instructions = count_instructions(optimized->words);
  }
  return measured;
}

/// Alternates between versions, so that the load of the machine affects all alike.
void draw_by_turns(const Library& library, MaterialId material, std::vector<Measured>& versions) {
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round) {
    for (Measured& version : versions) {
      const auto times = frame_times(library, material, version.emission);
      version.frame_ms.insert(version.frame_ms.end(), times.begin(), times.end());
    }
  }
}

std::string median(std::vector<double> times) {
  if (times.empty()) {
    return "";
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return fmt::format("{:.1f}", *middle);
}

std::string change(double before, double after) {
  return before <= 0 ? "" : fmt::format("{:+.0f} %", 100.0 * (after - before) / before);
}

struct Rows {
  std::string operations;
  std::string shaders;
};

Rows rows_of(const std::string& label, const std::vector<Measured>& versions) {
  const Figures& naive = versions[0].figures;
  const Figures& base = versions[1].figures;
  const Figures& moved = versions[2].figures;
  const Figures& placed = versions[3].figures;
  return {
      fmt::format(
          "| {} | {} | {} | {} | {} | **{}** | {} | {} | {} |\n", label, naive.operations,
          base.operations, static_cast<std::int64_t>(moved.operations - base.operations),
          static_cast<std::int64_t>(placed.operations - moved.operations), placed.operations,
          change(static_cast<double>(base.operations), static_cast<double>(placed.operations)),
          base.components, placed.components),
      fmt::format(
          "| {} | {} | {} | {} | **{}** | {} | {} | {} | {} |\n", label, naive.instructions,
          base.instructions, moved.instructions, placed.instructions,
          change(static_cast<double>(base.instructions), static_cast<double>(placed.instructions)),
          median(versions[0].frame_ms), median(versions[1].frame_ms),
          median(versions[3].frame_ms))};
}

std::optional<Rows> measure_all(const std::string& named) {
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
  draw_by_turns(loaded.library, *material, versions);
  const std::string label =
      profile_name == "forward" ? "`" + name + "`" : "`" + name + "` for `" + profile_name + "`";
  return rows_of(label, versions);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "usage: weft_placement_figures MATERIAL[:PROFILE]...\n");
    return 2;
  }
  std::string operations =
      "| operations per fragment | naive | baseline | to the vertices | to the CPU | placed | "
      "| interpolated components: baseline | placed |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::string shaders =
      "| instructions of the fragment stage | naive | baseline | without the uniform program "
      "| placed | | ms per frame: naive | baseline | placed |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (int i = 1; i < count; ++i) {
    const auto rows = measure_all(words[i]);
    if (!rows) {
      return 1;
    }
    operations += rows->operations;
    shaders += rows->shaders;
  }
  fmt::print("{}\n{}", operations, shaders);
  return 0;
}
