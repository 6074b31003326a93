#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

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

/// Bytes of one element: 4 per component.
std::uint32_t byte_size(VertexFormat format);

/// One vertex attribute. A matrix takes one stream per column.
struct VertexStream {
  std::uint32_t location = 0;
  VertexFormat format = VertexFormat::Floatx3;
  std::vector<std::uint8_t> bytes;
  std::uint32_t stride = 0;  ///< bytes from one element to the next; 0: packed
  bool per_instance = false;
};

/// A uniform or storage buffer. The validation layer does not notice one that is shorter than its
/// block (what lies beyond reads as zero): compare with the reflected size first.
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
  bool as_srgb_view = false;  ///< the hardware decodes before it filters
};

enum class Filter { Nearest, Linear };
enum class MipFilter { None, Nearest, Linear };
enum class Wrap { Repeat, MirroredRepeat, ClampToEdge };

struct SamplerState {
  Filter filter = Filter::Linear;
  MipFilter mip_filter = MipFilter::Linear;
  Wrap wrap_u = Wrap::Repeat;
  Wrap wrap_v = Wrap::Repeat;
  Wrap wrap_w = Wrap::Repeat;
};

struct SamplerBinding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  SamplerState state;
};

/// GLSL's `sampler2D`. The texture must outlive the draw.
struct CombinedBinding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  const Texture* texture = nullptr;
  bool as_srgb_view = false;
  SamplerState state;
};

/// Push constants, visible in the stages that are named; `bytes` start at `offset` of the block and
/// are a multiple of 4. No bytes: no push constants.
struct PushConstants {
  std::uint32_t offset = 0;
  std::vector<std::uint8_t> bytes;
  bool in_vertex = true;
  bool in_fragment = true;
};

/// The four bytes of an int, uint, float or bool specialisation constant, for all stages.
struct SpecConstant {
  std::uint32_t id = 0;
  std::array<std::uint8_t, 4> bytes{};
};

enum class ColorFormat { Rgba8Unorm, Rgba8Srgb, Rgba32Float };

/// Colour attachment i is what fragment output location i writes. There is no blending.
struct ColorTarget {
  ColorFormat format = ColorFormat::Rgba8Unorm;
  std::array<float, 4> clear = {0.0F, 0.0F, 0.0F, 0.0F};  ///< linear also for sRGB targets
};

/// Greater is for reversed z. The buffer (32 bit float) is cleared to the value everything beats.
enum class DepthTest { Off, Less, Greater };

/// Front faces are those that run counter-clockwise in the picture, flipped or not.
enum class Cull { None, Back, Front };

/// Everything a draw needs; entry points are called "main". Triangle lists only.
struct DrawInput {
  std::vector<std::uint32_t> vertex_spirv;
  std::vector<std::uint32_t> fragment_spirv;  ///< empty: depth only, and no color_targets
  std::vector<VertexStream> streams;
  std::vector<std::uint32_t> indices;  ///< empty: vertex_count vertices in their order
  std::uint32_t vertex_count = 0;      ///< only without indices
  std::uint32_t instance_count = 1;

  // Descriptor set layouts are made of what is bound here, visible in both stages.
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
  bool flip_y = false;      ///< clip space y grows upwards in the picture (Vulkan's own: downwards)
  bool read_depth = false;  ///< needs a depth test
  int timed_draws = 0;  ///< how often the same is drawn again, with the same pipeline, and timed
};

/// `image`: the stored bytes of an 8 bit target (sRGB encoded in an sRGB one); of a float target
/// its values, clamped. `floats`: linear values, decoded from sRGB, exact for a float target.
struct ColorResult {
  Image image;
  FloatImage floats;
};

struct DrawTimings {
  double setup_ms = 0.0;     ///< uploads, descriptors, pipeline
  double draw_ms = 0.0;      ///< recording, submitting, waiting
  double readback_ms = 0.0;  ///< conversion of what was read back
  /// DrawInput::timed_draws times recording, submitting and waiting, with what the driver compiles
  /// at the first draw done before.
  std::vector<double> again_ms;
};

struct DrawOutput {
  std::vector<ColorResult> colors;  ///< one per target
  std::optional<FloatImage> depth;  ///< one channel, 0..1; if read_depth
  DrawTimings timings;
};

/// One compute dispatch over buffers; entry point "main".
struct ComputeInput {
  std::vector<std::uint32_t> spirv;
  std::vector<BufferBinding> uniform_buffers;
  std::vector<BufferBinding> storage_buffers;
  std::vector<std::uint8_t> push_constants;
  std::vector<SpecConstant> spec_constants;
  std::array<std::uint32_t, 3> groups = {1, 1, 1};
  std::uint32_t result_set = 0;  ///< the storage buffer that is read back
  std::uint32_t result_binding = 0;
};

/// The memory of a list of plain values as bytes.
template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) {
    std::memcpy(bytes.data(), values.data(), bytes.size());
  }
  return bytes;
}

/// The memory of one plain value as bytes.
template <class T>
std::vector<std::uint8_t> bytes_of_value(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::uint8_t> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

/// Checks what can be known without Vulkan: sizes, ranges of indices and streams, bindings that are
/// used twice, null textures. Linear in the input.
Rendered<void> check_draw_input(const DrawInput& input);
Rendered<void> check_compute_input(const ComputeInput& input);

}  // namespace weft::render
