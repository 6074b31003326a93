#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/draw_input.h"
#include "render/error.h"

namespace weft::render {

class Device;
class StateMemory;

/// An offscreen Vulkan 1.1 device with the Khronos validation layer enabled. Prefers a software
/// device (lavapipe), so that images do not depend on the machine. Every warning or error of the
/// layer, including performance warnings (such as an unused attribute or varying), fails the call
/// that caused it. Not thread-safe.
class Renderer {
 public:
  /// Fails without a Vulkan driver, a device with a graphics queue, or the validation layer.
  static Rendered<Renderer> create();

  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  /// Draws once, waits for the device and reads the targets back. Keeps nothing between draws.
  /// Fails for invalid input, unsupported features, and validation messages.
  Rendered<DrawOutput> draw(const DrawInput& input);

  /// Dispatches once, waits for the device and reads the storage buffers and images back.
  Rendered<ComputeOutput> compute(const ComputeInput& input);
  /// The same for a step of a simulation, whose states stay in `states`. All steps have the same
  /// shader, constants and states.
  Rendered<ComputeOutput> compute(const ComputeInput& input, StateMemory& states);

  /// The device name reported by the driver.
  const std::string& device_name() const;

 private:
  explicit Renderer(std::unique_ptr<Device> device);
  std::unique_ptr<Device> device_;
};

}  // namespace weft::render
