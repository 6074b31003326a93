#include "tools/dot_text.h"

#include <cstddef>

namespace weft::tools {
namespace {

/// Longer lines are cut: tooltips and `weft explain` have the full text.
constexpr std::size_t widest_line = 38;
constexpr std::size_t most_lines = 4;

}  // namespace

std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "\"";
}

std::string marked_up(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::vector<std::string> picture_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  std::string word;
  const auto put = [&] {
    if (!lines.back().empty() && lines.back().size() + word.size() > widest_line) {
      lines.emplace_back();
    }
    lines.back() += word;
    word.clear();
  };
  for (char c : text) {
    word += c;
    if (c == ' ') {
      put();
    }
  }
  put();
  if (lines.size() > most_lines) {
    lines.resize(most_lines);
    lines.back() += "…";
  }
  return lines;
}

}  // namespace weft::tools
