#include "render/draw_timer.h"

#include <array>
#include <cstdint>

namespace weft::render {

Rendered<std::optional<DrawTimer>> DrawTimer::create(const Device& device) {
  if (device.limits().timestampComputeAndGraphics == VK_FALSE) {
    return std::nullopt;
  }
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  auto pool =
      create_owned<OwnedQueryPool>(device.handle(), vkCreateQueryPool, info, "vkCreateQueryPool");
  if (!pool) {
    return tl::unexpected(std::move(pool.error()));
  }
  DrawTimer timer;
  timer.pool_ = std::move(*pool);
  timer.milliseconds_per_tick_ = 1e-6 * static_cast<double>(device.limits().timestampPeriod);
  return timer;
}

void DrawTimer::record_begin(VkCommandBuffer commands) const {
  vkCmdResetQueryPool(commands, pool_.get(), 0, 2);
  vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(), 0);
}

void DrawTimer::record_end(VkCommandBuffer commands) const {
  vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(), 1);
}

Rendered<double> DrawTimer::milliseconds(const Device& device) const {
  std::array<std::uint64_t, 2> ticks{};
  const VkResult result = vkGetQueryPoolResults(device.handle(), pool_.get(), 0, 2, sizeof ticks,
                                                ticks.data(), sizeof(std::uint64_t),
                                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkGetQueryPoolResults", result);
  }
  return static_cast<double>(ticks[1] - ticks[0]) * milliseconds_per_tick_;
}

}  // namespace weft::render
