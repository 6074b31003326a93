#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "support/source.h"

namespace weft {

/// The comments of a file in their order, each given out once, and what else of the old layout is
/// kept.
class CommentFeed {
 public:
  explicit CommentFeed(const SourceFile& source);

  /// Is there a comment left that begins before this byte?
  bool any_before(std::uint32_t offset) const {
    return next_ < comments_.size() && comments_[next_].begin < offset;
  }
  const Comment& peek() const { return comments_[next_]; }
  const Comment& take() { return comments_[next_++]; }
  /// Does any comment, given out or not, lie in the range?
  bool any_within(std::uint32_t begin, std::uint32_t end) const;
  /// Does the comment stand on the line on which what ends at `offset` ends, with nothing but `,`
  /// and `;` between?
  bool is_next_behind(std::uint32_t offset) const;
  /// Where the first token behind the comment begins.
  std::uint32_t token_behind(const Comment& comment) const;
  /// Is the comment documentation of what begins at `item`: nothing but comments between?
  bool is_doc_of(const Comment& comment, std::uint32_t item) const;

  /// Its text with `\n` line ends. `plain`: not as documentation, whatever it was.
  std::string text(const Comment& comment, bool plain) const;
  /// The byte behind the `count` next braces that close at or after a place, commas between them
  /// aside.
  std::uint32_t behind_braces(std::uint32_t offset, std::size_t count) const;
  /// Is there an empty line between these places?
  bool blank_line_between(std::uint32_t begin, std::uint32_t end) const;
  /// Is there text between these places, and no line break in it?
  bool on_one_line(std::uint32_t begin, std::uint32_t end) const;
  /// The text of a range; empty if the file is shorter.
  std::string_view text(Span span) const;

 private:
  std::vector<Token>::const_iterator first_token_from(std::uint32_t offset) const;

  std::string_view source_;
  std::vector<Comment> comments_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
};

}  // namespace weft
