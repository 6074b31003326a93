// Errors in native code are reported as the author's: the message names the native body and does
// not blame Weft.

#include <string>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::native_fault_test {

namespace {

using namespace weft;

std::string with_native(const std::string& glsl) {
  return "feature surface.uv: float2 at vertex;\n"
         "feature surface.position: float3 at vertex;\n"
         "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
         "fragment twice(x: float) -> float { return x + x; }\n"
         "fragment sound(x: float) -> float law nonlinear\n"
         "native glsl \"\"\"float sound(float x) { return sin(x); }\"\"\"\n"
         "native hlsl \"\"\"float sound(float x) { return sin(x); }\"\"\"\n"
         "fragment grain(x: float) -> float law nonlinear\n"
         "native glsl \"\"\"\n" +
         glsl +
         "\n\"\"\"\nnative hlsl \"\"\"float grain(float x) { return sin(x); }\"\"\"\n"
         "material m { output color = float3(twice(grain(sound(surface.uv.x))));\n"
         "  output clip_position = clip(surface.position); }\n"
         "profile p { provide surface.position as attribute 0; provide surface.uv as attribute 1;\n"
         "  provide material as uniform; vertex demand clip_position: float4 as clip;\n"
         "  fragment demand color: float3 as target 0; }\n";
}

Emitted emitted(const std::string& glsl) {
  EmitOptions options;
  options.spirv = true;
  return emit_source(with_native(glsl), "m", "p", options);
}

}  // namespace

TEST_CASE("errors in native code name the native body", "[codegen][native]") {
  struct Case {
    const char* mistake;
    const char* code;
  };
  const Case cases[] = {
      {"a brace too few", "float grain(float x) { return x;"},
      {"a brace too many", "float grain(float x) { return x; } }"},
      {"a parenthesis too few", "float grain(float x) { return (x; }"},
      {"a second main", "float grain(float x) { return x; }\nvoid main() {}"},
      {"an open #if", "float grain(float x) { return x; }\n#if 1"},
      {"an #endif too many", "float grain(float x) { return x; }\n#endif"},
      {"a #define of what follows", "float grain(float x) { return x; }\n#define main 7"},
      {"a #version", "#version 310 es\nfloat grain(float x) { return x; }"},
      {"another name", "float gravel(float x) { return x; }"},
      {"no parameters", "float grain() { return 1.0; }"},
      {"another type of the parameter", "float grain(sampler2D x) { return 1.0; }"},
      {"another type of the result", "vec3 grain(float x) { return vec3(x); }"},
      {"nothing returned", "void grain(float x) { }"},
      {"recursion", "float grain(float x) { return x > 1.0 ? grain(x - 1.0) : x; }"},
      {"a block of its own",
       "layout(set = 3, binding = 0) uniform Own { float own; };\n"
       "float grain(float x) { return x * own; }"},
      {"an open comment", "float grain(float x) { return x; } /* and so"},
      {"an unknown function", "float grain(float x) { return unheard_of(x); }"},
      {"an unknown name", "float grain(float x) { return y; }"},
      {"the function twice",
       "float grain(float x) { return x; }\nfloat grain(float x) { return x; }"},
      {"a line without its semicolon", "float grain(float x) { return x }"},
      {"another language", "static float grain(float x) { return saturate(x); }"},
      {"nothing but words", "grain"},
  };
  for (const Case& each : cases) {
    INFO(each.mistake);
    const Emitted result = emitted(each.code);
    INFO(result.messages);
    CHECK_FALSE(result.fine);
    CHECK(result.messages.find("[native-refused]") != std::string::npos);
    CHECK(result.messages.find("'grain'") != std::string::npos);
    CHECK(result.messages.find("'sound'") == std::string::npos);
    CHECK(result.messages.find("defect of Weft") == std::string::npos);
  }
}

TEST_CASE("correct native code is not blamed", "[codegen][native]") {
  const Emitted result = emitted("float grain(float x) { return x * x; }");
  INFO(result.messages);
  CHECK(result.fine);
}

}  // namespace weft::testing::native_fault_test
