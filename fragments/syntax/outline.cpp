#include "fragments/syntax/outline.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "fragments/syntax/parser_declaration.h"
#include "fragments/syntax/parser_signature.h"
#include "fragments/syntax/parser_state.h"

namespace weft {
namespace {

/// Parses the declarations of a text, whose diagnostics are taken. Returns all diagnostics.
Diagnostics parse_declarations(syntax::Module& module, const SourceFile& source, LexedText& text) {
  if (!text.is_text) {
    return std::move(text.diagnostics);
  }
  parsing::TokenCursor cursor(module.file, source, text);
  parsing::SyntaxErrors errors(cursor, std::move(text.diagnostics));
  parsing::Parser parser{cursor, errors, module};
  parsing::parse_file(parser);
  Diagnostics diagnostics = errors.take();
  normalize(diagnostics);
  return diagnostics;
}

Span span_of(FileId file, const TextRange& range) { return {file, range.begin, range.end}; }

ParsedOutline parse_ranges(FileId file, const SourceFile& source, Interner& names,
                           const std::vector<TextRange>& ranges) {
  ParsedOutline made;
  made.parsed.module.file = file;
  LexedText text = lex_ranges(file, source, names, ranges, parsing::max_errors);
  made.parsed.diagnostics = parse_declarations(made.parsed.module, source, text);
  made.tokens = std::move(text.tokens);
  return made;
}

/// Whether a declaration begins before a skipped one and goes on behind it.
bool is_interrupted(const syntax::Module& module, const std::vector<SkippedFragment>& skipped) {
  auto next = skipped.begin();
  for (const syntax::Declaration& declaration : module.declarations) {
    while (next != skipped.end() && next->place.text.begin < declaration.span.begin) {
      ++next;
    }
    if (next != skipped.end() && next->place.text.begin < declaration.span.end) {
      return true;
    }
  }
  return false;
}

}  // namespace

ParsedOutline parse_outline(FileId file, const SourceFile& source, Interner& names) {
  std::vector<SkippedFragment> skipped;
  std::vector<TextRange> others;
  std::uint32_t begin = 0;
  for (const FragmentPlace& place : find_fragments(source.text())) {
    skipped.push_back({place, names.intern(source.text(span_of(file, place.name)))});
    others.push_back({begin, place.text.begin});
    begin = place.text.end;
  }
  others.push_back({begin, static_cast<std::uint32_t>(source.text().size())});
  ParsedOutline made = parse_ranges(file, source, names, others);
  if (is_interrupted(made.parsed.module, skipped)) {
    return parse_with_tokens(file, source, names);
  }
  made.skipped = std::move(skipped);
  return made;
}

ParsedOutline parse_with_tokens(FileId file, const SourceFile& source, Interner& names) {
  return parse_ranges(file, source, names, {{0, static_cast<std::uint32_t>(source.text().size())}});
}

ParsedFragment parse_skipped(syntax::Module& module, const SourceFile& source, Interner& names,
                             const SkippedFragment& skipped) {
  LexedText text =
      lex_ranges(module.file, source, names, {skipped.place.text}, parsing::max_errors);
  Diagnostics diagnostics = parse_declarations(module, source, text);
  return {std::move(text.tokens), std::move(diagnostics)};
}

void parse_skipped_signature(syntax::Module& module, const SourceFile& source, Interner& names,
                             const SkippedFragment& skipped) {
  const FragmentPlace& place = skipped.place;
  const LexedText text =
      lex_ranges(module.file, source, names, {{place.name.begin, place.body.begin}});
  const bool is_graph = source.text(span_of(module.file, place.keyword)) == "graph";
  parsing::TokenCursor cursor(module.file, source, text);
  parsing::SyntaxErrors errors(cursor, {});
  parsing::Parser parser{cursor, errors, module};
  std::optional<syntax::Signature> signature =
      parsing::parse_signature(parser, is_graph ? "graph" : "fragment", is_graph);
  if (!signature || !text.diagnostics.empty()) {
    return;
  }
  const Span span = signature->span;
  if (is_graph) {
    module.declarations.push_back({span, {}, syntax::GraphDecl{std::move(*signature), {}}});
  } else {
    module.declarations.push_back({span, {}, syntax::FragmentDecl{std::move(*signature), {}, {}}});
  }
}

void sort_declarations(syntax::Module& module) {
  std::sort(module.declarations.begin(), module.declarations.end(),
            [](const syntax::Declaration& left, const syntax::Declaration& right) {
              return left.span.begin < right.span.begin;
            });
}

}  // namespace weft
