#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/cpp_printer.h"
#include "codegen/program.h"

namespace weft {

/// An expression as text, and how tightly its outermost operator binds.
struct CppText {
  enum class Form : std::uint8_t { Choice, Logic, Comparison, Sum, Product, Prefix, Postfix };
  std::string text;
  Form form = Form::Postfix;
};

/// How an operator between two values is written: between them, or as a function of both.
struct CppOperator {
  std::string_view text;               ///< `+` or `add`
  std::optional<CppText::Form> form;  ///< of the first
};
/// `type` is what it makes. Integers wrap, which C++'s own do not: theirs are functions.
CppOperator cpp_operator(Operation op, DataType type);

/// Prints the expressions of one body. Operands stand before what uses them, so texts are made from
/// the first expression on, however deep they nest. All references must outlive the object.
class CppExpressions {
 public:
  /// `takes_inputs`: per function of the program, whether it is handed the inputs.
  CppExpressions(const CppScope& scope, const Program& program, const Body& body,
                 const std::vector<FunctionParameter>& parameters,
                 const std::vector<std::string>& local_names, const std::vector<bool>& takes_inputs)
      : scope_(scope),
        program_(program),
        body_(body),
        parameters_(parameters),
        local_names_(local_names),
        takes_inputs_(takes_inputs),
        is_wanted_(body.exprs.size(), false),
        texts_(body.exprs.size()) {}

  std::string text(BodyExprId root) { return built(root).text; }
  /// As an operand of something that binds at least so tightly.
  std::string text(BodyExprId root, CppText::Form at_least) {
    return wrapped(built(root), at_least);
  }

 private:
  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }
  DataType argument_type(const BodyExpr& from, std::uint32_t i) const {
    return expr(body_.argument(from, i)).type;
  }
  std::string type_name(DataType type) const {
    return cpp_type(scope_.programs, scope_.types, type);
  }
  static std::string wrapped(const CppText& text, CppText::Form at_least) {
    return text.form < at_least ? "(" + text.text + ")" : text.text;
  }

  CppText built(BodyExprId root);
  std::string argument(const BodyExpr& from, std::uint32_t i,
                       CppText::Form at_least = CppText::Form::Choice) const;
  std::string arguments(const BodyExpr& from) const;
  CppText call(std::string_view name, const BodyExpr& from) const;
  CppText infix(const BodyExpr& from, std::string_view mark, CppText::Form form) const;
  CppText made(const BodyExpr& from) const;
  std::string symbol(const Symbol& symbol) const;
  CppText swizzle(const BodyExpr& from) const;
  CppText construct(const BodyExpr& from) const;
  CppText operation(const BodyExpr& from) const;
  CppText intrinsic(const BodyExpr& from) const;

  const CppScope& scope_;
  const Program& program_;
  const Body& body_;
  const std::vector<FunctionParameter>& parameters_;
  const std::vector<std::string>& local_names_;
  const std::vector<bool>& takes_inputs_;
  std::vector<bool> is_wanted_;  // per expression; all false between texts
  std::vector<CppText> texts_;   // per expression; those that are at hand
};

}  // namespace weft
