#include "fragments/syntax/print_syntax_comments.h"

#include <algorithm>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/text_encoding.h"

namespace weft {

CommentFeed::CommentFeed(const SourceFile& source) : source_(source.text()) {
  Interner names;
  LexedText lexed = lex(FileId(0), source, names);
  comments_ = std::move(lexed.comments);
  tokens_ = std::move(lexed.tokens);
  is_used_.resize(comments_.size(), false);
}

CommentFeed CommentFeed::without_comments(const SourceFile& source) {
  CommentFeed feed;
  feed.source_ = source.text();
  return feed;
}

std::size_t CommentFeed::use(std::size_t comment) {
  is_used_[comment] = true;
  while (next_ < comments_.size() && is_used_[next_]) {
    ++next_;
  }
  return comment;
}

std::size_t CommentFeed::first_comment_from(std::uint32_t offset) const {
  const auto first = std::lower_bound(
      comments_.begin(), comments_.end(), offset,
      [](const Comment& comment, std::uint32_t begin) { return comment.begin < begin; });
  return static_cast<std::size_t>(first - comments_.begin());
}

bool CommentFeed::is_next_behind(std::uint32_t offset) const {
  if (next_ == comments_.size() || peek().begin < offset) {
    return false;
  }
  std::string_view between = source_.substr(offset, peek().begin - offset);
  return between.find_first_not_of(" \t,;") == std::string_view::npos;
}

bool CommentFeed::is_before_item(const Comment& comment, std::uint32_t list_end) const {
  const std::uint32_t token = token_behind(comment);
  return token < list_end && !ends_item(comment) && on_one_line(comment.begin, token);
}

bool CommentFeed::ends_item(const Comment& comment) const {
  const std::uint32_t token = token_behind(comment);
  return token < source_.size() && (source_[token] == ',' || source_[token] == ')');
}

bool CommentFeed::is_doc_of(const Comment& comment, std::uint32_t item) const {
  if (comment.kind != Comment::Kind::Doc) {
    return false;
  }
  return token_behind(comment) >= item;
}

std::uint32_t CommentFeed::token_behind(const Comment& comment) const {
  auto next = first_token_from(comment.begin);
  return next == tokens_.end() ? Token::no_match : next->begin;
}

std::vector<Token>::const_iterator CommentFeed::first_token_from(std::uint32_t offset) const {
  return std::lower_bound(
      tokens_.begin(), tokens_.end(), offset,
      [](const Token& token, std::uint32_t begin) { return token.begin < begin; });
}

std::uint32_t CommentFeed::behind_braces(std::uint32_t offset, std::size_t count) const {
  auto token = first_token_from(offset);
  while (count > 0 && token != tokens_.end()) {
    if (token->kind == TokenKind::RightBrace) {
      offset = token->end;
      --count;
    }
    ++token;
  }
  return offset;
}

std::string CommentFeed::text(const Comment& comment, bool plain) const {
  std::string_view raw = source_.substr(comment.begin, comment.end - comment.begin);
  bool looks_like_doc = raw.substr(0, 3) == "///" && raw.substr(0, 4) != "////";
  if (looks_like_doc && (plain || comment.kind != Comment::Kind::Doc)) {
    raw.remove_prefix(1);
  }
  return with_line_feeds(raw);
}

bool CommentFeed::blank_line_between(std::uint32_t begin, std::uint32_t end) const {
  if (begin >= end || end > source_.size()) {
    return false;
  }
  const std::string between = with_line_feeds(source_.substr(begin, end - begin));
  return std::count(between.begin(), between.end(), '\n') >= 2;
}

bool CommentFeed::on_one_line(std::uint32_t begin, std::uint32_t end) const {
  return !source_.empty() && begin <= end && end <= source_.size() &&
         source_.substr(begin, end - begin).find_first_of(line_ends) == std::string_view::npos;
}

std::string_view CommentFeed::text(Span span) const {
  return span.begin <= span.end && span.end <= source_.size()
             ? source_.substr(span.begin, span.end - span.begin)
             : std::string_view();
}

}  // namespace weft
