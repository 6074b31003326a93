#include "render/draw_input.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::render {
namespace {

constexpr std::uint32_t spirv_magic = 0x07230203U;
constexpr std::size_t spirv_header_words = 5;
constexpr std::uint32_t max_sets = 32;

/// The slots in use; bindings of every kind go through `take`.
class Slots {
 public:
  template <class Binding>
  Rendered<void> take(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
      if (binding.set >= max_sets) {
        return failure(fmt::format("descriptor set {} is out of range", binding.set));
      }
      if (!taken_.emplace(binding.set, binding.binding).second) {
        return failure(
            fmt::format("set {} binding {} is bound twice", binding.set, binding.binding));
      }
    }
    return {};
  }

 private:
  std::set<std::pair<std::uint32_t, std::uint32_t>> taken_;
};

/// Checks only that the driver does not read garbage; the validation layer checks the rest.
Rendered<void> check_spirv(const std::vector<std::uint32_t>& words, const char* stage) {
  if (words.size() < spirv_header_words || words[0] != spirv_magic) {
    return failure(fmt::format("the {} shader is not a SPIR-V module", stage));
  }
  return {};
}

Rendered<void> check_buffers(const std::vector<BufferBinding>& buffers) {
  for (const BufferBinding& buffer : buffers) {
    if (buffer.bytes.empty()) {
      return failure(
          fmt::format("the buffer at set {} binding {} is empty", buffer.set, buffer.binding));
    }
  }
  return {};
}

template <class Binding>
Rendered<void> check_textures(const std::vector<Binding>& bindings) {
  for (const Binding& binding : bindings) {
    if (binding.texture == nullptr || binding.texture->level_count() == 0) {
      return failure(
          fmt::format("there is no texture at set {} binding {}", binding.set, binding.binding));
    }
    if (!well_formed(*binding.texture)) {
      return failure(fmt::format("the mip chain of the texture at set {} binding {} is malformed",
                                 binding.set, binding.binding));
    }
  }
  return {};
}

Rendered<void> check_streams(const DrawInput& input) {
  std::set<std::uint32_t> locations;
  std::uint64_t vertices = input.vertex_count;
  for (const std::uint32_t index : input.indices) {
    vertices = std::max(vertices, std::uint64_t{index} + 1);
  }
  for (const VertexStream& stream : input.streams) {
    if (!locations.insert(stream.location).second) {
      return failure(fmt::format("vertex location {} is given twice", stream.location));
    }
    const std::uint64_t size = byte_size(stream.format);
    const std::uint64_t stride = stream.stride == 0 ? size : stream.stride;
    if (stride < size || stride % 4 != 0) {
      return failure(fmt::format("the stride {} of vertex location {} does not fit its format",
                                 stride, stream.location));
    }
    const std::uint64_t needed = stream.per_instance ? input.instance_count : vertices;
    if ((needed - 1) * stride + size > stream.bytes.size()) {
      return failure(fmt::format("vertex location {} has {} bytes, too few for {} {}",
                                 stream.location, stream.bytes.size(), needed,
                                 stream.per_instance ? "instances" : "vertices"));
    }
  }
  return {};
}

Rendered<void> check_spec_constants(const std::vector<SpecConstant>& constants) {
  std::set<std::uint32_t> ids;
  for (const SpecConstant& constant : constants) {
    if (!ids.insert(constant.id).second) {
      return failure(fmt::format("specialization constant {} is given twice", constant.id));
    }
  }
  return {};
}

Rendered<void> check_geometry(const DrawInput& input) {
  if (!input.indices.empty() && input.vertex_count != 0) {
    return failure("give indices or a vertex count, not both");
  }
  const std::size_t corners = input.indices.empty() ? input.vertex_count : input.indices.size();
  if (corners == 0 || corners % 3 != 0) {
    return failure(fmt::format("{} corners do not make triangles", corners));
  }
  if (input.instance_count == 0) {
    return failure("there is no instance to draw");
  }
  return check_streams(input);
}

Rendered<void> check_targets(const DrawInput& input) {
  if (input.width <= 0 || input.height <= 0) {
    return failure(
        fmt::format("a picture of {}x{} pixels cannot be drawn", input.width, input.height));
  }
  if (input.fragment_spirv.empty() && !input.color_targets.empty()) {
    return failure("there are color targets but no fragment shader");
  }
  if (input.depth == DepthTest::Off && (input.read_depth || input.color_targets.empty())) {
    return failure("depth cannot be read back without a depth test");
  }
  return {};
}

}  // namespace

std::uint32_t byte_size(VertexFormat format) {
  switch (format) {
    case VertexFormat::Float:
    case VertexFormat::Int:
    case VertexFormat::Uint:
      return 4;
    case VertexFormat::Floatx2:
    case VertexFormat::Intx2:
    case VertexFormat::Uintx2:
      return 8;
    case VertexFormat::Floatx3:
    case VertexFormat::Intx3:
    case VertexFormat::Uintx3:
      return 12;
    case VertexFormat::Floatx4:
    case VertexFormat::Intx4:
    case VertexFormat::Uintx4:
      return 16;
  }
  return 0;
}

Rendered<void> check_draw_input(const DrawInput& input) {
  Slots slots;
  return check_spirv(input.vertex_spirv, "vertex")
      .and_then([&]() -> Rendered<void> {
        return input.fragment_spirv.empty() ? Rendered<void>()
                                            : check_spirv(input.fragment_spirv, "fragment");
      })
      .and_then([&] { return check_targets(input); })
      .and_then([&] { return check_geometry(input); })
      .and_then([&] { return slots.take(input.uniform_buffers); })
      .and_then([&] { return slots.take(input.storage_buffers); })
      .and_then([&] { return slots.take(input.images); })
      .and_then([&] { return slots.take(input.samplers); })
      .and_then([&] { return slots.take(input.combined); })
      .and_then([&] { return check_buffers(input.uniform_buffers); })
      .and_then([&] { return check_buffers(input.storage_buffers); })
      .and_then([&] { return check_textures(input.images); })
      .and_then([&] { return check_textures(input.combined); })
      .and_then([&] { return check_spec_constants(input.spec_constants); })
      .and_then([&]() -> Rendered<void> {
        const PushConstants& push = input.push_constants;
        if (push.bytes.size() % 4 != 0 || push.offset % 4 != 0) {
          return failure("push constants must be a multiple of 4 bytes");
        }
        if (!push.bytes.empty() && !push.in_vertex && !push.in_fragment) {
          return failure("push constants that no stage can see");
        }
        return {};
      });
}

Rendered<void> check_compute_input(const ComputeInput& input) {
  Slots slots;
  return check_spirv(input.spirv, "compute")
      .and_then([&] { return slots.take(input.storage_buffers); })
      .and_then([&] { return slots.take(input.storage_images); })
      .and_then([&] { return slots.take(input.uniform_buffers); })
      .and_then([&] { return slots.take(input.images); })
      .and_then([&] { return slots.take(input.samplers); })
      .and_then([&] { return slots.take(input.combined); })
      .and_then([&] { return check_textures(input.images); })
      .and_then([&] { return check_textures(input.combined); })
      .and_then([&] { return check_buffers(input.uniform_buffers); })
      .and_then([&] { return check_buffers(input.storage_buffers); })
      .and_then([&] { return check_spec_constants(input.spec_constants); })
      .and_then([&]() -> Rendered<void> {
        if (input.push_constants.size() % 4 != 0) {
          return failure("push constants must be a multiple of 4 bytes");
        }
        if (input.groups[0] == 0 || input.groups[1] == 0 || input.groups[2] == 0) {
          return failure("there is no group to dispatch");
        }
        return {};
      });
}

}  // namespace weft::render
