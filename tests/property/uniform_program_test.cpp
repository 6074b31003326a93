// Generated C++ and C compute the same bits as the library's interpreter.

#include <string>

#include "tests/property/body_generator.h"
#include "tests/property/random_material.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/generated_programs.h"

namespace weft::testing::uniform_program_test {

namespace {

using namespace weft;

void add(GeneratedPrograms& programs, const std::string& source, const std::string& profile,
         Random& random) {
  INFO(source);
  const Composed composed = compose_source(source, profile, PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  programs.add(composed.library(), *composed.plan, random);
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

TEST_CASE("uniform program: counts of host arrays that are limited by their lengths") {
  const std::string source = R"(
import "profiles";
feature rig.count: int at frame;
feature rig.tints: float3[] {use: radiance, encoding: linear} at frame;
feature rig.gains: float[] at frame;
profile rigged: forward {
    provide rig.count as uniform;
    provide rig.tints as uniform [capacity: 3];
    provide rig.gains as buffer [capacity: 2];
}
fragment blended() -> float3 {use: radiance, encoding: linear}
{
    float3 sum = float3(float(length_of(rig.gains)));
    int count = min(rig.count, length_of(rig.tints));
    for (int i = 0; i < count; ++i) {
        sum += rig.tints[i] * rig.gains[i];
    }
    return sum;
}
)";
  Random random(seed());
  GeneratedPrograms programs;
  for (int i = 0; i < 6; ++i) {  // counts are 0 … 5
    add(programs,
        source + "material limited_" + std::to_string(i) + " { output color = blended(); }",
        "rigged", random);
  }
  CHECK(programs.results() >= 6);
  INFO("seed " << seed());
  CHECK(programs.run() == "");
}

}  // namespace weft::testing::uniform_program_test
