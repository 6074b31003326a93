#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codegen/ir/namer.h"
#include "support/hash.h"
#include "support/index_table.h"

namespace weft {
namespace {

// Keywords and reserved words of GLSL 4.60 section 3.6 and of HLSL (shader model 6), the functions
// that both have, and the names that the printers and their helper functions declare. Sorted.
// clang-format off
constexpr std::array<std::string_view, 691> reserved_words = {
    "AllMemoryBarrier", "AllMemoryBarrierWithGroupSync", "AppendStructuredBuffer", "BlendState",
    "Buffer", "BuiltInTriangleIntersectionAttributes", "ByteAddressBuffer",
    "CheckAccessFullyMapped", "CompileShader", "ComputeShader", "ConstantBuffer",
    "ConsumeStructuredBuffer", "D3DCOLORtoUBYTE4", "DepthStencilState", "DepthStencilView",
    "DeviceMemoryBarrier", "DeviceMemoryBarrierWithGroupSync", "DomainShader", "EmitStreamVertex",
    "EmitVertex", "EndPrimitive", "EndStreamPrimitive", "EvaluateAttributeAtCentroid",
    "EvaluateAttributeAtSample", "EvaluateAttributeSnapped", "FeedbackTexture2D",
    "FeedbackTexture2DArray", "GeometryShader", "GetRenderTargetSampleCount",
    "GetRenderTargetSamplePosition", "GroupMemoryBarrier", "GroupMemoryBarrierWithGroupSync",
    "HullShader", "Hullshader", "InputPatch", "InterlockedAdd", "InterlockedAnd",
    "InterlockedCompareExchange", "InterlockedCompareStore", "InterlockedExchange",
    "InterlockedMax", "InterlockedMin", "InterlockedOr", "InterlockedXor", "LineStream", "NULL",
    "NonUniformResourceIndex", "OutputPatch", "PASS", "PSOutput", "Pass", "PixelShader",
    "PointStream", "Process2DQuadTessFactorsAvg", "Process2DQuadTessFactorsMax",
    "Process2DQuadTessFactorsMin", "ProcessIsolineTessFactors", "ProcessQuadTessFactorsAvg",
    "ProcessQuadTessFactorsMax", "ProcessQuadTessFactorsMin", "ProcessTriTessFactorsAvg",
    "ProcessTriTessFactorsMax", "ProcessTriTessFactorsMin", "RWBuffer", "RWByteAddressBuffer",
    "RWStructuredBuffer", "RWTexture1D", "RWTexture1DArray", "RWTexture2D", "RWTexture2DArray",
    "RWTexture3D", "RasterizerState", "RayDesc", "RayQuery", "RaytracingAccelerationStructure",
    "RenderTargetView", "ResourceDescriptorHeap", "SamplerComparisonState",
    "SamplerDescriptorHeap", "SamplerState", "StructuredBuffer", "SubpassInput", "SubpassInputMS",
    "TECHNIQUE", "Technique", "Texture1D", "Texture1DArray", "Texture2D", "Texture2DArray",
    "Texture2DMS", "Texture2DMSArray", "Texture3D", "TextureBuffer", "TextureCube",
    "TextureCubeArray", "TriangleStream", "VSInput", "Varyings", "VertexShader", "abort", "abs",
    "acos", "acosh", "active", "all", "allInvocations", "allInvocationsEqual", "and", "any",
    "anyInvocation", "asdouble", "asfloat", "asin", "asinh", "asint", "asm", "asm_fragment",
    "assigned_column", "asuint", "atan", "atan2", "atanh", "atomicAdd", "atomicAnd",
    "atomicCompSwap", "atomicCounter", "atomicCounterDecrement", "atomicCounterIncrement",
    "atomicExchange", "atomicMax", "atomicMin", "atomicOr", "atomicXor", "atomic_uint",
    "attribute", "auto", "barrier", "bitCount", "bitfieldExtract", "bitfieldInsert",
    "bitfieldReverse", "bool", "break", "buffer", "bvec2", "bvec3", "bvec4", "case", "cast",
    "catch", "cbuffer", "ceil", "centroid", "char", "choose_struct", "clamp", "class", "clip",
    "coherent", "column_major", "common", "compile", "compile_fragment", "const", "const_cast",
    "continue", "cos", "cosh", "countbits", "cross", "dFdx", "dFdxCoarse", "dFdxFine", "dFdy",
    "dFdyCoarse", "dFdyFine", "ddx", "ddx_coarse", "ddx_fine", "ddy", "ddy_coarse", "ddy_fine",
    "default", "defined", "degrees", "delete", "determinant", "devicecoherent", "discard",
    "dispatched_thread", "distance", "divide_int", "dmat2", "dmat2x2", "dmat2x3", "dmat2x4",
    "dmat3", "dmat3x2", "dmat3x3", "dmat3x4", "dmat4", "dmat4x2", "dmat4x3", "dmat4x4", "do",
    "dot", "dot2add", "dot4add_i8packed", "dot4add_u8packed", "double", "dst", "dvec2", "dvec3",
    "dvec4", "dword", "dynamic_cast", "element_stride", "else", "enum", "equal", "equal_so_far",
    "errorf", "exp", "exp2", "explicit", "export", "extern", "external", "f16tof32", "f32tof16",
    "faceforward", "faceforward_scalar", "false", "filter", "findLSB", "findMSB", "firstbithigh",
    "firstbitlow", "fixed", "flat", "float", "float16_t", "float32_t", "float64_t",
    "floatBitsToInt", "floatBitsToUint", "floor", "fma", "fmod", "for", "frac", "fract", "frexp",
    "friend", "ftransform", "fvec2", "fvec3", "fvec4", "fwidth", "fwidthCoarse", "fwidthFine",
    "fxgroup", "geometryshader", "gl_GlobalInvocationID", "globallycoherent", "goto",
    "greaterThan", "greaterThanEqual", "groupMemoryBarrier", "groupshared", "half", "highp",
    "hvec2", "hvec3", "hvec4", "if", "iimage1D", "iimage1DArray", "iimage2D", "iimage2DArray",
    "iimage2DMS", "iimage2DMSArray", "iimage2DRect", "iimage3D", "iimageBuffer", "iimageCube",
    "iimageCubeArray", "image1D", "image1DArray", "image2D", "image2DArray", "image2DMS",
    "image2DMSArray", "image2DRect", "image3D", "imageAtomicAdd", "imageAtomicAnd",
    "imageAtomicCompSwap", "imageAtomicExchange", "imageAtomicMax", "imageAtomicMin",
    "imageAtomicOr", "imageAtomicXor", "imageBuffer", "imageCube", "imageCubeArray", "imageLoad",
    "imageSamples", "imageSize", "imageStore", "imulExtended", "in", "indices", "inline", "inout",
    "input", "instance_index", "int", "int16_t", "int32_t", "int64_t", "intBitsToFloat",
    "interface", "interpolateAtCentroid", "interpolateAtOffset", "interpolateAtSample",
    "invariant", "inverse", "inversesqrt", "is_equal", "is_front_face", "is_inf", "is_nan",
    "isampler1D", "isampler1DArray", "isampler2D", "isampler2DArray", "isampler2DMS",
    "isampler2DMSArray", "isampler2DRect", "isampler3D", "isamplerBuffer", "isamplerCube",
    "isamplerCubeArray", "isfinite", "isinf", "isnan", "isnormal", "isubpassInput",
    "isubpassInputMS", "itexture1D", "itexture1DArray", "itexture2D", "itexture2DArray",
    "itexture2DMS", "itexture2DMSArray", "itexture2DRect", "itexture3D", "itextureBuffer",
    "itextureCube", "itextureCubeArray", "ivec2", "ivec3", "ivec4", "layout", "ldexp", "length",
    "lerp", "lessThan", "lessThanEqual", "line", "lineadj", "linear", "lit", "loaded_element",
    "loaded_value", "log", "log10", "log2", "long", "lowp", "mad", "made_value", "main", "mat2",
    "mat2x2", "mat2x3", "mat2x4", "mat3", "mat3x2", "mat3x3", "mat3x4", "mat4", "mat4x2", "mat4x3",
    "mat4x4", "matrix", "matrixCompMult", "max", "mediump", "memoryBarrier",
    "memoryBarrierAtomicCounter", "memoryBarrierBuffer", "memoryBarrierImage",
    "memoryBarrierShared", "min", "min10float", "min12int", "min16float", "min16int", "min16uint",
    "mix", "mod", "modf", "msad4", "mul", "mutable", "namespace", "new", "noinline",
    "nointerpolation", "noise", "noise1", "noise2", "noise3", "noise4", "nonprivate",
    "noperspective", "normalize", "not", "notEqual", "numthreads", "operator", "or", "out",
    "outerProduct", "output", "output_extent", "output_size", "packDouble2x32", "packHalf2x16",
    "packSnorm2x16", "packSnorm4x8", "packUnorm2x16", "packUnorm4x8", "packoffset", "partition",
    "pass", "patch", "payload", "pervertexEXT", "pervertexNV", "pixelfragment", "pixelshader",
    "point", "pow", "precise", "precision", "primitives", "printf", "private", "protected",
    "public", "queuefamilycoherent", "radians", "rcp", "readonly", "reflect", "reflect_scalar",
    "refract", "refract_scalar", "register", "reinterpret_cast", "remainder_int", "resource",
    "restrict", "return", "reversebits", "round", "roundEven", "row_major", "rsqrt", "sample",
    "sampler", "sampler1D", "sampler1DArray", "sampler1DArrayShadow", "sampler1DShadow",
    "sampler2D", "sampler2DArray", "sampler2DArrayShadow", "sampler2DMS", "sampler2DMSArray",
    "sampler2DRect", "sampler2DRectShadow", "sampler2DShadow", "sampler3D", "sampler3DRect",
    "samplerBuffer", "samplerCUBE", "samplerCube", "samplerCubeArray", "samplerCubeArrayShadow",
    "samplerCubeShadow", "samplerShadow", "sampler_state", "saturate", "select",
    "shadercallcoherent", "shadow1D", "shadow2D", "shared", "short", "sign", "signed", "sin",
    "sincos", "sinh", "sizeof", "smooth", "smoothstep", "snorm", "sqrt", "stateblock",
    "stateblock_state", "static", "static_cast", "step", "stored_value", "string", "struct",
    "subgroupcoherent", "subpassInput", "subpassInputMS", "subpassLoad", "subroutine", "superp",
    "switch", "tan", "tanh", "tbuffer", "technique", "technique10", "technique11", "template",
    "tex1D", "tex1Dbias", "tex1Dgrad", "tex1Dlod", "tex1Dproj", "tex2D", "tex2Dbias", "tex2Dgrad",
    "tex2Dlod", "tex2Dproj", "tex3D", "tex3Dbias", "tex3Dgrad", "tex3Dlod", "tex3Dproj", "texCUBE",
    "texCUBEbias", "texCUBEgrad", "texCUBElod", "texCUBEproj", "texelFetch", "texelFetchOffset",
    "texture", "texture1D", "texture1DArray", "texture1DLod", "texture1DProj", "texture2D",
    "texture2DArray", "texture2DLod", "texture2DMS", "texture2DMSArray", "texture2DProj",
    "texture2DRect", "texture3D", "texture3DLod", "texture3DProj", "textureBuffer", "textureCUBE",
    "textureCube", "textureCubeArray", "textureCubeLod", "textureGather", "textureGatherOffset",
    "textureGatherOffsets", "textureGrad", "textureGradOffset", "textureLod", "textureLodOffset",
    "textureOffset", "textureProj", "textureProjGrad", "textureProjGradOffset", "textureProjLod",
    "textureProjLodOffset", "textureProjOffset", "textureQueryLevels", "textureQueryLod",
    "textureSamples", "textureSize", "this", "thread_id", "throw", "transpose", "triangle",
    "triangleadj", "true", "trunc", "truncated_mod", "try", "typedef", "typename", "uaddCarry",
    "uimage1D", "uimage1DArray", "uimage2D", "uimage2DArray", "uimage2DMS", "uimage2DMSArray",
    "uimage2DRect", "uimage3D", "uimageBuffer", "uimageCube", "uimageCubeArray", "uint",
    "uint16_t", "uint32_t", "uint64_t", "uintBitsToFloat", "umulExtended", "uniform", "union",
    "unorm", "unpackDouble2x32", "unpackHalf2x16", "unpackSnorm2x16", "unpackSnorm4x8",
    "unpackUnorm2x16", "unpackUnorm4x8", "unsigned", "usampler1D", "usampler1DArray", "usampler2D",
    "usampler2DArray", "usampler2DMS", "usampler2DMSArray", "usampler2DRect", "usampler3D",
    "usamplerBuffer", "usamplerCube", "usamplerCubeArray", "using", "usubBorrow", "usubpassInput",
    "usubpassInputMS", "utexture1D", "utexture1DArray", "utexture2D", "utexture2DArray",
    "utexture2DMS", "utexture2DMSArray", "utexture2DRect", "utexture3D", "utextureBuffer",
    "utextureCube", "utextureCubeArray", "uvec2", "uvec3", "uvec4", "varying", "vec2", "vec3",
    "vec4", "vector", "vertex_index", "vertexfragment", "vertexshader", "vertices", "virtual",
    "vk", "void", "volatile", "while", "workgroupcoherent", "writeonly", "zeroed_element"
};
// clang-format on

// HLSL forms vector and matrix types from an element type and a size: half3, min16float4x4.
constexpr std::array<std::string_view, 12> hlsl_element_types = {
    "bool",   "int",        "uint",       "dword",    "half",     "float",
    "double", "min16float", "min10float", "min16int", "min12int", "min16uint"};

/// A name of such a type.
struct SizedType {
  std::array<char, 16> letters = {};
  std::size_t size = 0;

  constexpr void append(char letter) { letters[size++] = letter; }
  constexpr std::string_view text() const { return {letters.data(), size}; }
};

constexpr std::size_t sizes_per_type = 4 + 4 * 4;

constexpr auto sized_types = [] {
  std::array<SizedType, hlsl_element_types.size() * sizes_per_type> types;
  std::size_t next = 0;
  for (const std::string_view element : hlsl_element_types) {
    for (char rows = '1'; rows <= '4'; ++rows) {
      SizedType vector;
      for (const char letter : element) {
        vector.append(letter);
      }
      vector.append(rows);
      types[next++] = vector;
      for (char columns = '1'; columns <= '4'; ++columns) {
        SizedType matrix = vector;
        matrix.append('x');
        matrix.append(columns);
        types[next++] = matrix;
      }
    }
  }
  return types;
}();

class ReservedWords {
 public:
  ReservedWords() {
    for (std::uint32_t i = 0; i < reserved_words.size() + sized_types.size(); ++i) {
      table_.insert(hash_text(word(i)), i);
    }
  }

  bool contains(std::string_view name, std::uint64_t hash) const {
    return table_.find(hash, [&](std::uint32_t i) { return word(i) == name; }).has_value();
  }

 private:
  static std::string_view word(std::uint32_t i) {
    return i < reserved_words.size() ? reserved_words[i]
                                     : sized_types[i - reserved_words.size()].text();
  }

  IndexTable table_;  // of word() numbers
};

// Numbered locals of helper functions.
bool is_own_name(std::string_view name) {
  return name.starts_with("loaded_element_") || name.starts_with("assigned_index");
}

}  // namespace

bool is_target_word(std::string_view name, std::uint64_t hash) {
  static const ReservedWords words;
  return words.contains(name, hash) || is_own_name(name);
}

bool is_target_word(std::string_view name) { return is_target_word(name, hash_text(name)); }

}  // namespace weft
