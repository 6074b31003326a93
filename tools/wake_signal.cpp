#include "tools/wake_signal.h"

#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

namespace weft::tools {

WakeSignal::WakeSignal() : file_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void WakeSignal::wake() const {
  const std::uint64_t one = 1;
  // A full counter is readable, too.
  [[maybe_unused]] const ssize_t written = ::write(file_.get(), &one, sizeof one);
}

void WakeSignal::clear() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = ::read(file_.get(), &count, sizeof count);
}

}  // namespace weft::tools
