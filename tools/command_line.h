#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tools/exit_code.h"
#include "tools/options.h"

namespace weft::tools {

/// Text to print instead of running a command: help, the version, or a usage error.
struct CommandLineText {
  ExitCode exit_code = ExitCode::Fine;
  std::string text;  ///< for standard output if the exit code is Fine, else for standard error
};

/// Parses the words of the command line, without the program name.
std::variant<Invocation, CommandLineText> read_command_line(std::vector<std::string> words);

}  // namespace weft::tools
