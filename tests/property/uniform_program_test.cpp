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

std::string body_material(Random& random, const std::string& name) {
  std::string source = body_preamble;
  std::string calls;
  std::string sum;
  constexpr std::size_t bodies = 6;
  for (std::size_t j = 0; j < bodies; ++j) {
    const std::string number = std::to_string(j);
    source += random_body(random, "probe_" + number);
    calls += "    r" + number + " = probe_" + number + "(i, u, x);\n";
    sum = j == 0 ? "r0" : "mixed_in(" + sum + ", r" + number + ")";
  }
  return source +
         "fragment mixed_in(a: uint, b: uint) -> uint { return a * 31u + b; }\n"
         "fragment shown(u: uint, by: float3) -> float4 { return float4(by, float(u & 255u)); }\n"
         "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
         "feature surface.position: float3 at vertex;\n"
         "material " +
         name +
         " {\n    param i: int = 3;\n    param u: uint = 7u;\n"
         "    param x: float = 1.5;\n" +
         calls + "    output color = shown(" + sum +
         ", surface.position);\n}\n"
         "profile host {\n    provide surface.position as attribute 0;\n"
         "    vertex demand position: float4 as clip = clip(surface.position);\n"
         "    fragment demand color: float4 as target 0;\n}\n";
}

}  // namespace

TEST_CASE("uniform program: generated C++ and C compute what the interpreter does") {
  Random random(seed());
  GeneratedPrograms programs;
  for (std::size_t i = 0; i < scaled(6); ++i) {
    add(programs, body_material(random, "bodies_" + std::to_string(i)), "host", random);
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
