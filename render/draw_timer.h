#pragma once

#include <optional>

#include "render/device.h"

namespace weft::render {

/// Measures on the device itself how long recorded commands take, between two timestamps.
class DrawTimer {
 public:
  /// Nothing, without an error, if the queue has no timestamps.
  static Rendered<std::optional<DrawTimer>> create(const Device& device);

  /// Both are recorded outside of render passes, once each per submission.
  void record_begin(VkCommandBuffer commands) const;
  void record_end(VkCommandBuffer commands) const;

  /// The milliseconds between the timestamps of the last submission, which must be finished.
  Rendered<double> milliseconds(const Device& device) const;

 private:
  OwnedQueryPool pool_;
  double milliseconds_per_tick_ = 0.0;
};

}  // namespace weft::render
