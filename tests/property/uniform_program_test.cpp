// Generated C++ and C compute the same bits as the library's interpreter.

#include <string>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/property/body_generator.h"
#include "tests/property/random_material.h"
#include "tests/support/catch.h"
#include "tests/support/generated_programs.h"
#include "tests/support/places.h"

namespace weft::testing::uniform_program_test {

namespace {

using namespace weft;

void add(GeneratedPrograms& programs, const std::string& source, const std::string& profile,
         Random& random) {
  INFO(source);
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text("random.weft", source, DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Composer composer(loaded.library);
  const auto placed = compose(composer, {MaterialId(0), *loaded.library.find_profile(profile), {}});
  if (!placed) {
    FAIL(render_text(placed.error(), loaded.library.sources));
  }
  programs.add(loaded.library, *placed, random);
}

}  // namespace

TEST_CASE("uniform program: generated C++ and C match the interpreter") {
  Random random(seed());
  GeneratedPrograms programs;
  for (std::size_t i = 0; i < scaled(6); ++i) {
    add(programs, random_body_material(random, "bodies_" + std::to_string(i)), "host", random);
  }
  REQUIRE(programs.results() == scaled(6));
  for (std::size_t i = 0; i < scaled(12); ++i) {
    std::string source = random_material(random);
    const std::string name = "material_" + std::to_string(i);
    source.replace(source.find("material m"), 10, "material " + name);
    add(programs, source, "rig", random);
  }
  CHECK(programs.results() > scaled(6));
  INFO("seed " << seed());
  CHECK(programs.run() == "");
}

}  // namespace weft::testing::uniform_program_test
