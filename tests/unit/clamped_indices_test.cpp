// Bodies of one expression are written where they are called. Their indices stay within the array
// there too.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::clamped_indices_test {

namespace {

using namespace weft;

struct Case {
  const char* object;    ///< the type of the leaf's first port
  const char* given;     ///< its argument
  const char* index;     ///< the argument of the port `i`
  const char* expected;  ///< what the text has for the call
};

std::string source_of(const Case& it) {
  return std::string(R"(import "core";
import "profiles";
profile px: base_mesh { fragment demand shade: float as target 0; }
fragment element(o: )") +
         it.object + R"(, i: int) -> float { return o[i]; }
material m {
    param three: float[3] = float[3](0.1, 0.2, 0.3);
    param v: float3 = float3(0.1, 0.2, 0.3);
    param n: int = 1;
    static param high: int = 9;
    static param low: int = -9;
    static param second: int = 1;
    x = surface.uv.x;
    at = int(surface.uv.y);
    output shade = element()" +
         it.given + ", " + it.index + R"();
}
)";
}

}  // namespace

TEST_CASE("indices of bodies that are written in place are clamped", "[codegen]") {
  const std::vector<Case> cases = {
      {"float3", "v * x", "high", "(material.v * v_uv.x)[2]"},
      {"float3", "v * x", "low", "(material.v * v_uv.x)[0]"},
      {"float3", "v * x", "second", "(material.v * v_uv.x)[1]"},
      {"float3", "v * x", "n", "(material.v * v_uv.x)[clamp(material.n, 0, 2)]"},
      {"float3", "v", "at", "material.v[clamp(int(v_uv.y), 0, 2)]"},
      {"float[3]", "three", "at", "material.three[clamp(int(v_uv.y), 0, 2)].x"},
      {"float[3]", "three", "-at", "material.three[clamp(-int(v_uv.y), 0, 2)].x"},
      {"float[3]", "float[3](x, 0.5, 1.0)", "high", "shade_part[2]"},
      {"float[3]", "float[3](x, 0.5, 1.0)", "low", "shade_part[0]"},
      {"float[3]", "float[3](x, 0.5, 1.0)", "at + n",
       "shade_part[clamp(int(v_uv.y) + material.n, 0, 2)]"},
  };
  for (const Case& it : cases) {
    const std::string source = source_of(it);
    EmitOptions options;
    options.glsl = true;
    options.spirv = true;
    const Emitted emitted = emit_source(source, "m", "px", options);
    const std::string text = emitted.text("frag.glsl");
    INFO(source << emitted.messages << text);
    CHECK(emitted.fine);
    CHECK(text.find(it.expected) != std::string::npos);
  }
}

TEST_CASE("arrays that a body makes have a name in both languages", "[codegen]") {
  const std::vector<std::string> bodies = {
      "{ return float[3](a, 0.5, b)[i]; }",
      "{ return float[3](a, 0.5, b)[1]; }",
      "{ Holder h = Holder(a, float[2](a, b)); return h.all[i] * 2.0; }",
      "{ return Holder(a, float[2](a, b)).all[i]; }",
      "{ float sum = 0.0; for (int k = 0; k < i; ++k) { Holder h = Holder(sum, float[2](a, a)); "
      "sum "
      "+= sin((h.all[1] + a) * a); } return sum * b; }",
  };
  for (const std::string& body : bodies) {
    const std::string source =
        "import \"core\";\nimport \"profiles\";\n"
        "profile px: base_mesh { fragment demand shade: float as target 0; }\n"
        "struct Holder { float x; float[2] all; }\n"
        "fragment f(a: float, b: float, i: int) -> float " +
        body +
        "\nmaterial m { spec param a: float = 2.0; output shade = f(a, surface.uv.x, "
        "int(surface.uv.y)); }\n";
    EmitOptions options;
    options.glsl = true;
    options.hlsl = true;
    options.spirv = true;
    const Emitted emitted = emit_source(source, "m", "px", options);
    INFO(source << emitted.messages << emitted.text("ps.hlsl"));
    CHECK(emitted.fine);
    CHECK(emitted.text("ps.hlsl").find("float[") == std::string::npos);
  }
}

}  // namespace weft::testing::clamped_indices_test
