#include "tests/support/text_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace weft::testing {
namespace {

constexpr std::string_view no_newline = " (no newline at the end)";
constexpr std::size_t context_lines = 3;
constexpr std::size_t table_limit = 4'000'000;

// Splits a text into lines without newlines. If the last line has no newline, it gets a mark, so
// that it differs from one that has.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      lines.push_back(std::string(text) + std::string(no_newline));
      break;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

struct Row {
  char mark;  // ' ', '-' or '+'
  std::size_t expected_line;
  const std::string* text;
};

// Longest common subsequence of the middle parts; common prefix and suffix are already removed.
class Comparison {
 public:
  Comparison(const std::vector<std::string>& expected, const std::vector<std::string>& actual)
      : expected_(expected), actual_(actual) {
    const std::size_t shorter = std::min(expected.size(), actual.size());
    while (prefix_ < shorter && expected[prefix_] == actual[prefix_]) {
      ++prefix_;
    }
    while (suffix_ < shorter - prefix_ &&
           expected[expected.size() - 1 - suffix_] == actual[actual.size() - 1 - suffix_]) {
      ++suffix_;
    }
  }

  std::vector<Row> rows() const {
    std::vector<Row> rows;
    rows.reserve(expected_.size() + actual_.size());
    for (std::size_t line = 0; line < prefix_; ++line) {
      rows.push_back({' ', line, &expected_[line]});
    }
    add_middle(rows);
    for (std::size_t line = expected_.size() - suffix_; line < expected_.size(); ++line) {
      rows.push_back({' ', line, &expected_[line]});
    }
    return rows;
  }

 private:
  void add_middle(std::vector<Row>& rows) const {
    const std::size_t height = expected_.size() - prefix_ - suffix_;
    const std::size_t width = actual_.size() - prefix_ - suffix_;
    const bool small = height == 0 || width == 0 || height <= table_limit / width;
    // common[i * (width + 1) + j]: length of the longest common subsequence of the suffixes
    // starting at i and j.
    std::vector<std::uint32_t> common(small ? (height + 1) * (width + 1) : 0);
    const auto at = [&](std::size_t i, std::size_t j) { return i * (width + 1) + j; };
    if (small) {
      for (std::size_t i = height; i-- > 0;) {
        for (std::size_t j = width; j-- > 0;) {
          common[at(i, j)] = expected_[prefix_ + i] == actual_[prefix_ + j]
                                 ? common[at(i + 1, j + 1)] + 1
                                 : std::max(common[at(i + 1, j)], common[at(i, j + 1)]);
        }
      }
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < height || j < width) {
      if (small && i < height && j < width && expected_[prefix_ + i] == actual_[prefix_ + j]) {
        rows.push_back({' ', prefix_ + i, &expected_[prefix_ + i]});
        ++i;
        ++j;
      } else if (i < height &&
                 (j == width || !small || common[at(i + 1, j)] >= common[at(i, j + 1)])) {
        rows.push_back({'-', prefix_ + i, &expected_[prefix_ + i]});
        ++i;
      } else {
        rows.push_back({'+', prefix_ + i, &actual_[prefix_ + j]});
        ++j;
      }
    }
  }

  const std::vector<std::string>& expected_;
  const std::vector<std::string>& actual_;
  std::size_t prefix_ = 0;
  std::size_t suffix_ = 0;
};

}  // namespace

std::string text_diff(std::string_view expected, std::string_view actual) {
  if (expected == actual) {
    return {};
  }
  const std::vector<std::string> expected_lines = lines_of(expected);
  const std::vector<std::string> actual_lines = lines_of(actual);
  const std::vector<Row> rows = Comparison(expected_lines, actual_lines).rows();

  std::vector<bool> shown(rows.size(), false);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].mark != ' ') {
      const std::size_t from = row < context_lines ? 0 : row - context_lines;
      const std::size_t to = std::min(rows.size(), row + context_lines + 1);
      std::fill(shown.begin() + static_cast<std::ptrdiff_t>(from),
                shown.begin() + static_cast<std::ptrdiff_t>(to), true);
    }
  }
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!shown[row]) {
      continue;
    }
    if (row == 0 || !shown[row - 1]) {
      text += "@@ line " + std::to_string(rows[row].expected_line + 1) + "\n";
    }
    text += rows[row].mark;
    text += *rows[row].text;
    text += '\n';
  }
  return text;
}

}  // namespace weft::testing
