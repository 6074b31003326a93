#include "tests/support/subprocess.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check.h"

namespace weft::testing {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe open_pipe() {
  std::array<int, 2> ends{};
  WEFT_CHECK(pipe2(ends.data(), O_CLOEXEC) == 0, "no pipe could be made");
  return {ends[0], ends[1]};
}

void close_end(int& descriptor) {
  if (descriptor >= 0) {
    close(descriptor);
    descriptor = -1;
  }
}

// The current environment, with the command's variables added or replaced.
std::vector<std::string> merged_environment(const Command& command) {
  std::vector<std::string> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    bool replaced = name == "XDG_CACHE_HOME";
    for (const auto& [key, value] : command.environment) {
      replaced = replaced || name == key;
    }
    if (!replaced) {
      entries.emplace_back(text);
    }
  }
  bool has_cache = false;
  for (const auto& [key, value] : command.environment) {
    entries.push_back(key + "=" + value);
    has_cache = has_cache || key == "XDG_CACHE_HOME";
  }
  if (!has_cache) {
    entries.emplace_back("XDG_CACHE_HOME=/dev/null");  // isolates tests from earlier runs
  }
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

// Runs in the child between fork and exec: only async-signal-safe calls.
[[noreturn]] void become(const char* program, char* const* arguments, char* const* environment,
                         const char* directory, const std::optional<std::size_t>& stack_kib, int in,
                         int out, int err) {
  const char* failed = nullptr;
  if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) {
    failed = "dup2";
  } else if (directory != nullptr && chdir(directory) != 0) {
    failed = "chdir";
  } else if (stack_kib) {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = *stack_kib * 1024;
    if (setrlimit(RLIMIT_STACK, &limit) != 0) {
      failed = "setrlimit";
    }
  }
  if (failed == nullptr) {
    execve(program, arguments, environment);
    failed = "execve";
  }
  const char* reason = strerror(errno);
  for (const char* part : {"cannot start ", program, ": ", failed, ": ", reason, "\n"}) {
    if (write(STDERR_FILENO, part, strlen(part)) < 0) {
      break;
    }
  }
  _exit(127);
}

// Appends the available bytes of the descriptor to the text; closes it at end of file.
void drain(int& descriptor, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    close_end(descriptor);
  }
}

// Writes as much of the rest as fits; closes the descriptor when all is written or the reader is
// gone.
void feed(int& descriptor, std::string_view& rest) {
  const ssize_t count = write(descriptor, rest.data(), rest.size());
  if (count > 0) {
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  const bool again = count < 0 && (errno == EINTR || errno == EAGAIN);
  if (rest.empty() || (count < 0 && !again)) {
    close_end(descriptor);
  }
}

// Serves the three pipes until both outputs end or the deadline passes. Returns false for the
// latter.
bool converse(int& in, int& out, int& err, std::string_view input, Clock::time_point deadline,
              Finished& finished) {
  while (out >= 0 || err >= 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      return false;
    }
    // poll() ignores entries whose descriptor is negative.
    std::array<pollfd, 3> ends{{{in, POLLOUT, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), static_cast<int>(left.count())) <= 0) {
      continue;
    }
    if (ends[0].revents != 0) {
      feed(in, input);
    }
    if (ends[1].revents != 0) {
      drain(out, finished.out);
    }
    if (ends[2].revents != 0) {
      drain(err, finished.err);
    }
  }
  return true;
}

// Waits for the child, killing it at the deadline.
int wait_for(pid_t child, Clock::time_point deadline, bool& timed_out) {
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(child, &status, timed_out ? 0 : WNOHANG);
    if (ended == child) {
      return status;
    }
    WEFT_CHECK(ended == 0 || errno == EINTR, "the child is gone");
    if (Clock::now() >= deadline) {
      timed_out = true;
      kill(child, SIGKILL);
    } else {
      usleep(500);
    }
  }
}

}  // namespace

Finished run(const Command& command) {
  std::vector<std::string> argument_texts = {command.program.string()};
  argument_texts.insert(argument_texts.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment_texts = merged_environment(command);
  const std::vector<char*> arguments = pointers_to(argument_texts);
  const std::vector<char*> environment = pointers_to(environment_texts);
  const std::string directory = command.working_directory.value_or("").string();

  Pipe in = open_pipe();
  Pipe out = open_pipe();
  Pipe err = open_pipe();
  const Clock::time_point deadline = Clock::now() + command.timeout;

  // A program that stops reading must not end the test run.
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  struct sigaction before = {};
  sigaction(SIGPIPE, &ignore, &before);

  const pid_t child = fork();
  WEFT_CHECK(child >= 0, "no process could be made");
  if (child == 0) {
    sigaction(SIGPIPE, &before, nullptr);  // exec keeps ignored signals ignored
    become(argument_texts[0].c_str(), arguments.data(), environment.data(),
           directory.empty() ? nullptr : directory.c_str(), command.stack_kib, in.read_end,
           out.write_end, err.write_end);
  }
  close_end(in.read_end);
  close_end(out.write_end);
  close_end(err.write_end);
  if (command.stdin_text.empty()) {
    close_end(in.write_end);
  } else {
    fcntl(in.write_end, F_SETFL, O_NONBLOCK);
  }

  Finished finished;
  finished.timed_out =
      !converse(in.write_end, out.read_end, err.read_end, command.stdin_text, deadline, finished);
  if (finished.timed_out) {
    kill(child, SIGKILL);
  }
  const int status = wait_for(child, deadline, finished.timed_out);
  close_end(in.write_end);
  close_end(out.read_end);
  close_end(err.read_end);
  sigaction(SIGPIPE, &before, nullptr);

  finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

}  // namespace weft::testing
