#include "fragments/language/parser.h"

#include "fragments/language/lexer.h"
#include "fragments/language/parser_module.h"

namespace weft {

ParsedModule parse_module(FileId file, const SourceFile& source, Interner& names) {
  ParsedModule parsed;
  parsed.module.file = file;
  LexedText text = lex(file, source, names, TokenCursor::max_errors);
  if (!text.is_text) {
    parsed.diagnostics = std::move(text.diagnostics);
    return parsed;
  }
  TokenCursor cursor(file, source, text);
  ModuleParser(cursor, parsed.module).parse_file();
  parsed.diagnostics = cursor.take_diagnostics();
  normalise(parsed.diagnostics);
  return parsed;
}

ParsedExpression parse_expression(FileId file, const SourceFile& source, Interner& names) {
  ParsedExpression parsed;
  parsed.module.file = file;
  LexedText text = lex(file, source, names, TokenCursor::max_errors);
  if (!text.is_text) {
    parsed.diagnostics = std::move(text.diagnostics);
    return parsed;
  }
  TokenCursor cursor(file, source, text);
  parsed.expr = ModuleParser(cursor, parsed.module).parse_expression();
  if (parsed.expr && !cursor.at_end()) {
    cursor.fail_expected("the end of the expression");
  }
  parsed.diagnostics = cursor.take_diagnostics();
  normalise(parsed.diagnostics);
  if (has_errors(parsed.diagnostics)) {
    parsed.expr.reset();
  }
  return parsed;
}

}  // namespace weft
