#include "fragments/syntax/print_syntax.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fragments/syntax/print_syntax_printer.h"
#include "fragments/syntax/print_syntax_wrap.h"

namespace weft {
namespace printing {
namespace {

/// Recurses into the parameters of functions, see max_function_nesting.
void find_documented(const std::vector<syntax::Port>& ports, std::vector<std::uint32_t>& into) {
  for (const syntax::Port& port : ports) {
    if (const auto* function = std::get_if<syntax::FnPort>(&port.kind)) {
      for (const syntax::Port& parameter : function->parameters) {
        into.push_back(parameter.span.begin);
      }
      find_documented(function->parameters, into);
    }
  }
}

/// The statements and bindings.
NestedRanges find_lines(const syntax::Module& module) {
  std::vector<Span> all;
  all.reserve(module.stmts.size() + module.bindings.size());
  for (const syntax::Stmt& stmt : module.stmts) {
    all.push_back(stmt.span);
  }
  for (const syntax::Binding& binding : module.bindings) {
    all.push_back(binding.span);
  }
  return NestedRanges(std::move(all));
}

/// Adds the calls in statements and bindings that have comments among their arguments.
void find_lists(const syntax::Module& module, const CommentFeed& comments,
                std::vector<Span>& into) {
  if (!comments.any_before(Token::no_match)) {
    return;
  }
  const NestedRanges lines = find_lines(module);
  for (const syntax::Expr& expr : module.exprs) {
    const auto* call = std::get_if<syntax::CallExpr>(&expr.kind);
    if (call == nullptr) {
      continue;
    }
    const Span arguments{FileId(0), module.exprs[call->callee].span.end, expr.span.end};
    if (lines.is_inside(arguments.begin, 0) &&
        comments.any_within(arguments.begin, arguments.end)) {
      into.push_back(arguments);
    }
  }
}

SourceMarks find_marks(const syntax::Module& module, const SourceFile& source,
                       const CommentFeed& comments, ArgumentComments places) {
  SourceMarks found;
  std::vector<Span> nested;
  found.wraps = source.text().find_first_of(wrap::marks) == std::string_view::npos;
  for (const syntax::Expr& expr : module.exprs) {
    const auto* string = std::get_if<syntax::StringExpr>(&expr.kind);
    found.wraps = found.wraps && (string == nullptr ||
                                  string->value.find_first_of(wrap::marks) == std::string::npos);
    if (std::holds_alternative<syntax::LoopExpr>(expr.kind)) {
      nested.push_back(body_of_loop(module, expr));
    }
  }
  found.loops = NestedRanges(nested);
  if (places == ArgumentComments::Stay) {
    find_lists(module, comments, nested);
  }
  found.nested = NestedRanges(std::move(nested));
  for (const syntax::Declaration& declaration : module.declarations) {
    if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
      find_documented(leaf->signature.ports, found.documented);
    } else if (const auto* conversion = std::get_if<syntax::ConversionDecl>(&declaration.kind)) {
      find_documented(conversion->signature.ports, found.documented);
    } else if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
      find_documented(graph->signature.ports, found.documented);
    }
  }
  std::sort(found.documented.begin(), found.documented.end());
  return found;
}

/// Writes a piece out, or pushes its parts on the stack.
void put(SyntaxPrinter& printer, const Piece& piece, std::vector<Piece>& rest) {
  Pieces parts;
  switch (piece.kind) {
    case Piece::Kind::Text:
      printer.lines.write(piece.text);
      return;
    case Piece::Kind::OpenBlock:
      printer.lines.open_block();
      return;
    case Piece::Kind::CloseBlock:
      printer.lines.close_block(piece.index);
      return;
    case Piece::Kind::LineEnd:
      printer.lines.end_line(piece.index);
      return;
    case Piece::Kind::OpenList:
      open_list(printer.lines);
      return;
    case Piece::Kind::ArgumentBegin:
      begin_argument(printer.lines, piece.index, piece.end);
      return;
    case Piece::Kind::ArgumentEnd:
      printer.lines.end_line(piece.index, piece.end);
      return;
    case Piece::Kind::CloseList:
      close_list(printer.lines, piece.index);
      return;
    case Piece::Kind::LeadingComments:
      write_leading_comments(printer.lines, piece.index, piece.end);
      return;
    case Piece::Kind::TrailingComments:
      write_trailing_comments(printer.lines, piece.index, piece.end != 0);
      return;
    case Piece::Kind::Arguments:
      expand_arguments(printer, syntax::ExprId(piece.index), parts);
      break;
    case Piece::Kind::Expr:
      expand_expr(printer, syntax::ExprId(piece.index), parts);
      break;
    case Piece::Kind::Stmt:
      expand_stmt(printer, syntax::StmtId(piece.index), parts);
      break;
    case Piece::Kind::StmtLine: {
      const syntax::Stmt& stmt = printer.module.stmts[syntax::StmtId(piece.index)];
      begin_stmt_line(printer, stmt);
      parts.stmt(syntax::StmtId(piece.index)).other(Piece::Kind::LineEnd, stmt.span.end);
      break;
    }
    case Piece::Kind::Branch:
      expand_branch(printer, syntax::StmtId(piece.index), parts);
      break;
    case Piece::Kind::Binding:
      expand_binding(printer, syntax::BindingId(piece.index), parts);
      break;
    case Piece::Kind::BindingLine: {
      const syntax::Binding& binding = printer.module.bindings[syntax::BindingId(piece.index)];
      begin_binding_line(printer, binding);
      parts.binding(syntax::BindingId(piece.index)).other(Piece::Kind::LineEnd, binding.span.end);
      break;
    }
    case Piece::Kind::SimpleStmt:
      expand_simple_stmt(printer, syntax::StmtId(piece.index), parts);
      break;
    case Piece::Kind::Indent:
      printer.lines.indent();
      return;
    case Piece::Kind::Dedent:
      printer.lines.leave();
      return;
  }
  rest.insert(rest.end(), std::make_move_iterator(parts.list().rbegin()),
              std::make_move_iterator(parts.list().rend()));
}

}  // namespace

void print(SyntaxPrinter& printer, Pieces pieces) {
  std::vector<Piece> rest;
  constexpr std::size_t few = 32;
  rest.reserve(few);
  rest.insert(rest.end(), std::make_move_iterator(pieces.list().rbegin()),
              std::make_move_iterator(pieces.list().rend()));
  while (!rest.empty()) {
    Piece piece = std::move(rest.back());
    rest.pop_back();
    put(printer, piece, rest);
  }
}

std::string rendered(SyntaxPrinter& printer, Pieces pieces) {
  std::string outer = printer.lines.exchange({});
  print(printer, std::move(pieces));
  return printer.lines.exchange(std::move(outer));
}

}  // namespace printing

std::string print_module(const syntax::Module& module, const SourceFile& source,
                         const Interner& names, ArgumentComments places) {
  using namespace printing;
  CommentFeed comments(source);
  SourceMarks marks = find_marks(module, source, comments, places);
  SyntaxPrinter printer{module, names, LineWriter(std::move(comments), std::move(marks))};
  LineWriter& lines = printer.lines;
  bool was_long = false;
  for (const syntax::Declaration& declaration : module.declarations) {
    const std::size_t before = lines.size();
    const std::size_t begin = print_declaration(printer, declaration);
    // A multi-line declaration and its leading comments are separated from their neighbors by blank
    // lines.
    const bool is_long = lines.line_ends_from(begin) > 1;
    if (before > 0 && (is_long || was_long)) {
      lines.separate(before);
    }
    was_long = is_long;
  }
  lines.print_last_comments();
  std::string text = lines.exchange({});
  return lines.marks().wraps ? wrap::wrap_lines(text) : text;
}

std::string print_binding(const syntax::Module& module, syntax::BindingId binding,
                          const SourceFile& source, const Interner& names, bool is_stitched) {
  using namespace printing;
  SourceMarks marks;
  marks.wraps = source.text(module.bindings[binding].span).find_first_of(wrap::marks) ==
                std::string_view::npos;
  SyntaxPrinter printer{module, names,
                        LineWriter(CommentFeed::without_comments(source), std::move(marks))};
  for (int level = 0; level < (is_stitched ? 2 : 1); ++level) {
    printer.lines.enter();
  }
  print(printer, Pieces().binding(binding, Piece::Kind::BindingLine));
  std::string text = printer.lines.exchange({});
  return printer.lines.marks().wraps ? wrap::wrap_lines(text) : text;
}

std::string print_expression(const syntax::Module& module, syntax::ExprId expr,
                             const Interner& names) {
  using namespace printing;
  const SourceFile source("", "");
  CommentFeed comments = CommentFeed::without_comments(source);
  SourceMarks marks = find_marks(module, source, comments, ArgumentComments::Stay);
  SyntaxPrinter printer{module, names, LineWriter(std::move(comments), std::move(marks))};
  std::string text = rendered(printer, Pieces().expr(expr));
  return printer.lines.marks().wraps ? wrap::without_marks(text) : text;
}

}  // namespace weft
