#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/print/target_language.h"

namespace weft {

/// The context for printing the bodies of one raised program.
struct PrintScope {
  const Programs& programs;
  const Program& program;
  const Spelling& spelling;
  const std::vector<std::string>& symbols;  ///< per Program::symbols: its text
  const Spelling* float16 = nullptr;        ///< of medium precision, if its locals are float16
};

/// Operator precedence, C's in every language. Greater binds tighter.
enum class Precedence : std::uint8_t {
  Lowest,
  Choice,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Comparison,
  Shift,
  Sum,
  Product,
  Prefix,
  Postfix
};

/// Prints the expressions of one raised body with the fewest parentheses that precedence allows.
/// Each operand is printed with the least precedence its position accepts and adds parentheses only
/// if it binds less tightly.
///
/// Left-nested chains (`a + b + …`, `a.b.c…`) are printed iteratively, since their length is
/// unbounded. Recursion follows only nesting that the parser bounds or that the lowering keeps
/// shallow.
class ExpressionPrinter {
 public:
  /// Appends text to `out`.
  ExpressionPrinter(const PrintScope& scope, const Body& body,
                    const std::vector<FunctionParameter>& parameters,
                    const std::vector<std::string>& local_names, std::string& out)
      : scope_(scope), body_(body), parameters_(parameters), local_names_(local_names), out_(out) {}

  void print(BodyExprId id, Precedence at_least = Precedence::Lowest);

  /// The infix mark, `+`, `*`, …, also used in compound assignments.
  static std::string_view infix(Operation op);

 private:
  /// A step of a chain: an operator or suffix printed after its left operand.
  struct Step {
    BodyExprId id;
    Precedence precedence;
    bool closes = false;
  };

  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }
  BodyExprId argument(const BodyExpr& from, std::uint32_t i) const {
    return body_.argument(from, i);
  }
  DataType argument_type(const BodyExpr& from, std::uint32_t i) const {
    return expr(argument(from, i)).type;
  }
  const IntrinsicSpelling* spelling_of(const BodyExpr& from) const;
  std::string_view function_of(const BodyExpr& from) const;

  std::optional<Precedence> infix_precedence(const BodyExpr& from) const;
  std::optional<Precedence> chain_precedence(const BodyExpr& from) const;
  void print_right(const BodyExpr& from, Precedence precedence);
  void print_suffix(const BodyExpr& from);
  bool is_of_shared_slot(const BodyExpr& read) const;
  void print_other(const BodyExpr& from, Precedence at_least);

  void literal(const BodyExpr& from, Precedence at_least);
  void prefix(std::string_view mark, const BodyExpr& from, Precedence at_least);
  void choice(const BodyExpr& from, Precedence at_least);
  void construct(const BodyExpr& from, Precedence at_least);
  void intrinsic(const BodyExpr& from);
  void call(std::string_view name, const BodyExpr& from);
  void in_parentheses(const BodyExpr& from, std::uint32_t first);
  void arguments_of(const BodyExpr& from, std::uint32_t first);
  void arguments_of(const BodyExpr& from, std::uint32_t first, std::uint32_t end);

  const PrintScope& scope_;
  const Body& body_;
  const std::vector<FunctionParameter>& parameters_;
  const std::vector<std::string>& local_names_;
  std::string& out_;
  std::vector<Step> steps_;  // of the chains being printed, inner ones last
};

}  // namespace weft
