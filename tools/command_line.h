#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tools/exit_code.h"
#include "tools/options.h"

namespace weft::tools {

/// What is to be printed instead of running a command: help, the version, or what is wrong with the
/// command line.
struct CommandLineText {
  ExitCode exit_code = ExitCode::Fine;
  std::string
      text;  ///< for the standard output if the exit code is Fine, else for the error stream
};

/// Reads the words of the command line, without the program's own name.
std::variant<Invocation, CommandLineText> read_command_line(std::vector<std::string> words);

}  // namespace weft::tools
