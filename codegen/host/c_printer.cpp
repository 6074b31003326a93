#include "codegen/host/c_printer.h"

#include <fmt/format.h>

#include "codegen/host/c_expressions.h"
#include "codegen/host/host_statements.h"
#include "codegen/ir/body_reads.h"
#include "codegen/ir/doc_comment.h"
#include "codegen/ir/out_parameters.h"

namespace weft {
namespace {

/// Prints the statements of one body.
class CStatements : public HostStatements {
 public:
  CStatements(const HostScope& scope, const Program& program, const Body& body,
              const CSpelling& spelling, const BodyReads& reads, CTypes& types,
              CExpressions& expressions, std::string& out)
      : HostStatements(body, expressions, out),
        scope_(scope),
        program_(program),
        spelling_(spelling),
        reads_(reads),
        types_(types),
        c_(expressions) {}

 private:
  std::string declaration(const DeclareBody& declare) override {
    const DataType type = body_.locals[declare.local].type;
    return fmt::format("{} {} = {}", types_.name(type), spelling_.locals[declare.local],
                       declare.initial ? initial_value(*declare.initial) : types_.zero(type));
  }

  /// Arrays are constructed only here, in initializers, so no function is needed for it.
  std::string initial_value(BodyExprId id) {
    const BodyExpr& from = expr(id);
    if (from.op != Operation::Construct || !from.type.is_array() || from.argument_count == 0 ||
        expr(body_.argument(from, 0)).type == from.type) {
      return c_.text(id);
    }
    std::string list;
    for (std::uint32_t i = 0; i < from.argument_count; ++i) {
      list += (i == 0 ? "" : ", ") + c_.text(body_.argument(from, i));
    }
    return "{{" + list + "}}";
  }

  std::string use_of(const DeclareBody& declare) const override {
    return reads_.locals[declare.local] == 0
               ? fmt::format("(void){};", spelling_.locals[declare.local])
               : std::string();
  }

  std::string assignment(const AssignBody& assign) override {
    const BodyExpr& target = expr(assign.target);
    const DataType value_type = expr(assign.value).type;
    HostText value = c_.built(assign.value);
    if (target.op == Operation::Symbol) {
      const Symbol& symbol = program_.symbols[target.payload];
      const Block& block = scope_.programs.interface.blocks[symbol.index];
      const BlockMember& member = block.members[symbol.member];
      return types_.store(c_.text(assign.target), member.stored, true, value.text, value_type);
    }
    value = assign.op ? c_.combined(*assign.op, target.type, c_.built(assign.target), target.type,
                                    value, value_type)
                      : c_.spread(value, value_type, target.type);
    if (target.op == Operation::Swizzle && swizzle_count(target.payload) > 1) {
      return swizzled_assignment(target, value.text);
    }
    return fmt::format("{} = {}", c_.text(assign.target), value.text);
  }

  /// `v.xy = value`, written as an assignment to all of `v`.
  std::string swizzled_assignment(const BodyExpr& target, const std::string& value) {
    const BodyExprId object = body_.argument(target, 0);
    std::string components;
    for (int i = 0; i < swizzle_count(target.payload); ++i) {
      components += ", " + std::to_string(swizzle_component(target.payload, i));
    }
    return fmt::format("{0} = {1}_with{2}({0}, {3}{4})", c_.text(object), c_stem(expr(object).type),
                       swizzle_count(target.payload), value, components);
  }

  const HostScope& scope_;
  const Program& program_;
  const CSpelling& spelling_;
  const BodyReads& reads_;
  CTypes& types_;
  CExpressions& c_;
};

class Printer {
 public:
  Printer(const HostScope& scope, const Program& program, const std::string& inputs, CTypes& types,
          CNames& names)
      : scope_(scope),
        program_(program),
        inputs_(inputs),
        types_(types),
        names_(names),
        takes_inputs_(functions_that_read_inputs(program)) {}

  CProgram run() {
    for (const Function& function : program_.functions) {
      functions_.push_back(names_.unique(function.name));
    }
    CProgram printed;
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      printed.functions += function_text(i);
    }
    const CSpelling spelling{{}, names_.inside(program_.local_names), functions_};
    if (!reads_inputs(program_.main, program_, takes_inputs_)) {
      printed.body += "    (void)in;\n";
    }
    print_body(program_.main, spelling, count_reads(program_.main, 0), printed.body);
    return printed;
  }

 private:
  void print_body(const Body& body, const CSpelling& spelling, const BodyReads& reads,
                  std::string& out) {
    CExpressions expressions(scope_, program_, body, spelling, takes_inputs_, types_);
    CStatements(scope_, program_, body, spelling, reads, types_, expressions, out).print_all();
  }

  std::string function_text(std::size_t index) {
    const Function& function = program_.functions[index];
    const BodyReads reads = count_reads(function.body, function.parameters.size());
    std::vector<std::string> given;
    for (const FunctionParameter& parameter : function.parameters) {
      given.push_back(parameter.name);
    }
    given.insert(given.end(), function.local_names.begin(), function.local_names.end());
    given = names_.inside(given);
    const auto middle = given.begin() + static_cast<std::ptrdiff_t>(function.parameters.size());
    CSpelling spelling{{given.begin(), middle}, {middle, given.end()}, functions_};

    std::string parameters = takes_inputs_[index] ? "const " + inputs_ + "* in" : "";
    std::string uses;
    const auto add = [&parameters](const std::string& parameter) {
      parameters += (parameters.empty() ? "" : ", ") + parameter;
    };
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      add(types_.name(function.parameters[i].type) + " " + spelling.parameters[i]);
      uses +=
          reads.parameters[i] == 0 ? fmt::format("    (void){};\n", spelling.parameters[i]) : "";
    }
    for (const std::uint32_t local : out_parameters(function)) {
      std::string& name = spelling.locals[local];
      add(types_.name(function.body.locals[local].type) + "* " + name);
      name = "(*" + name + ")";
    }
    std::string out = "\n";
    append_doc_comment(out, function.doc);
    out += fmt::format("WEFT_FUNCTION {} {}({})\n{{\n{}", types_.name(function.result),
                       functions_[index], parameters.empty() ? "void" : parameters, uses);
    print_body(function.body, spelling, reads, out);
    return out + "}\n";
  }

  const HostScope& scope_;
  const Program& program_;
  const std::string& inputs_;
  CTypes& types_;
  CNames& names_;
  std::vector<bool> takes_inputs_;
  std::vector<std::string> functions_;
};

}  // namespace

CProgram print_c(const HostScope& scope, const HostFunction& function, const std::string& inputs,
                 CTypes& types, CNames& names) {
  return Printer(scope, function.program, inputs, types, names).run();
}

}  // namespace weft
