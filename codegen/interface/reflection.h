#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

// What a host needs to use the shaders of one material and profile: a value of plain strings and
// numbers, and its JSON. Types are spelled as in the language (`float3x4`, `float3[16]`).

struct ReflectedAttribute {
  std::string feature;  ///< `surface.normal`
  std::string name;
  std::string semantic;  ///< HLSL
  std::string type;
  std::uint32_t location = 0;
  bool per_instance = false;
};

/// A value interpolated from the vertex to the fragment stage.
struct ReflectedVarying {
  std::string name;
  std::string type;
  std::uint32_t location = 0;
  std::uint32_t component = 0;  ///< its first component at the location
  std::string declared;  ///< the declared type at the location: `type`, or a vector shared by
                         ///< several values
  bool flat = false;
};

/// A member of a block, with exactly one of `feature`, `parameter` and `result` set; or a member of
/// a struct in a block, with none of them set and the offset relative to the struct. Padding is not
/// listed. Offsets, sizes and strides are in bytes.
struct ReflectedMember {
  std::string name;
  std::string feature;
  std::string parameter;
  std::optional<std::uint32_t> result;  ///< position in Reflection::uniform_program
  std::string type;                     ///< the type that bodies see
  std::string stored;  ///< the type in memory: `uint` for bool, `float4[16]` for `float3[16]`
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t array_stride = 0;
  std::uint32_t matrix_stride = 0;
  std::optional<Constant> default_value;  ///< parameters only
  std::vector<ReflectedMember> members;   ///< for a struct, or an array of structs
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
  bool is_rows = false;  ///< a buffer of 16-byte elements: `StructuredBuffer<float4>`
  /// The size of an element of the structured buffer in HLSL, where that is not the block's.
  std::uint32_t hlsl_stride = 0;
};

struct ReflectedTexture {
  std::string name;
  std::string parameter;  ///< either this or `feature` is set
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

/// What the threads of a compute profile write.
struct ReflectedStorage {
  std::string name;      ///< of the demand, or the state
  std::string resource;  ///< in the shader
  std::string type;
  std::string traits;
  std::string stored;        ///< the type of a texel or an element
  std::string format;        ///< of an image: `rgba16f`; empty for buffers
  std::uint32_t stride = 0;  ///< of buffers: bytes between elements
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
};

/// A state of a simulation. A step reads this resource (an image by texels) and writes the output
/// `written`. The host swaps the two bindings before the next step.
struct ReflectedState : ReflectedStorage {
  std::string written;   ///< the resource of the output
  bool is_read = false;  ///< by the shader
};

/// A parameter of the material. `used`: read by a stage or the uniform program, or folded in as a
/// constant. An unused parameter may still occupy space in a block.
struct ReflectedParameter {
  std::string name;
  std::string type;
  std::string traits;
  std::string kind;  ///< `plain`, `static`, `spec`, or `literal` for a live one
  bool used = false;
  std::optional<std::uint32_t> constant_id;  ///< for used spec parameters
  std::optional<Constant> default_value;
  std::vector<std::pair<std::string, std::string>> meta;      ///< values as JSON text
  std::vector<std::pair<std::string, std::int64_t>> choices;  ///< of `enum`, names with values
  std::string doc;
};

/// A declared struct that is the type of a parameter or a block member.
struct ReflectedStructMember {
  std::string name;
  std::string type;
  std::string traits;
};
struct ReflectedStruct {
  std::string name;
  std::vector<ReflectedStructMember> members;
};

/// A function to include: the members of its structs.
struct ReflectedFunctionMember {
  std::string name;
  std::string type;
  std::string feature;  ///< inputs only
};
struct ReflectedFunction {
  std::string name;
  Stage stage = Stage::Fragment;
  std::vector<ReflectedFunctionMember> inputs;
  std::vector<ReflectedFunctionMember> outputs;
};

/// A value that the uniform program computes.
struct ReflectedResult {
  std::string name;   ///< the member's name
  std::string block;  ///< the name of its block
  std::string type;
  Rate rate = Rate::Frame;
  std::vector<std::string> features;    ///< that it depends on, by path
  std::vector<std::string> parameters;  ///< that it depends on, in declaration order
};

struct Reflection {
  std::string material;
  std::string profile;
  std::string generator;     ///< `Weft 0.1.0`
  std::string content_hash;  ///< 32 hexadecimal digits over the interface and the uniform program;
                             ///< set by emit()
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
  std::vector<ReflectedStorage> storage;     ///< by binding; of a compute profile
  std::vector<ReflectedState> states;        ///< of the material's simulations, in order
  std::optional<ThreadGrid> threads;         ///< of a compute profile
  std::vector<ReflectedFunction> functions;  ///< for a profile declared `as functions`
  std::vector<ReflectedParameter> parameters;
  std::vector<ReflectedStruct> structs;  ///< in declaration order
  std::vector<ReflectedResult>
      uniform_program;  ///< in the order of UniformProgram::results(), without unused ones
  /// Every feature of the profile that the shaders or the uniform program read, by path.
  std::vector<std::string> features;
  /// Per feature with dependents, by path: the demands whose values change with it, in the
  /// profile's order.
  std::vector<std::pair<std::string, std::vector<std::string>>> invalidated_by;
};

/// O(interface + parameters).
Reflection reflect(const Library& library, const PlacedPlan& placed, const Programs& programs);

/// MATERIAL.PROFILE.json: one object with keys in a fixed order, terminated by a line break.
std::string reflection_json(const Reflection& reflection, const DataTypeTable& types);
/// Inserts the content hash into the JSON of a reflection without one. The hash covers that text,
/// so this is the last step.
void insert_content_hash(std::string& json, const std::string& hash);

/// A constant as a JSON number, bool, or flat array in the order of its bits, with null for NaN and
/// infinities.
std::string constant_json(const Constant& constant, const DataTypeTable& types);

}  // namespace weft
