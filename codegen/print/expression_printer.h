#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/print/helper_functions.h"
#include "codegen/print/type_spelling.h"
#include "fragments/model/intrinsics.h"

namespace weft {

/// The context for printing the bodies of one program.
struct PrintScope {
  const Programs& programs;
  const Program& program;
  Dialect dialect;
  const std::vector<std::string>& symbols;  ///< per Program::symbols: its text
};

/// Operator precedence, the same in GLSL and HLSL. Greater binds tighter.
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

/// Prints the expressions of one body with the fewest parentheses that precedence allows. Each
/// operand is printed with the least precedence its position accepts and adds parentheses only if
/// it binds less tightly.
///
/// Left-nested chains (`a + b + …`, `a.b.c…`) are printed iteratively, since their length is
/// unbounded. Recursion follows only nesting that the parser bounds or that the lowering keeps
/// shallow.
class ExpressionPrinter {
 public:
  /// Appends text to `out`, and the helper functions that the text calls to `helpers`.
  ExpressionPrinter(const PrintScope& scope, const Body& body,
                    const std::vector<FunctionParameter>& parameters,
                    const std::vector<std::string>& local_names, std::vector<HelperUse>& helpers,
                    std::string& out)
      : scope_(scope),
        body_(body),
        parameters_(parameters),
        local_names_(local_names),
        helpers_(helpers),
        out_(out) {}

  void print(BodyExprId id, Precedence at_least = Precedence::Lowest);

  /// Prints the initializer of a declaration, the only place where HLSL accepts brace lists for
  /// arrays and structs.
  void print_initial(BodyExprId id);

  void print_zero(DataType type) { zero(type); }

  /// The infix mark, `+`, `*`, …, also used in compound assignments.
  static std::string_view infix(Operation op);

 private:
  /// A step of a chain: an operator or suffix printed after its left operand.
  struct Step {
    BodyExprId id;
    bool closes = false;
  };
  enum class Form : std::uint8_t { Infix, Suffix, Other };

  bool is_glsl() const { return scope_.dialect == Dialect::Glsl; }
  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }
  BodyExprId argument(const BodyExpr& from, std::uint32_t i) const {
    return body_.argument(from, i);
  }
  DataType argument_type(const BodyExpr& from, std::uint32_t i) const {
    return expr(argument(from, i)).type;
  }
  std::string_view type_name(DataType type) const { return spelled(type, scope_.dialect); }

  Form form_of(const BodyExpr& from) const;
  bool is_infix(const BodyExpr& from) const;
  bool compares_constant_vectors(const BodyExpr& from) const;
  bool is_suffix(const BodyExpr& from) const;
  bool takes_matrix_element(const BodyExpr& from) const;
  BodyExprId left_of(const BodyExpr& from) const;
  Precedence precedence_of(const BodyExpr& from) const;
  void print_right(const BodyExpr& from);
  void print_suffix(const BodyExpr& from);
  void print_other(const BodyExpr& from, Precedence at_least);

  void prefix(std::string_view mark, const BodyExpr& from, Precedence at_least);
  void choice(const BodyExpr& from, Precedence at_least);
  void call(std::string_view name, const BodyExpr& from);
  void arguments_of(const BodyExpr& from, std::uint32_t first);
  void helper_call(Helper helper, DataType type, std::string_view name, const BodyExpr& from);
  void swizzle_letters(std::uint32_t code);
  void operation(const BodyExpr& from);
  void bool_bits(const BodyExpr& from);
  void equality(const BodyExpr& from);
  void matrix_column(const BodyExpr& from);

  // expression_constructors.cpp
  bool is_part_of_vector(const BodyExpr& from) const;
  void construct(const BodyExpr& from, Precedence at_least);
  void zero(DataType type);
  void construct_vector(const BodyExpr& from, Precedence at_least);
  void first_components(BodyExprId id, int count);
  void construct_matrix(const BodyExpr& from, Precedence at_least);
  void matrix_cells(const BodyExpr& from);
  void construct_array(const BodyExpr& from);

  // expression_intrinsics.cpp
  void intrinsic(const BodyExpr& from, Precedence at_least);
  bool scalar_geometry(const BodyExpr& from, Intrinsic which, Precedence at_least);
  bool texture_access(const BodyExpr& from, Intrinsic which);
  void glsl_texture(const BodyExpr& from, Intrinsic which);
  void hlsl_texture(const BodyExpr& from, Intrinsic which);
  void comparison(const BodyExpr& from, std::string_view mark, std::string_view function,
                  Precedence at_least);
  void infix_text(const BodyExpr& from, std::string_view mark, Precedence precedence,
                  Precedence at_least);
  void spreading(std::string_view name, const BodyExpr& from, std::uint32_t may_be_scalar);
  void clamp(const BodyExpr& from);
  BodyExprId without_spread(BodyExprId id) const;
  std::optional<std::vector<std::uint32_t>> literal_components(BodyExprId id) const;
  bool are_ordered_literals(BodyExprId low, BodyExprId high) const;

  const PrintScope& scope_;
  const Body& body_;
  const std::vector<FunctionParameter>& parameters_;
  const std::vector<std::string>& local_names_;
  std::vector<HelperUse>& helpers_;
  std::string& out_;
};

}  // namespace weft
