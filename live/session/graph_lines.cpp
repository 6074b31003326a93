#include "live/session/graph_lines.h"

#include <algorithm>
#include <utility>

#include "support/json.h"

namespace weft::live {
namespace {

constexpr std::string_view data_mark = "//@";

}  // namespace

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

GraphLines::GraphLines(const SourceFile& source) : text_(source.text()) {
  Interner names;
  LexedText lexed = lex(FileId(0), source, names);
  comments_ = std::move(lexed.comments);
  tokens_ = std::move(lexed.tokens);
}

std::uint32_t GraphLines::after_brace(std::uint32_t from) const {
  auto token =
      std::lower_bound(tokens_.begin(), tokens_.end(), from,
                       [](const Token& each, std::uint32_t begin) { return each.begin < begin; });
  while (token->kind != TokenKind::LeftBrace && token->kind != TokenKind::End) {
    ++token;
  }
  return token->end;
}

void GraphLines::add_between(std::uint32_t begin, std::uint32_t end, bool is_first, Json& json,
                             const char* member) const {
  Json lines = Json::array();
  std::uint32_t at = begin;
  const auto note_empty_line = [&](std::uint32_t place) {
    const std::string_view gap = text_.substr(at, place - at);
    if ((!is_first || !lines.empty()) && std::count(gap.begin(), gap.end(), '\n') > 1) {
      lines.push_back("");
    }
  };
  for (auto comment = first_comment(begin); comment != comments_.end() && comment->begin < end;
       ++comment) {
    note_empty_line(comment->begin);
    lines.push_back(text_.substr(comment->begin, comment->end - comment->begin));
    at = comment->end;
  }
  if (end < text_.size() && text_[end] != '}') {
    note_empty_line(end);
  }
  if (!lines.empty()) {
    json[member] = std::move(lines);
  }
}

void GraphLines::add_item(Json& items, Json item, Span span, bool has_data,
                          std::uint32_t& at) const {
  add_between(at, span.begin, items.empty(), item, "before");
  at = read_after(span.end, item, has_data);
  items.push_back(std::move(item));
}

std::uint32_t GraphLines::read_after(std::uint32_t end, Json& item, bool has_data) const {
  const auto comment = first_comment(end);
  if (comment == comments_.end() ||
      !without_blanks(text_.substr(end, comment->begin - end)).empty()) {
    return end;
  }
  std::string_view text = text_.substr(comment->begin, comment->end - comment->begin);
  const std::size_t mark = text.find(data_mark);
  if (has_data && text.starts_with("//") && mark != std::string_view::npos) {
    const std::string_view data = without_blanks(text.substr(mark + data_mark.size()));
    if (!data.empty()) {
      item["data"] = data;
    }
    text = without_blanks(text.substr(0, mark));
  }
  if (!text.empty()) {
    item["after"] = text;
  }
  return comment->end;
}

std::vector<Comment>::const_iterator GraphLines::first_comment(std::uint32_t from) const {
  return std::lower_bound(
      comments_.begin(), comments_.end(), from,
      [](const Comment& each, std::uint32_t begin) { return each.begin < begin; });
}

}  // namespace weft::live
