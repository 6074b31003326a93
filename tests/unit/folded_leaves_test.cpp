// Which calls of a leaf have functions of their own, by the constants that they pass, and what the
// functions are called.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::folded_leaves_test {

namespace {

using namespace weft;
using Names = std::vector<std::string>;

const char* const preamble = R"(
profile bare: base_mesh { fragment demand a: float as target 0; }
fragment shaped(x: float, mode: int, fine: bool) -> float
{
    float y = x;
    if (mode == 1) { y = sin(y) * cos(y); }
    if (fine) { y = exp2(y); }
    return y;
}
fragment bent(x: float, by: float) -> float
{ return by < 0.5 ? sin(x * x) + by : exp2(x * x) * cos(x + by); }
fragment lifted(x: float, by: float) -> float { return sin(x * 2.0 + by); }
fragment long_one(x: float, fine: bool) -> float
{
    float y = sin(x) + cos(x) + exp2(x);
    y = sin(y) + cos(y) + exp2(y);
    y = sin(y) + cos(y) + exp2(y);
    if (fine) { y = y + 1.0; }
    return y;
}
)";

/// The functions of the fragment stage, in order.
Names functions_of(const std::string& calls) {
  const Composed composed = compose_text(
      preamble + ("material m { param k: float = 1.0; param j: int = 1; p = surface.position;\n" +
                  calls + " }"),
      "bare");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  EmitOptions options;
  options.glsl = true;
  auto emission = emit(composed.library(), *composed.plan, options, {}, {});
  REQUIRE(emission);
  Names names;
  for (const EmittedFile& file : emission->files) {
    std::istringstream lines(file.suffix.find("frag.") != std::string::npos ? file.content : "");
    for (std::string line; std::getline(lines, line);) {
      const std::size_t end = line.find('(');
      if (line.starts_with("float ") && end != std::string::npos) {
        names.push_back(line.substr(6, end - 6));
      }
    }
  }
  return names;
}

struct Case {
  const char* calls;
  Names functions;
};

}  // namespace

TEST_CASE("folded leaves: calls share a function unless their constants save much") {
  const Case cases[] = {
      // Equal constants share one, which has no name of its own.
      {"output a = shaped(p.x, 1, true) + shaped(p.y, 1, true);", {"shaped"}},
      {"output a = shaped(p.x, 1, true) + shaped(p.y, 0, true) + shaped(p.z, 1, true);",
       {"shaped_mode_1", "shaped_mode_0"}},
      // What all calls pass is in the function and in no name.
      {"output a = shaped(p.x, 1, true) + shaped(p.y, 0, true);",
       {"shaped_mode_1", "shaped_mode_0"}},
      // What only some calls know.
      {"output a = shaped(p.x, j, true) + shaped(p.y, j, k > 0.5);",
       {"shaped_fine_true", "shaped"}},
      {"output a = shaped(p.x, 1, false) + shaped(p.y, j, true) + shaped(p.z, 7000, k > 0.5);",
       {"shaped_mode_1_fine_false", "shaped_fine_true", "shaped"}},
      // No name for fractions.
      {"output a = bent(p.x, 0.25) + bent(p.y, 0.75);", {"bent", "bent_2"}},
      {"output a = bent(p.x, 2.0) + bent(p.y, k);", {"bent_by_2", "bent"}},
      // One addition is too little, and so is a branch of a long function.
      {"output a = lifted(p.x, 0.0) + lifted(p.y, 1.0) + lifted(p.z, k);", {"lifted"}},
      {"output a = long_one(p.x, false) + long_one(p.y, true);", {"long_one"}},
  };
  for (const Case& each : cases) {
    INFO(each.calls);
    CHECK(functions_of(each.calls) == each.functions);
  }
}

TEST_CASE(
    "folded leaves: of many different constants four functions are made, and one for the rest") {
  for (const int count : {4, 6, 15, 40}) {
    std::string sum = "0.0";
    for (int i = 0; i < count; ++i) {
      sum += fmt::format(" + bent(p.x + {}.0, {}.0)", i, i + 2);
    }
    const Names names = functions_of("output a = " + sum + ";");
    INFO(count);
    CHECK(names.size() == static_cast<std::size_t>(std::min(count, 5)));
    CHECK(std::count(names.begin(), names.end(), "bent") == (count > 4 ? 1 : 0));
  }
}

TEST_CASE(
    "folded leaves: constants beyond the sixteenth set count only where calls have them in "
    "common") {
  std::string sum = "0.0";
  for (int i = 0; i < 15; ++i) {
    sum += fmt::format(" + bent(p.x + {}.0, {}.0)", i, i + 2);
  }
  const Names names = functions_of("output a = " + sum + " + bent(p.y, 0.25) + bent(p.z, 0.375);");
  CHECK(names.size() == 5);
  CHECK(std::count(names.begin(), names.end(), "bent") == 1);
  CHECK(std::count(names.begin(), names.end(), "bent_2") == 0);
}

}  // namespace weft::testing::folded_leaves_test
