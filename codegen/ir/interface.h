#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Where a value that the host provides comes from: a feature of the profile, a parameter of the
/// material by position, or the uniform program, as an evaluation of the host stage. Exactly one is
/// set.
struct ValueSource {
  std::optional<FeatureId> feature;
  std::optional<std::uint32_t> parameter;
  std::optional<EvaluationId> result = std::nullopt;
  friend bool operator==(const ValueSource&, const ValueSource&) = default;
};

/// Which stages of a pair declare a thing, indexed by Stage.
using StageUse = std::array<bool, 2>;

/// A struct of the library as it lies in blocks: `stored` is the declared one where nothing has to
/// be changed, else a struct of padded and widened members. `sources` says of each member of
/// `stored` which member of `declared` it holds, or nothing of padding.
struct StoredStruct {
  DataType declared;
  DataType stored;
  std::vector<std::optional<std::uint32_t>> sources;
};

/// A member of a block. `type` is what bodies see, `stored` what the block declares (see
/// StorageTypes in codegen/interface/layout.h): types on which the rules of std140, std430, D3D
/// constant buffers and D3D structured buffers agree.
struct BlockMember {
  std::string name;         ///< within the block: `to_clip`, `wear`
  std::string global_name;  ///< where members are global (HLSL): `view_to_clip`
  DataType type;
  DataType stored;
  std::uint32_t offset = 0;         ///< bytes
  std::uint32_t size = 0;           ///< bytes, without padding behind it
  std::uint32_t array_stride = 0;   ///< bytes, of the outermost dimension; 0: not an array
  std::uint32_t matrix_stride = 0;  ///< bytes between columns; 0: no matrix or array of them
  ValueSource source;
  StageUse used = {};
};

enum class BlockKind : std::uint8_t { Uniform, Push, Storage };

/// A uniform block, the push constants, or a read-only storage buffer.
struct Block {
  BlockKind kind = BlockKind::Uniform;
  std::string name;      ///< `Material`
  std::string instance;  ///< `material`
  Rate rate = Rate::Frame;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t size = 0;  ///< bytes, a multiple of 16
  std::vector<BlockMember> members;
  StageUse used = {};
  /// Of a storage buffer whose members are read out of an array of `float4`: the array's name in
  /// GLSL. The members are floats, vectors and matrices of them, at the offsets of a uniform block.
  /// Else empty.
  std::string rows = {};
  /// Set where several functions to include may declare the block: the macro that says it is there.
  std::string guard;
};

/// Whether the block holds parameters of the material.
bool is_of_material(const Block& block);

struct VertexAttribute {
  std::string name;  ///< without prefix: `position`
  std::string semantic;
  DataType type;
  std::uint32_t location = 0;
  bool per_instance = false;
  FeatureId feature = FeatureId(0);
};

/// A value on its way from the vertex to the fragment stage; `stored` differs for bools only.
struct Varying {
  std::string name;  ///< without prefix: `uv`
  DataType type;
  DataType stored;
  std::uint32_t location = 0;
  bool is_flat = false;
  EvaluationId source = EvaluationId(0);
  std::uint32_t slot = 0;       ///< into Interface::varying_slots
  std::uint32_t component = 0;  ///< of the slot, where it begins
};

/// What both stages declare at a location: one value, or several that share it.
struct VaryingSlot {
  std::string name;  ///< without prefix: the value's, or those of all, `uv_height`
  DataType type;     ///< a vector of as many components as are used, or the type of the one value
  std::uint32_t location = 0;
  bool is_flat = false;
};

enum class SamplerFilter : std::uint8_t { Linear, Nearest };
enum class SamplerWrap : std::uint8_t { Repeat, Clamp, Mirror };

struct SamplerState {
  SamplerFilter filter = SamplerFilter::Linear;
  SamplerFilter mip_filter = SamplerFilter::Linear;
  SamplerWrap wrap = SamplerWrap::Repeat;
  friend bool operator==(const SamplerState&, const SamplerState&) = default;
};
std::string_view filter_name(SamplerFilter filter);
std::string_view wrap_name(SamplerWrap wrap);

struct TextureBinding {
  std::string name;
  DataType type;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t sampler = 0;  ///< into Interface::samplers
  bool srgb_view = false;     ///< the host binds a view that decodes sRGB
  ValueSource source;
  StageUse used = {};
};

/// One per distinct state, named for it: `linear_repeat`.
struct SamplerBinding {
  std::string name;
  SamplerState state;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  StageUse used = {};
};

/// A colour target.
struct TargetOutput {
  std::string name;  ///< without prefix: `color`
  DataType type;
  std::uint32_t index = 0;
  bool srgb_view = false;  ///< the host binds a view that encodes what is written as sRGB
};

/// What the host's projection does, for which the vertex stage makes up: Vulkan's own clip space
/// has y downwards and depth from 0 to 1.
struct ClipConvention {
  bool y_up = false;              ///< the projection has y upwards
  bool minus_one_to_one = false;  ///< its depth goes from -1 to 1
  bool reversed_z = false;        ///< near is 1, far is 0: the depth test keeps what is greater
  friend bool operator==(const ClipConvention&, const ClipConvention&) = default;
};

/// A member of the struct that a function to include takes or gives.
struct FunctionMember {
  std::string name;  ///< `normal`, `frag_coord`
  DataType type;
  /// What the caller passes: a feature as the stage sees it (interpolated, in the fragment stage),
  /// or what the demand of that position gets. Exactly one is set.
  std::optional<FeatureId> feature;
  std::optional<std::uint32_t> demand;
};

/// One stage's function of a profile `as functions`: void NAME(in INPUTS inputs, out OUTPUTS
/// outputs).
struct StageFunction {
  std::string name;        ///< `evaluate_worn_metal`, `evaluate_worn_metal_vertex`
  std::string input_type;  ///< empty: it takes none
  std::string output_type;
  std::vector<FunctionMember> inputs;   ///< by feature path
  std::vector<FunctionMember> outputs;  ///< in the order of the profile's demands
};

struct SpecConstant {
  std::string name;
  DataType type;
  std::uint32_t constant_id = 0;
  std::uint32_t default_bits = 0;
  std::uint32_t parameter = 0;
  StageUse used = {};
};

/// Everything that a pair of stages shares with the host and with each other. Both stages are
/// printed from one Interface, so that sets, bindings, offsets and locations agree.
struct Interface {
  std::vector<Block> blocks;                 ///< by set and binding, push constants last
  std::vector<StoredStruct> stored_structs;  ///< those that the blocks' members are made of
  std::vector<VertexAttribute> attributes;   ///< by location
  std::vector<Varying> varyings;             ///< in the order in which the plan interpolates them
  std::vector<VaryingSlot> varying_slots;    ///< by location
  std::vector<TextureBinding> textures;
  std::vector<SamplerBinding> samplers;
  std::vector<TargetOutput> targets;  ///< by index
  std::vector<SpecConstant> spec_constants;
  bool combined_samplers = false;  ///< GLSL declares sampler2D and its like; HLSL never does
  bool invariant_position = false;
  bool writes_depth = false;
  ClipConvention clip;
  /// Of a profile `as functions`, by stage: the stages have no `main`, attributes, varyings or
  /// targets.
  std::optional<std::array<StageFunction, 2>> functions;
  /// In front of the names of what belongs to the material, in such a profile: several may be
  /// included in one shader.
  std::string name_prefix;
};

}  // namespace weft
