// A leaf with the name of an intrinsic hides it in bodies, as it does in graphs, where its ports
// accept the arguments.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::hidden_intrinsics_test {
namespace {

const char* const own = R"(import "core";
struct Rod { float width; }
fragment lerp(a: float, b: float, t: float) -> float { return a + (b - a) * t * t; }
fragment frac<T: floating>(x: T) -> T { return x - floor(x) - 0.5; }
fragment saturate(x: float) -> float { return 2.0 * saturate(x); }
fragment sqrt(x: int) -> int { return x * 2; }
fragment sqrt(x: bool) -> float { return sqrt(float(x) * 16.0); }
fragment step(x: float3) -> float { return 5.0; }
fragment length(rod: Rod) -> float { return rod.width; }
fragment clamp(x: float, low: float, high: float) -> float { return min(max(x, low), high) + 1.0; }
)";

struct Case {
  std::string body;
  std::string value;
};

const std::vector<Case> cases = {
    {"return lerp(0.0, 1.0, 0.5);", "0.25"},
    {"return lerp(0, 1, 0.5);", "0.25"},
    {"return lerp(float2(0.0), float2(1.0), 0.5).x;", "0.5"},  // not of its ports: the intrinsic
    {"return mix(0.0, 1.0, 0.5);", "0.5"},                     // the other name stays
    {"return frac(2.75);", "0.25"},
    {"return frac(float2(2.75)).y;", "0.25"},
    {"return saturate(3.0);", "2.0"},  // in its own body the name is the intrinsic
    {"return float(sqrt(8));", "16.0"},
    {"return sqrt(16.0);", "4.0"},
    {"return sqrt(true);", "4.0"},
    {"return step(float3(1.0));", "5.0"},
    {"return step(0.25, 0.5);", "1.0"},
    {"return length(Rod(3.0));", "3.0"},
    {"return length(float3(0.0, 3.0, 4.0));", "5.0"},
    {"return clamp(0.5, high: 1.0, low: 0.0);", "1.5"},
    {"return equal(float2(1.0, 2.0), float2(1.0, 3.0)).x ? 1.0 : 0.0;",
     "1.0"},  // the library's hides nothing
};

std::string value_of(const TempDir& place, const std::string& text) {
  place.write("asked.weft", text);
  const Finished finished = run_weft(place, {"eval", "asked.weft", "asked()"});
  return finished.out.substr(0, finished.out.find('\n')) + finished.err;
}

TEST_CASE("hidden intrinsics: bodies call the leaf of the author", "[cli]") {
  const TempDir place;
  for (const Case& one : cases) {
    CAPTURE(one.body);
    CHECK(value_of(place, own + ("fragment asked() -> float { " + one.body + " }\n")) == one.value);
  }
}

TEST_CASE("hidden intrinsics: a copy of the library's leaves hides nothing", "[cli]") {
  const TempDir place;
  place.write("copy.weft",
              "trait shade { dark }\n"
              "fragment dot(a: float3 {shade: dark}, b: float3 {shade: dark}) -> float { return "
              "dot(a, b); }\n"
              "fragment dot(a: float3, b: float3) -> float { return dot(a, b); }\n");
  CHECK(value_of(place,
                 "import \"./copy.weft\";\nfragment asked() -> float { return dot(float3(1.0), "
                 "float3(2.0)); }\n") == "6.0");
}

TEST_CASE("hidden intrinsics: files that import the leaf call it, and others do not", "[cli]") {
  const TempDir place;
  place.write("smooth.weft", own);
  place.write(
      "user.weft",
      "import \"./smooth.weft\";\nfragment used() -> float { return lerp(0.0, 1.0, 0.5); }\n");
  place.write("other.weft",
              "import \"core\";\nfragment not_used() -> float { return lerp(0.0, 1.0, 0.5); }\n");
  CHECK(value_of(
            place,
            "import \"./user.weft\";\nimport \"./other.weft\";\nfragment asked() -> float { return "
            "used() + not_used() * 10.0; }\n") == "5.25");
}

}  // namespace
}  // namespace weft::testing::hidden_intrinsics_test
