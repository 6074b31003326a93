#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/draw_input.h"
#include "render/error.h"

namespace weft::render {

class Device;

/// An offscreen Vulkan 1.1 device with the Khronos validation layer on. A software device
/// (lavapipe) is taken where there is one, so that pictures do not depend on the machine. Every
/// warning or error of the layer, performance warnings included (an attribute or varying that
/// nobody reads), fails the call in which it arises. Not to be used from two threads at once.
class Renderer {
 public:
  /// Fails when there is no Vulkan driver, no device with a graphics queue, or no validation layer.
  static Rendered<Renderer> create();

  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  /// Draws once and reads the targets back; waits for the device. Nothing is kept between draws.
  /// Fails for wrong input, for what the device cannot do, and for validation messages.
  Rendered<DrawOutput> draw(const DrawInput& input);

  /// Dispatches once and returns the content of the result buffer, as long as it was given.
  Rendered<std::vector<std::uint8_t>> compute(const ComputeInput& input);

  /// The driver's name of the device.
  const std::string& device_name() const;

 private:
  explicit Renderer(std::unique_ptr<Device> device);
  std::unique_ptr<Device> device_;
};

}  // namespace weft::render
