#pragma once

#include <string>
#include <vector>

namespace weft {

/// Rows of cells with space-aligned columns. The last cell of a row is not padded, and a column
/// without text takes no space.
class TextTable {
 public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }

  /// One line per row, each prefixed by `indent`, with two spaces between columns and no trailing
  /// spaces.
  std::string text(const std::string& indent = "") const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// `a, b, c`
std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ");

}  // namespace weft
