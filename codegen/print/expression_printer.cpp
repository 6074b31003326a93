#include "codegen/print/expression_printer.h"

#include "codegen/print/number_text.h"
#include "support/check.h"

namespace weft {
namespace {

Precedence tighter(Precedence precedence) {
  return static_cast<Precedence>(static_cast<int>(precedence) + 1);
}

bool is_bool_based(DataType type) {
  return type.is_scalar_or_vector() && type.scalar_kind() == Scalar::Bool;
}

std::optional<Precedence> infix_precedence(Operation op) {
  switch (op) {
    case Operation::Or:
      return Precedence::Or;
    case Operation::And:
      return Precedence::And;
    case Operation::BitOr:
      return Precedence::BitOr;
    case Operation::BitXor:
      return Precedence::BitXor;
    case Operation::BitAnd:
      return Precedence::BitAnd;
    case Operation::Equal:
    case Operation::NotEqual:
      return Precedence::Equality;
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
      return Precedence::Comparison;
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
      return Precedence::Shift;
    case Operation::Add:
    case Operation::Subtract:
      return Precedence::Sum;
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
    case Operation::MatrixProduct:
      return Precedence::Product;
    default:  // the others are not infix operators
      return std::nullopt;
  }
}

}  // namespace

std::string_view ExpressionPrinter::infix(Operation op) {
  switch (op) {
    case Operation::Or:
      return "||";
    case Operation::And:
      return "&&";
    case Operation::BitOr:
      return "|";
    case Operation::BitXor:
      return "^";
    case Operation::BitAnd:
      return "&";
    case Operation::Equal:
      return "==";
    case Operation::NotEqual:
      return "!=";
    case Operation::Less:
      return "<";
    case Operation::LessEqual:
      return "<=";
    case Operation::Greater:
      return ">";
    case Operation::GreaterEqual:
      return ">=";
    case Operation::ShiftLeft:
      return "<<";
    case Operation::ShiftRight:
      return ">>";
    case Operation::Add:
      return "+";
    case Operation::Subtract:
      return "-";
    case Operation::Multiply:
    case Operation::MatrixProduct:
      return "*";
    case Operation::Divide:
      return "/";
    case Operation::Remainder:
      return "%";
    default:  // the others are not infix operators
      return "";
  }
}

// Whether this language writes the operation with an infix operator.
bool ExpressionPrinter::is_infix(const BodyExpr& from) const {
  if (from.argument_count != 2 || !infix_precedence(from.op)) {
    return false;
  }
  const DataType left = argument_type(from, 0);
  const BodyExpr& right = expr(argument(from, 1));
  switch (from.op) {
    case Operation::Multiply:
      return !(is_glsl() && left.is_matrix() && right.type.is_matrix());
    case Operation::MatrixProduct:
      return is_glsl();
    case Operation::Divide:
      return !from.type.is_integral() ||
             (right.op == Operation::Literal && right.payload != 0 && right.payload != ~0U);
    case Operation::Remainder:
      return from.type.scalar_kind() == Scalar::Uint && right.op == Operation::Literal &&
             right.payload != 0;
    case Operation::BitAnd:
    case Operation::BitXor:
    case Operation::BitOr:
      return !is_bool_based(from.type);
    case Operation::Equal:
    case Operation::NotEqual:
      return is_glsl() ? !compares_constant_vectors(from) : left.is_scalar();
    default:  // the same in both languages for all types
      return true;
  }
}

// Works around a bug in glslang, which folds `(ivec2(1) == ivec2(1)) == true` to false. It folds
// function calls correctly.
bool ExpressionPrinter::compares_constant_vectors(const BodyExpr& from) const {
  std::vector<BodyExprId> open = {argument(from, 0), argument(from, 1)};
  if (!expr(open[0]).type.is_vector()) {
    return false;
  }
  while (!open.empty()) {
    const BodyExpr& next = expr(open.back());
    open.pop_back();
    if (next.op == Operation::Local || next.op == Operation::Port || next.op == Operation::Symbol ||
        next.op == Operation::Call) {
      return false;
    }
    for (std::uint32_t i = 0; i < next.argument_count; ++i) {
      open.push_back(argument(next, i));
    }
  }
  return true;
}

// HLSL indexes rows first: row j of column i is m[j][i].
bool ExpressionPrinter::takes_matrix_element(const BodyExpr& from) const {
  if (is_glsl() || (from.op != Operation::Index && from.op != Operation::Swizzle) ||
      (from.op == Operation::Swizzle && swizzle_count(from.payload) != 1)) {
    return false;
  }
  const BodyExpr& column = expr(argument(from, 0));
  return column.op == Operation::Index && argument_type(column, 0).is_matrix();
}

bool ExpressionPrinter::is_suffix(const BodyExpr& from) const {
  switch (from.op) {
    case Operation::Member:
      return true;
    case Operation::Swizzle: {
      const BodyExpr& operand = expr(argument(from, 0));
      return operand.type.is_vector() ||
             (!is_glsl() && operand.op != Operation::Literal && from.type.is_vector());
    }
    case Operation::Index:
      return is_glsl() || takes_matrix_element(from) || !argument_type(from, 0).is_matrix();
    case Operation::Construct:
      return is_part_of_vector(from);
    default:  // the others are not suffixes
      return false;
  }
}

ExpressionPrinter::Form ExpressionPrinter::form_of(const BodyExpr& from) const {
  return is_suffix(from) ? Form::Suffix : is_infix(from) ? Form::Infix : Form::Other;
}

BodyExprId ExpressionPrinter::left_of(const BodyExpr& from) const {
  const BodyExprId left = argument(from, 0);
  return takes_matrix_element(from) ? argument(expr(left), 0) : left;
}

Precedence ExpressionPrinter::precedence_of(const BodyExpr& from) const {
  return is_suffix(from) ? Precedence::Postfix : *infix_precedence(from.op);
}

void ExpressionPrinter::print(BodyExprId id, Precedence at_least) {
  std::vector<Step> steps;
  Form form = form_of(expr(id));
  while (form != Form::Other) {
    const BodyExpr& from = expr(id);
    const Precedence precedence = precedence_of(from);
    const bool closes = precedence < at_least;
    if (closes) {
      out_ += '(';
    }
    steps.push_back({id, closes});
    id = left_of(from);
    at_least = precedence;
    form = form_of(expr(id));
  }
  print_other(expr(id), at_least);
  for (std::size_t i = steps.size(); i-- > 0;) {
    const BodyExpr& from = expr(steps[i].id);
    if (is_suffix(from)) {
      print_suffix(from);
    } else {
      print_right(from);
    }
    if (steps[i].closes) {
      out_ += ')';
    }
  }
}

void ExpressionPrinter::print_right(const BodyExpr& from) {
  out_ += ' ';
  out_ += infix(from.op);
  out_ += ' ';
  const BodyExprId right = argument(from, 1);
  const bool is_shift = from.op == Operation::ShiftLeft || from.op == Operation::ShiftRight;
  if (is_shift && !(expr(right).op == Operation::Literal && expr(right).payload < 32)) {
    // Only the low five bits count. Larger shifts are undefined in both languages.
    out_ += '(';
    print(right, tighter(Precedence::BitAnd));
    out_ += expr(right).type.scalar_kind() == Scalar::Uint ? " & 31u)" : " & 31)";
    return;
  }
  print(right, tighter(*infix_precedence(from.op)));
}

void ExpressionPrinter::swizzle_letters(std::uint32_t code) {
  for (int i = 0; i < swizzle_count(code); ++i) {
    out_ += "xyzw"[swizzle_component(code, i)];
  }
}

void ExpressionPrinter::print_suffix(const BodyExpr& from) {
  if (takes_matrix_element(from)) {
    out_ += '[';
    if (from.op == Operation::Swizzle) {
      out_ += "0123"[swizzle_component(from.payload, 0)];
    } else {
      print(argument(from, 1));
    }
    out_ += "][";
    print(argument(expr(argument(from, 0)), 1));
    out_ += ']';
    return;
  }
  switch (from.op) {
    case Operation::Member:
      out_ += '.';
      out_ += scope_.programs.member_names[argument_type(from, 0).index()][from.payload];
      return;
    case Operation::Swizzle:
      out_ += '.';
      swizzle_letters(from.payload);
      return;
    case Operation::Index:
      out_ += '[';
      print(argument(from, 1));
      out_ += ']';
      return;
    default: {  // Construct: a truncated vector or a splatted scalar
      const std::string_view letters = argument_type(from, 0).is_scalar() ? ".xxxx" : ".xyzw";
      out_ += letters.substr(0, static_cast<std::size_t>(from.type.rows()) + 1);
      return;
    }
  }
}

void ExpressionPrinter::print_other(const BodyExpr& from, Precedence at_least) {
  switch (from.op) {
    case Operation::Literal: {
      const bool wraps =
          is_negative_literal(from.type, from.payload) && at_least > Precedence::Prefix;
      out_ += wraps ? "(" : "";
      append_literal(out_, from.type, from.payload, scope_.dialect);
      out_ += wraps ? ")" : "";
      return;
    }
    case Operation::Local:
      out_ += local_names_[from.payload];
      return;
    case Operation::Port:
      out_ += parameters_[from.payload].name;
      return;
    case Operation::Symbol:
      out_ += scope_.symbols[from.payload];
      return;
    case Operation::Negate:
      prefix("-", from, at_least);
      return;
    case Operation::Not:
      if (is_glsl() && from.type.is_vector()) {
        call("not", from);
      } else {
        prefix("!", from, at_least);
      }
      return;
    case Operation::BitNot:
      prefix("~", from, at_least);
      return;
    case Operation::Select:
      choice(from, at_least);
      return;
    case Operation::Construct:
      construct(from, at_least);
      return;
    case Operation::Intrinsic:
      intrinsic(from, at_least);
      return;
    case Operation::Call:
      call(scope_.program.functions[from.payload].name, from);
      return;
    default:  // infix operators that this language writes otherwise
      operation(from);
      return;
  }
}

void ExpressionPrinter::prefix(std::string_view mark, const BodyExpr& from, Precedence at_least) {
  const bool wraps = at_least > Precedence::Prefix;
  out_ += wraps ? "(" : "";
  out_ += mark;
  const BodyExpr& operand = expr(argument(from, 0));
  const bool repeats =
      operand.op == from.op ||
      (operand.op == Operation::Literal && is_negative_literal(operand.type, operand.payload));
  print(argument(from, 0), repeats ? Precedence::Postfix : Precedence::Prefix);
  out_ += wraps ? ")" : "";
}

void ExpressionPrinter::choice(const BodyExpr& from, Precedence at_least) {
  if (from.type.is_struct() && !is_glsl()) {
    helper_call(Helper::ChooseStruct, from.type, "choose_struct", from);
    return;
  }
  const bool wraps = at_least > Precedence::Choice;
  out_ += wraps ? "(" : "";
  print(argument(from, 0), Precedence::Or);
  out_ += " ? ";
  print(argument(from, 1), Precedence::Choice);
  out_ += " : ";
  print(argument(from, 2), Precedence::Choice);
  out_ += wraps ? ")" : "";
}

void ExpressionPrinter::arguments_of(const BodyExpr& from, std::uint32_t first) {
  for (std::uint32_t i = first; i < from.argument_count; ++i) {
    out_ += i == first ? "" : ", ";
    print(argument(from, i));
  }
}

void ExpressionPrinter::call(std::string_view name, const BodyExpr& from) {
  out_ += name;
  out_ += '(';
  arguments_of(from, 0);
  out_ += ')';
}

void ExpressionPrinter::helper_call(Helper helper, DataType type, std::string_view name,
                                    const BodyExpr& from) {
  helpers_.push_back({helper, type, 0});
  call(name, from);
}

void ExpressionPrinter::operation(const BodyExpr& from) {
  switch (from.op) {
    case Operation::Multiply:
      call("matrixCompMult", from);
      return;
    case Operation::MatrixProduct:
      call("mul", from);
      return;
    case Operation::Divide:
      helper_call(Helper::DivideInt, from.type, "divide_int", from);
      return;
    case Operation::Remainder:
      helper_call(Helper::RemainderInt, from.type, "remainder_int", from);
      return;
    case Operation::BitAnd:
    case Operation::BitXor:
    case Operation::BitOr:
      bool_bits(from);
      return;
    case Operation::Equal:
    case Operation::NotEqual:
      equality(from);
      return;
    case Operation::Swizzle: {
      // A splatted scalar: `vec3(x)`, or `float3(1.0, 1.0, 1.0)` for literals in HLSL.
      out_ += type_name(from.type);
      out_ += '(';
      for (int i = 0; i < (is_glsl() ? 1 : from.type.rows()); ++i) {
        out_ += i == 0 ? "" : ", ";
        print(argument(from, 0));
      }
      out_ += ')';
      return;
    }
    case Operation::Index:
      matrix_column(from);
      return;
    default:  // unreachable for valid Programs
      WEFT_CHECK(false, "an operation that a Program cannot hold");
  }
}

// HLSL indexes rows, not columns.
void ExpressionPrinter::matrix_column(const BodyExpr& from) {
  out_ += "transpose(";
  print(argument(from, 0));
  out_ += ")[";
  print(argument(from, 1));
  out_ += ']';
}

// Neither language has bitwise operators on bools.
void ExpressionPrinter::bool_bits(const BodyExpr& from) {
  const DataType bits = DataType::vector(Scalar::Uint, from.type.rows());
  out_ += type_name(from.type);
  out_ += '(';
  for (std::uint32_t i = 0; i < 2; ++i) {
    if (i == 1) {
      out_ += ' ';
      out_ += infix(from.op);
      out_ += ' ';
    }
    out_ += type_name(bits);
    out_ += '(';
    print(argument(from, i));
    out_ += ')';
  }
  out_ += ')';
}

// HLSL compares componentwise, and only types that have components. GLSL gets here for constant
// vectors.
void ExpressionPrinter::equality(const BodyExpr& from) {
  const DataType type = argument_type(from, 0);
  const bool negated = from.op == Operation::NotEqual;
  if (is_glsl()) {
    out_ += negated ? "any(" : "all(";
    call(negated ? "notEqual" : "equal", from);
    out_ += ')';
    return;
  }
  if (type.is_vector()) {
    out_ += negated ? "any(" : "all(";
    print(argument(from, 0), Precedence::Equality);
    out_ += negated ? " != " : " == ";
    print(argument(from, 1), tighter(Precedence::Equality));
    out_ += ')';
    return;
  }
  add_equality(helpers_, type, scope_.programs.types);
  out_ += negated ? "!" : "";
  call("is_equal", from);
}

}  // namespace weft
