#include "render/renderer.h"

#include <chrono>
#include <functional>
#include <utility>

#include "render/bindings.h"
#include "render/device.h"
#include "render/draw_timer.h"
#include "render/frame.h"
#include "render/pipeline.h"
#include "render/state_memory.h"
#include "render/storage_images.h"

namespace weft::render {
namespace {

double milliseconds_since(std::chrono::steady_clock::time_point& last) {
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::milli> passed = now - last;
  last = now;
  return passed.count();
}

/// The vertex and index buffers of a draw.
struct Geometry {
  std::vector<GpuBuffer> streams;
  std::optional<GpuBuffer> indices;

  static Rendered<Geometry> upload(Device& device, const DrawInput& input) {
    Geometry geometry;
    for (const VertexStream& stream : input.streams) {
      auto buffer = upload_buffer(device, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, stream.bytes);
      if (!buffer) {
        return tl::unexpected(std::move(buffer.error()));
      }
      geometry.streams.push_back(std::move(*buffer));
    }
    if (!input.indices.empty()) {
      auto buffer =
          upload_buffer(device, VK_BUFFER_USAGE_INDEX_BUFFER_BIT, bytes_of(input.indices));
      if (!buffer) {
        return tl::unexpected(std::move(buffer.error()));
      }
      geometry.indices = std::move(*buffer);
    }
    return geometry;
  }

  void record_draw(VkCommandBuffer commands, const DrawInput& input) const {
    for (std::size_t i = 0; i < streams.size(); ++i) {
      const VkBuffer buffer = streams[i].buffer.get();
      const VkDeviceSize offset = 0;
      vkCmdBindVertexBuffers(commands, static_cast<std::uint32_t>(i), 1, &buffer, &offset);
    }
    if (indices) {
      vkCmdBindIndexBuffer(commands, indices->buffer.get(), 0, VK_INDEX_TYPE_UINT32);
      vkCmdDrawIndexed(commands, static_cast<std::uint32_t>(input.indices.size()),
                       input.instance_count, 0, 0, 0);
    } else {
      vkCmdDraw(commands, input.vertex_count, input.instance_count, 0, 0);
    }
  }
};

VkShaderStageFlags push_stages(const DrawInput& input) {
  VkShaderStageFlags stages = 0;
  if (input.push_constants.in_vertex) {
    stages |= VK_SHADER_STAGE_VERTEX_BIT;
  }
  if (input.push_constants.in_fragment) {
    stages |= VK_SHADER_STAGE_FRAGMENT_BIT;
  }
  return stages;
}

Rendered<Bindings> bind_resources(Device& device, const DrawInput& input) {
  Bindings bindings;
  std::vector<VkPushConstantRange> ranges;
  if (!input.push_constants.bytes.empty()) {
    ranges.push_back({push_stages(input), input.push_constants.offset,
                      static_cast<std::uint32_t>(input.push_constants.bytes.size())});
  }
  const auto done =
      bindings.add_uniform_buffers(device, input.uniform_buffers)
          .and_then([&] { return bindings.add_storage_buffers(device, input.storage_buffers); })
          .and_then([&] { return bindings.add_images(device, input.images); })
          .and_then([&] { return bindings.add_samplers(device, input.samplers); })
          .and_then([&] { return bindings.add_combined(device, input.combined); })
          .and_then([&] {
            return bindings.finish(
                device, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, ranges);
          });
  if (!done) {
    return tl::unexpected(done.error());
  }
  return bindings;
}

/// Records, submits and waits `count` times, and notes how long each takes.
Rendered<void> draw_again(Device& device, int count,
                          const std::function<void(VkCommandBuffer, const DrawTimer*)>& record,
                          DrawTimings& timings) {
  if (count == 0) {
    return {};
  }
  const auto created = DrawTimer::create(device);
  if (!created) {
    return tl::unexpected(created.error());
  }
  const DrawTimer* timer = created->has_value() ? &**created : nullptr;
  auto clock = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    const auto done = device.run([&](VkCommandBuffer commands) { record(commands, timer); });
    if (!done) {
      return tl::unexpected(done.error());
    }
    timings.again_ms.push_back(milliseconds_since(clock));
    if (timer != nullptr) {
      const auto on_device = timer->milliseconds(device);
      if (!on_device) {
        return tl::unexpected(on_device.error());
      }
      timings.device_ms.push_back(*on_device);
    }
  }
  return {};
}

/// Draws without checking the validation log; releases all resources.
Rendered<DrawOutput> draw_once(Device& device, const DrawInput& input) {
  auto clock = std::chrono::steady_clock::now();
  const auto bindings = bind_resources(device, input);
  if (!bindings) {
    return tl::unexpected(bindings.error());
  }
  const auto geometry = Geometry::upload(device, input);
  if (!geometry) {
    return tl::unexpected(geometry.error());
  }
  const auto pass = create_render_pass(device, input);
  if (!pass) {
    return tl::unexpected(pass.error());
  }
  const auto frame = Frame::create(device, input, pass->get());
  if (!frame) {
    return tl::unexpected(frame.error());
  }
  const auto pipeline = create_graphics_pipeline(device, input, bindings->layout(), pass->get());
  if (!pipeline) {
    return tl::unexpected(pipeline.error());
  }
  DrawTimings timings;
  timings.setup_ms = milliseconds_since(clock);

  const auto record = [&](VkCommandBuffer commands, const DrawTimer* timer) {
    if (timer != nullptr) {
      timer->record_begin(commands);
    }
    frame->record_begin(commands, input, pass->get());
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->get());
    bindings->record_bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS);
    const PushConstants& push = input.push_constants;
    if (!push.bytes.empty()) {
      vkCmdPushConstants(commands, bindings->layout(), push_stages(input), push.offset,
                         static_cast<std::uint32_t>(push.bytes.size()), push.bytes.data());
    }
    geometry->record_draw(commands, input);
    vkCmdEndRenderPass(commands);
    if (timer != nullptr) {
      timer->record_end(commands);
    }
    frame->record_readback(commands);
  };
  const auto done =
      device.run([&](VkCommandBuffer commands) { record(commands, nullptr); })
          .map([&] { timings.draw_ms = milliseconds_since(clock); })
          .and_then([&] { return draw_again(device, input.timed_draws, record, timings); });
  if (!done) {
    return tl::unexpected(done.error());
  }

  auto output = frame->read(device, input);
  if (output) {
    timings.readback_ms = milliseconds_since(clock);
    output->timings = std::move(timings);
  }
  return output;
}

/// Binds what a dispatch reads and writes.
Rendered<void> bind_dispatch(Device& device, const ComputeInput& input,
                             const StorageImages& written, const StateMemory& states,
                             Bindings& bindings) {
  std::vector<VkPushConstantRange> ranges;
  if (!input.push_constants.empty()) {
    ranges.push_back(
        {VK_SHADER_STAGE_COMPUTE_BIT, 0, static_cast<std::uint32_t>(input.push_constants.size())});
  }
  return bindings.add_uniform_buffers(device, input.uniform_buffers)
      .and_then([&] { return bindings.add_storage_buffers(device, input.storage_buffers); })
      .and_then([&] { return bindings.add_images(device, input.images); })
      .and_then([&] { return bindings.add_samplers(device, input.samplers); })
      .and_then([&] { return bindings.add_combined(device, input.combined); })
      .and_then([&] {
        written.bind(input.storage_images, bindings);
        states.bind(bindings);
        return bindings.finish(device, VK_SHADER_STAGE_COMPUTE_BIT, ranges);
      });
}

/// The contents of what the commands have written.
Rendered<ComputeOutput> read_computed(Device& device, const ComputeInput& input,
                                      const StorageImages& written, const Bindings& bindings,
                                      const StateMemory& states) {
  ComputeOutput output;
  for (const BufferBinding& given : input.storage_buffers) {
    auto bytes =
        read_buffer(device, *bindings.buffer_at(given.set, given.binding), given.bytes.size());
    if (!bytes) {
      return tl::unexpected(std::move(bytes.error()));
    }
    output.storage_buffers.push_back(std::move(*bytes));
  }
  auto images = written.read(device);
  if (!images) {
    return tl::unexpected(std::move(images.error()));
  }
  output.storage_images = std::move(*images);
  if (!input.states.empty()) {
    auto contents = states.read(device);
    if (!contents) {
      return tl::unexpected(std::move(contents.error()));
    }
    output.states = std::move(*contents);
  }
  return output;
}

Rendered<ComputeOutput> compute_once(Device& device, const ComputeInput& input,
                                     StateMemory& states) {
  const auto written = StorageImages::create(device, input.storage_images);
  if (!written) {
    return tl::unexpected(written.error());
  }
  Bindings bindings;
  const auto bound = states.prepare(device, input.states).and_then([&] {
    return bind_dispatch(device, input, *written, states, bindings);
  });
  if (!bound) {
    return tl::unexpected(bound.error());
  }
  if (states.pipeline() == VK_NULL_HANDLE) {
    auto pipeline = create_compute_pipeline(device, input, bindings.layout());
    if (!pipeline) {
      return tl::unexpected(pipeline.error());
    }
    states.set_pipeline(std::move(*pipeline));
  }
  const auto done = device.run([&](VkCommandBuffer commands) {
    written->record_begin(commands);
    states.record_begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, states.pipeline());
    bindings.record_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE);
    if (!input.push_constants.empty()) {
      vkCmdPushConstants(commands, bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<std::uint32_t>(input.push_constants.size()),
                         input.push_constants.data());
    }
    vkCmdDispatch(commands, input.groups[0], input.groups[1], input.groups[2]);
    record_host_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
    written->record_readback(commands);
  });
  if (!done) {
    return tl::unexpected(done.error());
  }
  states.swap();
  return input.is_read_back ? read_computed(device, input, *written, bindings, states)
                            : ComputeOutput();
}

/// Returns `result`, unless the validation layer has reported anything since the log was emptied.
template <class T>
Rendered<T> judged(Device& device, Rendered<T> result) {
  std::vector<std::string> messages = device.log().take();
  if (messages.empty()) {
    return result;
  }
  RenderError error;
  error.message = result ? "the Vulkan validation layer reported errors" : result.error().message;
  for (const std::string& message : messages) {
    error.message += "\n" + message;
  }
  error.validation = std::move(messages);
  return tl::unexpected(std::move(error));
}

}  // namespace

Renderer::Renderer(std::unique_ptr<Device> device) : device_(std::move(device)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Rendered<Renderer> Renderer::create() {
  auto device = Device::create();
  if (!device) {
    return tl::unexpected(std::move(device.error()));
  }
  const auto clean = judged<void>(**device, {});
  if (!clean) {
    return tl::unexpected(clean.error());
  }
  return Renderer(std::move(*device));
}

Rendered<DrawOutput> Renderer::draw(const DrawInput& input) {
  const std::size_t push_end = input.push_constants.offset + input.push_constants.bytes.size();
  const auto checked =
      check_draw_input(input)
          .and_then([&] { return device_->check_module(input.vertex_spirv, push_end); })
          .and_then([&] { return device_->check_module(input.fragment_spirv, push_end); });
  if (!checked) {
    return tl::unexpected(checked.error());
  }
  return judged(*device_, draw_once(*device_, input));
}

Rendered<ComputeOutput> Renderer::compute(const ComputeInput& input) {
  StateMemory states;
  return compute(input, states);
}

Rendered<ComputeOutput> Renderer::compute(const ComputeInput& input, StateMemory& states) {
  const auto checked = check_compute_input(input).and_then(
      [&] { return device_->check_module(input.spirv, input.push_constants.size()); });
  if (!checked) {
    return tl::unexpected(checked.error());
  }
  return judged(*device_, compute_once(*device_, input, states));
}

const std::string& Renderer::device_name() const { return device_->name(); }

}  // namespace weft::render
