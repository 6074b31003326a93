#include <fmt/format.h>

#include "fragments/syntax/number_literal.h"
#include "fragments/syntax/print_syntax_printer.h"

namespace weft::printing {
namespace {

std::string_view spelling(syntax::UnaryOperator op) {
  switch (op) {
    case syntax::UnaryOperator::Negate:
      return "-";
    case syntax::UnaryOperator::Not:
      return "!";
    case syntax::UnaryOperator::Plus:
      return "+";
    case syntax::UnaryOperator::BitNot:
      return "~";
  }
  return "";
}

std::string_view spelling(syntax::BinaryOperator op) {
  constexpr std::string_view spellings[] = {" * ",  " / ", " % ",  " + ", " - ",  " << ",
                                            " >> ", " < ", " <= ", " > ", " >= ", " == ",
                                            " != ", " & ", " ^ ",  " | ", " && ", " || "};
  return spellings[static_cast<std::size_t>(op)];
}

std::string quoted(std::string_view value) {
  std::string text = "\"";
  for (char c : value) {
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else {
      text += c == '"' || c == '\\' ? "\\" : "";
      text += c;
    }
  }
  return text + '"';
}

std::string color_text(const syntax::ColorExpr& color) {
  std::string text = "#";
  for (int i = 0; i < (color.has_alpha ? 4 : 3); ++i) {
    text += fmt::format("{:02x}", static_cast<unsigned>(color.channels[i]));
  }
  return text;
}

void expand_operation(const SyntaxPrinter& printer, syntax::ExprId id, Pieces& into) {
  const syntax::Expr& expr = printer.module.exprs[id];
  if (const auto* paren = std::get_if<syntax::ParenExpr>(&expr.kind)) {
    into.text("(").expr(paren->inner).text(")");
  } else if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
    into.text(spelling(unary->op));
    const auto* inner = std::get_if<syntax::UnaryExpr>(&printer.module.exprs[unary->operand].kind);
    if (inner != nullptr && inner->op == unary->op) {
      into.text(" ");  // `--` would be a different token
    }
    into.expr(unary->operand);
  } else if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
    into.expr(binary->left).text(spelling(binary->op)).expr(binary->right);
  } else if (const auto* select = std::get_if<syntax::SelectExpr>(&expr.kind)) {
    into.expr(select->condition)
        .text(" ? ")
        .expr(select->if_true)
        .text(" : ")
        .expr(select->if_false);
  } else if (const auto* ascribe = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
    into.expr(ascribe->operand).text(" as ").text(traits_text(printer, ascribe->traits));
  } else if (const auto* member = std::get_if<syntax::MemberExpr>(&expr.kind)) {
    const auto* number =
        std::get_if<syntax::NumberExpr>(&printer.module.exprs[member->object].kind);
    bool is_int = number != nullptr && number->kind == syntax::NumberKind::Int;
    into.expr(member->object)
        .text(is_int ? " ." : ".")
        .text(printer.text(member->member));  // `1.x` would be a malformed number
  } else if (const auto* index = std::get_if<syntax::IndexExpr>(&expr.kind)) {
    into.expr(index->object).text("[").expr(index->index).text("]");
  } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    into.expr(call->callee).other(Piece::Kind::Arguments, id.index());
  } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
    into.expr(with->operand).text(" with (");
    std::string_view separator;
    for (const syntax::Injection& injection : with->injections) {
      into.text(separator).text(path_text(printer, injection.feature) + ": ").expr(injection.value);
      into.text(injection.keeps_frame ? " keeps frame" : "");
      separator = ", ";
    }
    into.text(")");
  }
}

void expand_loop(const SyntaxPrinter& printer, const syntax::Expr& expr,
                 const syntax::LoopExpr& loop, Pieces& into) {
  into.text("loop ").expr(loop.count).text(" with (");
  std::string_view separator;
  for (const syntax::LoopState& state : loop.states) {
    into.text(separator).text(printer.text(state.name) + ": ");
    add_type(printer, state.type, into);
    into.text(" = ").expr(state.initial);
    separator = ", ";
  }
  const Span body = body_of_loop(printer.module, expr);
  bool is_short =
      loop.bindings.size() <= 1 && !printer.lines.comments().any_within(body.begin, body.end);
  for (syntax::BindingId id : loop.bindings) {
    is_short = is_short &&
               !std::holds_alternative<syntax::StitchBinding>(printer.module.bindings[id].kind);
  }
  if (is_short) {
    into.text(") {");
    for (syntax::BindingId id : loop.bindings) {
      into.text(" ").binding(id).text(" ");
    }
    into.text("}");
    return;
  }
  into.text(") ").other(Piece::Kind::OpenBlock);
  for (syntax::BindingId id : loop.bindings) {
    into.binding(id, Piece::Kind::BindingLine);
  }
  into.other(Piece::Kind::CloseBlock, expr.span.end);
}

/// Keeps the author's spelling if the source is available: `0x1f` may say more than `31`.
void add_number(const SyntaxPrinter& printer, const syntax::Expr& expr,
                const syntax::NumberExpr& number, Pieces& into) {
  std::string_view written = printer.lines.comments().text(expr.span);
  if (starts_number(written)) {
    ScannedNumber scanned = read_number(written);
    bool same = scanned.error.empty() && scanned.length == written.size() &&
                scanned.value.kind == number.kind && scanned.value.integer == number.integer &&
                (number.kind != syntax::NumberKind::Float || scanned.value.real == number.real);
    if (same) {
      into.text(written);
      return;
    }
  }
  into.text(spell_number(number));
}

}  // namespace

std::string string_text(std::string_view value) { return quoted(value); }

Span body_of_loop(const syntax::Module& module, const syntax::Expr& expr) {
  const auto& loop = std::get<syntax::LoopExpr>(expr.kind);
  const syntax::ExprId last = loop.states.empty() ? loop.count : loop.states.back().initial;
  return {expr.span.file, module.exprs[last].span.end, expr.span.end};
}

void expand_expr(const SyntaxPrinter& printer, syntax::ExprId id, Pieces& into) {
  const syntax::Expr& expr = printer.module.exprs[id];
  if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
    into.text(printer.names.text(name->name));
  } else if (const auto* number = std::get_if<syntax::NumberExpr>(&expr.kind)) {
    add_number(printer, expr, *number, into);
  } else if (const auto* boolean = std::get_if<syntax::BoolExpr>(&expr.kind)) {
    into.text(boolean->value ? "true" : "false");
  } else if (const auto* string = std::get_if<syntax::StringExpr>(&expr.kind)) {
    into.text(string_text(string->value));
  } else if (const auto* color = std::get_if<syntax::ColorExpr>(&expr.kind)) {
    into.text(color_text(*color));
  } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    expand_loop(printer, expr, *loop, into);
  } else if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&expr.kind)) {
    into.text("(" + names_text(printer, lambda->parameters) + ") => ").expr(lambda->body);
  } else {
    expand_operation(printer, id, into);
  }
}

void add_type(const SyntaxPrinter& printer, const syntax::TypeRef& type, Pieces& into) {
  into.text(printer.text(type.name));
  add_sizes(type.array_sizes, into);
  if (type.traits) {
    into.text(" " + traits_text(printer, *type.traits));
  }
}

void add_sizes(const std::vector<std::optional<syntax::ExprId>>& sizes, Pieces& into) {
  for (const std::optional<syntax::ExprId>& size : sizes) {
    into.text("[");
    if (size) {
      into.expr(*size);
    }
    into.text("]");
  }
}

void add_meta(const SyntaxPrinter& printer, const syntax::Meta& meta, Pieces& into) {
  std::string_view separator = " [";
  for (const syntax::MetaEntry& entry : meta) {
    into.text(separator).text(printer.text(entry.name) + ": ").expr(entry.value);
    separator = ", ";
  }
  into.text(meta.empty() ? "" : "]");
}

std::string traits_text(const SyntaxPrinter& printer, const syntax::Traits& traits) {
  std::string result = "{";
  std::string_view separator;
  for (const syntax::TraitStatement& statement : traits.statements) {
    result += fmt::format("{}{}{}: {}{}", separator, printer.text(statement.trait),
                          statement.conditional ? "?" : "", statement.variable ? "?" : "",
                          printer.text(statement.value));
    separator = ", ";
  }
  return result + "}";
}

std::string path_text(const SyntaxPrinter& printer, const syntax::Path& path) {
  std::string result;
  for (const syntax::Identifier& part : path.parts) {
    result += result.empty() ? "" : ".";
    result += printer.text(part);
  }
  return result;
}

std::string paths_text(const SyntaxPrinter& printer, const std::vector<syntax::Path>& paths) {
  std::string result;
  for (const syntax::Path& path : paths) {
    result += result.empty() ? "" : ", ";
    result += path_text(printer, path);
  }
  return result;
}

std::string names_text(const SyntaxPrinter& printer, const std::vector<syntax::Identifier>& names) {
  std::string result;
  for (const syntax::Identifier& name : names) {
    result += result.empty() ? "" : ", ";
    result += printer.text(name);
  }
  return result;
}

}  // namespace weft::printing
