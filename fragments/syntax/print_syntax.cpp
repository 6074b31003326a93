#include "fragments/syntax/print_syntax.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fragments/syntax/print_syntax_printer.h"
#include "fragments/syntax/print_syntax_wrap.h"

namespace weft {

std::string print_module(const syntax::Module& module, const SourceFile& source,
                         const Interner& names) {
  return SyntaxPrinter(module, source, names).print_module();
}

std::string print_expression(const syntax::Module& module, syntax::ExprId expr,
                             const Interner& names) {
  return SyntaxPrinter(module, SourceFile("", ""), names).print_expression(expr);
}

SyntaxPrinter::SyntaxPrinter(const syntax::Module& module, const SourceFile& source,
                             const Interner& names)
    : module_(module), names_(names), comments_(source) {
  wraps_ = source.text().find_first_of(wrap::marks) == std::string_view::npos;
  for (const syntax::Expr& expr : module.exprs) {
    const auto* string = std::get_if<syntax::StringExpr>(&expr.kind);
    wraps_ = wraps_ &&
             (string == nullptr || string->value.find_first_of(wrap::marks) == std::string::npos);
    if (std::holds_alternative<syntax::LoopExpr>(expr.kind)) {
      loops_.push_back(expr.span);
    }
  }
  for (const syntax::Declaration& declaration : module.declarations) {
    if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
      find_documented(leaf->signature.ports);
    } else if (const auto* conversion = std::get_if<syntax::ConversionDecl>(&declaration.kind)) {
      find_documented(conversion->signature.ports);
    } else if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
      find_documented(graph->signature.ports);
    }
  }
  std::sort(documented_.begin(), documented_.end());
  // Keep outermost loops only: they print the inner ones.
  std::sort(loops_.begin(), loops_.end(),
            [](Span a, Span b) { return std::pair(a.begin, b.end) < std::pair(b.begin, a.end); });
  std::uint32_t covered = 0;
  loops_.erase(std::remove_if(loops_.begin(), loops_.end(),
                              [&covered](Span loop) {
                                bool inner = loop.end <= covered;
                                covered = std::max(covered, loop.end);
                                return inner;
                              }),
               loops_.end());
}

/// Recurses into the parameters of functions, see max_function_nesting.
void SyntaxPrinter::find_documented(const std::vector<syntax::Port>& ports) {
  for (const syntax::Port& port : ports) {
    if (const auto* function = std::get_if<syntax::FnPort>(&port.kind)) {
      for (const syntax::Port& parameter : function->parameters) {
        documented_.push_back(parameter.span.begin);
      }
      find_documented(function->parameters);
    }
  }
}

std::string SyntaxPrinter::print_module() {
  bool was_long = false;
  for (const syntax::Declaration& declaration : module_.declarations) {
    std::size_t before = out_.size();
    print_declaration(declaration);
    // A multi-line declaration and its leading comments are separated from their neighbors by blank
    // lines.
    auto first = out_.begin() + static_cast<std::ptrdiff_t>(declaration_begin_);
    bool is_long = std::count(first, out_.end(), '\n') > 1;
    if (before > 0 && (is_long || was_long) && out_[before] != '\n') {
      out_.insert(before, 1, '\n');
    }
    was_long = is_long;
  }
  while (comments_.any_before(static_cast<std::uint32_t>(-1))) {
    const Comment& comment = comments_.take();
    keep_blank_line(comment.begin);
    print_comment_line(comment, false);
  }
  return wraps_ ? wrap::wrap_lines(out_) : std::move(out_);
}

std::string SyntaxPrinter::print_expression(syntax::ExprId expr) {
  std::string text = rendered(Pieces().expr(expr));
  return wraps_ ? wrap::without_marks(text) : text;
}

SyntaxPrinter::Pieces& SyntaxPrinter::Pieces::text(std::string_view text) {
  list_.push_back({Piece::Kind::Text, 0, std::string(text)});
  return *this;
}
SyntaxPrinter::Pieces& SyntaxPrinter::Pieces::expr(syntax::ExprId id) {
  return other(Piece::Kind::Expr, id.index());
}
SyntaxPrinter::Pieces& SyntaxPrinter::Pieces::stmt(syntax::StmtId id, Piece::Kind kind) {
  return other(kind, id.index());
}
SyntaxPrinter::Pieces& SyntaxPrinter::Pieces::binding(syntax::BindingId id, Piece::Kind kind) {
  return other(kind, id.index());
}
SyntaxPrinter::Pieces& SyntaxPrinter::Pieces::other(Piece::Kind kind, std::uint32_t index) {
  list_.push_back({kind, index, {}});
  return *this;
}

void SyntaxPrinter::print(Pieces pieces) {
  std::vector<Piece> rest(std::make_move_iterator(pieces.list().rbegin()),
                          std::make_move_iterator(pieces.list().rend()));
  while (!rest.empty()) {
    Piece piece = std::move(rest.back());
    rest.pop_back();
    put(piece, rest);
  }
}

std::string SyntaxPrinter::rendered(Pieces pieces) {
  std::string outer = std::exchange(out_, std::string());
  print(std::move(pieces));
  return std::exchange(out_, std::move(outer));
}

/// Writes a piece out, or pushes its parts on the stack.
void SyntaxPrinter::put(const Piece& piece, std::vector<Piece>& rest) {
  Pieces parts;
  switch (piece.kind) {
    case Piece::Kind::Text:
      out_ += piece.text;
      return;
    case Piece::Kind::OpenBlock:
      open_block();
      return;
    case Piece::Kind::CloseBlock:
      close_block(piece.index);
      return;
    case Piece::Kind::LineEnd:
      end_line(piece.index);
      return;
    case Piece::Kind::Expr:
      expand_expr(syntax::ExprId(piece.index), parts);
      break;
    case Piece::Kind::Stmt:
      expand_stmt(syntax::StmtId(piece.index), parts);
      break;
    case Piece::Kind::StmtLine: {
      const syntax::Stmt& stmt = module_.stmts[syntax::StmtId(piece.index)];
      begin_stmt_line(stmt);
      parts.stmt(syntax::StmtId(piece.index)).other(Piece::Kind::LineEnd, stmt.span.end);
      break;
    }
    case Piece::Kind::Branch:
      expand_branch(syntax::StmtId(piece.index), parts);
      break;
    case Piece::Kind::Binding:
      expand_binding(syntax::BindingId(piece.index), parts);
      break;
    case Piece::Kind::BindingLine: {
      const syntax::Binding& binding = module_.bindings[syntax::BindingId(piece.index)];
      begin_binding_line(binding);
      parts.binding(syntax::BindingId(piece.index)).other(Piece::Kind::LineEnd, binding.span.end);
      break;
    }
    case Piece::Kind::SimpleStmt:
      expand_simple_stmt(syntax::StmtId(piece.index), parts);
      break;
    case Piece::Kind::Indent:
      indent();
      return;
    case Piece::Kind::Dedent:
      --level_;
      return;
  }
  rest.insert(rest.end(), std::make_move_iterator(parts.list().rbegin()),
              std::make_move_iterator(parts.list().rend()));
}

}  // namespace weft
