#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/host/host_program.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/program.h"

namespace weft {

/// The context of generated host code, apart from its functions.
struct HostScope {
  const Programs& programs;    ///< of the shaders; their struct names are used
  const DataTypeTable& types;  ///< HostProgram::types
  const std::vector<HostInput>& inputs;
  const HostMemberNames& members;
};

/// The text of an expression and the precedence of its outermost operator.
struct HostText {
  enum class Form : std::uint8_t { Choice, Logic, Comparison, Sum, Product, Prefix, Postfix };
  std::string text;
  Form form = Form::Postfix;

  /// The text as an operand of an operator that binds at least as tightly as `at_least`.
  std::string within(Form at_least) const { return form < at_least ? "(" + text + ")" : text; }
};

/// `a + b`. Chains of sums and products stay without parentheses; all other nesting is
/// parenthesized, as compiler warnings suggest.
HostText infix(const HostText& left, std::string_view mark, const HostText& right,
               HostText::Form form);

/// The infix operator between two values of a scalar type, if C and C++ have one with Weft's
/// meaning. Empty for int arithmetic, which wraps in Weft and is undefined on overflow in C and
/// C++.
struct HostOperator {
  std::string_view mark;
  HostText::Form form = HostText::Form::Postfix;
};
HostOperator host_operator(Operation op, DataType type);

/// A literal of a scalar type: `0.5f`, `3u`. NaN and infinities are written as a call of `of_bits`.
std::string host_literal(DataType type, std::uint32_t bits, std::string_view of_bits);

/// Prints the expressions of one body in the language of a derived class. Expressions are in
/// postorder, so one loop builds the texts bottom-up without recursion, however deep they nest. All
/// references must outlive the object.
class HostExpressions {
 public:
  HostExpressions(const HostScope& scope, const Program& program, const Body& body,
                  const std::vector<bool>& takes_inputs)
      : scope_(scope),
        program_(program),
        body_(body),
        takes_inputs_(takes_inputs),
        is_wanted_(body.exprs.size(), false),
        texts_(body.exprs.size()) {}
  virtual ~HostExpressions() = default;

  HostText built(BodyExprId root);
  std::string text(BodyExprId root) { return built(root).text; }
  std::string text(BodyExprId root, HostText::Form at_least) {
    return built(root).within(at_least);
  }

 protected:
  /// The text of an expression whose operands are already printed.
  virtual HostText made(const BodyExpr& from) const = 0;

  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }
  DataType argument_type(const BodyExpr& from, std::uint32_t i) const {
    return expr(body_.argument(from, i)).type;
  }
  const HostText& argument_text(const BodyExpr& from, std::uint32_t i) const {
    return texts_[body_.argument(from, i).index()];
  }
  std::string argument(const BodyExpr& from, std::uint32_t i,
                       HostText::Form at_least = HostText::Form::Choice) const {
    return argument_text(from, i).within(at_least);
  }
  /// `in, a, b`: the call's arguments, preceded by the inputs if the callee takes them.
  std::string call_arguments(const BodyExpr& call, const std::string& arguments) const;
  std::string arguments(const BodyExpr& from) const;
  HostText choice(const BodyExpr& from) const;

  const HostScope& scope_;
  const Program& program_;
  const Body& body_;
  const std::vector<bool>& takes_inputs_;

 private:
  std::vector<bool> is_wanted_;  // per expression; all false between calls of built()
  std::vector<HostText> texts_;  // per expression; those built so far
};

}  // namespace weft
