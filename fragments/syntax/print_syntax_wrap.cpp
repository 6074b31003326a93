#include "fragments/syntax/print_syntax_wrap.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft::wrap {
namespace {

constexpr std::size_t step = 4;
constexpr std::size_t none = static_cast<std::size_t>(-1);

bool is_mark(char c) { return marks.find(c) != std::string_view::npos; }

/// One line, with the marks of its calls.
class Line {
 public:
  explicit Line(std::string_view text)
      : text_(text), columns_(text.size() + 1), close_of_(text.size(), none) {
    measure();
  }

  /// Whether the line is too long and can be broken.
  bool is_long() const {
    std::size_t end = std::min(text_.find(remark), text_.size());
    // A body stays on its line, whatever comment follows it.
    std::size_t last = text_.substr(0, end).find_last_not_of(' ');
    bool has_body = last != std::string_view::npos && text_[last] == '}';
    return is_balanced_ && !has_body && columns_[end] > width;
  }

  std::string broken() {
    std::string out;
    struct Group {
      bool is_broken;
      std::size_t indent;
    };
    std::vector<Group> groups;
    std::size_t indent = text_.find_first_not_of(' ');
    std::size_t begin = 0;  // offset in `out` of the current line
    auto new_line = [&](std::size_t columns) {
      begin = out.size() + 1;
      out += '\n';
      out.append(columns, ' ');
    };
    for (std::size_t i = 0; i < text_.size(); ++i) {
      char c = text_[i];
      // Separators may be outside of groups: a comment can separate a call's arguments from its
      // opening parenthesis.
      if (c == open) {
        std::size_t inner = groups.empty() ? indent : groups.back().indent;
        bool is_broken = close_of_[i] > i + 1 &&
                         out.size() - begin + columns_[reach_of(i)] - columns_[i] > width;
        groups.push_back({is_broken, inner + (is_broken ? step : 0)});
        if (is_broken) {
          new_line(groups.back().indent);
        }
      } else if (c == separator && !groups.empty() && groups.back().is_broken) {
        new_line(groups.back().indent);
      } else if (c == separator) {
        out += ' ';
      } else if (c == close) {
        groups.pop_back();
      } else if (c != remark) {
        out += c;
      }
    }
    return out;
  }

 private:
  void measure() {
    std::vector<std::size_t> opened;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      char c = text_[i];
      // UTF-8 continuation bytes have no column.
      bool is_column =
          c == separator || (!is_mark(c) && (static_cast<unsigned char>(c) & 0xc0U) != 0x80U);
      columns_[i + 1] = columns_[i] + (is_column ? 1 : 0);
      if (c == open) {
        opened.push_back(i);
      } else if (c == close && opened.empty()) {
        is_balanced_ = false;
      } else if (c == close) {
        close_of_[opened.back()] = i;
        opened.pop_back();
      }
    }
    is_balanced_ = is_balanced_ && opened.empty();
  }

  /// The end of the text that has to fit on the line with a group: the next place where the line
  /// can be broken.
  std::size_t reach_of(std::size_t group) const {
    std::size_t next = text_.find_first_of("\x01\x02\x04", close_of_[group]);
    return std::min(next, text_.size());
  }

  std::string_view text_;
  std::vector<std::size_t> columns_;   ///< column before each byte if nothing is broken
  std::vector<std::size_t> close_of_;  ///< per open mark: its close mark
  bool is_balanced_ = true;
};

}  // namespace

std::string without_marks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    if (c == separator) {
      out += ' ';
    } else if (!is_mark(c)) {
      out += c;
    }
  }
  return out;
}

std::string wrap_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_of(marks) == std::string_view::npos) {
      out += line;
    } else if (Line measured(line); measured.is_long()) {
      out += measured.broken();
    } else {
      out += without_marks(line);
    }
    if (end < text.size()) {
      out += '\n';
    }
    begin = end + 1;
  }
  return out;
}

}  // namespace weft::wrap
