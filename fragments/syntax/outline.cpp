#include "fragments/syntax/outline.h"

#include <utility>
#include <variant>

#include "fragments/syntax/parser_binding.h"
#include "fragments/syntax/parser_declaration.h"
#include "fragments/syntax/parser_state.h"
#include "fragments/syntax/parser_statement.h"
#include "support/check.h"

namespace weft {
namespace {

enum class Bodies { Parsed, Skipped };

ParsedOutline parse_bodies_as(FileId file, const SourceFile& source, Interner& names,
                              Bodies bodies) {
  ParsedOutline made;
  LexedText& text = made.outline.text;
  made.parsed.module.file = file;
  text = lex(file, source, names, parsing::max_errors);
  if (!text.is_text) {
    made.parsed.diagnostics = std::move(text.diagnostics);
    return made;
  }
  parsing::TokenCursor cursor(file, source, text);
  parsing::SyntaxErrors errors(cursor, std::move(text.diagnostics));
  parsing::Parser parser{cursor, errors, made.parsed.module};
  if (bodies == Bodies::Skipped) {
    parser.outlined = &made.outline.fragments;
  }
  parsing::parse_file(parser);
  made.parsed.diagnostics = errors.take();
  normalize(made.parsed.diagnostics);
  return made;
}

}  // namespace

ParsedOutline parse_outline(FileId file, const SourceFile& source, Interner& names) {
  return parse_bodies_as(file, source, names, Bodies::Skipped);
}

ParsedOutline parse_with_tokens(FileId file, const SourceFile& source, Interner& names) {
  return parse_bodies_as(file, source, names, Bodies::Parsed);
}

Diagnostics parse_skipped_body(syntax::Module& module, const LexedText& text,
                               const OutlinedFragment& fragment, const SourceFile& source) {
  WEFT_CHECK(fragment.body, "only a body that was skipped is parsed later");
  parsing::TokenCursor cursor(module.file, source, text);
  parsing::SyntaxErrors errors(cursor, {});
  parsing::Parser parser{cursor, errors, module};
  cursor.move_to(*fragment.body);
  syntax::Declaration& declaration = module.declarations[fragment.declaration];
  if (auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
    leaf->body = parsing::parse_body(parser);
  } else {
    cursor.take();
    parsing::parse_bindings(parser, std::get<syntax::GraphDecl>(declaration.kind).bindings,
                            parsing::BindingPlace::Graph);
  }
  return errors.take();
}

}  // namespace weft
