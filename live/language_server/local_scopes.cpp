#include "live/language_server/local_scopes.h"

#include <cstddef>
#include <limits>

#include "fragments/syntax/lexer.h"

namespace weft::lsp {
namespace {

constexpr std::uint32_t no_end = std::numeric_limits<std::uint32_t>::max();

class ScopeEnds {
 public:
  explicit ScopeEnds(const SourceFile& source) : text_(lex(FileId(0), source, names_)) {}

  std::vector<std::uint32_t> find(const std::vector<std::uint32_t>& names) {
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i < text_.tokens.size() && ends.size() < names.size(); ++i) {
      if (text_.tokens[i].begin >= names[ends.size()]) {
        ends.push_back(end_of(i));
      }
      switch (text_.tokens[i].kind) {
        case TokenKind::LeftParen:
        case TokenKind::LeftBracket:
        case TokenKind::LeftBrace:
          open_.push_back(i);
          break;
        case TokenKind::RightParen:
        case TokenKind::RightBracket:
        case TokenKind::RightBrace:
          if (!open_.empty()) {
            open_.pop_back();
          }
          break;
        default:
          break;
      }
    }
    ends.resize(names.size(), no_end);
    return ends;
  }

 private:
  bool is(std::size_t i, TokenKind kind) const {
    return i < text_.tokens.size() && text_.tokens[i].kind == kind;
  }
  /// Where the partner of a bracket begins.
  std::uint32_t closing(std::size_t bracket) const {
    const std::uint32_t partner = text_.tokens[bracket].payload;
    return partner == Token::no_match ? no_end : text_.tokens[partner].begin;
  }
  std::uint32_t end_of_statement(std::size_t i) const {
    while (i < text_.tokens.size() && !is(i, TokenKind::Semicolon)) {
      ++i;
    }
    return i < text_.tokens.size() ? text_.tokens[i].begin : no_end;
  }
  /// The end of a lambda whose arrow is at `arrow`, in the bracket at `around` of `open_`.
  std::uint32_t end_of_lambda(std::size_t arrow, std::size_t around) const {
    const bool has_bracket = around < open_.size() && !is(open_[around], TokenKind::LeftBrace);
    return has_bracket ? closing(open_[around]) : end_of_statement(arrow);
  }
  std::uint32_t end_of(std::size_t name) const {
    const std::size_t depth = open_.size();
    if (is(name + 1, TokenKind::FatArrow)) {
      return end_of_lambda(name + 1, depth - 1);
    }
    if (depth == 0 || is(open_.back(), TokenKind::LeftBracket)) {
      return no_end;
    }
    if (is(open_.back(), TokenKind::LeftBrace)) {
      return closing(open_.back());
    }
    const std::uint32_t partner = text_.tokens[open_.back()].payload;
    if (partner == Token::no_match) {
      return no_end;
    }
    if (is(partner + 1, TokenKind::FatArrow)) {
      return end_of_lambda(partner + 1, depth - 2);
    }
    return is(partner + 1, TokenKind::LeftBrace) ? closing(partner + 1) : end_of_statement(partner);
  }

  Interner names_;
  LexedText text_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::vector<std::uint32_t> scope_ends(const SourceFile& source,
                                      const std::vector<std::uint32_t>& names) {
  return names.empty() ? std::vector<std::uint32_t>() : ScopeEnds(source).find(names);
}

}  // namespace weft::lsp
