// Every shipped file: it loads, its plans pass the checker, and its headers compute what the
// library does.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/verification/verify_plan.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/generated_programs.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace weft::testing::shipped_files_test {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped_materials() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(repository_root() / "shaders" / "materials")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() > 10);
  return files;
}

}  // namespace

TEST_CASE("shipped files load without messages") {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(repository_root() / "shaders")) {
    if (entry.path().extension() == ".weft") {
      const LoadedLibrary loaded =
          load_library(entry.path().string(), DiskReader(), shipped_options());
      INFO(render_text(loaded.diagnostics, loaded.library.sources));
      CHECK(loaded.diagnostics.empty());
      ++files;
    }
  }
  CHECK(files >= 4);
}

TEST_CASE("plan verification: every shipped material passes for every shipped profile") {
  for (const fs::path& file : shipped_materials()) {
    const std::string text =
        "import \"profiles\"; import \"materials/" + file.stem().string() + "\";";
    const LoadedLibrary loaded = load_text("all.weft", text, DiskReader(), shipped_options());
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    const Composer composer(library);
    for (const std::string profile :
         {"forward", "unlit", "depth", "gbuffer", "instanced", "skinned", "functions"}) {
      INFO(file.stem().string() << " for " << profile);
      const ProfileId id = *library.find_profile(profile);
      const auto naive = compose(composer, {MaterialId(0), id, {}, {.is_on = false}});
      const auto placed = compose(composer, {MaterialId(0), id, {}});
      if (!naive) {
        continue;  // not every material has the outputs that every profile demands
      }
      REQUIRE(placed);
      for (const PlanFault& fault : verify_plan(library, naive->plan, *placed)) {
        FAIL_CHECK("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                       << fault.text);
      }
    }
  }
}

TEST_CASE("uniform program: the header of every shipped material matches the library") {
  Random random(seed());
  GeneratedPrograms programs;
  std::vector<LoadedLibrary> libraries;
  for (const fs::path& file : shipped_materials()) {
    libraries.push_back(load_library(file.string(), DiskReader(), shipped_options()));
    const Library& library = libraries.back().library;
    const Composer composer(library);
    for (const std::string profile : {"forward", "gbuffer", "skinned"}) {
      INFO(file.stem() << " for " << profile);
      const auto id = library.find_profile(profile);
      if (!id) {
        continue;
      }
      const auto placed = compose(composer, {MaterialId(0), *id, {}});
      REQUIRE(placed);
      programs.add(library, *placed, random);
    }
  }
  CHECK(programs.results() > 60);
  CHECK(programs.run() == "");
}

}  // namespace weft::testing::shipped_files_test
