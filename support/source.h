#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/id.h"
#include "support/store.h"

namespace weft {

class SourceFile;
using FileId = Id<SourceFile>;

/// A range of bytes of one source file: begin inclusive, end exclusive.
struct Span {
  FileId file = FileId(0);
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that covers both. Both must be in the same file.
Span cover(Span first, Span second);

/// 1-based line and column; the column counts bytes.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend bool operator==(const Position&, const Position&) = default;
};

/// The text of one file as read, with a line index.
class SourceFile {
 public:
  /// `path` is shown in messages. Texts are at most 4 GiB - 1.
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const {
    return text().substr(span.begin, span.end - span.begin);
  }
  /// O(log lines). Offsets past the end map to the end.
  Position position(std::uint32_t offset) const;
  /// The text of a 1-based line, without its line break.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_begins_.size()); }

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
};

/// All source files of one library, by id.
using Sources = Store<SourceFile>;

}  // namespace weft
