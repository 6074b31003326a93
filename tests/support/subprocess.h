#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weft::testing {

/// What to run. Only `program` must be given; it is a path, PATH is not searched.
struct Command {
  std::filesystem::path program;
  std::vector<std::string> arguments = {};
  std::string stdin_text = {};
  std::optional<std::filesystem::path> working_directory = std::nullopt;
  /// Soft limit of the main thread's stack, like `ulimit -s`, to show that depth of input does not
  /// turn into depth of stack.
  std::optional<std::size_t> stack_kib = std::nullopt;
  /// Added to the environment of this process. There is no cache in it ($XDG_CACHE_HOME) but one
  /// that is named here.
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::chrono::milliseconds timeout = std::chrono::seconds(60);
};

/// How it ended. A program that a signal ended has the exit code 128 + signal, as in a shell; one
/// that could not be started has 127 and says why in `err`; one that ran too long was killed.
struct Finished {
  int exit_code = 0;
  bool timed_out = false;
  std::string out;
  std::string err;
};

/// Runs a program to its end and captures both of its streams whole.
Finished run(const Command& command);

}  // namespace weft::testing
