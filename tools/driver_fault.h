#pragma once

#include <string>

namespace weft::tools {

/// While it lives, a crash is taken for one of the Vulkan driver, which compiles shaders within
/// this process: it prints an error on standard error and exits with ExitCode::MachineTrouble
/// instead of ending the process without a word. One at a time.
class DriverFaultNote {
 public:
  /// `drawn`: what is drawn, as in `the material 'm'`.
  explicit DriverFaultNote(const std::string& drawn);
  ~DriverFaultNote();
  DriverFaultNote(const DriverFaultNote&) = delete;
  DriverFaultNote& operator=(const DriverFaultNote&) = delete;
};

}  // namespace weft::tools
