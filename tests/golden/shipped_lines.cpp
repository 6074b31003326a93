#include "tests/golden/shipped_lines.h"

#include <algorithm>
#include <string_view>

namespace weft::testing {
namespace {

constexpr std::string_view folder = "shaders/";
constexpr std::string_view extension = ".weft";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a character can precede the name of a shipped file: not if it makes it part of a longer
// path.
bool begins_a_path(std::string_view line, std::size_t at) {
  const char before = at == 0 ? ' ' : line[at - 1];
  return before == ' ' || before == '"' || before == '(' || before == '`' || before == '\'';
}

std::size_t after_digits(std::string_view line, std::size_t at) {
  while (at < line.size() && is_digit(line[at])) {
    ++at;
  }
  return at;
}

// The end of the name of a shipped file that begins at `at`, or npos.
std::size_t end_of_shipped_name(std::string_view line, std::size_t at) {
  if (!line.substr(at).starts_with(folder) || !begins_a_path(line, at)) {
    return std::string_view::npos;
  }
  const std::size_t end = line.find_first_of(" \":(),'`", at);
  const std::string_view name = line.substr(at, end - at);
  return name.ends_with(extension) ? at + name.size() : std::string_view::npos;
}

// `:12:5` after the names of shipped files becomes `:*`.
std::string without_places(std::string_view line) {
  std::string out;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t end = end_of_shipped_name(line, at);
    if (end == std::string_view::npos) {
      out += line[at++];
      continue;
    }
    out += line.substr(at, end - at);
    at = end;
    if (at + 1 < line.size() && line[at] == ':' && is_digit(line[at + 1])) {
      at = after_digits(line, at + 1);
      if (at + 1 < line.size() && line[at] == ':' && is_digit(line[at + 1])) {
        at = after_digits(line, at + 1);
      }
      out += ":*";
    }
  }
  return out;
}

// `#line 12 "shaders/core.weft"`.
std::string without_directive(std::string_view line) {
  constexpr std::string_view directive = "#line ";
  const std::size_t end = after_digits(line, directive.size());
  if (!line.starts_with(directive) || end == directive.size() ||
      !line.substr(end).starts_with(" \"shaders/")) {
    return std::string(line);
  }
  return std::string(directive) + "*" + std::string(line.substr(end));
}

// The head of a text diagnostic or of a note that has a source line of a shipped file below it.
bool heads_shipped_excerpt(std::string_view line) {
  const std::size_t from = line.find_first_not_of(' ');
  return from != std::string_view::npos && line.substr(from).starts_with(folder) &&
         line.find(".weft:") != std::string_view::npos;
}

// ` 12 | text` or `    | ^~~~`.
bool is_excerpt(std::string_view line) {
  const std::size_t from = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = line.substr(after_digits(line, from));
  return from > 0 && (rest.starts_with("|") || rest.starts_with(" |"));
}

// `"line": 12,` in JSON becomes `"line": "*",`.
std::string without_json_number(std::string_view line) {
  const std::size_t from = line.find_first_of("0123456789");
  if (from == std::string_view::npos) {
    return std::string(line);
  }
  return std::string(line.substr(0, from)) + "\"*\"" +
         std::string(line.substr(after_digits(line, from)));
}

}  // namespace

std::string without_shipped_lines(const std::string& text) {
  std::string out;
  bool below_shipped_place = false;
  bool in_json = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, length);
    const std::size_t word = std::min(line.find_first_not_of(' '), line.size());
    const bool is_number =
        line.substr(word).starts_with("\"line\":") || line.substr(word).starts_with("\"column\":");
    const bool is_left_out = below_shipped_place && is_excerpt(line);
    below_shipped_place = is_left_out || heads_shipped_excerpt(line);
    in_json = (in_json && is_number) || line.substr(word).starts_with("\"file\": \"shaders/");
    if (in_json && is_number) {
      out += without_json_number(line);
    } else if (!is_left_out) {
      out += without_directive(without_places(line));
    }
    rest.remove_prefix(length);
    if (!rest.empty()) {
      out += is_left_out ? "" : "\n";
      rest.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace weft::testing
