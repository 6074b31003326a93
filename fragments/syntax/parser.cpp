#include "fragments/syntax/parser.h"

#include <algorithm>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser_declaration.h"
#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_state.h"

namespace weft {
namespace {

/// An upper bound on the number of expressions: each has at least one token of a kind not excluded
/// here. Reserving avoids that a store of ten million grows by doubling, which touches twice the
/// memory; reserved memory that is never touched costs nothing.
std::size_t count_expressions(const LexedText& text) {
  auto counts = [](const Token& token) {
    bool never = token.kind == TokenKind::Semicolon || token.kind == TokenKind::Comma ||
                 token.kind == TokenKind::Colon || token.kind == TokenKind::Equal ||
                 token.kind == TokenKind::RightParen || token.kind == TokenKind::RightBracket ||
                 token.kind == TokenKind::RightBrace;
    return !never;
  };
  return static_cast<std::size_t>(std::count_if(text.tokens.begin(), text.tokens.end(), counts));
}

}  // namespace

ParsedModule parse_module(FileId file, const SourceFile& source, Interner& names) {
  ParsedModule parsed;
  parsed.module.file = file;
  LexedText text = lex(file, source, names, parsing::max_errors);
  if (!text.is_text) {
    parsed.diagnostics = std::move(text.diagnostics);
    return parsed;
  }
  parsed.module.exprs.reserve(count_expressions(text));
  parsing::TokenCursor cursor(file, source, text);
  parsing::SyntaxErrors errors(cursor, std::move(text.diagnostics));
  parsing::Parser parser{cursor, errors, parsed.module};
  parsing::parse_file(parser);
  parsed.diagnostics = errors.take();
  normalize(parsed.diagnostics);
  return parsed;
}

ParsedExpression parse_expression(FileId file, const SourceFile& source, Interner& names) {
  ParsedExpression parsed;
  parsed.module.file = file;
  LexedText text = lex(file, source, names, parsing::max_errors);
  if (!text.is_text) {
    parsed.diagnostics = std::move(text.diagnostics);
    return parsed;
  }
  parsed.module.exprs.reserve(count_expressions(text));
  parsing::TokenCursor cursor(file, source, text);
  parsing::SyntaxErrors errors(cursor, std::move(text.diagnostics));
  parsing::Parser parser{cursor, errors, parsed.module};
  parsed.expr = parsing::parse_expression(parser);
  if (parsed.expr && !cursor.at_end()) {
    parsing::fail_expected(parser, "the end of the expression");
  }
  parsed.diagnostics = errors.take();
  normalize(parsed.diagnostics);
  if (has_errors(parsed.diagnostics)) {
    parsed.expr.reset();
  }
  return parsed;
}

}  // namespace weft
