#include "codegen/print/statement_printer.h"

#include <utility>

#include "codegen/print/type_spelling.h"

namespace weft {

void StatementPrinter::print_all() {
  if (!body_.root) {
    return;
  }
  for (const BodyStmtId stmt : std::get<BlockBody>(body_.stmts[*body_.root].kind).statements) {
    print(stmt, 1);
  }
}

void StatementPrinter::print(BodyStmtId id, int level) {
  const BodyStmt& stmt = body_.stmts[id];
  if (mark_) {
    mark_(out_.size(), id);
  }
  if (std::holds_alternative<BlockBody>(stmt.kind)) {
    indent(level);
    print_block(id, level);
    out_ += '\n';
    return;
  }
  if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
    print_branches(*branch, level);
    return;
  }
  if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
    print_for(*loop, level);
    return;
  }
  if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
    indent(level);
    out_ += scope_.spelling.words.while_word;
    out_ += " (";
    expressions_.print(repeat->condition);
    out_ += ") ";
    print_block(repeat->body, level);
    out_ += '\n';
    return;
  }
  const auto* assignment = std::get_if<AssignBody>(&stmt.kind);
  const auto* declaration = std::get_if<DeclareBody>(&stmt.kind);
  indent(level);
  if (assignment != nullptr && writes_coverage(*assignment)) {
    discard_unless(assignment->value, level);
  } else if (assignment != nullptr) {
    assign(*assignment);
    out_ += ';';
  } else if (declaration != nullptr) {
    declare(*declaration);
    out_ += ';';
  } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
    out_ += scope_.spelling.words.return_word;
    if (result->value) {
      out_ += ' ';
      if (result_ == Precision::Medium) {
        print_medium(*result->value);
      } else {
        expressions_.print(*result->value);
      }
    }
    out_ += ';';
  } else {
    out_ += std::holds_alternative<BreakBody>(stmt.kind) ? scope_.spelling.words.break_word
                                                         : scope_.spelling.words.continue_word;
    out_ += ';';
  }
  end_line(id, level);
}

void StatementPrinter::end_line(BodyStmtId id, int level) {
  if (remark_ && level == 1) {
    remark_(out_, id);
  }
  out_ += '\n';
}

// Braces around the statement, written after its head.
void StatementPrinter::print_block(BodyStmtId id, int level) {
  out_ += "{\n";
  if (const auto* block = std::get_if<BlockBody>(&body_.stmts[id].kind)) {
    for (const BodyStmtId inner : block->statements) {
      print(inner, level + 1);
    }
  } else {
    print(id, level + 1);
  }
  indent(level);
  out_ += '}';
}

// Iterative, since an `else if` chain has no length limit.
void StatementPrinter::print_branches(const IfBody& first, int level) {
  indent(level);
  const IfBody* branch = &first;
  while (branch != nullptr) {
    out_ += scope_.spelling.words.if_word;
    out_ += " (";
    expressions_.print(branch->condition);
    out_ += ") ";
    print_block(branch->then_branch, level);
    const IfBody* next = nullptr;
    if (branch->else_branch) {
      out_ += ' ';
      out_ += scope_.spelling.words.else_word;
      out_ += ' ';
      if (mark_) {
        mark_(out_.size(), *branch->else_branch);
      }
      next = std::get_if<IfBody>(&body_.stmts[*branch->else_branch].kind);
      if (next == nullptr) {
        print_block(*branch->else_branch, level);
      }
    }
    branch = next;
  }
  out_ += '\n';
}

void StatementPrinter::print_for(const ForBody& loop, int level) {
  indent(level);
  out_ += scope_.spelling.words.for_word;
  out_ += " (";
  const auto simple = [this](BodyStmtId id) {
    const BodyStmt& stmt = body_.stmts[id];
    if (const auto* declaration = std::get_if<DeclareBody>(&stmt.kind)) {
      declare(*declaration);
    } else if (const auto* assignment = std::get_if<AssignBody>(&stmt.kind)) {
      assign(*assignment);
    }
  };
  if (loop.initial) {
    simple(*loop.initial);
  }
  out_ += "; ";
  expressions_.print(loop.condition);
  out_ += ';';
  if (loop.step) {
    out_ += ' ';
    simple(*loop.step);
  }
  out_ += ") ";
  print_block(loop.body, level);
  out_ += '\n';
}

void StatementPrinter::declare(const DeclareBody& stmt) {
  const BodyLocal& local = body_.locals[stmt.local];
  if (local.precision == Precision::Medium) {
    declare_medium(stmt);
    return;
  }
  append_declaration(out_, scope_.programs, local.type, local_names_[stmt.local], scope_.spelling);
  if (stmt.initial) {
    out_ += " = ";
    expressions_.print(*stmt.initial);
  }
}

// `mediump vec3 a = b * c`, `f16vec3 a = f16vec3(b * c)`.
void StatementPrinter::declare_medium(const DeclareBody& stmt) {
  out_ += spelled_medium(body_.locals[stmt.local].type, scope_.spelling, scope_.float16);
  out_ += ' ';
  out_ += local_names_[stmt.local];
  if (stmt.initial) {
    out_ += " = ";
    print_medium(*stmt.initial);
  }
}

// No float becomes a float16 by itself.
void StatementPrinter::print_medium(BodyExprId value) {
  if (scope_.float16 == nullptr || has_medium(value)) {
    medium_expressions_.print(value);
    return;
  }
  out_ += spelled(expr(value).type, *scope_.float16);
  out_ += '(';
  medium_expressions_.print(value);
  out_ += ')';
}

void StatementPrinter::assign(const AssignBody& stmt) {
  const BodyExpr& value = expr(stmt.value);
  if (stmt.target == stmt.value) {  // a call with out arguments
    expressions_.print(stmt.value);
    return;
  }
  const bool is_one = stmt.op && value.op == Operation::Literal && value.payload == 1 &&
                      value.type.is_integral() && expr(stmt.target).type == value.type;
  if (is_one && (*stmt.op == Operation::Add || *stmt.op == Operation::Subtract)) {
    out_ += *stmt.op == Operation::Add ? "++" : "--";
    expressions_.print(stmt.target, Precedence::Postfix);
    return;
  }
  expressions_.print(stmt.target);
  out_ += ' ';
  if (stmt.op) {
    out_ += ExpressionPrinter::infix(*stmt.op);
  }
  out_ += "= ";
  if (has_medium(stmt.target)) {
    print_medium(stmt.value);
  } else {
    expressions_.print(stmt.value);
  }
}

// Whether it is a literal, or a part of a local or parameter of medium precision.
bool StatementPrinter::has_medium(BodyExprId value) const {
  while (expr(value).op == Operation::Swizzle || expr(value).op == Operation::Index) {
    value = body_.argument(expr(value), 0);
  }
  const BodyExpr& read = expr(value);
  return read.op == Operation::Literal ||
         (read.op == Operation::Local &&
          body_.locals[read.payload].precision == Precision::Medium) ||
         (read.op == Operation::Port && parameters_[read.payload].precision == Precision::Medium);
}

bool StatementPrinter::writes_coverage(const AssignBody& stmt) const {
  const BodyExpr& target = expr(stmt.target);
  return target.op == Operation::Symbol &&
         scope_.program.symbols[target.payload].kind == SymbolKind::Coverage;
}

void StatementPrinter::discard_unless(BodyExprId covered, int level) {
  out_ += scope_.spelling.words.if_word;
  out_ += " (!";
  expressions_.print(covered, Precedence::Postfix);
  out_ += ") {\n";
  indent(level + 1);
  out_ += scope_.spelling.words.discard_word;
  out_ += ";\n";
  indent(level);
  out_ += '}';
}

}  // namespace weft
