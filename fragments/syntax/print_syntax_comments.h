#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "support/source.h"

namespace weft {

/// Hands out the comments of a file, each once, and answers questions about the original layout.
/// They come in order, but for those that take_those_before() picks.
class CommentFeed {
 public:
  explicit CommentFeed(const SourceFile& source);
  /// Knows the text, but hands out none of its comments. O(1).
  static CommentFeed without_comments(const SourceFile& source);

  /// Whether an unused comment begins before this byte.
  bool any_before(std::uint32_t offset) const {
    return next_ < comments_.size() && comments_[next_].begin < offset;
  }
  const Comment& peek() const { return comments_[next_]; }
  const Comment& take() { return comments_[use(next_)]; }
  /// Hands out the unused comments that begin before this byte and are wanted, and passes over the
  /// others. O(comments before it).
  template <typename Predicate, typename Use>
  void take_those_before(std::uint32_t offset, Predicate is_wanted, Use use_comment) {
    for (std::size_t i = next_; i < comments_.size() && comments_[i].begin < offset; ++i) {
      if (!is_used_[i] && is_wanted(comments_[i])) {
        use_comment(comments_[use(i)]);
      }
    }
  }
  /// Whether any comment, used or not, lies in the range.
  bool any_within(std::uint32_t begin, std::uint32_t end) const {
    const std::size_t first = first_comment_from(begin);
    return first < comments_.size() && comments_[first].begin < end;
  }
  /// Whether an unused comment lies in the range. O(log comments + those in it).
  bool any_left_within(std::uint32_t begin, std::uint32_t end) const {
    return any_left(first_comment_from(begin), end, [](const Comment&) { return true; });
  }
  /// Whether the next comment is on the line on which the item ending at `offset` ends, with only
  /// `,` and `;` between.
  bool is_next_behind(std::uint32_t offset) const;
  /// Whether the comment is on the line of a token behind it that begins an item, which is not the
  /// end of the list at `list_end`.
  bool is_before_item(const Comment& comment, std::uint32_t list_end) const;
  /// Whether the comment is followed by the `,` or `)` that ends an item.
  bool ends_item(const Comment& comment) const;
  /// Whether an unused comment that begins before this byte is one of those. O(such comments).
  template <typename Predicate>
  bool any_left_before(std::uint32_t offset, Predicate is_wanted) const {
    return any_left(next_, offset, is_wanted);
  }
  /// The offset of the first token after the comment.
  std::uint32_t token_behind(const Comment& comment) const;
  /// Whether the comment documents the item at `item`: only comments are between them.
  bool is_doc_of(const Comment& comment, std::uint32_t item) const;

  /// The comment's text with `\n` line ends. `plain`: turn documentation into an ordinary comment.
  std::string text(const Comment& comment, bool plain) const;
  /// The offset after the next `count` closing braces at or after `offset`, ignoring commas between
  /// them.
  std::uint32_t behind_braces(std::uint32_t offset, std::size_t count) const;
  /// Whether an empty line is between these offsets.
  bool blank_line_between(std::uint32_t begin, std::uint32_t end) const;
  /// Whether there is text between these offsets and no line break in it.
  bool on_one_line(std::uint32_t begin, std::uint32_t end) const;
  /// The text of a range; empty if it exceeds the file.
  std::string_view text(Span span) const;

 private:
  CommentFeed() = default;

  template <typename Predicate>
  bool any_left(std::size_t from, std::uint32_t end, Predicate is_wanted) const {
    for (std::size_t i = from; i < comments_.size() && comments_[i].begin < end; ++i) {
      if (!is_used_[i] && is_wanted(comments_[i])) {
        return true;
      }
    }
    return false;
  }
  /// Marks a comment as used and returns its position.
  std::size_t use(std::size_t comment);
  std::size_t first_comment_from(std::uint32_t offset) const;
  std::vector<Token>::const_iterator first_token_from(std::uint32_t offset) const;

  std::string_view source_;
  std::vector<Comment> comments_;
  std::vector<Token> tokens_;
  std::vector<bool> is_used_;  ///< per comment
  std::size_t next_ = 0;       ///< the first unused one
};

}  // namespace weft
