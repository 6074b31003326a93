// libFuzzer: tokenizes any bytes without a crash. Tokens are ordered and inside the text, brackets
// match in pairs, the text between tokens is blank or a comment, and a token lexed on its own is
// the same token.

#include <cstddef>
#include <cstdint>
#include <string>

#include "fragments/syntax/lexer.h"
#include "support/check.h"
#include "tests/fuzz/checks.h"

namespace {

using namespace weft;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

/// Checks that only blanks and comments, with any content, are between two tokens.
void check_between(std::string_view text, const LexedText& lexed, std::size_t& comment,
                   std::uint32_t from, std::uint32_t to) {
  while (comment < lexed.comments.size() && lexed.comments[comment].begin < to) {
    const Comment& next = lexed.comments[comment++];
    WEFT_CHECK(next.begin >= from && next.end >= next.begin && next.end <= to,
               "a comment overlaps a token");
    WEFT_CHECK(is_blank(text.substr(from, next.begin - from)), "text before a comment was skipped");
    from = next.end;
  }
  WEFT_CHECK(is_blank(text.substr(from, to - from)), "text between tokens was skipped");
}

void check_tokens(std::string_view text, const LexedText& lexed) {
  WEFT_CHECK(!lexed.tokens.empty() && lexed.tokens.back().kind == TokenKind::End,
             "there is no end");
  std::uint32_t at = 0;
  std::size_t comment = 0;
  for (std::size_t i = 0; i < lexed.tokens.size(); ++i) {
    const Token& token = lexed.tokens[i];
    WEFT_CHECK(token.begin >= at && token.end >= token.begin && token.end <= text.size(),
               "tokens are out of order");
    if (lexed.diagnostics.empty()) {
      check_between(text, lexed, comment, at, token.begin);
    }
    bool opens = token.kind == TokenKind::LeftParen || token.kind == TokenKind::LeftBracket ||
                 token.kind == TokenKind::LeftBrace;
    if (opens && token.payload != Token::no_match) {
      WEFT_CHECK(token.payload > i && token.payload < lexed.tokens.size() &&
                     lexed.tokens[token.payload].payload == i,
                 "brackets do not match in pairs");
    }
    at = token.end;
  }
}

void check_alone(const Token& token, std::string_view text) {
  Sources sources;
  Interner names;
  FileId file = sources.add(
      SourceFile("token", std::string(text.substr(token.begin, token.end - token.begin))));
  LexedText alone = lex(file, sources[file], names);
  WEFT_CHECK(alone.diagnostics.empty() && alone.tokens.size() == 2 &&
                 alone.tokens.front().kind == token.kind,
             "a token is another one on its own");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources;
  Interner names;
  FileId file =
      sources.add(SourceFile("fuzz", std::string(reinterpret_cast<const char*>(data), size)));
  std::string_view text = sources[file].text();
  LexedText lexed = lex(file, sources[file], names);
  fuzz::check_messages(lexed.diagnostics, sources, true);
  if (!lexed.is_text) {
    WEFT_CHECK(lexed.diagnostics.size() == 1, "what is no text is reported once");
    return 0;
  }
  check_tokens(text, lexed);
  for (std::size_t i = 0; lexed.diagnostics.empty() && i + 1 < lexed.tokens.size() && i < 200;
       ++i) {
    check_alone(lexed.tokens[i], text);
  }
  return 0;
}
