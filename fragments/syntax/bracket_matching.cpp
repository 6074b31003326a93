#include "fragments/syntax/bracket_matching.h"

#include <cstddef>

namespace weft {
namespace {

/// The number of open parentheses and square brackets inside the innermost brace, which are the
/// only ones that can be closed here.
struct OpenCounts {
  std::uint32_t parens = 0;
  std::uint32_t brackets = 0;
};

struct Opened {
  std::uint32_t token = 0;
  OpenCounts outside;  // counts to restore when a brace closes
};

}  // namespace

void match_brackets(std::vector<Token>& tokens, const std::vector<std::uint32_t>& brackets) {
  std::vector<Opened> open;
  OpenCounts counts;
  std::uint32_t braces = 0;
  // Pops the unclosed brackets inside, then the partner, which must exist. Each token is popped
  // once, so the total is linear.
  auto close = [&](TokenKind opening, std::uint32_t at) {
    for (;;) {
      Opened top = open.back();
      open.pop_back();
      TokenKind kind = tokens[top.token].kind;
      if (kind == TokenKind::LeftParen) {
        --counts.parens;
      } else if (kind == TokenKind::LeftBracket) {
        --counts.brackets;
      } else {
        --braces;
        counts = top.outside;
      }
      if (kind == opening) {
        tokens[top.token].payload = at;
        tokens[at].payload = top.token;
        return;
      }
    }
  };
  for (const std::uint32_t i : brackets) {
    const TokenKind kind = tokens[i].kind;
    if (kind == TokenKind::LeftParen) {
      open.push_back({i, counts});
      ++counts.parens;
    } else if (kind == TokenKind::LeftBracket) {
      open.push_back({i, counts});
      ++counts.brackets;
    } else if (kind == TokenKind::LeftBrace) {
      open.push_back({i, counts});
      ++braces;
      counts = {};
    } else if (kind == TokenKind::RightParen && counts.parens > 0) {
      close(TokenKind::LeftParen, i);
    } else if (kind == TokenKind::RightBracket && counts.brackets > 0) {
      close(TokenKind::LeftBracket, i);
    } else if (kind == TokenKind::RightBrace && braces > 0) {
      close(TokenKind::LeftBrace, i);
    }
  }
}

std::vector<std::uint32_t> brace_depths(const std::vector<Token>& tokens) {
  std::vector<std::uint32_t> depths;
  depths.reserve(tokens.size());
  std::uint32_t depth = 0;
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::RightBrace && depth > 0) {
      --depth;
    }
    depths.push_back(depth);
    if (token.kind == TokenKind::LeftBrace) {
      ++depth;
    }
  }
  return depths;
}

}  // namespace weft
