#include "codegen/host/host_statements.h"

#include <fmt/format.h>

namespace weft {

void HostStatements::print_all() {
  if (body_.root) {
    for (const BodyStmtId stmt : std::get<BlockBody>(body_.stmts[*body_.root].kind).statements) {
      print(stmt, 1);
    }
  }
}

// Recurses on nested statements, whose depth the parser bounds.
void HostStatements::print(BodyStmtId id, int level) {
  const BodyStmt& stmt = body_.stmts[id];
  indent(level);
  if (std::holds_alternative<BlockBody>(stmt.kind)) {
    print_block(id, level);
  } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
    print_branches(*branch, level);
  } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
    const std::string initial = loop->initial ? simple(*loop->initial) : "";
    const std::string step = loop->step ? simple(*loop->step) : "";
    out_ += fmt::format("for ({}; {}; {}) ", initial, expressions_.text(loop->condition), step);
    print_block(loop->body, level, loop->initial ? use_after(*loop->initial) : "");
  } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
    out_ += fmt::format("while ({}) ", expressions_.text(repeat->condition));
    print_block(repeat->body, level);
  } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
    out_ += result->value ? fmt::format("return {};", expressions_.text(*result->value))
                          : std::string("return;");
  } else if (std::holds_alternative<BreakBody>(stmt.kind)) {
    out_ += "break;";
  } else if (std::holds_alternative<ContinueBody>(stmt.kind)) {
    out_ += "continue;";
  } else {
    out_ += simple(id) + ";";
    if (const std::string use = use_after(id); !use.empty()) {
      out_ += " " + use;
    }
  }
  out_ += '\n';
}

void HostStatements::print_block(BodyStmtId id, int level, const std::string& first) {
  out_ += "{\n";
  if (!first.empty()) {
    indent(level + 1);
    out_ += first + "\n";
  }
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
void HostStatements::print_branches(const IfBody& first, int level) {
  const IfBody* branch = &first;
  while (branch != nullptr) {
    out_ += fmt::format("if ({}) ", expressions_.text(branch->condition));
    print_block(branch->then_branch, level);
    const IfBody* next = nullptr;
    if (branch->else_branch) {
      out_ += " else ";
      next = std::get_if<IfBody>(&body_.stmts[*branch->else_branch].kind);
      if (next == nullptr) {
        print_block(*branch->else_branch, level);
      }
    }
    branch = next;
  }
}

/// A declaration or an assignment, without `;`.
std::string HostStatements::simple(BodyStmtId id) {
  const BodyStmt& stmt = body_.stmts[id];
  if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
    return declaration(*declare);
  }
  const auto& assign = std::get<AssignBody>(stmt.kind);
  // Target and value are the same for a call with out arguments.
  return assign.target == assign.value ? expressions_.text(assign.value) : assignment(assign);
}

std::string HostStatements::use_after(BodyStmtId id) const {
  const auto* declare = std::get_if<DeclareBody>(&body_.stmts[id].kind);
  return declare != nullptr ? use_of(*declare) : std::string();
}

}  // namespace weft
