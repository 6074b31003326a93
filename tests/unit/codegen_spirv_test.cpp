// In-process SPIR-V: correct shaders yield valid modules, errors have locations, and reflection
// matches the module's declarations, even where HLSL's packing differs from std140.

#include <string>
#include <vector>

#include "codegen/spirv/spirv.h"
#include "codegen/spirv/spirv_reflection.h"
#include "tests/support/catch.h"

namespace weft::testing::codegen_spirv_test {

namespace {

using namespace weft;
using weft::testing::contains;

constexpr const char* glsl_fragment = R"(#version 450
struct Light { vec3 direction; float power; mat4 shadow; };
layout(std140, set = 1, binding = 2) uniform Block {
  mat3 m;
  float k;
  float a[3];
  vec2 uv;
  layout(row_major) mat4 to_world;
  Light lights[2];
} block;
layout(push_constant) uniform Push { layout(offset = 16) vec4 tint; } push;
layout(set = 1, binding = 3) uniform texture2D albedo;
layout(set = 1, binding = 4) uniform sampler albedo_state;
layout(set = 1, binding = 5) uniform samplerCube sky;
layout(constant_id = 7) const float bias = 0.25;
layout(location = 1) in vec2 uv;
layout(location = 0) flat in int index;
layout(location = 0) out vec4 color;
void main() {
  color = texture(sampler2D(albedo, albedo_state), uv) * texture(sky, block.m[0]) * push.tint;
  color.x += block.k + block.a[index] + block.uv.x + bias;
  color += block.to_world * block.lights[index].shadow[0];
}
)";

constexpr const char* hlsl_fragment = R"(
struct Light { float3 direction; float power; float4x4 shadow; };
[[vk::binding(2, 1)]] cbuffer Block : register(b2, space1) {
  float3x3 m;
  float4x4 to_world;
  float3x4 wide;
  Light lights[2];
};
[[vk::binding(3, 1)]] Texture2D albedo : register(t3, space1);
[[vk::binding(4, 1)]] SamplerState albedo_state : register(s4, space1);
struct Inputs {
  [[vk::location(0)]] nointerpolation int index : INDEX;
  [[vk::location(1)]] float2 uv : TEXCOORD0;
};
[[vk::location(0)]] float4 main(Inputs input) : SV_Target0 {
  float4 color = albedo.Sample(albedo_state, input.uv);
  color.xyz += mul(m, lights[input.index].direction) + mul(wide, color);
  return mul(to_world, color);
}
)";

SpirvModule compiled(ShadingLanguage language, const std::string& source) {
  const auto module = language == ShadingLanguage::Glsl ? compile_glsl(Stage::Fragment, source)
                                                        : compile_hlsl(Stage::Fragment, source);
  INFO((module ? std::string() : module.error()));
  REQUIRE(module.has_value());
  const auto valid = validate_spirv(*module);
  INFO((valid ? std::string() : valid.error()));
  REQUIRE(valid.has_value());
  return *module;
}

std::string reflected(ShadingLanguage language, const std::string& source) {
  const auto reflection = reflect_spirv(compiled(language, source), language);
  REQUIRE(reflection.has_value());
  return to_text(*reflection);
}

// A fragment shader that uses `read`, a float computed from members of the cbuffer B.
std::string hlsl_with_block(const std::string& members, const std::string& read) {
  return "[[vk::binding(0, 1)]] cbuffer B : register(b0, space1) { " + members +
         " }\nfloat4 main() : SV_Target0 { float x = " + read + "; return x.xxxx; }\n";
}

}  // namespace

TEST_CASE("spirv: valid shaders of both languages compile to valid modules") {
  CHECK(compiled(ShadingLanguage::Glsl, glsl_fragment).words.at(0) == 0x07230203U);
  CHECK(compiled(ShadingLanguage::Hlsl, hlsl_fragment).words.at(0) == 0x07230203U);
  // Vulkan 1.1 accepts SPIR-V up to 1.3.
  CHECK(compiled(ShadingLanguage::Glsl, glsl_fragment).words.at(1) == 0x00010300U);
  CHECK(compile_glsl(Stage::Vertex, "#version 450\nvoid main() { gl_Position = vec4(0); }")
            .has_value());
  CHECK(compile_hlsl(Stage::Vertex, "float4 main() : SV_Position { return 0; }").has_value());
}

TEST_CASE("spirv: the log of a bad shader names the file and the line") {
  const auto glsl = compile_glsl(Stage::Fragment, "#version 450\nvoid main() {\n  no_such();\n}\n",
                                 {.file_name = "a.frag.glsl"});
  REQUIRE_FALSE(glsl.has_value());
  CHECK_THAT(glsl.error(), contains("a.frag.glsl:3: error: 'no_such'"));

  const auto hlsl =
      compile_hlsl(Stage::Fragment, "float4 main() : SV_Target0 {\n  return no_such;\n}\n",
                   {.file_name = "a.ps.hlsl"});
  REQUIRE_FALSE(hlsl.has_value());
  CHECK_THAT(hlsl.error(), contains("a.ps.hlsl:2: error: 'no_such'"));

  CHECK_FALSE(compile_glsl(Stage::Fragment, "").has_value());
}

TEST_CASE("spirv: invalid modules are rejected") {
  CHECK_FALSE(validate_spirv({{}}).has_value());
  CHECK_FALSE(validate_spirv({{1, 2, 3, 4, 5}}).has_value());

  SpirvModule module = compiled(ShadingLanguage::Glsl, glsl_fragment);
  module.words.resize(module.words.size() - 3);
  const auto cut_off = validate_spirv(module);
  REQUIRE_FALSE(cut_off.has_value());
  CHECK_FALSE(cut_off.error().empty());
  CHECK_FALSE(disassemble({{1, 2, 3, 4, 5}}).has_value());
  CHECK_FALSE(strip_names({{1, 2, 3, 4, 5}}).has_value());
  CHECK_FALSE(reflect_spirv({{1, 2, 3, 4, 5}}, ShadingLanguage::Glsl).has_value());
}

TEST_CASE("spirv: the validator finds errors that glslang misses") {
  // A swizzle of several components on a matrix that is not a variable: glslang fails without a
  // message.
  const auto module =
      compile_hlsl(Stage::Fragment,
                   "cbuffer B { float4x4 a; }\n"
                   "float4 main() : SV_Target0 { return transpose(a)._m00_m11_m22_m33; }\n");
  if (module) {
    CHECK_FALSE(validate_spirv(*module).has_value());
  } else {
    CHECK_FALSE(module.error().empty());
  }
}

TEST_CASE("spirv: stripped modules of renamed shaders are equal") {
  const auto shader = [](const std::string& name) {
    return compiled(ShadingLanguage::Glsl,
                    "#version 450\nlayout(location = 0) out vec4 color;\nfloat " + name +
                        "(float x) { return x * 2.0; }\nvoid main() { color = vec4(" + name +
                        "(1.5)); }\n");
  };
  const SpirvModule one = shader("warp");
  const SpirvModule other = shader("weft");
  CHECK_FALSE(one == other);
  CHECK(strip_names(one).value() == strip_names(other).value());
  CHECK(validate_spirv(strip_names(one).value()).has_value());
  CHECK_THAT(disassemble(one).value(), contains("%warp"));
  CHECK(disassemble(strip_names(one).value()).value().find("warp") == std::string::npos);

  const auto debug = compile_glsl(Stage::Fragment, glsl_fragment, {.debug_info = true});
  REQUIRE(debug.has_value());
  CHECK_THAT(disassemble(*debug).value(), contains("OpLine"));
}

TEST_CASE("spirv: the same source compiles to the same words") {
  CHECK(compiled(ShadingLanguage::Glsl, glsl_fragment) ==
        compiled(ShadingLanguage::Glsl, glsl_fragment));
  CHECK(compiled(ShadingLanguage::Hlsl, hlsl_fragment) ==
        compiled(ShadingLanguage::Hlsl, hlsl_fragment));
}

TEST_CASE("spirv: other GLSL dialects are checked by parsing") {
  struct Row {
    GlslVersion version;
    const char* source;
    bool good;
  };
  const GlslVersion core{330, GlslProfile::Core};
  const GlslVersion es{300, GlslProfile::Es};
  const std::vector<Row> rows = {
      {core, "#version 330 core\nout vec4 c;\nvoid main() { c = vec4(1); }\n", true},
      {core, "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n", true},
      {core, "#version 330\nout vec4 c;\nvoid main() { c = vec3(1); }\n", false},
      {core, "#version 450\nvoid main() {}\n", false},  // not the requested profile
      {core, "void main() {}\n", false},
      {core, "#version 330\nvoid f();\nvoid main() { f(); }\n", false},  // found by the linker
      {es, "#version 300 es\nprecision highp float;\nout vec4 c;\nvoid main() { c = vec4(1); }\n",
       true},
      {es, "#version 300 es\nout vec4 c;\nvoid main() { c = vec4(1); }\n", false},  // no precision
      {es, "#version 330\nvoid main() {}\n", false},
  };
  for (const Row& row : rows) {
    INFO(row.source);
    const auto parsed = parse_glsl(Stage::Fragment, row.source, row.version);
    CHECK(parsed.has_value() == row.good);
    CHECK((parsed.has_value() || !parsed.error().empty()));
  }
}

TEST_CASE("spirv: reflection of GLSL") {
  CHECK(reflected(ShadingLanguage::Glsl, glsl_fragment) ==
        "uniform block Block set 1 binding 2 size 352\n"
        "  0: float3x3 m, matrix stride 16\n"
        "  48: float k\n"
        "  64: float[3] a, array stride 16\n"
        "  112: float2 uv\n"
        "  128: float4x4 to_world, matrix stride 16, row major\n"
        "  192: Light[2] lights, array stride 80\n"
        "    0: float3 direction\n"
        "    12: float power\n"
        "    16: float4x4 shadow, matrix stride 16\n"
        "push constant block Push size 32\n"
        "  16: float4 tint\n"
        "texture2d albedo set 1 binding 3\n"
        "sampler albedo_state set 1 binding 4\n"
        "samplercube sky set 1 binding 5\n"
        "input location 0: int index, flat\n"
        "input location 1: float2 uv\n"
        "output location 0: float4 color\n"
        "constant 7: float bias\n");
}

TEST_CASE("spirv: reflection of HLSL matrices follows the source's order") {
  CHECK(reflected(ShadingLanguage::Hlsl, hlsl_fragment) ==
        "uniform block Block set 1 binding 2 size 336\n"
        "  0: float3x3 m, matrix stride 16\n"
        "  48: float4x4 to_world, matrix stride 16\n"
        "  112: float3x4 wide, matrix stride 16\n"
        "  176: Light[2] lights, array stride 80\n"
        "    0: float3 direction\n"
        "    12: float power\n"
        "    16: float4x4 shadow, matrix stride 16\n"
        "texture2d albedo set 1 binding 3\n"
        "sampler albedo_state set 1 binding 4\n"
        "input location 0: int input.index, flat\n"
        "input location 1: float2 input.uv\n"
        "output location 0: float4 @entryPointOutput\n");
}

TEST_CASE("spirv: HLSL packoffset is honored for every kind of member") {
  struct Row {
    const char* members;
    const char* read;
    const char* layout;  // name@offset of each member in order
  };
  const std::vector<Row> rows = {
      {"float3x3 m : packoffset(c0); float k : packoffset(c3.x); float a[3] : packoffset(c4);"
       " float z : packoffset(c7.y);",
       "m[0][0] + k + a[1] + z", "m@0 k@48 a@64 z@116"},
      {"float a : packoffset(c1.y); float2 b : packoffset(c2.z); float3 c : packoffset(c3.y);"
       " float4 d : packoffset(c5);",
       "a + b.x + c.x + d.x", "a@20 b@40 c@52 d@80"},
      {"float4x4 m : packoffset(c2); float3x3 n : packoffset(c8); float2x2 o : packoffset(c12);",
       "m[0][0] + n[0][0] + o[0][0]", "m@32 n@128 o@192"},
      {"float4 a[2] : packoffset(c1); float3 b[2] : packoffset(c4); float2 c[2] : packoffset(c7);",
       "a[1].x + b[1].x + c[1].x", "a@16 b@64 c@112"},
      {"int a : packoffset(c0.w); uint b : packoffset(c1.z); bool c : packoffset(c2.x);",
       "float(a) + float(b) + (c ? 1.0 : 0.0)", "a@12 b@24 c@32"},
      // After a matrix the rest of its last column is available, as in D3D's own packing.
      {"float3x3 m : packoffset(c0); float k : packoffset(c2.w);", "m[0][0] + k", "m@0 k@44"},
  };
  for (const Row& row : rows) {
    INFO(row.members);
    const auto module = compile_hlsl(Stage::Fragment, hlsl_with_block(row.members, row.read));
    INFO((module ? std::string() : module.error()));
    REQUIRE(module.has_value());
    const auto valid = validate_spirv(*module);
    INFO((valid ? std::string() : valid.error()));
    CHECK(valid.has_value());
    const SpirvReflection reflection = reflect_spirv(*module, ShadingLanguage::Hlsl).value();
    REQUIRE(reflection.blocks.size() == 1);
    CHECK(reflection.blocks[0].set == 1);
    std::string layout;
    for (const SpirvMember& member : reflection.blocks[0].members) {
      layout += (layout.empty() ? "" : " ") + member.name + "@" + std::to_string(member.offset);
    }
    CHECK(layout == row.layout);
  }
}

TEST_CASE("spirv: Vulkan rejects D3D packing into an array's last element") {
  const auto module = compile_hlsl(
      Stage::Fragment,
      hlsl_with_block("float a[3] : packoffset(c0); float z : packoffset(c2.y);", "a[1] + z"));
  REQUIRE(module.has_value());
  const auto valid = validate_spirv(*module);
  REQUIRE_FALSE(valid.has_value());
  CHECK_THAT(valid.error(), contains("member 1 at offset 36 overlaps"));
}

}  // namespace weft::testing::codegen_spirv_test
