#include "tools/color_choice.h"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace weft::tools {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

StreamColors choose_colors(const std::string& choice) {
  if (choice == "always") {
    return {terminal_colors, terminal_colors};
  }
  const bool are_unwanted =
      choice == "never" || !environment("NO_COLOR").empty() || environment("TERM") == "dumb";
  const auto of = [&](int stream) {
    return !are_unwanted && ::isatty(stream) == 1 ? terminal_colors : TextColors();
  };
  return {of(STDOUT_FILENO), of(STDERR_FILENO)};
}

}  // namespace weft::tools
