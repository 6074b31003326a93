// A crash of the Vulkan driver ends with a message and the exit code of machine trouble.

#include "tools/driver_fault.h"

#include <array>
#include <csignal>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/catch.h"

namespace weft::testing::driver_fault_test {

namespace {

struct Ended {
  int status = 0;
  std::string err;
};

/// What a process ends with that crashes by the signal, inside of a note or after it.
Ended crash(int signal, bool inside) {
  std::array<int, 2> ends = {};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    for (const int each : {SIGSEGV, SIGBUS, SIGFPE}) {
      std::signal(each, SIG_DFL);  // the test program has handlers of its own
    }
    {
      const tools::DriverFaultNote note("the material 'm'");
      if (inside) {
        raise(signal);
      }
    }
    raise(signal);
    _exit(0);
  }
  close(ends[1]);
  Ended ended;
  std::array<char, 256> part = {};
  for (ssize_t count = 0; (count = read(ends[0], part.data(), part.size())) > 0;) {
    ended.err.append(part.data(), static_cast<std::size_t>(count));
  }
  close(ends[0]);
  REQUIRE(waitpid(child, &ended.status, 0) == child);
  return ended;
}

}  // namespace

TEST_CASE("a crash of the driver is reported, and one after it is not taken for that") {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) {
    const Ended inside = crash(signal, true);
    CHECK(WIFEXITED(inside.status));
    CHECK(WEXITSTATUS(inside.status) == 3);
    CHECK(
        inside.err.starts_with("error: the Vulkan driver crashed while it drew the material 'm'"));
    const Ended after = crash(signal, false);
    CHECK(WIFSIGNALED(after.status));
    CHECK(WTERMSIG(after.status) == signal);
    CHECK(after.err == "");
  }
}

}  // namespace weft::testing::driver_fault_test
