// Bodies that only scale: those recognized as scalings commute when evaluated, and no other body is
// recognized.

#include "conversions/checks/scaling_body.h"

#include <cmath>
#include <string>
#include <vector>

#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"

namespace weft::testing::scaling_body_test {

namespace {

using namespace weft;

const std::vector<std::string> scalings = {"x",
                                           "-x",
                                           "x * 0.01",
                                           "3.0 * x",
                                           "x / 7.0",
                                           "x * 3.0 / 180.0",
                                           "(2.0 * 3.0) * -(x)",
                                           "x * float3(1.0, 2.0, 0.5)",
                                           "x / float3(2.0)"};
const std::vector<std::string> others = {"x + 1.0",         "x * x",
                                         "1.0 / x",         "float3(x.y, x.x, x.z)",
                                         "x.zyx",           "max(x, float3(0.0))",
                                         "x * float3(x.x)", "float3(1.0)",
                                         "x * m * 2.0",     "x * 2.0 + x"};

/// One fragment per body, `b0`, `b1`, ….
LoadedLibrary load_bodies(const std::vector<std::string>& bodies) {
  std::string text;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    text += "fragment b" + std::to_string(i) + "(x: float3, m: float3) -> float3 { return " +
            bodies[i] + "; }\n";
  }
  LoadedLibrary loaded = load_text("test.weft", text, DiskReader(), {});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  return loaded;
}

const Body& body_of(const Library& library, std::size_t i) {
  const auto name = library.names.find("b" + std::to_string(i));
  REQUIRE(name);
  return library.fragments[library.fragments_by_name.at(*name).front()].instances().front().body;
}

Constant applied(const Library& library, const Body& body, const Constant& x) {
  const std::vector<Constant> ports{x, x};
  const auto value = evaluate_body(library, body, {x.type}, {ports, {}});
  REQUIRE(value);
  return value->front();
}

}  // namespace

TEST_CASE("scalings: bodies that scale by constants commute") {
  const LoadedLibrary loaded = load_bodies(scalings);
  const Library& library = loaded.library;
  const DataType float3 = DataType::vector(Scalar::Float, 3);
  const Constant start{float3, {float_bits(0.7F), float_bits(-2.5F), float_bits(31.0F)}};
  for (std::size_t i = 0; i < scalings.size(); ++i) {
    const Body& one = body_of(library, i);
    CAPTURE(scalings[i]);
    CHECK(is_scaling(one));
    for (std::size_t k = 0; k < scalings.size(); ++k) {
      const Body& other = body_of(library, k);
      const Constant ways[] = {applied(library, other, applied(library, one, start)),
                               applied(library, one, applied(library, other, start))};
      for (std::size_t at = 0; at < 3; ++at) {
        const float first = float_of_bits(ways[0].bits[at]);
        const float second = float_of_bits(ways[1].bits[at]);
        CHECK(std::fabs(first - second) <= 1e-6F * std::fabs(first));
      }
    }
  }
}

TEST_CASE("scalings: other bodies are not scalings") {
  const LoadedLibrary loaded = load_bodies(others);
  for (std::size_t i = 0; i < others.size(); ++i) {
    CAPTURE(others[i]);
    CHECK_FALSE(is_scaling(body_of(loaded.library, i)));
  }
  const LoadedLibrary integers =
      load_text("test.weft", "fragment b0(x: int) -> int { return x / 2; }", DiskReader(), {});
  CHECK_FALSE(is_scaling(body_of(integers.library, 0)));
  const LoadedLibrary matrices =
      load_text("test.weft",
                "fragment b0(x: float2x2) -> float2x2 { return float2x2(0.0, 1.0, 1.0, 0.0) * x; }",
                DiskReader(), {});
  CHECK_FALSE(is_scaling(body_of(matrices.library, 0)));
}

}  // namespace weft::testing::scaling_body_test
