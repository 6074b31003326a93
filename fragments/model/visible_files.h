#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/source.h"

namespace weft {

/// The files whose declarations each file sees: its own and those of the files that it imports,
/// directly or not. The requested file sees everything that is loaded. So do texts that are loaded
/// later, such as an expression to evaluate.
///
/// A call prefers the fragments that its file sees, so a fragment of the requested file does not
/// take part in calls between fragments of the files that it imports (see prefer_visible).
class VisibleFiles {
 public:
  /// All see everything.
  VisibleFiles() = default;
  /// Each of that many files sees itself, and `requested` everything.
  VisibleFiles(std::size_t files, FileId requested);

  /// `from` sees what `imported` sees by now.
  void add_import(FileId from, FileId imported);

  bool sees_all(FileId from) const { return from == requested_ || from.index() >= files_; }
  bool sees(FileId from, FileId declared) const {
    return sees_all(from) || declared.index() >= files_ ||
           (row_of(from)[declared.index() / bits] >> (declared.index() % bits) & 1U) != 0;
  }

 private:
  static constexpr std::size_t bits = 64;

  const std::uint64_t* row_of(FileId file) const { return &rows_[file.index() * words_]; }
  std::uint64_t* row_of(FileId file) { return &rows_[file.index() * words_]; }

  std::size_t files_ = 0;
  std::size_t words_ = 0;  ///< per row
  FileId requested_ = FileId(0);
  std::vector<std::uint64_t> rows_;  ///< a bit per file that is seen
};

}  // namespace weft
