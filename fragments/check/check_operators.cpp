#include "fragments/check/check_operators.h"

#include <utility>

#include <fmt/format.h>

namespace weft {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

struct BinarySpelling {
  std::string_view text;
  Operation op;
};

BinarySpelling spelling_of(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::Multiply:
      return {"*", Operation::Multiply};
    case BinaryOperator::Divide:
      return {"/", Operation::Divide};
    case BinaryOperator::Remainder:
      return {"%", Operation::Remainder};
    case BinaryOperator::Add:
      return {"+", Operation::Add};
    case BinaryOperator::Subtract:
      return {"-", Operation::Subtract};
    case BinaryOperator::ShiftLeft:
      return {"<<", Operation::ShiftLeft};
    case BinaryOperator::ShiftRight:
      return {">>", Operation::ShiftRight};
    case BinaryOperator::Less:
      return {"<", Operation::Less};
    case BinaryOperator::LessEqual:
      return {"<=", Operation::LessEqual};
    case BinaryOperator::Greater:
      return {">", Operation::Greater};
    case BinaryOperator::GreaterEqual:
      return {">=", Operation::GreaterEqual};
    case BinaryOperator::Equal:
      return {"==", Operation::Equal};
    case BinaryOperator::NotEqual:
      return {"!=", Operation::NotEqual};
    case BinaryOperator::BitAnd:
      return {"&", Operation::BitAnd};
    case BinaryOperator::BitXor:
      return {"^", Operation::BitXor};
    case BinaryOperator::BitOr:
      return {"|", Operation::BitOr};
    case BinaryOperator::And:
      return {"&&", Operation::And};
    case BinaryOperator::Or:
      return {"||", Operation::Or};
  }
  return {};
}

bool is_number(DataType type) { return type.is_plain() && type.scalar_kind() != Scalar::Bool; }

bool holds_texture(const CheckContext& context, DataType type) {
  while (type.is_array()) {
    type = context.library.data_types.array(type).element;
  }
  return type.is_texture() || type.kind() == DataKind::Sampler;
}

struct Operands {
  CheckedValue left;
  CheckedValue right;
  BinarySpelling op;
  Span span;
};

CheckedValue refuse(CheckContext& context, const Operands& it, std::string_view wants,
                    std::string hint = {}) {
  return context.fail(
      Code::TypeMismatch, it.span,
      fmt::format("'{}' takes {}, not {} and {}", it.op.text, wants,
                  context.type_name(it.left.type), context.type_name(it.right.type)),
      std::move(hint));
}

/// For operands of different kinds: suggests how to convert the one that is not float (or not
/// unsigned) to the other's kind.
std::string kind_hint(const CheckContext& context, const Operands& it) {
  DataType left = it.left.type;
  DataType right = it.right.type;
  if (!left.is_scalar_or_vector() || !right.is_plain() ||
      left.scalar_kind() == right.scalar_kind()) {
    return {};
  }
  bool change_left = left.scalar_kind() < right.scalar_kind();
  const CheckedValue& changed = change_left ? it.left : it.right;
  Scalar kind = change_left ? right.scalar_kind() : left.scalar_kind();
  return conversion_hint(context, changed, DataType::vector(kind, changed.type.rows()));
}

std::string size_hint(const Operands& it) {
  DataType left = it.left.type;
  DataType right = it.right.type;
  if (left.is_matrix() && right == float3_type && left.columns() == 4) {
    return "make it a float4: append 1 to a position, 0 to a direction";
  }
  if (left.is_vector() && right.is_vector() && left.rows() != right.rows()) {
    return left.rows() > right.rows()
               ? "swizzle the left side to the smaller size, or extend the right side"
               : "swizzle the right side to the smaller size, or extend the left side";
  }
  return {};
}

CheckedValue add_binary(CheckContext& context, const Operands& it, Operation op, DataType type) {
  return context.add(op, type, 0, {*it.left.expr, *it.right.expr}, it.span);
}

/// The result type of an elementwise operation: operands of equal type, or a scalar and any type of
/// its kind.
std::optional<DataType> elementwise_type(DataType left, DataType right) {
  if (left == right) {
    return left;
  }
  if (left.scalar_kind() != right.scalar_kind()) {
    return std::nullopt;
  }
  return left.is_scalar()    ? std::optional<DataType>(right)
         : right.is_scalar() ? std::optional<DataType>(left)
                             : std::nullopt;
}

std::optional<DataType> product_type(DataType left, DataType right) {
  if (left.is_matrix() && right.is_matrix() && left.columns() == right.rows()) {
    return DataType::matrix(left.rows(), right.columns());
  }
  if (left.is_matrix() && right.is_vector() && right.is_float_based() &&
      left.columns() == right.rows()) {
    return DataType::vector(Scalar::Float, left.rows());
  }
  if (left.is_vector() && left.is_float_based() && right.is_matrix() &&
      left.rows() == right.rows()) {
    return DataType::vector(Scalar::Float, right.columns());
  }
  return std::nullopt;
}

CheckedValue check_arithmetic(CheckContext& context, const Operands& it) {
  DataType left = it.left.type;
  DataType right = it.right.type;
  if (!is_number(left) || !is_number(right)) {
    return refuse(context, it, "numbers, vectors and matrices");
  }
  bool is_product = it.op.op == Operation::Multiply && !left.is_scalar() && !right.is_scalar() &&
                    (left.is_matrix() || right.is_matrix());
  if (is_product) {
    if (auto type = product_type(left, right)) {
      return add_binary(context, it, Operation::MatrixProduct, *type);
    }
    return refuse(context, it, "a matrix with as many columns as the right side has rows",
                  size_hint(it));
  }
  if (auto type = elementwise_type(left, right)) {
    return add_binary(context, it, it.op.op, *type);
  }
  bool same_kind = left.scalar_kind() == right.scalar_kind();
  return refuse(context, it, same_kind ? "values of the same size" : "numbers of the same kind",
                same_kind ? size_hint(it) : kind_hint(context, it));
}

CheckedValue check_integers(CheckContext& context, const Operands& it) {
  DataType left = it.left.type;
  DataType right = it.right.type;
  bool is_shift = it.op.op == Operation::ShiftLeft || it.op.op == Operation::ShiftRight;
  bool is_remainder = it.op.op == Operation::Remainder;
  if (!left.is_integral() || !right.is_integral()) {
    std::string hint;
    if (is_remainder && left.is_float_based() && right.is_float_based()) {
      hint = "write mod(x, y), which floors, or fmod(x, y), which truncates";
    } else if (it.op.op == Operation::BitXor && (left.is_float_based() || right.is_float_based())) {
      hint = "a power is written pow(a, b)";
    } else if (left.is_bool() && right.is_bool()) {
      hint = it.op.op == Operation::BitAnd  ? "write &&"
             : it.op.op == Operation::BitOr ? "write ||"
                                            : "write !=";
    }
    return refuse(context, it, "int and uint values", std::move(hint));
  }
  if (is_shift && left.scalar_kind() != right.scalar_kind()) {
    // The number of bits may have the other sign, as in GLSL and HLSL; the value decides the type.
    Operands alike = it;
    const DataType counted = DataType::vector(left.scalar_kind(), right.rows());
    alike.right = context.add(Operation::Construct, counted, 0, {*it.right.expr}, it.right.span);
    return check_integers(context, alike);
  }
  auto type = elementwise_type(left, right);
  if (!type || (is_shift && *type != left)) {
    bool same_kind = left.scalar_kind() == right.scalar_kind();
    return refuse(context, it, same_kind ? "values of the same size" : "integers of the same kind",
                  same_kind ? std::string() : kind_hint(context, it));
  }
  return add_binary(context, it, it.op.op, *type);
}

CheckedValue check_order(CheckContext& context, const Operands& it) {
  DataType left = it.left.type;
  DataType right = it.right.type;
  if (left.is_scalar() && right.is_scalar() && is_number(left) && left == right) {
    return add_binary(context, it, it.op.op, bool_type);
  }
  bool vectors = (left.is_vector() || right.is_vector()) && is_number(left) && is_number(right);
  return refuse(context, it, "two numbers of the same kind",
                vectors
                    ? "compare vectors componentwise: all(lessThan(a, b)), any(greaterThan(a, b))"
                    : kind_hint(context, it));
}

CheckedValue check_equality(CheckContext& context, const Operands& it) {
  if (holds_texture(context, it.left.type) || holds_texture(context, it.right.type)) {
    return refuse(context, it, "values that can be compared");
  }
  if (it.left.type == it.right.type) {
    return add_binary(context, it, it.op.op, bool_type);
  }
  return refuse(context, it, "two values of the same type", kind_hint(context, it));
}

CheckedValue check_logic(CheckContext& context, Operands& it) {
  const ValueRole what("each side of '{}'", it.op.text);
  bool left = convert(context, it.left, bool_type, what);
  bool right = convert(context, it.right, bool_type, what);
  return left && right ? add_binary(context, it, it.op.op, bool_type) : context.erroneous(it.span);
}

CheckedValue negate(CheckContext& context, CheckedValue operand, Span span) {
  if (!operand.is_literal || operand.type != int_type) {
    return context.add(Operation::Negate, operand.type, 0, {*operand.expr}, span);
  }
  BodyExpr& literal = context.body.exprs[*operand.expr];
  literal.payload = 0U - literal.payload;
  literal.span = span;
  operand.span = span;
  return operand;
}

}  // namespace

CheckedValue check_unary(CheckContext& context, UnaryOperator op, CheckedValue operand, Span span) {
  if (operand.is_error()) {
    return context.erroneous(span);
  }
  auto refused = [&](std::string_view symbol, std::string_view wants, std::string hint = {}) {
    return context.fail(
        Code::TypeMismatch, span,
        fmt::format("'{}' takes {}, not {}", symbol, wants, context.type_name(operand.type)),
        std::move(hint));
  };
  switch (op) {
    case UnaryOperator::Negate:
      return is_number(operand.type) ? negate(context, operand, span)
                                     : refused("-", "numbers, vectors and matrices");
    case UnaryOperator::Plus:
      operand.span = span;
      return is_number(operand.type) ? operand : refused("+", "numbers, vectors and matrices");
    case UnaryOperator::Not:
      return operand.type.is_scalar_or_vector() && operand.type.scalar_kind() == Scalar::Bool
                 ? context.add(Operation::Not, operand.type, 0, {*operand.expr}, span)
                 : refused("!", "bools",
                           is_number(operand.type) && operand.type.is_scalar()
                               ? "compare it: x == 0"
                               : "");
    case UnaryOperator::BitNot:
      return operand.type.is_integral()
                 ? context.add(Operation::BitNot, operand.type, 0, {*operand.expr}, span)
                 : refused("~", "int and uint values");
  }
  return context.erroneous(span);
}

CheckedValue check_binary(CheckContext& context, BinaryOperator op, CheckedValue left,
                          CheckedValue right, Span span) {
  if (left.is_error() || right.is_error()) {
    return context.erroneous(span);
  }
  widen_beside(context, left, right);
  Operands operands = {left, right, spelling_of(op), span};
  switch (op) {
    case BinaryOperator::Multiply:
    case BinaryOperator::Divide:
    case BinaryOperator::Add:
    case BinaryOperator::Subtract:
      return check_arithmetic(context, operands);
    case BinaryOperator::Remainder:
    case BinaryOperator::ShiftLeft:
    case BinaryOperator::ShiftRight:
    case BinaryOperator::BitAnd:
    case BinaryOperator::BitXor:
    case BinaryOperator::BitOr:
      return check_integers(context, operands);
    case BinaryOperator::Less:
    case BinaryOperator::LessEqual:
    case BinaryOperator::Greater:
    case BinaryOperator::GreaterEqual:
      return check_order(context, operands);
    case BinaryOperator::Equal:
    case BinaryOperator::NotEqual:
      return check_equality(context, operands);
    case BinaryOperator::And:
    case BinaryOperator::Or:
      return check_logic(context, operands);
  }
  return context.erroneous(span);
}

CheckedValue check_select(CheckContext& context, CheckedValue condition, CheckedValue if_true,
                          CheckedValue if_false, Span span) {
  bool fine = convert(context, condition, bool_type, "the condition of '?:'");
  if (if_true.is_error() || if_false.is_error()) {
    return context.erroneous(span);
  }
  widen_beside(context, if_true, if_false);
  if (holds_texture(context, if_true.type) || holds_texture(context, if_false.type)) {
    return context.fail(Code::TextureChoice, span, "a texture cannot be selected at run time",
                        "sample each and select among the results");
  }
  if (if_true.type != if_false.type) {
    return context.fail(
        Code::TypeMismatch, span,
        fmt::format("both branches of '?:' must have the same type, not {} and {}",
                    context.type_name(if_true.type), context.type_name(if_false.type)),
        kind_hint(context, {if_true, if_false, {}, span}));
  }
  return fine ? context.add(Operation::Select, if_true.type, 0,
                            {*condition.expr, *if_true.expr, *if_false.expr}, span)
              : context.erroneous(span);
}

}  // namespace weft
