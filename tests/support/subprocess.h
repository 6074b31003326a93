#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weft::testing {

/// A command to run. Only `program` is required; it is a path, PATH is not searched.
struct Command {
  std::filesystem::path program;
  std::vector<std::string> arguments = {};
  std::string stdin_text = {};
  std::optional<std::filesystem::path> working_directory = std::nullopt;
  /// Soft limit of the main thread's stack, like `ulimit -s`, to show that the nesting of input
  /// does not use stack.
  std::optional<std::size_t> stack_kib = std::nullopt;
  /// Added to the environment of this process. The cache ($XDG_CACHE_HOME) is disabled unless set
  /// here.
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::chrono::milliseconds timeout = std::chrono::seconds(60);
};

/// The result of a run. A program ended by a signal has the exit code 128 + signal, as in a shell;
/// one that could not be started has 127 and the reason in `err`; one that timed out was killed.
struct Finished {
  int exit_code = 0;
  bool timed_out = false;
  std::string out;
  std::string err;
};

/// Runs a program to its end and captures both of its output streams completely.
Finished run(const Command& command);

}  // namespace weft::testing
