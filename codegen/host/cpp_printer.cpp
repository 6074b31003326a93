#include "codegen/host/cpp_printer.h"

#include <fmt/format.h>

#include "codegen/host/cpp_expressions.h"
#include "codegen/host/host_statements.h"
#include "codegen/ir/body_reads.h"
#include "codegen/ir/doc_comment.h"
#include "codegen/ir/out_parameters.h"

namespace weft {
namespace {

/// Prints the statements of one body.
class CppStatements : public HostStatements {
 public:
  CppStatements(const HostScope& scope, const Body& body,
                const std::vector<std::string>& local_names, const BodyReads& reads,
                CppExpressions& expressions, std::string& out)
      : HostStatements(body, expressions, out),
        scope_(scope),
        local_names_(local_names),
        reads_(reads) {}

 private:
  std::string declaration(const DeclareBody& declare) override {
    const DataType type = body_.locals[declare.local].type;
    const std::string unused = reads_.locals[declare.local] == 0 ? "[[maybe_unused]] " : "";
    const std::string head =
        unused + cpp_type(scope_.programs, scope_.types, type) + " " + local_names_[declare.local];
    return declare.initial ? head + " = " + expressions_.text(*declare.initial) : head + "{}";
  }

  std::string use_of(const DeclareBody&) const override { return {}; }

  std::string assignment(const AssignBody& assign) override {
    const BodyExpr& target = expr(assign.target);
    std::string value = expressions_.text(assign.value);
    if (target.op == Operation::Symbol) {
      return fmt::format("store({}, {})", expressions_.text(assign.target), value);
    }
    if (assign.op) {
      value = combined(*assign.op, assign, target.type);
    }
    if (target.op == Operation::Swizzle && swizzle_count(target.payload) > 1) {
      return swizzled_assignment(target, value);
    }
    const bool spreads =
        target.type.is_vector() && expr(assign.value).type.is_scalar() && !assign.op;
    return fmt::format(
        "{} = {}", expressions_.text(assign.target),
        spreads ? cpp_type(scope_.programs, scope_.types, target.type) + "(" + value + ")" : value);
  }

  /// `a += b` as `a + b`, with the operator's meaning for the type.
  std::string combined(Operation op, const AssignBody& assign, DataType type) {
    const std::string left = expressions_.text(assign.target, HostText::Form::Postfix);
    const std::string right = expressions_.text(assign.value, HostText::Form::Postfix);
    const CppOperator made = cpp_operator(op, type);
    return made.form ? fmt::format("{} {} {}", left, made.text, right)
                     : fmt::format("{}({}, {})", made.text, left, right);
  }

  /// `v.xy = value`, written as an assignment to all of `v`, since in a loop head an assignment
  /// must be one expression.
  std::string swizzled_assignment(const BodyExpr& target, const std::string& value) {
    const std::string object =
        expressions_.text(body_.argument(target, 0), HostText::Form::Postfix);
    std::string components;
    for (int i = 0; i < swizzle_count(target.payload); ++i) {
      components += (i == 0 ? "" : ", ") + std::to_string(swizzle_component(target.payload, i));
    }
    return fmt::format("{0} = replaced<{1}>({0}, {2})", object, components, value);
  }

  const HostScope& scope_;
  const std::vector<std::string>& local_names_;
  const BodyReads& reads_;
};

std::string function_text(const HostScope& scope, const Program& program, std::size_t index,
                          const std::vector<bool>& takes_inputs) {
  const Function& function = program.functions[index];
  const BodyReads reads = count_reads(function.body, function.parameters.size());
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
  CppExpressions expressions(scope, program, function.body, function.parameters,
                             function.local_names, takes_inputs);
  CppStatements(scope, function.body, function.local_names, reads, expressions, out).print_all();
  out += "}\n";
  return out;
}

}  // namespace

CppProgram print_cpp(const HostScope& scope, const HostFunction& function) {
  const Program& program = function.program;
  const std::vector<bool> takes_inputs = functions_that_read_inputs(program);
  CppProgram printed;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    printed.functions += function_text(scope, program, i, takes_inputs);
  }
  const std::vector<FunctionParameter> no_parameters;
  const BodyReads reads = count_reads(program.main, 0);
  CppExpressions expressions(scope, program, program.main, no_parameters, program.local_names,
                             takes_inputs);
  CppStatements(scope, program.main, program.local_names, reads, expressions, printed.body)
      .print_all();
  return printed;
}

}  // namespace weft
