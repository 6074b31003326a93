#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

// What a host has to know to use the shaders of one material and profile: a value of plain texts
// and numbers, and its JSON. Types are spelled as in the language (`float3x4`, `float3[16]`).

struct ReflectedAttribute {
  std::string feature;  ///< `surface.normal`
  std::string name;
  std::string semantic;  ///< HLSL's
  std::string type;
  std::uint32_t location = 0;
  bool per_instance = false;
};

/// A value on its way from the vertex to the fragment stage.
struct ReflectedVarying {
  std::string name;
  std::string type;
  std::uint32_t location = 0;
  std::uint32_t component = 0;  ///< of the location: where it begins
  std::string
      declared;  ///< what the stages declare there: the type, or a vector that several share
  bool flat = false;
};

/// A member of a block: exactly one of `feature`, `parameter` and `result` is set. Or a member of a
/// struct in a block: neither is, and the offset is from the beginning of the struct. Padding is
/// not listed. Offsets, sizes and strides are in bytes.
struct ReflectedMember {
  std::string name;
  std::string feature;
  std::string parameter;
  std::optional<std::uint32_t> result;  ///< position in Reflection::uniform_program
  std::string type;                     ///< what it means
  std::string stored;  ///< how it lies in memory: `uint` for bool, `float4[16]` for `float3[16]`
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t array_stride = 0;
  std::uint32_t matrix_stride = 0;
  std::optional<Constant> default_value;  ///< of parameters
  std::vector<ReflectedMember> members;   ///< of a struct, or of the elements of an array of them
};

struct ReflectedBlock {
  std::string name;
  std::string instance;
  BlockKind kind = BlockKind::Uniform;
  Rate rate = Rate::Frame;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t size = 0;  ///< a multiple of 16
  StageUse stages = {};
  std::vector<ReflectedMember> members;
  bool is_rows = false;  ///< a buffer of elements of 16 bytes: `StructuredBuffer<float4>`
};

struct ReflectedTexture {
  std::string name;
  std::string parameter;  ///< or
  std::string feature;
  std::string type;
  std::string traits;  ///< the semantic type as text
  std::string sampler;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  bool srgb_view = false;
  StageUse stages = {};
};

struct ReflectedSampler {
  std::string name;
  SamplerState state;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  StageUse stages = {};
};

struct ReflectedTarget {
  std::string name;
  std::string type;
  std::string traits;
  std::uint32_t location = 0;
  bool srgb_view = false;
};

/// A parameter of the material. `used`: a stage or the uniform program reads it, or it was folded
/// in. Parameters that are not used may have a place in a block.
struct ReflectedParameter {
  std::string name;
  std::string type;
  std::string traits;
  std::string kind;  ///< `plain`, `static` or `spec`
  bool used = false;
  std::optional<std::uint32_t> constant_id;  ///< spec parameters that are used
  std::optional<Constant> default_value;
  std::vector<std::pair<std::string, std::string>> meta;  ///< JSON texts of the values
  std::string doc;
};

/// A struct that a parameter or a member of a block is of, as it was declared.
struct ReflectedStructMember {
  std::string name;
  std::string type;
  std::string traits;
};
struct ReflectedStruct {
  std::string name;
  std::vector<ReflectedStructMember> members;
};

/// A function to include: what its structs hold.
struct ReflectedFunctionMember {
  std::string name;
  std::string type;
  std::string feature;  ///< of inputs
};
struct ReflectedFunction {
  std::string name;
  Stage stage = Stage::Fragment;
  std::vector<ReflectedFunctionMember> inputs;
  std::vector<ReflectedFunctionMember> outputs;
};

/// A value that the uniform program computes.
struct ReflectedResult {
  std::string name;   ///< of the member
  std::string block;  ///< name of the block it lies in
  std::string type;
  Rate rate = Rate::Frame;
  std::vector<std::string> features;    ///< that it depends on, by path
  std::vector<std::string> parameters;  ///< likewise, in the order of their declarations
};

struct Reflection {
  std::string material;
  std::string profile;
  std::string generator;     ///< `Weft 0.1.0`
  std::string content_hash;  ///< of the interface and the uniform program, 32 hexadecimal digits;
                             ///< emit() sets it
  bool has_fragment = false;
  bool combined_samplers = false;
  bool writes_depth = false;
  bool discards = false;
  ClipConvention clip;
  std::vector<ReflectedAttribute> attributes;
  std::vector<ReflectedVarying> varyings;
  std::vector<ReflectedBlock> blocks;
  std::vector<ReflectedTexture> textures;
  std::vector<ReflectedSampler> samplers;
  std::vector<ReflectedTarget> targets;
  std::vector<ReflectedFunction> functions;  ///< of a profile `as functions`
  std::vector<ReflectedParameter> parameters;
  std::vector<ReflectedStruct> structs;          ///< in the order of their declaration
  std::vector<ReflectedResult> uniform_program;  ///< in its order
  /// Every feature of the profile that the shaders or the uniform program read, by path.
  std::vector<std::string> features;
  /// Per feature of the profile that something depends on, by path: the demands whose values change
  /// with it, in the order of the profile.
  std::vector<std::pair<std::string, std::vector<std::string>>> invalidated_by;
};

/// O(interface + parameters).
Reflection reflect(const Library& library, const PlacedPlan& placed, const Programs& programs);

/// MATERIAL.PROFILE.json: one object, keys in a fixed order, with a line break at its end.
std::string reflection_json(const Reflection& reflection, const DataTypeTable& types);
/// Puts the content hash into the JSON of a reflection that had none: it is of that text, so it
/// comes last.
void insert_content_hash(std::string& json, const std::string& hash);

/// A text as a JSON string; a constant as a number, a bool, or a flat array of them in the order of
/// its bits (NaN and infinities, which JSON lacks, as null).
std::string quoted_json(std::string_view text);
std::string constant_json(const Constant& constant, const DataTypeTable& types);

}  // namespace weft
