#include "tools/driver_fault.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>

#include <fmt/format.h>
#include <unistd.h>

#include "tools/exit_code.h"

namespace weft::tools {
namespace {

constexpr std::array signals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};

// A handler may not allocate, so the message is made before.
std::array<char, 1024> message;
std::size_t message_size = 0;
std::array<struct sigaction, signals.size()> before;

extern "C" void end_with_message(int) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message_size);
  _exit(static_cast<int>(ExitCode::MachineTrouble));
}

}  // namespace

DriverFaultNote::DriverFaultNote(const std::string& drawn) {
  const std::string text = fmt::format(
      "error: the Vulkan driver crashed while it drew {} [render-failed]\n"
      "  hint: `weft compose -t spirv` validates its modules; another driver may draw them, or "
      "`--no-placement`, `--uniform-program=off` or `-t hlsl`, which write them otherwise\n",
      drawn);
  message_size = std::min(text.size(), message.size());
  std::copy_n(text.begin(), message_size, message.begin());
  struct sigaction action = {};
  action.sa_handler = end_with_message;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &action, &before[i]);
  }
}

DriverFaultNote::~DriverFaultNote() {
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &before[i], nullptr);
  }
}

}  // namespace weft::tools
