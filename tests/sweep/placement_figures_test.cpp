// Checks the claims of docs/placement-figures.md about the shipped materials: the placed plan does
// no more per fragment than the baseline, and much less where the document claims it.

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "composer/compose.h"
#include "composer/evaluations/plan_cost.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::placement_figures_test {

namespace {

using namespace weft;

PlacedPlan composed(const Library& library, const std::string& name, bool is_placed) {
  const Composer composer(library);
  auto plan = compose(
      composer,
      {*library.find_material(name), *library.find_profile("forward"), {}, {.is_on = is_placed}});
  if (!plan) {
    FAIL(render_text(plan.error(), library.sources));
  }
  return std::move(*plan);
}

LoadedLibrary load(const std::string& name) {
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions options;
  options.shipped_directories = {shaders};
  return load_library({shaders + "/materials/" + name + ".weft", shaders + "/profiles.weft"},
                      DiskReader(), options);
}

std::uint64_t fragment_operations(const Library& library, const Plan& plan) {
  const std::vector<std::uint64_t> operations = evaluation_operations(library, plan);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    sum += plan.evaluations[EvaluationId(i)].stage == Stage::Fragment ? operations[i] : 0;
  }
  return sum;
}

/// Words approximate instructions: optimized modules of one material differ in little else.
std::size_t optimized_words(const Library& library, const PlacedPlan& placed) {
  EmitOptions options;
  options.spirv = true;
  const auto emission = emit(library, placed, options);
  REQUIRE(emission);
  const auto stripped = strip_names({words_of(*emission->find("frag.glsl.spv"))});
  REQUIRE(stripped);
  const auto optimized = optimize_for_speed(*stripped);
  REQUIRE(optimized);
  return optimized->words.size();
}

}  // namespace

TEST_CASE(
    "figures: placement adds no fragment work to any shipped material and saves a quarter in "
    "three") {
  std::set<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(repository_root() / "shaders" / "materials")) {
    names.insert(entry.path().stem().string());
  }
  CHECK(names.size() >= 15);
  for (const std::string& name : names) {
    INFO(name);
    const LoadedLibrary loaded = load(name);
    const Library& library = loaded.library;
    const std::uint64_t before = fragment_operations(library, composed(library, name, false).plan);
    const std::uint64_t after = fragment_operations(library, composed(library, name, true).plan);
    CHECK(after <= before);
    if (name == "glazed" || name == "skittle" || name == "dunes") {
      CHECK(after * 4 <= before * 3);
    }
  }
}

TEST_CASE("figures: placement shrinks the worn metal's optimized fragment stage by 12 %") {
  const LoadedLibrary loaded = load("worn_metal");
  const Library& library = loaded.library;
  const std::size_t before = optimized_words(library, composed(library, "worn_metal", false));
  const std::size_t after = optimized_words(library, composed(library, "worn_metal", true));
  CHECK(after * 100 <= before * 88);
}

}  // namespace weft::testing::placement_figures_test
