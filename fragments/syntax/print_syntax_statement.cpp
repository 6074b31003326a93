#include "fragments/syntax/print_syntax_printer.h"

namespace weft::printing {
namespace {

std::string_view spelling(syntax::AssignOperator op) {
  switch (op) {
    case syntax::AssignOperator::Set:
      return " = ";
    case syntax::AssignOperator::Add:
      return " += ";
    case syntax::AssignOperator::Subtract:
      return " -= ";
    case syntax::AssignOperator::Multiply:
      return " *= ";
    case syntax::AssignOperator::Divide:
      return " /= ";
    case syntax::AssignOperator::Remainder:
      return " %= ";
    case syntax::AssignOperator::ShiftLeft:
      return " <<= ";
    case syntax::AssignOperator::ShiftRight:
      return " >>= ";
    case syntax::AssignOperator::BitAnd:
      return " &= ";
    case syntax::AssignOperator::BitOr:
      return " |= ";
    case syntax::AssignOperator::BitXor:
      return " ^= ";
  }
  return "";
}

template <typename T>
bool is(const syntax::Stmt& stmt) {
  return std::holds_alternative<T>(stmt.kind);
}

/// Statements that end with `;`, except in the head of a `for`.
bool is_simple(const syntax::Stmt& stmt) {
  return is<syntax::DeclareStmt>(stmt) || is<syntax::AssignStmt>(stmt) ||
         is<syntax::StepStmt>(stmt) || is<syntax::ExprStmt>(stmt);
}

/// The end of the part of a statement that is printed on its first line.
std::uint32_t head_end(const SyntaxPrinter& printer, const syntax::Stmt& stmt) {
  if (is<syntax::BlockStmt>(stmt)) {
    return stmt.span.begin;
  }
  if (const auto* choice = std::get_if<syntax::IfStmt>(&stmt.kind)) {
    return printer.module.exprs[choice->condition].span.end;
  }
  if (const auto* loop = std::get_if<syntax::ForStmt>(&stmt.kind)) {
    return printer.module.stmts[loop->step].span.end;
  }
  if (const auto* loop = std::get_if<syntax::WhileStmt>(&stmt.kind)) {
    return printer.module.exprs[loop->condition].span.end;
  }
  return stmt.span.end;
}

void expand_choice(const SyntaxPrinter& printer, const syntax::IfStmt& choice, Pieces& into) {
  const syntax::Stmt& branch = printer.module.stmts[choice.then_branch];
  bool jumps = is<syntax::ReturnStmt>(branch) || is<syntax::BreakStmt>(branch) ||
               is<syntax::ContinueStmt>(branch);
  if (!choice.else_branch && jumps) {
    into.text(" ").stmt(choice.then_branch);
    return;
  }
  into.stmt(choice.then_branch, Piece::Kind::Branch);
  if (!choice.else_branch) {
    return;
  }
  if (is<syntax::BlockStmt>(branch)) {
    into.text(" else");
  } else {
    into.other(Piece::Kind::LineEnd, branch.span.end).other(Piece::Kind::Indent).text("else");
  }
  bool goes_on = is<syntax::IfStmt>(printer.module.stmts[*choice.else_branch]);
  if (goes_on) {
    into.text(" ").stmt(*choice.else_branch);
  } else {
    into.stmt(*choice.else_branch, Piece::Kind::Branch);
  }
}

}  // namespace

void begin_stmt_line(SyntaxPrinter& printer, const syntax::Stmt& stmt) {
  printer.lines.begin_item(stmt.span.begin, head_end(printer, stmt));
  printer.lines.indent();
}

void expand_stmt(const SyntaxPrinter& printer, syntax::StmtId id, Pieces& into) {
  const syntax::Stmt& stmt = printer.module.stmts[id];
  if (const auto* block = std::get_if<syntax::BlockStmt>(&stmt.kind)) {
    if (block->statements.empty() &&
        !printer.lines.comments().any_within(stmt.span.begin, stmt.span.end)) {
      into.text("{}");
      return;
    }
    into.other(Piece::Kind::OpenBlock);
    for (syntax::StmtId inner : block->statements) {
      into.stmt(inner, Piece::Kind::StmtLine);
    }
    into.other(Piece::Kind::CloseBlock, stmt.span.end);
  } else if (const auto* choice = std::get_if<syntax::IfStmt>(&stmt.kind)) {
    into.text("if (").expr(choice->condition).text(")");
    expand_choice(printer, *choice, into);
  } else if (const auto* loop = std::get_if<syntax::ForStmt>(&stmt.kind)) {
    into.text("for (")
        .stmt(loop->initial, Piece::Kind::SimpleStmt)
        .text("; ")
        .expr(loop->condition)
        .text("; ");
    into.stmt(loop->step, Piece::Kind::SimpleStmt).text(")").stmt(loop->body, Piece::Kind::Branch);
  } else if (const auto* repeat = std::get_if<syntax::WhileStmt>(&stmt.kind)) {
    into.text("while (").expr(repeat->condition).text(")").stmt(repeat->body, Piece::Kind::Branch);
  } else if (const auto* result = std::get_if<syntax::ReturnStmt>(&stmt.kind)) {
    into.text(result->value ? "return " : "return");
    if (result->value) {
      into.expr(*result->value);
    }
    into.text(";");
  } else if (is_simple(stmt)) {
    into.stmt(id, Piece::Kind::SimpleStmt).text(";");
  } else {
    into.text(is<syntax::BreakStmt>(stmt) ? "break;" : "continue;");
  }
}

void expand_branch(SyntaxPrinter& printer, syntax::StmtId id, Pieces& into) {
  const syntax::Stmt& stmt = printer.module.stmts[id];
  if (is<syntax::BlockStmt>(stmt)) {
    into.text(" ").stmt(id);
    return;
  }
  printer.lines.begin_branch(stmt.span.begin);
  begin_stmt_line(printer, stmt);
  into.stmt(id).other(Piece::Kind::Dedent);
}

void expand_simple_stmt(const SyntaxPrinter& printer, syntax::StmtId id, Pieces& into) {
  const syntax::Stmt& stmt = printer.module.stmts[id];
  if (const auto* declare = std::get_if<syntax::DeclareStmt>(&stmt.kind)) {
    into.text(declare->is_const ? "const " : "").text(printer.text(declare->type));
    add_sizes(declare->type_array_sizes, into);
    into.text(" " + printer.text(declare->name));
    add_sizes(declare->name_array_sizes, into);
    if (declare->initial) {
      into.text(" = ").expr(*declare->initial);
    }
  } else if (const auto* assign = std::get_if<syntax::AssignStmt>(&stmt.kind)) {
    into.expr(assign->target).text(spelling(assign->op)).expr(assign->value);
  } else if (const auto* step = std::get_if<syntax::StepStmt>(&stmt.kind)) {
    into.text(step->increment ? "++" : "--").expr(step->target);
  } else if (const auto* value = std::get_if<syntax::ExprStmt>(&stmt.kind)) {
    into.expr(value->value);
  }
}

void begin_binding_line(SyntaxPrinter& printer, const syntax::Binding& binding) {
  bool is_stitch = std::holds_alternative<syntax::StitchBinding>(binding.kind);
  printer.lines.begin_item(binding.span.begin, is_stitch ? binding.span.begin : binding.span.end);
  printer.lines.indent();
}

void expand_binding(const SyntaxPrinter& printer, syntax::BindingId id, Pieces& into) {
  const syntax::Binding& binding = printer.module.bindings[id];
  if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
    into.text(printer.text(value->name));
    if (value->type) {
      into.text(": ");
      add_type(printer, *value->type, into);
    }
    into.text(" = ").expr(value->value).text(";");
  } else if (const auto* output = std::get_if<syntax::OutputBinding>(&binding.kind)) {
    into.text("output ").expr(output->target);
    if (output->value) {
      into.text(" = ").expr(*output->value);
    }
    into.text(";");
  } else if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
    into.text("stitch ").other(Piece::Kind::OpenBlock);
    for (syntax::BindingId inner : stitch->bindings) {
      into.binding(inner, Piece::Kind::BindingLine);
    }
    into.other(Piece::Kind::CloseBlock, binding.span.end);
  }
}

}  // namespace weft::printing
