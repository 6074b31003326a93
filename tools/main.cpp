// `weft`: parses the command line, runs one command, exits with its code.

#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <unistd.h>

#include "support/diagnostic.h"
#include "tools/color_choice.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/import_folders.h"
#include "tools/watch_loop.h"

namespace {

/// A failed WEFT_CHECK has printed its message and aborts: exit with the code of internal errors.
extern "C" void end_with_our_fault(int) {
  _exit(static_cast<int>(weft::tools::ExitCode::OurFault));
}

/// What is wrong with the folders that a command is told to read from.
weft::Diagnostics faults_of_folders(const weft::tools::CommandOptions& command) {
  using weft::tools::check_folders;
  return std::visit(
      [](const auto& options) -> weft::Diagnostics {
        if constexpr (requires { check_folders(options); }) {
          return check_folders(options);
        } else if constexpr (requires { check_folders(options.imports); }) {
          return check_folders(options.imports);
        } else if constexpr (requires { check_folders(options.input.imports); }) {
          return check_folders(options.input.imports);
        } else if constexpr (requires { check_folders(options.input->imports); }) {
          return options.input ? check_folders(options.input->imports) : weft::Diagnostics();
        } else {
          return {};
        }
      },
      command);
}

/// Whether the command has --watch, and it is given.
bool is_watched(const weft::tools::CommandOptions& command) {
  return std::visit(
      [](const auto& options) {
        if constexpr (requires { options.watch; }) {
          return options.watch;
        } else {
          return false;
        }
      },
      command);
}

/// Running out of memory is a machine error. The message needs no allocation.
void end_without_memory() {
  constexpr std::string_view message = "error: memory ran out\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  _exit(static_cast<int>(weft::tools::ExitCode::MachineTrouble));
}

}  // namespace

int main(int count, char** words) {
  using namespace weft::tools;
  std::set_new_handler(end_without_memory);
  std::signal(SIGABRT, end_with_our_fault);
  std::signal(SIGXFSZ, SIG_IGN);  // writing beyond `ulimit -f` fails like a full disk
  std::vector<std::string> given(words + (count > 0 ? 1 : 0), words + count);
  std::variant<Invocation, CommandLineText> read = read_command_line(std::move(given));
  if (const auto* text = std::get_if<CommandLineText>(&read)) {
    std::FILE* stream = text->exit_code == ExitCode::Fine ? stdout : stderr;
    const bool is_written = std::fputs(text->text.c_str(), stream) >= 0 && std::fflush(stream) == 0;
    return static_cast<int>(is_written ? text->exit_code : ExitCode::MachineTrouble);
  }
  const Invocation& invocation = std::get<Invocation>(read);
  const auto new_report = [&invocation] {
    return Report(invocation.format, invocation.warnings_are_errors,
                  choose_colors(invocation.color));
  };
  const RepeatableRun run =
      std::visit([](const auto& options) { return repeatable(options); }, invocation.command);
  const auto run_once = [&run, &invocation](Report& report) {
    const weft::Diagnostics faults = faults_of_folders(invocation.command);
    for (const weft::Diagnostic& each : faults) {
      report.add(each);
    }
    if (!weft::has_errors(faults)) {
      run(report);
    }
    return report.finish();
  };
  if (is_watched(invocation.command)) {
    return static_cast<int>(watch_and_run(new_report, run_once));
  }
  Report report = new_report();
  return static_cast<int>(run_once(report));
}
