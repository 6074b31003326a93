// Which calls of a leaf have functions of their own, by the constants and the equal values that
// they pass, what the functions are called, and their parameters.

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
fragment met(x: float, y: float, z: float) -> float { return sin(x - y) * exp2(z + 0.5 * y); }
fragment tuned(x: float, at: float, by: float) -> float { return sin(x * at) * exp2(x * by); }
fragment spun(x: float, y: float) -> float { return sin(cos(x * x) + exp2(x)) * y; }
fragment paired(x: float, y: float) -> float { return spun(x, 0.5) - spun(y, 0.25) * spun(y, 0.5); }
fragment judged(x: float, y: float, z: float) -> float { return x < y ? spun(x, z) * exp2(y) : x; }
fragment meets(x: float) -> float { return met(x, x, 2.0 * x) + met(2.0 * x, x, x); }
fragment met_alike(x: float, y: float) -> float
{
    float z = sin(x);
    for (int i = 0; i < 3; ++i) { z = met(z, z, y) + met(2.0 * y + z, 2.0 * y + z, x); }
    return z;
}
fragment met_sines(x: float, y: float) -> float { return met(sin(x), sin(y), x); }
fragment handed(x: float, y: float) -> float { return met(x, y, exp2(y)); }
fragment tunes(x: float, y: float) -> float { return tuned(x, 2.0, 2.0) * y + tuned(y, -0.5, -0.5); }
fragment tunes_with(x: float, y: float) -> float { return tuned(x, y, y) + tuned(y, x, x); }
fragment pairs(x: float) -> float { return paired(x, x) + paired(cos(x), cos(x)); }
fragment sized_alike(u: float3, s: float) -> float { return sized(u, u, s) + sized(s * u, s * u, s); }
fragment counted(n: int, m: int, x: float) -> float
{ return n == m ? spun(x, float(n)) : spun(x * x, float(m)) + sin(x); }
fragment triple(x: float, y: float, n: int, m: int) -> float
{ return n == m ? spun(x, y) : spun(x * x, y) + sin(y); }
fragment braced(x: float, y: float, fine: bool) -> float
{
    float z = x * y;
    if (fine) { z = exp2(z); }
    return sin(z);
}
fragment sized<T: floating>(u: T, v: T, s: float) -> float where broadcast(u, v)
{ return dot(u, v) * sin(s) + length(v * s); }
)";

/// The lines of the fragment stage that begin functions with a float, in order, without its name.
Names signatures_of(const std::string& calls) {
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
      if (line.starts_with("float ") && line.ends_with(")")) {
        names.push_back(line.substr(6));
      }
    }
  }
  return names;
}

/// The functions of the fragment stage, in order.
Names functions_of(const std::string& calls) {
  Names names = signatures_of(calls);
  for (std::string& name : names) {
    name = name.substr(0, name.find('('));
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

TEST_CASE("folded leaves: what calls pass for two ports is one parameter where all do so") {
  const Case cases[] = {
      {"output a = met(p.x, p.x, p.z);", {"met(float x, float z)"}},
      {"output a = met(p.x, p.x, p.x);", {"met(float x)"}},
      {"output a = met(p.x, p.x, p.z) + met(p.y, p.y, p.x);", {"met(float x, float z)"}},
      {"output a = met(p.x, p.x, p.x) + met(p.y, p.z, p.z);", {"met(float x, float y)"}},
      {"output a = met(p.x, p.y, p.x) + met(p.y, p.z, p.y) + met(p.z, p.x, p.z);",
       {"met(float x, float y)"}},
      {"output a = met(p.x, p.x, p.z) + met(p.y, p.z, p.x);", {"met(float x, float y, float z)"}},
      {"output a = met(p.x, p.x, p.z) + met(p.y, p.z, p.z);", {"met(float x, float y, float z)"}},
      // One constant has the names of two parameters; different ones are as other values.
      {"output a = tuned(p.x, 2.0, 2.0);", {"tuned(float x, float at, float by)"}},
      {"output a = tuned(p.x, 2.0, 2.0) + tuned(p.y, 3.0, 3.0);", {"tuned(float x, float at)"}},
      {"output a = tuned(p.x, 2.0, 2.0) + tuned(p.y, k, k);", {"tuned(float x, float at)"}},
      // Only with types that are equal too.
      {"output a = sized(p, k, k);", {"sized(vec3 u, vec3 v, float s)"}},
      {"output a = sized(p, p, k) + sized(k * p, k * p, k);", {"sized(vec3 u, float s)"}},
      // Some calls, where it saves much: a call, a branch.
      {"output a = paired(p.x, p.x) + paired(p.y, p.z);",
       {"spun(float x, float y)", "paired_y_is_x(float x)", "paired(float x, float y)"}},
      {"output a = judged(p.x, p.x, p.z) + judged(p.y, p.z, p.x);",
       {"judged_y_is_x(float x)", "spun(float x, float y)", "judged(float x, float y, float z)"}},
      {"output a = counted(j, j, p.x) + counted(j, 2, p.y);",
       {"spun(float x, float y)", "counted_m_is_n(int n, float x)",
        "counted(int n, int m, float x)"}},
      {"output a = triple(p.x, p.x, j, j) + triple(p.y, p.y, j, 2);",
       {"spun(float x, float y)", "triple_m_is_n(float x)", "triple(float x, int n, int m)"}},
      // What is equal in calls that have a function of their own for another reason stays.
      {"output a = braced(p.x, p.x, true) + braced(p.y, p.z, true) + braced(p.z, p.y, k > 0.5);",
       {"braced_fine_true(float x, float y)", "braced(float x, float y, bool fine)"}},
      // Calls in bodies, which are written alike or not; reads of one local in one statement are.
      {"output a = met_alike(p.x, p.y);", {"met(float x, float z)", "met_alike(float x, float y)"}},
      {"output a = met_alike(p.x, p.y) + meets(p.z);",
       {"met(float x, float y, float z)", "met_alike(float x, float y)", "meets(float x)"}},
      {"output a = met_alike(p.x, p.y) + met(p.z, p.z, p.x);",
       {"met(float x, float z)", "met_alike(float x, float y)"}},
      {"output a = met_alike(p.x, p.y) + met(p.z, p.x, p.x);",
       {"met(float x, float y, float z)", "met_alike(float x, float y)"}},
      {"output a = met_sines(p.x, p.y);",
       {"met(float x, float y, float z)", "met_sines(float x, float y)"}},
      {"output a = sized_alike(p, k);", {"sized(vec3 u, float s)", "sized_alike(vec3 u, float s)"}},
      // What a body is given for two ports, it hands on as one value.
      {"output a = handed(p.x, p.x);", {"met(float x, float z)", "handed(float x)"}},
      {"output a = handed(p.x, p.y);",
       {"met(float x, float y, float z)", "handed(float x, float y)"}},
      // Constants are two parameters, also where other calls in bodies pass one value.
      {"output a = tunes(p.x, p.y);",
       {"tuned(float x, float at, float by)", "tunes(float x, float y)"}},
      {"output a = tunes_with(p.x, p.y);",
       {"tuned(float x, float at)", "tunes_with(float x, float y)"}},
      {"output a = tunes_with(p.x, p.y) + tunes(p.y, p.z);",
       {"tuned(float x, float at, float by)", "tunes_with(float x, float y)",
        "tunes(float x, float y)"}},
      // A call of the plan that differs has the function of before, or one of its own.
      {"output a = pairs(p.x) + paired(p.y, p.y);",
       {"spun(float x, float y)", "paired(float x)", "pairs(float x)"}},
      {"output a = meets(p.x) + judged(p.y, p.y, p.z);",
       {"met(float x, float y, float z)", "meets(float x)", "judged(float x)"}},
      // Bodies call it too, with other arguments.
      {"output a = met(p.x, p.x, p.z) + meets(p.y);",
       {"met(float x, float y, float z)", "meets(float x)"}},
      {"output a = paired(p.x, p.x) + met(paired(p.y, p.y), p.y, p.z);",
       {"spun(float x, float y)", "paired(float x)", "met(float x, float y, float z)"}},
  };
  for (const Case& each : cases) {
    INFO(each.calls);
    CHECK(signatures_of(each.calls) == each.functions);
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
