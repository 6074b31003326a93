// Where static parameters and numbers decide a choice, the other side does not exist.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::static_choices_test {

namespace {

using namespace weft;

Composed composed(const std::string& choice) {
  return compose_text(
      "feature nowhere.to_be_had: float3 {use: normal, basis: world, norm: unit} at vertex;\n"
      "graph reversed(x: bool) -> bool { output !x; }\n"
      "material m {\n"
      "  static param has: bool = true;\n"
      "  static param lod: int = 0 [enum: one_of(near, far: 2)];\n"
      "  static param scale: float = 0.5;\n"
      "  param uniform_lod: int = 0;\n"
      "  param map: texture2d {use: normal, basis: tangent, packing: unorm};\n"
      "  tangent: float3 {use: normal, basis: tangent, norm: unit} = sample(map).xyz;\n"
      "  n: float3 {use: normal, basis: world, norm: unit} = " +
          choice + ";\n  output normal = n; output albedo = #808080;\n}\n",
      "gbuffer");
}

}  // namespace

TEST_CASE("static choices: the other side decides no types and reads nothing") {
  const std::vector<std::string> conditions = {
      "has",
      "lod == near",
      "lod != far",
      "lod + 1 == 1",
      "lod < 1",
      "has && lod == near",
      "!(lod == far)",
      "reversed(lod == far)",
      "scale * 2.0 >= 1.0",
      "(has ? lod : 2) == 0",
  };
  for (const std::string& condition : conditions) {
    INFO(condition);
    const std::string negated = "!(" + condition + ")";
    for (const std::string& choice :
         {condition + " ? tangent : surface.normal", negated + " ? surface.normal : tangent",
          condition + " ? tangent : nowhere.to_be_had"}) {
      const Composed made = composed(choice);
      CHECK(made.errors() == "");
      CHECK(made.has_call("normal_tangent_to_world"));
      CHECK_FALSE(made.has_call("normal_to_model"));
      CHECK_FALSE(made.has_call("normal_to_world"));
    }
  }
}

TEST_CASE("static choices: other conditions leave both sides") {
  for (const char* const condition :
       {"uniform_lod == 0", "lod == uniform_lod", "surface.uv.x > 0.5"}) {
    INFO(condition);
    CHECK(composed(std::string(condition) + " ? tangent : surface.normal").errors() == "");
    CHECK_THAT(composed(std::string(condition) + " ? tangent : nowhere.to_be_had").errors(),
               Catch::Matchers::Contains("nowhere.to_be_had"));
  }
}

TEST_CASE("static choices: a faulty condition is reported once") {
  const std::string errors = composed("lod == float3(1.0) ? tangent : surface.normal").errors();
  CHECK_THAT(errors, Catch::Matchers::Contains("error"));
  CHECK(errors.find("error") == errors.rfind("error"));
}

}  // namespace weft::testing::static_choices_test
