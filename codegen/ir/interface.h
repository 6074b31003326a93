#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/model/thread_grid.h"

namespace weft {

/// The source of a value that the host provides: a feature of the profile, a parameter of the
/// material by position, or a host-stage evaluation of the uniform program. Exactly one is set.
struct ValueSource {
  std::optional<FeatureId> feature;
  std::optional<std::uint32_t> parameter;
  std::optional<EvaluationId> result = std::nullopt;
  friend bool operator==(const ValueSource&, const ValueSource&) = default;
};

/// Which shader stages declare something, indexed by Stage.
using StageUse = std::array<bool, shader_stages.size()>;
constexpr bool is_used(const StageUse& use) {
  for (const bool in_stage : use) {
    if (in_stage) {
      return true;
    }
  }
  return false;
}
constexpr void join(StageUse& use, const StageUse& other) {
  for (std::size_t stage = 0; stage < use.size(); ++stage) {
    use[stage] = use[stage] || other[stage];
  }
}

/// A library struct as it is stored in blocks. `stored` is the declared struct if it needs no
/// change, otherwise a struct with padded and widened members. `sources` maps each member of
/// `stored` to the member of `declared` that it holds; padding maps to nothing.
struct StoredStruct {
  DataType declared;
  DataType stored;
  std::vector<std::optional<std::uint32_t>> sources;
};

/// A member of a block. `type` is the type that bodies see, `stored` the type that the block
/// declares: one with the same layout under std140, std430, D3D constant buffers and D3D structured
/// buffers (StorageTypes in codegen/interface/layout.h).
struct BlockMember {
  std::string name;         ///< within the block: `to_clip`, `wear`
  std::string global_name;  ///< the name where members have global scope (HLSL): `view_to_clip`
  DataType type;
  DataType stored;
  std::uint32_t offset = 0;         ///< bytes
  std::uint32_t size = 0;           ///< bytes, without trailing padding
  std::uint32_t array_stride = 0;   ///< bytes, of the outermost dimension; 0: not an array
  std::uint32_t matrix_stride = 0;  ///< bytes between columns; 0: not a matrix or array of matrices
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
  /// For a storage buffer that is one array of `float4`: the array's name in GLSL. Its members are
  /// floats and float vectors and matrices, at the offsets of a uniform block. Otherwise empty.
  std::string rows = {};
  /// Set if several included functions may declare the block: the macro that guards the
  /// declaration.
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

/// A value interpolated from the vertex to the fragment stage. `stored` differs from `type` only
/// for bools.
struct Varying {
  std::string name;  ///< without prefix: `uv`
  DataType type;
  DataType stored;
  std::uint32_t location = 0;
  bool is_flat = false;
  EvaluationId source = EvaluationId(0);
  std::uint32_t slot = 0;       ///< into Interface::varying_slots
  std::uint32_t component = 0;  ///< its first component in the slot
};

/// The declaration at one location in both stages: one varying, or several packed together.
struct VaryingSlot {
  std::string name;  ///< without prefix: the varying's name, or all of them joined, `uv_height`
  DataType type;     ///< the varying's type, or a vector of the components in use
  std::uint32_t location = 0;
  bool is_flat = false;
};

enum class SamplerFilter : std::uint8_t { Linear, Nearest };
enum class SamplerWrap : std::uint8_t { Repeat, Clamp, Mirror, Border };
/// The color outside of the texture where it wraps by a border.
enum class SamplerBorder : std::uint8_t { Transparent, Black, White };

/// When a comparison of the reference with the texel, `reference OP texel`, counts as 1. None: the
/// sampler does not compare.
enum class SamplerCompare : std::uint8_t {
  None,
  Never,
  Less,
  Equal,
  LessEqual,
  Greater,
  NotEqual,
  GreaterEqual,
  Always
};

struct SamplerState {
  SamplerFilter filter = SamplerFilter::Linear;
  SamplerFilter mip_filter = SamplerFilter::Linear;
  SamplerWrap wrap = SamplerWrap::Repeat;  ///< along u
  SamplerWrap wrap_v = SamplerWrap::Repeat;
  SamplerWrap wrap_w = SamplerWrap::Repeat;
  SamplerBorder border = SamplerBorder::Transparent;
  std::uint32_t anisotropy = 1;  ///< the most samples along the longer axis of a footprint: 1…16
  SamplerCompare compare = SamplerCompare::None;

  bool wraps_alike() const { return wrap == wrap_v && wrap == wrap_w; }
  bool has_border() const {
    return wrap == SamplerWrap::Border || wrap_v == SamplerWrap::Border ||
           wrap_w == SamplerWrap::Border;
  }
  friend bool operator==(const SamplerState&, const SamplerState&) = default;
};
std::string_view filter_name(SamplerFilter filter);
std::string_view wrap_name(SamplerWrap wrap);
std::string_view border_name(SamplerBorder border);
/// `less_equal`; `none` if the sampler does not compare.
std::string_view compare_name(SamplerCompare compare);

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

/// One per distinct sampler state and named after it: `linear_repeat`.
struct SamplerBinding {
  std::string name;
  SamplerState state;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  StageUse used = {};
};

/// A color target.
struct TargetOutput {
  std::string name;  ///< without prefix: `color`
  DataType type;
  std::uint32_t index = 0;
  bool srgb_view = false;  ///< the host binds a view that encodes writes to sRGB
};

/// What the threads of a compute profile write: an image, or a buffer with one element per thread.
struct StorageOutput {
  std::string name;      ///< without prefix: `color`
  std::string resource;  ///< the global name: `color_image`, `height_values`
  std::string block;     ///< of buffers: the name of the block in GLSL
  DataType type;         ///< of the value
  DataType stored;       ///< of a texel or an element: never a vector of three components
  std::optional<ImageFormat> format = {};  ///< images only
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t demand = 0;                 ///< position among the demands of the composition
  std::optional<std::uint32_t> state = {};  ///< into Interface::states: the value after the step
};

/// A state of a simulation as the last step left it: an image that is read by texels, or a buffer.
/// The host swaps it with the output of the same state from step to step.
struct PreviousState {
  std::string name;      ///< of the state
  std::string resource;  ///< the global name: `height_before`
  std::string block;     ///< of buffers: the name of the block in GLSL
  std::string reader;    ///< the function that reads an element: `previous_height`
  DataType type;         ///< of the value
  DataType stored;       ///< as in StorageOutput
  std::optional<ImageFormat> format = {};  ///< images only
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  bool is_read = false;       ///< by the threads of this material
  std::uint32_t storage = 0;  ///< the output of the state, into Interface::storage
};

/// The clip-space convention of the host's projection. The vertex stage converts from it to
/// Vulkan's, where y points down and depth ranges from 0 to 1.
struct ClipConvention {
  bool y_up = false;              ///< the projection has y pointing up
  bool minus_one_to_one = false;  ///< its depth ranges from -1 to 1
  bool reversed_z = false;        ///< near is 1, far is 0: the depth test passes greater values
  friend bool operator==(const ClipConvention&, const ClipConvention&) = default;
};

/// A member of the input or output struct of an included function.
struct FunctionMember {
  std::string name;  ///< `normal`, `frag_coord`
  DataType type;
  /// The feature that the caller passes, as the stage sees it (interpolated in the fragment stage),
  /// or the position of the demand whose value the function returns. Exactly one is set.
  std::optional<FeatureId> feature;
  std::optional<std::uint32_t> demand;
};

/// The function of one stage in a profile declared `as functions`: void NAME(in INPUTS inputs, out
/// OUTPUTS outputs).
struct StageFunction {
  std::string name;        ///< `evaluate_worn_metal`, `evaluate_worn_metal_vertex`
  std::string input_type;  ///< empty: no inputs
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

/// The shared interface of a stage pair: between the stages and with the host. Both stages are
/// printed from one Interface, so sets, bindings, offsets and locations agree.
struct Interface {
  std::vector<Block> blocks;                 ///< by set and binding, push constants last
  std::vector<StoredStruct> stored_structs;  ///< the structs in the blocks' members
  std::vector<VertexAttribute> attributes;   ///< by location
  std::vector<Varying> varyings;             ///< in the plan's order of interpolations
  std::vector<VaryingSlot> varying_slots;    ///< by location
  std::vector<TextureBinding> textures;
  std::vector<SamplerBinding> samplers;
  std::vector<TargetOutput> targets;  ///< by index
  std::vector<SpecConstant> spec_constants;
  bool combined_samplers = false;  ///< GLSL declares sampler2D etc.; HLSL is unaffected
  bool invariant_position = false;
  bool writes_depth = false;
  ClipConvention clip;
  std::vector<StorageOutput> storage;      ///< by binding
  std::vector<PreviousState> states;       ///< of the material, in order
  std::optional<ThreadGrid> threads = {};  ///< of a compute profile
  /// Set for a profile declared `as functions`, indexed by stage. The stages then have no `main`,
  /// attributes, varyings or targets.
  std::optional<std::array<StageFunction, shader_stages.size()>> functions;
  /// In such a profile, the prefix for names of the material's declarations, since a shader may
  /// include several materials.
  std::string name_prefix;
};

}  // namespace weft
