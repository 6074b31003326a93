#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "fragments/types/image_format.h"
#include "render/image.h"
#include "render/texture.h"

namespace weft::render {

enum class VertexFormat {
  Float,
  Floatx2,
  Floatx3,
  Floatx4,
  Int,
  Intx2,
  Intx3,
  Intx4,
  Uint,
  Uintx2,
  Uintx3,
  Uintx4,
};

/// Bytes per element: 4 per component.
std::uint32_t byte_size(VertexFormat format);

/// One vertex attribute. A matrix uses one stream per column.
struct VertexStream {
  std::uint32_t location = 0;
  VertexFormat format = VertexFormat::Floatx3;
  std::vector<std::uint8_t> bytes;
  std::uint32_t stride = 0;  ///< bytes from one element to the next; 0: packed
  bool per_instance = false;
};

/// A uniform or storage buffer. The validation layer does not report a buffer shorter than its
/// block (reads past the end return zero): compare with the reflected size first.
struct BufferBinding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::vector<std::uint8_t> bytes;
};

/// A texture without a sampler. The texture must outlive the draw.
struct ImageBinding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  const Texture* texture = nullptr;
  bool as_srgb_view = false;  ///< the hardware decodes before filtering
  bool as_depth = false;      ///< a depth image of the first channel, for samplers that compare
};

enum class Filter { Nearest, Linear };
enum class MipFilter { None, Nearest, Linear };
enum class Wrap { Repeat, MirroredRepeat, ClampToEdge, ClampToBorder };
enum class Border { TransparentBlack, OpaqueBlack, OpaqueWhite };
/// When `reference OP texel` counts as 1, in the order of VkCompareOp.
enum class Compare { Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always };

struct SamplerState {
  Filter filter = Filter::Linear;
  MipFilter mip_filter = MipFilter::Linear;
  Wrap wrap_u = Wrap::Repeat;
  Wrap wrap_v = Wrap::Repeat;
  Wrap wrap_w = Wrap::Repeat;
  Border border = Border::TransparentBlack;
  std::optional<Compare> compare = {};
};

struct SamplerBinding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  SamplerState state;
};

/// GLSL's `sampler2D`; a depth image of the first channel if the sampler compares. The texture must
/// outlive the draw.
struct CombinedBinding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  const Texture* texture = nullptr;
  bool as_srgb_view = false;
  SamplerState state;
};

/// Push constants, visible in the given stages; `bytes` start at `offset` in the block, and their
/// number is a multiple of 4. Empty `bytes`: no push constants.
struct PushConstants {
  std::uint32_t offset = 0;
  std::vector<std::uint8_t> bytes;
  bool in_vertex = true;
  bool in_fragment = true;
};

/// The four bytes of an int, uint, float or bool specialization constant, for all stages.
struct SpecConstant {
  std::uint32_t id = 0;
  std::array<std::uint8_t, 4> bytes{};
};

enum class ColorFormat { Rgba8Unorm, Rgba8Srgb, Rgba32Float };

/// Color attachment i is written by the fragment output at location i. No blending.
struct ColorTarget {
  ColorFormat format = ColorFormat::Rgba8Unorm;
  std::array<float, 4> clear = {0.0F, 0.0F, 0.0F, 0.0F};  ///< linear, even for sRGB targets
};

/// Greater is for reversed z. The depth buffer (32-bit float) is cleared to the farthest value.
enum class DepthTest { Off, Less, Greater };

/// Front faces are counterclockwise in the image, flipped or not.
enum class Cull { None, Back, Front };

/// The input of a draw. Entry points are called "main". Triangle lists only.
struct DrawInput {
  std::vector<std::uint32_t> vertex_spirv;
  std::vector<std::uint32_t> fragment_spirv;  ///< empty: depth only, without color_targets
  std::vector<VertexStream> streams;
  std::vector<std::uint32_t> indices;  ///< empty: vertex_count vertices in order
  std::uint32_t vertex_count = 0;      ///< only without indices
  std::uint32_t instance_count = 1;

  // The descriptor set layouts are built from these bindings, visible in both stages.
  std::vector<BufferBinding> uniform_buffers;
  std::vector<BufferBinding> storage_buffers;
  std::vector<ImageBinding> images;
  std::vector<SamplerBinding> samplers;
  std::vector<CombinedBinding> combined;
  PushConstants push_constants;
  std::vector<SpecConstant> spec_constants;

  int width = 256;
  int height = 256;
  std::vector<ColorTarget> color_targets = {ColorTarget{}};
  DepthTest depth = DepthTest::Less;
  Cull cull = Cull::None;
  bool flip_y = false;      ///< y grows upward in clip space (Vulkan's grows downward)
  bool read_depth = false;  ///< needs a depth test
  /// Textures of the bindings above that nothing else holds.
  std::vector<std::shared_ptr<const Texture>> kept_textures = {};
  int timed_draws = 0;  ///< repetitions of the draw, with the same pipeline, for timing
};

/// `image`: the stored bytes of an 8-bit target (encoded if the target is sRGB), or the clamped
/// values of a float target. `floats`: linear values, decoded from sRGB, exact for a float target.
struct ColorResult {
  Image image;
  FloatImage floats;
};

struct DrawTimings {
  double setup_ms = 0.0;     ///< uploads, descriptors, pipeline
  double draw_ms = 0.0;      ///< recording, submitting, waiting
  double readback_ms = 0.0;  ///< conversion of the results
  /// Record, submit and wait, repeated DrawInput::timed_draws times; the driver's compilation at
  /// the first draw is excluded.
  std::vector<double> again_ms;
  /// The time that the device needs for each of them, without reading back; empty if its queue has
  /// no timestamps.
  std::vector<double> device_ms;
};

struct DrawOutput {
  std::vector<ColorResult> colors;  ///< one per target
  std::optional<FloatImage> depth;  ///< one channel, 0..1; if read_depth
  DrawTimings timings;
};

/// An image that a dispatch writes. What it does not write is undefined.
struct StorageImage {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  ImageFormat format = {};
  std::uint32_t dimensions = 2;                   ///< 1 to 3
  std::array<std::uint32_t, 3> size = {1, 1, 1};  ///< in texels; 1 beyond the dimensions
};

/// A state of a simulation: two images, or two buffers, of which a dispatch reads one and writes
/// the other. StateMemory has them, and swaps them.
struct StateBinding {
  std::uint32_t set = 0;
  std::optional<std::uint32_t> read_binding = {};  ///< nothing: the shader does not read it
  std::uint32_t written_binding = 0;
  std::optional<ImageFormat> format = {};         ///< of images
  std::uint32_t dimensions = 2;                   ///< of images
  std::array<std::uint32_t, 3> size = {1, 1, 1};  ///< of images
  std::size_t bytes = 0;                          ///< of buffers
};

/// One compute dispatch, with the entry point "main".
struct ComputeInput {
  std::vector<std::uint32_t> spirv;
  std::vector<BufferBinding> uniform_buffers;
  std::vector<BufferBinding> storage_buffers;
  std::vector<StorageImage> storage_images;
  std::vector<StateBinding> states = {};
  std::vector<ImageBinding> images;
  std::vector<SamplerBinding> samplers;
  std::vector<CombinedBinding> combined;
  std::vector<std::uint8_t> push_constants;
  std::vector<SpecConstant> spec_constants;
  std::array<std::uint32_t, 3> groups = {1, 1, 1};
  bool is_read_back = true;  ///< else nothing is read, and the output is empty
};

/// The contents after a dispatch, in the order of the input.
struct ComputeOutput {
  std::vector<std::vector<std::uint8_t>> storage_buffers;
  std::vector<std::vector<std::uint8_t>> storage_images;  ///< texels in rows, without padding
  std::vector<std::vector<std::uint8_t>> states = {};     ///< as written
};

/// The object representation of a list of plain values.
template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) {
    std::memcpy(bytes.data(), values.data(), bytes.size());
  }
  return bytes;
}

/// The object representation of one plain value.
template <class T>
std::vector<std::uint8_t> bytes_of_value(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::uint8_t> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

/// Checks sizes, index and stream ranges, duplicate bindings and null textures, without Vulkan.
/// Linear in the input.
Rendered<void> check_draw_input(const DrawInput& input);
Rendered<void> check_compute_input(const ComputeInput& input);

}  // namespace weft::render
