// Random bodies over all language constructs: both languages print them, glslang accepts the text,
// spirv-val the modules. tests/render/printer_values_test.cpp checks the values.

#include <string>

#include "tests/property/body_generator.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::printer_bodies_test {

TEST_CASE("printers: random bodies compile to valid modules in both languages") {
  using namespace weft;
  constexpr EmitOptions everything = {true, true, true, false};
  const std::size_t count = scaled(30);
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed() + 7919 * i);
    std::string source = body_preamble;
    std::string material = "material m {\n";
    constexpr std::size_t bodies = 8;
    std::string sum;
    for (std::size_t j = 0; j < bodies; ++j) {
      const std::string name = "probe_" + std::to_string(j);
      source +=
          i % 2 == 0 ? random_body(random, name) : random_body_with_repeated_calls(random, name);
      material += "    r" + std::to_string(j) + " = as_float(" + name + "(3, 7u, 1.5));\n";
      sum = j == 0 ? "r0" : "plus(" + sum + ", r" + std::to_string(j) + ")";
    }
    source +=
        "fragment as_float(u: uint) -> float { return float(u); }\n"
        "fragment plus(a: float, b: float) -> float { return a + b; }\n"
        "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
        "feature surface.position: float3 at vertex;\n" +
        material + "    color = float4(" + sum +
        ");\n    output color;\n}\n"
        "profile host {\n    provide surface.position as attribute 0;\n"
        "    vertex demand position: float4 as clip = clip(surface.position);\n"
        "    fragment demand color: float4 as target 0;\n}\n";
    const Emitted emitted = emit_source(source, "m", "host", everything);
    INFO("seed " << seed() << " + 7919 * " << i);
    INFO(source);
    INFO(emitted.messages);
    REQUIRE(emitted.fine);
  }
}

}  // namespace weft::testing::printer_bodies_test
