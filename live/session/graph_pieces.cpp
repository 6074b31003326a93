#include "live/session/graph_pieces.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <variant>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser.h"

namespace weft::live {
namespace {

/// The only declaration of a text that parses, if there is one.
template <typename Kind>
std::optional<Kind> only_declaration(const std::string& text, Interner& names) {
  ParsedModule parsed = parse_module(FileId(0), SourceFile("json", text), names);
  if (has_errors(parsed.diagnostics) || parsed.module.declarations.size() != 1) {
    return std::nullopt;
  }
  auto* const found = std::get_if<Kind>(&parsed.module.declarations.front().kind);
  return found != nullptr ? std::optional(std::move(*found)) : std::nullopt;
}

}  // namespace

bool is_type(const std::string& text) {
  Interner names;
  const std::string head = "material m {\nparam p: ";
  const auto material = only_declaration<syntax::MaterialDecl>(head + text + "\n;}", names);
  const auto* parameter = material && material->items.size() == 1
                              ? std::get_if<syntax::ParameterDecl>(&material->items.front())
                              : nullptr;
  return parameter != nullptr && !parameter->default_value && parameter->meta.empty() &&
         parameter->type.span.end == head.size() + text.size();
}

bool is_traits(const std::string& text) {
  Interner names;
  const SourceFile source("json", "x as " + text + "\n");
  const ParsedExpression parsed = parse_expression(FileId(0), source, names);
  const auto* as = parsed.expr
                       ? std::get_if<syntax::AscribeExpr>(&parsed.module.exprs[*parsed.expr].kind)
                       : nullptr;
  return as != nullptr && as->traits.span.end == source.text().size() - 1;
}

std::optional<std::vector<std::string>> ports_in(const std::string& signature) {
  Interner names;
  const auto graph = only_declaration<syntax::GraphDecl>("graph g" + signature + "\n{\n}", names);
  if (!graph || !graph->bindings.empty()) {
    return std::nullopt;
  }
  std::vector<std::string> ports;
  for (const syntax::Port& port : graph->signature.ports) {
    ports.emplace_back(names.text(port.name.name));
  }
  return ports;
}

bool is_other_declaration(const std::string& text) {
  Interner names;
  ParsedModule parsed = parse_module(FileId(0), SourceFile("json", text + "\n"), names);
  return !has_errors(parsed.diagnostics) && parsed.module.declarations.size() == 1 &&
         !std::holds_alternative<syntax::MaterialDecl>(parsed.module.declarations[0].kind) &&
         !std::holds_alternative<syntax::GraphDecl>(parsed.module.declarations[0].kind);
}

bool is_token(const std::string& text, TokenKind kind) {
  Interner names;
  const LexedText lexed = lex(FileId(0), SourceFile("json", text), names);
  return lexed.diagnostics.empty() && lexed.tokens.size() == 2 && lexed.comments.empty() &&
         lexed.tokens[0].kind == kind && lexed.tokens[0].end == text.size() &&
         lexed.tokens[0].begin == 0;
}

bool is_comment(const std::string& text, bool is_one_line) {
  Interner names;
  const LexedText lexed = lex(FileId(0), SourceFile("json", text), names);
  return lexed.diagnostics.empty() && lexed.tokens.size() == 1 && lexed.comments.size() == 1 &&
         lexed.comments[0].begin == 0 && lexed.comments[0].end == text.size() &&
         !(is_one_line && text.find_first_of("\r\n") != std::string::npos);
}

bool is_path(std::string_view text) {
  for (;;) {
    const std::size_t dot = text.find('.');
    if (!is_name(text.substr(0, dot))) {
      return false;
    }
    if (dot == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(dot + 1);
  }
}

bool is_operator(std::string_view spelling, std::size_t operands) {
  constexpr auto unary = std::to_array<std::string_view>({"-", "!", "+", "~"});
  constexpr auto binary =
      std::to_array<std::string_view>({"*", "/", "%", "+", "-", "<<", ">>", "<", "<=", ">",
                                       ">=", "==", "!=", "&", "^", "|", "&&", "||"});
  const auto is_in = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), spelling) != std::end(list);
  };
  return operands == 1   ? is_in(unary)
         : operands == 2 ? is_in(binary)
                         : operands == 3 && spelling == "?:";
}

}  // namespace weft::live
