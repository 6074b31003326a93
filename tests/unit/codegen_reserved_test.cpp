// Every reserved word of either language, in every role that a name can have.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "codegen/ir/namer.h"
#include "fragments/model/intrinsics.h"
#include "fragments/syntax/lexer.h"
#include "fragments/types/data_type.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::codegen_reserved_test {

namespace {

using namespace weft;

// GLSL 4.60 section 3.6 and 8, HLSL's "Keywords", "Reserved words" and "Intrinsic functions" of
// Microsoft's reference, glslang's extensions, and names of the generated texts. Transcribed from
// those lists, independently of the code generator's table.
const char* const taken_words = R"(
attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly atomic_uint layout centroid
flat smooth noperspective patch sample invariant precise break continue do for while switch case default if else
subroutine in out inout float double int void bool true false lowp mediump highp precision discard return struct
common partition active asm class union enum typedef template this resource goto inline noinline public static extern
external interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof
cast namespace using mat2 mat3 mat4 mat2x2 mat2x3 mat3x4 dmat2 dmat4x4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3
uvec2 uvec3 uvec4 dvec3 sampler sampler1D sampler2D sampler3D samplerCube sampler2DShadow sampler2DArray texture2D
texture3D textureCube image2D iimage2D uimage3D isampler2D usampler2D samplerBuffer sampler2DRect subpassInput
radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs
sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf floatBitsToInt
floatBitsToUint intBitsToFloat uintBitsToFloat fma frexp ldexp packUnorm2x16 unpackHalf2x16 length distance dot cross
normalize ftransform faceforward reflect refract matrixCompMult outerProduct transpose determinant inverse lessThan
lessThanEqual greaterThan greaterThanEqual equal notEqual any all not uaddCarry bitfieldExtract bitfieldReverse bitCount
findLSB findMSB textureSize textureQueryLod texture textureProj textureLod textureOffset texelFetch textureGrad
textureGather dFdx dFdy fwidth dFdxFine interpolateAtCentroid noise1 barrier memoryBarrier imageLoad atomicAdd
gl_Position gl_FragCoord gl_FragDepth gl_VertexIndex gl_x defined
AppendStructuredBuffer asm_fragment BlendState Buffer ByteAddressBuffer cbuffer column_major compile
compile_fragment CompileShader ComputeShader ConsumeStructuredBuffer DepthStencilState DomainShader dword export
float1 float2 float3 float4 float2x3 float4x4 float1x1 int2 int3x3 uint4 bool3 half3 half4x4 double2 min16float
min10float min16int min12int min16uint min16float3 min16uint4 fxgroup GeometryShader groupshared Hullshader HullShader
InputPatch line lineadj linear LineStream matrix nointerpolation NULL OutputPatch packoffset pass pixelfragment
PixelShader point PointStream RasterizerState RenderTargetView register row_major RWBuffer RWTexture2D SamplerState
SamplerComparisonState snorm stateblock stateblock_state string tbuffer technique technique10 technique11 Texture1D
Texture2D Texture2DArray Texture3D TextureCube triangle triangleadj TriangleStream unorm vector vertexfragment
VertexShader auto catch char const_cast delete dynamic_cast explicit friend mutable new operator private protected
reinterpret_cast signed static_cast throw try typename virtual abort acos all AllMemoryBarrier any asdouble asfloat asint
asuint atan2 CheckAccessFullyMapped clip countbits D3DCOLORtoUBYTE4 ddx ddx_coarse ddy ddy_fine dst errorf
EvaluateAttributeSnapped f16tof32 f32tof16 firstbithigh firstbitlow fmod frac GetRenderTargetSampleCount InterlockedAdd
isfinite lerp lit log10 mad msad4 mul noise printf rcp reversebits rsqrt saturate sincos tex1D tex2D tex2Dlod tex3D
texCUBE transpose unroll loop branch flatten allow_uav_condition earlydepthstencil numthreads maxvertexcount domain
StructuredBuffer ConstantBuffer globallycoherent TextureBuffer RayDesc Sample SampleLevel Load mips select and or vk
main position color depth clip_position target is_front_face instance_index vertex_index output_ input_ VSInput PSOutput
Varyings Material material View view Frame frame divide_int remainder_int is_equal choose_struct make_Pair load_Pair zeroed_element
is_nan is_inf truncated_mod reflect_scalar refract_scalar faceforward_scalar
assigned_column made_value equal_so_far loaded_value stored_value loaded_element loaded_element_2 pad0 pad1 linear_repeat
in_position v_uv out_color a__b __x x__ _ _x texture_ half_ )";

std::vector<std::string> words() {
  std::vector<std::string> found;
  std::string word;
  for (const char* c = taken_words; *c != '\0'; ++c) {
    if (*c != ' ' && *c != '\n') {
      word += *c;
    } else if (!word.empty()) {
      // Weft's own keywords cannot be names at all.
      if (!is_reserved_word(word) && !find_data_type(word) && !find_type_bound(word) &&
          std::find(found.begin(), found.end(), word) == found.end()) {
        found.push_back(word);
      }
      word.clear();
    }
  }
  return found;
}

constexpr const char* host = R"(
feature surface.position: float3 at vertex;
feature surface.uv: float2 at vertex;
fragment zzclip(p: float3) -> float4 { return float4(p, 1.0); }
fragment zzplus(a: float, b: float) -> float { return a + b; }
fragment zztexel(map: texture2d, uv: float2) -> float { return sample(map, uv).x; }
profile host {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    vertex demand position: float4 as clip = zzclip(surface.position);
    fragment demand color: float4 as target 0;
}
)";

struct Role {
  const char* name;
  /// Generates declarations with the word, its number, and the name of the material's preceding
  /// value; returns the material's lines for it, which end in the value `zz<number + 1>`.
  std::function<void(const std::string& word, const std::string& number, const std::string& next,
                     std::string& declarations, std::string& material)>
      write;
};

const std::vector<Role>& roles() {
  static const std::vector<Role> table = {
      {"a parameter",
       [](const auto& word, const auto& number, const auto& next, auto&, auto& material) {
         material += "    param " + word + ": float = 0.5;\n    " + next + " = zzplus(zz" + number +
                     ", " + word + ");\n";
       }},
      {"a texture",
       [](const auto& word, const auto& number, const auto& next, auto&, auto& material) {
         if (number.size() < 2) {  // keeps within the host's limits
           material += "    param " + word + ": texture2d;\n    " + next + " = zzplus(zz" + number +
                       ", zztexel(" + word + ", surface.uv));\n";
         } else {
           material += "    " + next + " = zz" + number + ";\n";
         }
       }},
      {"a value of a graph",
       [](const auto& word, const auto& number, const auto& next, auto&, auto& material) {
         material += "    " + word + " = zzplus(surface.uv.x, zz" + number + ");\n    " + next +
                     " = zzplus(" + word + ", zzplus(" + word + ", surface.uv.y));\n";
       }},
      {"a port and a local",
       [](const auto& word, const auto& number, const auto& next, auto& declarations,
          auto& material) {
         declarations += "fragment zzport" + number + "(" + word + ": float) -> float { return " +
                         word + " * 2.0 + " + word + " * " + word + "; }\nfragment zzlocal" +
                         number + "(x: float) -> float { float " + word +
                         " = x; for (int i = 0; i < 2; ++i) { " + word + " += x; } return " + word +
                         "; }\n";
         material +=
             "    " + next + " = zzport" + number + "(zzlocal" + number + "(zz" + number + "));\n";
       }},
      {"a leaf",
       [](const auto& word, const auto& number, const auto& next, auto& declarations,
          auto& material) {
         declarations +=
             "fragment " + word + "(x: float) -> float { float y = x * 3.0; return y * y; }\n";
         material += "    " + next + " = " + word + "(zz" + number + ");\n";
       }},
      {"several results",
       [](const auto& word, const auto& number, const auto& next, auto& declarations,
          auto& material) {
         declarations += "fragment zztwo" + number + "(x: float) -> (zzfirst: float, " + word +
                         ": float) { zzfirst = x; " + word + " = x * 2.0; }\n";
         material += "    " + next + " = zztwo" + number + "(zz" + number + ")." + word + ";\n";
       }},
      {"a struct",
       [](const auto& word, const auto& number, const auto& next, auto& declarations,
          auto& material) {
         declarations += "struct " + word + " { float zzm; float3 zzn; bool zzb; }\nfragment zzs" +
                         number + "(x: float) -> float { " + word + " s = " + word +
                         "(x, float3(x), x > 0.0); s.zzm += 1.0; return s == s ? s.zzm : 0.0; }\n";
         material += "    param zzp" + number + ": " + word + ";\n    " + next + " = zzplus(zzs" +
                     number + "(zz" + number + "), zzr" + number + "(zzp" + number + "));\n";
         declarations += "fragment zzr" + number + "(s: " + word +
                         ") -> float { return s.zzb ? s.zzm : 0.0; }\n";
       }},
      {"a member",
       [](const auto& word, const auto& number, const auto& next, auto& declarations,
          auto& material) {
         declarations += "struct Zz" + number + " { bool " + word + "; float3 zz; float zzm; }\n" +
                         "fragment zzs" + number + "(s: Zz" + number + ") -> float { Zz" + number +
                         " t = s; t = Zz" + number + "(!s." + word + ", s.zz, 1.0); return t." +
                         word + " ? t.zz.x : t.zzm; }\n";
         material += "    param zzp" + number + ": Zz" + number + ";\n    " + next +
                     " = zzplus(zz" + number + ", zzs" + number + "(zzp" + number + "));\n";
       }},
  };
  return table;
}

std::string source_of(const Role& role, const std::vector<std::string>& accepted) {
  std::string declarations = host;
  std::string material = "material zzmaterial {\n    zz0 = surface.uv.x;\n";
  for (std::size_t i = 0; i < accepted.size(); ++i) {
    role.write(accepted[i], std::to_string(i), "zz" + std::to_string(i + 1), declarations,
               material);
  }
  return declarations + material + "    color = float4(zz" + std::to_string(accepted.size()) +
         ");\n    output color;\n}\n";
}

// The words that the language accepts in that role (it rejects its intrinsics, for example), found
// by bisection, since most are accepted.
std::vector<std::string> accepted_of(const Role& role, const std::vector<std::string>& all) {
  std::vector<std::string> accepted;
  std::vector<std::vector<std::string>> open = {all};
  while (!open.empty()) {
    const std::vector<std::string> some = std::move(open.back());
    open.pop_back();
    if (emit_source(source_of(role, some), "zzmaterial", "host", {}).fine) {
      accepted.insert(accepted.end(), some.begin(), some.end());
    } else if (some.size() > 1) {
      const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
      open.emplace_back(some.begin(), middle);
      open.emplace_back(middle, some.end());
    }
  }
  return accepted;
}

}  // namespace

TEST_CASE("codegen: reserved words in every role") {
  const std::vector<std::string> all = words();
  REQUIRE(all.size() > 350);
  for (const Role& role : roles()) {
    const std::vector<std::string> accepted = accepted_of(role, all);
    INFO("as " << role.name);
    CHECK(accepted.size() > 150);
    const Emitted emitted =
        emit_source(source_of(role, accepted), "zzmaterial", "host", {true, true, true, true});
    INFO(emitted.messages);
    CHECK(emitted.fine);
  }
}

TEST_CASE("tables of reserved words have no empty entries", "[codegen]") {
  // A table with unused elements would match the empty name.
  CHECK_FALSE(is_target_word(""));
  CHECK(is_target_word("loaded_element"));
  CHECK(is_target_word("min16uint4x4"));
}

}  // namespace weft::testing::codegen_reserved_test
