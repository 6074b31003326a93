#include "codegen/print/statement_printer.h"

#include <utility>

#include "codegen/print/stored_values.h"

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
    out_ += "while (";
    expressions_.print(repeat->condition);
    out_ += ") ";
    print_block(repeat->body, level);
    out_ += '\n';
    return;
  }
  const auto* assignment = std::get_if<AssignBody>(&stmt.kind);
  const auto* declaration = std::get_if<DeclareBody>(&stmt.kind);
  if (assignment != nullptr && writes_column(*assignment)) {
    assign_column(*assignment, level);
    return;
  }
  if (declaration != nullptr && loads_array(*declaration)) {
    declare_loaded(id, *declaration, level);
    return;
  }
  if (declaration != nullptr && needs_loop(*declaration)) {
    declare_by_loop(id, *declaration, level);
    return;
  }
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
    out_ += "return";
    if (result->value) {
      out_ += ' ';
      expressions_.print(*result->value);
    }
    out_ += ';';
  } else {
    out_ += std::holds_alternative<BreakBody>(stmt.kind) ? "break;" : "continue;";
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
    out_ += "if (";
    expressions_.print(branch->condition);
    out_ += ") ";
    print_block(branch->then_branch, level);
    const IfBody* next = nullptr;
    if (branch->else_branch) {
      out_ += " else ";
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
  out_ += "for (";
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
  append_declaration(out_, scope_.programs, body_.locals[stmt.local].type, local_names_[stmt.local],
                     scope_.dialect);
  if (stmt.initial) {
    out_ += " = ";
    expressions_.print_initial(*stmt.initial);
  }
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
  expressions_.print(stmt.value);
}

bool StatementPrinter::writes_coverage(const AssignBody& stmt) const {
  const BodyExpr& target = expr(stmt.target);
  return target.op == Operation::Symbol &&
         scope_.program.symbols[target.payload].kind == SymbolKind::Coverage;
}

void StatementPrinter::discard_unless(BodyExprId covered, int level) {
  out_ += "if (!";
  expressions_.print(covered, Precedence::Postfix);
  out_ += ") {\n";
  indent(level + 1);
  out_ += "discard;\n";
  indent(level);
  out_ += '}';
}

// HLSL indexes rows, so a column or several of its components are not an lvalue: they are written
// one component at a time.
bool StatementPrinter::writes_column(const AssignBody& stmt) const {
  if (scope_.dialect == Dialect::Glsl || stmt.target == stmt.value) {
    return false;
  }
  const BodyExpr* target = &expr(stmt.target);
  if (target->op == Operation::Swizzle && swizzle_count(target->payload) > 1) {
    target = &expr(body_.argument(*target, 0));
  }
  return target->op == Operation::Index && expr(body_.argument(*target, 0)).type.is_matrix();
}

void StatementPrinter::assign_column(const AssignBody& stmt, int level) {
  const BodyExpr& target = expr(stmt.target);
  const bool is_swizzle = target.op == Operation::Swizzle;
  const BodyExpr& column = is_swizzle ? expr(body_.argument(target, 0)) : target;
  const bool spreads = expr(stmt.value).type.is_scalar();
  indent(level);
  out_ += "{\n";
  indent(level + 1);
  out_ += spelled(expr(stmt.value).type, Dialect::Hlsl);
  out_ += " assigned_column = ";
  expressions_.print(stmt.value);
  out_ += ";\n";
  const int count = target.type.rows();
  for (int i = 0; i < count; ++i) {
    indent(level + 1);
    expressions_.print(body_.argument(column, 0), Precedence::Postfix);
    out_ += '[';
    out_ += "0123"[is_swizzle ? swizzle_component(target.payload, i) : i];
    out_ += "][";
    expressions_.print(body_.argument(column, 1));
    out_ += "] ";
    if (stmt.op) {
      out_ += ExpressionPrinter::infix(*stmt.op);
    }
    out_ += "= assigned_column";
    if (!spreads) {
      out_ += '.';
      out_ += "xyzw"[i];
    }
    out_ += ";\n";
  }
  indent(level);
  out_ += "}\n";
}

bool StatementPrinter::loads_array(const DeclareBody& stmt) const {
  if (!stmt.initial) {
    return false;
  }
  const BodyExpr& value = expr(*stmt.initial);
  return value.op == Operation::Construct && value.type.is_array() && value.argument_count == 1 &&
         loads_stored(scope_.programs, value.type, expr(body_.argument(value, 0)).type);
}

// Declares a local with the loaded value of a host array: as a list of elements if there are few,
// else with a loop.
void StatementPrinter::declare_loaded(BodyStmtId id, const DeclareBody& stmt, int level) {
  constexpr std::uint32_t longest_list = 4;
  const BodyExpr& value = expr(*stmt.initial);
  const DataType stored = expr(body_.argument(value, 0)).type;
  const DataTypeTable& types = scope_.programs.types;
  const ArrayType& array = types.array(value.type);
  std::string source;
  std::swap(source, out_);
  expressions_.print(body_.argument(value, 0), Precedence::Postfix);
  std::swap(source, out_);
  add_loaders(helpers_, value.type, scope_.programs);
  indent(level);
  append_declaration(out_, scope_.programs, value.type, local_names_[stmt.local], scope_.dialect);
  if (array.size > longest_list || array.element.is_array()) {
    out_ += ';';
    end_line(id, level);
    append_load(out_, scope_.programs, value.type, stored, local_names_[stmt.local], source, level,
                scope_.dialect);
    return;
  }
  const bool is_glsl = scope_.dialect == Dialect::Glsl;
  out_ += " = ";
  if (is_glsl) {
    std::string constructor;
    append_declaration(constructor, scope_.programs, value.type, "", scope_.dialect);
    constructor.erase(constructor.find(' '), 1);
    out_ += constructor;
  }
  out_ += is_glsl ? "(" : "{ ";
  for (std::uint32_t i = 0; i < array.size; ++i) {
    out_ += i == 0 ? "" : ", ";
    out_ += loaded_text(scope_.programs, array.element, types.array(stored).element,
                        source + "[" + std::to_string(i) + "]", scope_.dialect);
  }
  out_ += is_glsl ? ");" : " };";
  end_line(id, level);
}

// Long arrays of zeros are filled by a loop.
bool StatementPrinter::needs_loop(const DeclareBody& stmt) const {
  constexpr std::uint32_t longest_list = 4;
  return stmt.initial && expr(*stmt.initial).op == Operation::Construct &&
         expr(*stmt.initial).argument_count == 0 && expr(*stmt.initial).type.is_array() &&
         scope_.programs.types.array(expr(*stmt.initial).type).size > longest_list &&
         scope_.programs.types.array(expr(*stmt.initial).type).element.is_plain();
}

void StatementPrinter::declare_by_loop(BodyStmtId id, const DeclareBody& stmt, int level) {
  const ArrayType& array = scope_.programs.types.array(body_.locals[stmt.local].type);
  const std::string& name = local_names_[stmt.local];
  indent(level);
  append_declaration(out_, scope_.programs, body_.locals[stmt.local].type, name, scope_.dialect);
  out_ += ';';
  end_line(id, level);
  indent(level);
  out_ += "for (int zeroed_element = 0; zeroed_element < " + std::to_string(array.size) +
          "; ++zeroed_element) {\n";
  indent(level + 1);
  out_ += name + "[zeroed_element] = ";
  expressions_.print_zero(array.element);
  out_ += ";\n";
  indent(level);
  out_ += "}\n";
}

}  // namespace weft
