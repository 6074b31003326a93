#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/nested_ranges.h"
#include "fragments/syntax/print_syntax_comments.h"

namespace weft::printing {

/// What the layout has to know of a module in advance.
struct SourceMarks {
  /// Bodies of loops, and calls from behind the callee: comments inside are printed with the loop's
  /// bindings, or with the call's arguments.
  NestedRanges nested;
  NestedRanges loops;  ///< those of them that are loops
  /// Offsets of function parameters, whose documentation is in the tree. Sorted.
  std::vector<std::uint32_t> documented;
  bool wraps = true;  ///< leave the marks for print_syntax_wrap.h in the text
};

/// Writes lines: indentation, blocks, the source's comments and empty lines. Knows offsets in the
/// source, but no syntax.
class LineWriter {
 public:
  LineWriter(CommentFeed comments, SourceMarks marks);

  const CommentFeed& comments() const { return comments_; }
  CommentFeed& comments() { return comments_; }
  const SourceMarks& marks() const { return marks_; }
  std::size_t level() const { return level_; }

  void write(std::string_view text) { out_ += text; }
  void indent() { out_.append(level_ * 4, ' '); }
  /// Begins deeper lines, before the first of which no empty line is kept.
  void enter();
  void leave() { --level_; }
  void open_block();
  /// `end`: the source offset after the `}`.
  void close_block(std::uint32_t end);
  /// Begins the line of a statement that follows the head of another.
  void begin_branch(std::uint32_t begin);

  /// Prints the prelude of an item that starts a line: the comments before it, its documentation,
  /// and an empty line if the source had one. Comments before `head_end`, in the middle of its
  /// first line, become lines before it.
  void begin_item(std::uint32_t begin, std::uint32_t head_end, const std::string* doc = nullptr);
  /// Prints the comments before the offset `end`, which are in the middle of the next item, as
  /// lines before it; but not those in loops and calls of the item, which begins at `begin`.
  void print_inner_comments(std::uint32_t begin, std::uint32_t end);
  /// Prints all comments before this offset as lines, documentation as ordinary comments.
  void print_comments_before(std::uint32_t end);
  void print_last_comments();
  /// `plain`: turns documentation into an ordinary comment.
  void print_comment_line(const Comment& comment, bool plain);
  /// Ends a line with the comments on the line on which the source ends the item. `list_end`: of
  /// the list that the item is in; a comment right before the next item of it stays there.
  void end_line(std::uint32_t end, std::uint32_t list_end = 0);

  std::size_t size() const { return out_.size(); }
  std::size_t line_ends_from(std::size_t offset) const;
  /// Inserts an empty line at an offset that begins a line, unless one is there.
  void separate(std::size_t offset);
  /// Returns the text so far and goes on with another one.
  std::string exchange(std::string text);

 private:
  void keep_blank_line(std::uint32_t begin);
  void print_doc(std::string_view doc);
  /// Whether the comment documents a parameter of a function and is printed along with it.
  bool is_printed_as_doc(const Comment& comment) const;

  CommentFeed comments_;
  SourceMarks marks_;
  std::string out_;
  std::size_t level_ = 0;
  std::uint32_t last_end_ = 0;  ///< source offset of the end of the last printed item
  bool first_in_block_ = true;  ///< suppresses an empty line before the next item
};

}  // namespace weft::printing
