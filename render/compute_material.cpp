#include "render/compute_material.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "composer/evaluations/plan_demands.h"
#include "fragments/model/thread_grid.h"
#include "render/shown_target.h"
#include "render/storage_images.h"

namespace weft::render {
namespace {

std::array<std::uint32_t, 3> groups_for(const std::array<std::uint32_t, 3>& size,
                                        const ThreadGrid& threads) {
  std::array<std::uint32_t, 3> groups = {};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    groups[axis] = (size[axis] + threads.workgroup[axis] - 1) / threads.workgroup[axis];
  }
  return groups;
}

std::size_t element_count(const std::array<std::uint32_t, 3>& size) {
  return std::size_t{size[0]} * size[1] * size[2];
}

/// The first `kept` of every `stored` words.
std::vector<std::uint32_t> first_components(const std::vector<std::uint32_t>& words,
                                            std::size_t stored, std::size_t kept) {
  std::vector<std::uint32_t> result;
  result.reserve(words.size() / stored * kept);
  for (std::size_t at = 0; at + stored <= words.size(); at += stored) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(kept));
  }
  return result;
}

std::size_t components_of(DataType type) {
  return static_cast<std::size_t>(type.component_count());
}

/// Elements of buffers are stored as texels that keep numbers unchanged.
ImageFormat format_of(const StorageOutput& output) {
  return output.format.value_or(exact_image_format(output.stored));
}

/// The dispatch with what is moved out of `resources`, all but the textures that they keep.
ComputeInput input_with(DrawInput& resources, const MaterialShader& shader,
                        const std::array<std::uint32_t, 3>& size) {
  const ThreadGrid& threads = *shader.interface->threads;
  ComputeInput input;
  input.spirv = shader.thread_spirv;
  input.uniform_buffers = std::move(resources.uniform_buffers);
  input.storage_buffers = std::move(resources.storage_buffers);
  input.images = std::move(resources.images);
  input.samplers = std::move(resources.samplers);
  input.combined = std::move(resources.combined);
  input.push_constants = std::move(resources.push_constants.bytes);
  input.spec_constants = std::move(resources.spec_constants);
  input.groups = groups_for(size, threads);
  for (const StorageOutput& output : shader.interface->storage) {
    if (output.state) {
      continue;
    }
    if (output.format) {
      input.storage_images.push_back(
          {output.set, output.binding, *output.format, threads.dimensions, size});
    } else {
      const std::size_t bytes = texel_bytes(format_of(output)) * element_count(size);
      input.storage_buffers.push_back(
          {output.set, output.binding, std::vector<std::uint8_t>(bytes)});
    }
  }
  for (const PreviousState& state : shader.interface->states) {
    const StorageOutput& written = shader.interface->storage[state.storage];
    StateBinding binding;
    binding.set = state.set;
    binding.read_binding = state.is_read ? std::optional(state.binding) : std::nullopt;
    binding.written_binding = written.binding;
    binding.format = state.format;
    binding.dimensions = threads.dimensions;
    binding.size = size;
    binding.bytes = texel_bytes(format_of(written)) * element_count(size);
    input.states.push_back(binding);
  }
  return input;
}

/// The number that a picture shows, 0…1 unless it has a sign.
float shown_number(std::uint32_t word, Scalar kind) {
  return kind == Scalar::Float  ? std::bit_cast<float>(word)
         : kind == Scalar::Uint ? static_cast<float>(word)
                                : static_cast<float>(static_cast<std::int32_t>(word));
}

}  // namespace

Simulation::Simulation(Renderer& renderer, const MaterialShader& shader,
                       const std::array<std::uint32_t, 3>& size)
    : renderer_(renderer), shader_(shader), size_(size) {}

Rendered<std::vector<ComputedOutput>> Simulation::step(const Scene& scene,
                                                       const MaterialInputs& inputs,
                                                       DefaultTextures& textures,
                                                       bool is_read_back) {
  PictureSettings settings;
  settings.width = static_cast<int>(size_[0]);
  settings.height = static_cast<int>(size_[1]);
  Scene sized = scene;
  sized.given[std::string(thread_size_path)] = {size_.begin(), size_.end()};
  sized.starts_simulation = starts_;
  auto resources = material_resources(shader_, sized, inputs, textures, settings);
  if (!resources) {
    return tl::unexpected(std::move(resources.error()));
  }
  const std::size_t first_buffer = resources->storage_buffers.size();
  ComputeInput input = input_with(*resources, shader_, size_);
  input.is_read_back = is_read_back;
  const auto computed = renderer_.compute(input, memory_);
  if (!computed) {
    return tl::unexpected(computed.error());
  }
  starts_ = false;
  return is_read_back ? outputs_of(*computed, first_buffer) : std::vector<ComputedOutput>();
}

std::vector<ComputedOutput> Simulation::outputs_of(const ComputeOutput& computed,
                                                   std::size_t buffer) const {
  std::vector<ComputedOutput> outputs;
  std::size_t image = 0;
  for (const StorageOutput& output : shader_.interface->storage) {
    const std::vector<std::uint8_t>& bytes = output.state    ? computed.states[*output.state]
                                             : output.format ? computed.storage_images[image++]
                                                             : computed.storage_buffers[buffer++];
    const std::vector<std::uint32_t> words = texel_words(format_of(output), bytes);
    outputs.push_back(
        {output.demand, output.type, size_,
         first_components(words, components_of(output.stored), components_of(output.type))});
  }
  return outputs;
}

Rendered<std::vector<ComputedOutput>> compute_material(
    Renderer& renderer, const MaterialShader& shader, const std::array<std::uint32_t, 3>& size,
    const Scene& scene, const MaterialInputs& inputs, DefaultTextures& textures) {
  return Simulation(renderer, shader, size).step(scene, inputs, textures);
}

Rendered<std::vector<ComputedOutput>> simulate_material(
    Renderer& renderer, const MaterialShader& shader, const std::array<std::uint32_t, 3>& size,
    const Scene& scene, const MaterialInputs& inputs, DefaultTextures& textures,
    const SimulatedTime& time) {
  Simulation simulation(renderer, shader, size);
  Scene at = scene;
  at.simulation_delta = time.frame_seconds / static_cast<float>(time.substeps);
  const std::uint32_t last = time.frames * time.substeps;
  for (std::uint32_t step = 0;; ++step) {  // the first one starts
    const std::uint32_t frame = (step + time.substeps - 1) / time.substeps;
    at.frame_index = scene.frame_index + frame;
    at.time = scene.time + static_cast<float>(frame) * time.frame_seconds;
    auto done = simulation.step(at, inputs, textures, step == last);
    if (!done || step == last) {
      return done;
    }
  }
}

FloatImage texels_of(const ComputedOutput& output) {
  const std::size_t components = components_of(output.type);
  const std::size_t texels = std::size_t{output.size[0]} * output.size[1];
  FloatImage image{static_cast<int>(output.size[0]), static_cast<int>(output.size[1]), 4, {}};
  image.values.reserve(texels * 4);
  for (std::size_t texel = 0; texel < texels; ++texel) {
    for (std::size_t i = 0; i < 4; ++i) {
      const float lacking = i == 3 ? 1.0F : 0.0F;
      image.values.push_back(i < components ? shown_number(output.words[texel * components + i],
                                                           output.type.scalar_kind())
                                            : lacking);
    }
  }
  return image;
}

Image picture_of(const Library& library, MaterialId material, ProfileId profile,
                 const ComputedOutput& output) {
  const ProfileDemand& demand =
      demand_at(library.profiles[profile], library.materials[material], output.demand);
  FloatImage values = texels_of(output);
  if (components_of(output.type) == 1) {
    for (std::size_t i = 0; i < values.values.size(); i += 4) {  // one number is a gray
      values.values[i + 1] = values.values[i + 2] = values.values[i];
    }
  }
  const ShownTarget::Kind kind = shown_kind(library, demand, true);
  if (kind != ShownTarget::Kind::Stored) {
    const FloatImage written{values.width, values.height, 1,
                             std::vector<float>(values.values.size() / 4, 0.0F)};
    return image_of_values(values, written, 1.0F, kind, 4);
  }
  Image image{values.width, values.height, {}};
  std::transform(values.values.begin(), values.values.end(), std::back_inserter(image.rgba),
                 to_unorm8);
  return image;
}

}  // namespace weft::render
