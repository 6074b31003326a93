#pragma once

#include <string>
#include <vector>

namespace weft {

/// Rows of cells whose columns are aligned by blanks. The last cell of a row is as long as it
/// likes.
class TextTable {
 public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }

  /// One line per row behind `indent`, two blanks between columns, none at the ends of lines.
  std::string text(const std::string& indent = "") const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// `a, b, c`
std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ");

}  // namespace weft
