#include "support/text_table.h"

#include <algorithm>
#include <cstddef>

namespace weft {
namespace {

/// Terminal columns, counted as code points. Wrong only for wide and combining characters.
std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

std::string TextTable::text(const std::string& indent) const {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string out;
  for (const std::vector<std::string>& row : rows_) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size() && widths[i] > 0) {
        line.append(widths[i] - display_width(row[i]) + 2, ' ');
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : separator) + words[i];
  }
  return text;
}

}  // namespace weft
