#include "codegen/cpp_printer.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/cpp_expressions.h"
#include "codegen/doc_comment.h"
#include "codegen/out_parameters.h"
#include "support/check.h"

namespace weft {
namespace {

/// Per expression of a body: whether a statement needs it. A copied body holds others too, such as
/// the ports of functions that are called.
std::vector<bool> find_needed(const Body& body) {
  std::vector<bool> needed(body.exprs.size(), false);
  const auto need = [&needed](const std::optional<BodyExprId>& id) {
    if (id) {
      needed[id->index()] = true;
    }
  };
  for (const BodyStmt& stmt : body.stmts) {
    if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      need(branch->condition);
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      need(loop->condition);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      need(repeat->condition);
    } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      need(result->value);
    } else if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      need(declare->initial);
    } else if (const auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      need(assign->target);
      need(assign->value);
    }
  }
  for (std::size_t i = needed.size(); i-- > 0;) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    for (std::uint32_t j = 0; needed[i] && j < expr.argument_count; ++j) {
      needed[body.argument(expr, j).index()] = true;
    }
  }
  return needed;
}

/// How often each local and each parameter of a body is read.
struct Reads {
  std::vector<std::uint32_t> locals;
  std::vector<std::uint32_t> parameters;
};

Reads count_reads(const Body& body, std::size_t parameters) {
  Reads reads{std::vector<std::uint32_t>(body.locals.size(), 0),
              std::vector<std::uint32_t>(parameters, 0)};
  const std::vector<bool> needed = find_needed(body);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (needed[i] && expr.op == Operation::Local) {
      ++reads.locals[expr.payload];
    } else if (needed[i] && expr.op == Operation::Port) {
      ++reads.parameters[expr.payload];
    }
  }
  // A target is written, not read.
  for (const BodyStmt& stmt : body.stmts) {
    const auto* assign = std::get_if<AssignBody>(&stmt.kind);
    if (assign == nullptr || assign->op || assign->target == assign->value) {
      continue;
    }
    BodyExprId target = assign->target;
    while (body.exprs[target].argument_count != 0) {
      target = body.argument(body.exprs[target], 0);
    }
    if (body.exprs[target].op == Operation::Local) {
      --reads.locals[body.exprs[target].payload];
    }
  }
  return reads;
}

/// Prints the statements of one body, four blanks per level.
class Statements {
 public:
  Statements(const CppScope& scope, const Program& program, const Body& body,
             const std::vector<FunctionParameter>& parameters,
             const std::vector<std::string>& local_names, const std::vector<bool>& takes_inputs,
             const Reads& reads, std::string& out)
      : scope_(scope),
        body_(body),
        local_names_(local_names),
        reads_(reads),
        out_(out),
        expressions_(scope, program, body, parameters, local_names, takes_inputs) {}

  void print_all() {
    if (body_.root) {
      for (const BodyStmtId stmt : std::get<BlockBody>(body_.stmts[*body_.root].kind).statements) {
        print(stmt, 1);
      }
    }
  }

 private:
  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }
  void indent(int level) { out_.append(static_cast<std::size_t>(level) * 4, ' '); }

  // Recurses on nested statements, which the parser limits.
  void print(BodyStmtId id, int level) {
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
      print_block(loop->body, level);
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
    }
    out_ += '\n';
  }

  void print_block(BodyStmtId id, int level) {
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

  // A chain of `else if` is as long as the user likes.
  void print_branches(const IfBody& first, int level) {
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
  std::string simple(BodyStmtId id) {
    const BodyStmt& stmt = body_.stmts[id];
    if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      const DataType type = body_.locals[declare->local].type;
      const std::string unused = reads_.locals[declare->local] == 0 ? "[[maybe_unused]] " : "";
      const std::string head = unused + cpp_type(scope_.programs, scope_.types, type) + " " +
                               local_names_[declare->local];
      return declare->initial ? head + " = " + expressions_.text(*declare->initial) : head + "{}";
    }
    const auto& assign = std::get<AssignBody>(stmt.kind);
    if (assign.target == assign.value) {  // a call for its out arguments
      return expressions_.text(assign.value);
    }
    return assignment(assign);
  }

  std::string assignment(const AssignBody& assign) {
    const BodyExpr& target = expr(assign.target);
    std::string value = expressions_.text(assign.value);
    if (target.op == Operation::Symbol) {
      return fmt::format("store({}, {})", expressions_.text(assign.target), value);
    }
    if (assign.op) {
      value = combined(*assign.op, assign, target.type);
    }
    if (target.op == Operation::Swizzle && swizzle_count(target.payload) > 1) {
      return swizzled_assignment(target, value, expr(assign.value).type.is_scalar() && !assign.op);
    }
    const bool spreads = target.type.is_vector() && expr(assign.value).type.is_scalar() &&
                         !assign.op;
    return fmt::format("{} = {}", expressions_.text(assign.target),
                       spreads ? cpp_type(scope_.programs, scope_.types, target.type) + "(" +
                                     value + ")"
                               : value);
  }

  /// `a += b` as `a + b`, with the meaning that the operator has for the type.
  std::string combined(Operation op, const AssignBody& assign, DataType type) {
    const std::string left = expressions_.text(assign.target, CppText::Form::Postfix);
    const std::string right = expressions_.text(assign.value, CppText::Form::Postfix);
    const CppOperator made = cpp_operator(op, type);
    return made.form ? fmt::format("{} {} {}", left, made.text, right)
                     : fmt::format("{}({}, {})", made.text, left, right);
  }

  /// `v.xy = value`, component by component.
  std::string swizzled_assignment(const BodyExpr& target, const std::string& value, bool spreads) {
    const std::string object = expressions_.text(body_.argument(target, 0), CppText::Form::Postfix);
    std::string text = "{ const auto assigned = " + value + ";";
    for (int i = 0; i < swizzle_count(target.payload); ++i) {
      text += fmt::format(" {}[{}] = assigned{};", object, swizzle_component(target.payload, i),
                          spreads ? std::string() : fmt::format("[{}]", i));
    }
    return text + " }";
  }

  const CppScope& scope_;
  const Body& body_;
  const std::vector<std::string>& local_names_;
  const Reads& reads_;
  std::string& out_;
  CppExpressions expressions_;
};

/// Per function: whether it reads inputs, itself or in what it calls.
std::vector<bool> find_takes_inputs(const Program& program) {
  std::vector<bool> takes;
  for (const Function& function : program.functions) {
    const std::vector<bool> needed = find_needed(function.body);
    bool takes_inputs = false;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      const BodyExpr& expr = function.body.exprs[BodyExprId(i)];
      const bool is_input = expr.op == Operation::Symbol &&
                            program.symbols[expr.payload].kind == SymbolKind::HostInput;
      const bool hands_on = expr.op == Operation::Call && takes[expr.payload];
      takes_inputs = takes_inputs || (needed[i] && (is_input || hands_on));
    }
    takes.push_back(takes_inputs);
  }
  return takes;
}

std::string function_text(const CppScope& scope, const Program& program, std::size_t index,
                          const std::vector<bool>& takes_inputs) {
  const Function& function = program.functions[index];
  const Reads reads = count_reads(function.body, function.parameters.size());
  std::string out = "\n";
  append_doc_comment(out, function.doc);
  out += "inline " + cpp_type(scope.programs, scope.types, function.result) + " " + function.name +
         "(";
  out += takes_inputs[index] ? "const UniformInputs& in" : "";
  bool is_first = !takes_inputs[index];
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const DataType type = function.parameters[i].type;
    const std::string name = cpp_type(scope.programs, scope.types, type);
    out += is_first ? "" : ", ";
    out += reads.parameters[i] == 0 ? "[[maybe_unused]] " : "";
    out += type.is_scalar() ? name + " " : "const " + name + "& ";
    out += function.parameters[i].name;
    is_first = false;
  }
  for (const std::uint32_t local : out_parameters(function)) {
    out += is_first ? "" : ", ";
    out += cpp_type(scope.programs, scope.types, function.body.locals[local].type) + "& " +
           function.local_names[local];
    is_first = false;
  }
  out += ")\n{\n";
  Statements(scope, program, function.body, function.parameters, function.local_names, takes_inputs,
             reads, out)
      .print_all();
  out += "}\n";
  return out;
}

}  // namespace

CppProgram print_cpp(const CppScope& scope, const HostFunction& function) {
  const Program& program = function.program;
  const std::vector<bool> takes_inputs = find_takes_inputs(program);
  CppProgram printed;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    printed.functions += function_text(scope, program, i, takes_inputs);
  }
  const std::vector<FunctionParameter> no_parameters;
  const Reads reads = count_reads(program.main, 0);
  Statements(scope, program, program.main, no_parameters, program.local_names, takes_inputs, reads,
             printed.body)
      .print_all();
  return printed;
}

}  // namespace weft
