#include "codegen/host/c_expressions.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/model/intrinsics.h"
#include "support/check.h"

namespace weft {
namespace {

std::string component_list(std::uint32_t swizzle) {
  std::string list;
  for (int i = 0; i < swizzle_count(swizzle); ++i) {
    list += ", " + std::to_string(swizzle_component(swizzle, i));
  }
  return list;
}

/// The function in weft/host_math.h for an operator that C lacks on this type.
std::string_view operator_function(Operation op) {
  switch (op) {
    case Operation::Add:
      return "add";
    case Operation::Subtract:
      return "subtract";
    case Operation::Multiply:
      return "multiply";
    case Operation::Divide:
      return "divide";
    case Operation::Remainder:
      return "remainder";
    case Operation::BitAnd:
      return "bit_and";
    case Operation::BitXor:
      return "bit_xor";
    case Operation::BitOr:
      return "bit_or";
    case Operation::ShiftLeft:
      return "shift_left";
    case Operation::ShiftRight:
      return "shift_right";
    default:  // the others are not binary operators
      WEFT_CHECK(false, "an operation that a uniform program cannot hold");
      return {};
  }
}

}  // namespace

std::string c_literal(DataType type, std::uint32_t bits) {
  return host_literal(type, bits, "weft_float_of_bits");
}

HostText CExpressions::function(DataType type, std::string_view name,
                                const std::string& arguments) const {
  return {fmt::format("{}_{}({})", c_stem(type), name, arguments)};
}

HostText CExpressions::spread(const HostText& text, DataType from, DataType to) const {
  return from.is_scalar() && !to.is_scalar() ? HostText{c_spread(text.text, to)} : text;
}

HostText CExpressions::made(const BodyExpr& from) const {
  switch (from.op) {
    case Operation::Literal: {
      std::string text = c_literal(from.type, from.payload);
      const bool is_negative = text.front() == '-';
      return {std::move(text), is_negative ? HostText::Form::Prefix : HostText::Form::Postfix};
    }
    case Operation::Local:
      return {spelling_.locals[from.payload]};
    case Operation::Port:
      return {spelling_.parameters[from.payload]};
    case Operation::Symbol:
      return {symbol(program_.symbols[from.payload])};
    case Operation::Call:
      return call(from);
    case Operation::Select:
      return choice(from);
    case Operation::Swizzle:
      return swizzle(from);
    case Operation::Member:
      return {argument(from, 0, HostText::Form::Postfix) + "." +
              scope_.members.of_struct(argument_type(from, 0).index())[from.payload]};
    case Operation::Index:
      return component(from, argument(from, 1));
    case Operation::Construct:
      return construct(from);
    case Operation::Intrinsic:
      return intrinsic(from);
    default:  // operators
      return operation(from);
  }
}

// In C99, elements of an array rvalue cannot be accessed in place.
bool CExpressions::is_variable(BodyExprId id) const {
  const BodyExpr* from = &expr(id);
  while (from->op == Operation::Member || from->op == Operation::Index) {
    from = &expr(body_.argument(*from, 0));
  }
  return from->op == Operation::Local || from->op == Operation::Port ||
         from->op == Operation::Symbol;
}

HostText CExpressions::component(const BodyExpr& from, const std::string& index) const {
  const DataType type = argument_type(from, 0);
  if (is_variable(body_.argument(from, 0))) {
    return {fmt::format("{}.{}[{}]", argument(from, 0, HostText::Form::Postfix),
                        type.is_matrix() ? "columns" : "v", index)};
  }
  return type.is_array() ? HostText{types_.element(type, argument(from, 0), index)}
                         : function(type, "at", argument(from, 0) + ", " + index);
}

std::string CExpressions::symbol(const Symbol& symbol) const {
  if (symbol.kind == SymbolKind::HostInput) {
    return "in->" + scope_.inputs[symbol.index].name;
  }
  WEFT_CHECK(symbol.kind == SymbolKind::HostResult, "a symbol that no host knows");
  return "block->" + scope_.members.of_block(symbol.index)[symbol.member];
}

// The last arguments of a function with several results are its out variables.
HostText CExpressions::call(const BodyExpr& from) const {
  const Function& callee = program_.functions[from.payload];
  const std::size_t results = from.type.is_void() ? callee.results.size() : 0;
  std::string list;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    std::string text = argument(from, i);
    if (i + results >= from.argument_count) {
      const bool is_pointer = text.starts_with("(*");
      text = is_pointer ? text.substr(2, text.size() - 3) : "&" + text;
    }
    list += (i == 0 ? "" : ", ") + text;
  }
  return {spelling_.functions[from.payload] + "(" + call_arguments(from, list) + ")"};
}

HostText CExpressions::swizzle(const BodyExpr& from) const {
  const int count = swizzle_count(from.payload);
  const DataType type = argument_type(from, 0);
  if (!type.is_vector()) {
    return count == 1 ? argument_text(from, 0) : HostText{c_spread(argument(from, 0), from.type)};
  }
  if (count == 1) {
    return component(from, std::to_string(swizzle_component(from.payload, 0)));
  }
  return function(type, fmt::format("swizzle{}", count),
                  argument(from, 0) + component_list(from.payload));
}

HostText CExpressions::construct(const BodyExpr& from) const {
  if (from.argument_count == 0) {
    return {types_.zero(from.type)};
  }
  const DataType first = argument_type(from, 0);
  if (from.argument_count == 1 && first == from.type) {
    return argument_text(from, 0);
  }
  if (from.type.is_struct() || from.type.is_array()) {
    return {types_.make(from.type, arguments(from))};
  }
  if (from.type.is_matrix()) {
    return construct_matrix(from);
  }
  if (from.type.is_scalar()) {
    const HostText value = first.is_vector() ? component(from, "0") : argument_text(from, 0);
    const DataType scalar = DataType::scalar(first.scalar_kind());
    return scalar == from.type ? value
                               : HostText{c_converted(value.text, scalar, from.type.scalar_kind())};
  }
  return construct_vector(from);
}

HostText CExpressions::construct_vector(const BodyExpr& from) const {
  const Scalar kind = from.type.scalar_kind();
  if (from.argument_count == 1 && argument_type(from, 0).is_scalar()) {
    return {c_spread(c_converted(argument(from, 0), argument_type(from, 0), kind), from.type)};
  }
  std::string parts;
  std::string list;
  int missing = from.type.rows();
  for (std::uint32_t i = 0; i < from.argument_count && missing > 0; ++i) {
    DataType type = argument_type(from, i);
    std::string text = argument(from, i);
    if (type.rows() > missing) {  // takes the first components of a longer vector
      constexpr int first[] = {0, 1, 2, 3};
      text = missing == 1 ? function(type, "at", text + ", 0").text
                          : function(type, fmt::format("swizzle{}", missing),
                                     text + component_list(pack_swizzle(first, missing)))
                                .text;
      type = DataType::vector(type.scalar_kind(), missing);
    }
    parts += static_cast<char>('0' + type.rows());
    list += (i == 0 ? "" : ", ") + c_converted(std::move(text), type, kind);
    missing -= type.rows();
  }
  WEFT_CHECK(missing == 0, "a vector of too few components");
  if (parts.size() == 1) {
    return {std::move(list)};
  }
  const bool is_of_scalars = static_cast<int>(parts.size()) == from.type.rows();
  return function(from.type, is_of_scalars ? "make" : "make_" + parts, list);
}

HostText CExpressions::construct_matrix(const BodyExpr& from) const {
  const DataType first = argument_type(from, 0);
  if (from.argument_count == 1 && first.is_matrix()) {
    return function(from.type, fmt::format("from_{}", data_type_name(first)), argument(from, 0));
  }
  if (from.argument_count == 1) {
    return function(from.type, "diagonal", c_converted(argument(from, 0), first, Scalar::Float));
  }
  const DataType column = DataType::vector(Scalar::Float, from.type.rows());
  std::string list;
  std::string scalars;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    const DataType type = argument_type(from, i);
    const std::string value = c_converted(argument(from, i), type, Scalar::Float);
    if (type.is_vector()) {
      WEFT_CHECK(type.rows() == column.rows(), "a column of another length");
      list += (list.empty() ? "" : ", ") + value;
      continue;
    }
    const bool begins = i % static_cast<std::uint32_t>(column.rows()) == 0;
    const bool ends = (i + 1) % static_cast<std::uint32_t>(column.rows()) == 0;
    scalars = begins ? value : scalars + ", " + value;
    if (ends) {
      list += (list.empty() ? "" : ", ") + function(column, "make", scalars).text;
    }
  }
  return function(from.type, "make", list);
}

HostText CExpressions::combined(Operation op, DataType result, const HostText& left,
                                DataType left_type, const HostText& right,
                                DataType right_type) const {
  if (op == Operation::MatrixProduct) {
    return {fmt::format("weft_product_{}_{}({}, {})", data_type_name(left_type),
                        data_type_name(right_type), left.text, right.text)};
  }
  // Float products and quotients are calls, which compilers cannot fuse with additions.
  const bool is_rounded = op == Operation::Multiply || op == Operation::Divide;
  if (const HostOperator made = host_operator(op, result);
      !made.mark.empty() && !is_rounded && left_type.is_scalar() && right_type.is_scalar()) {
    return infix(left, made.mark, right, made.form);
  }
  DataType right_as = result;
  std::string right_text = right.text;
  if (op == Operation::ShiftLeft || op == Operation::ShiftRight) {
    right_as = DataType::vector(Scalar::Uint, result.rows());
    right_text = c_converted(right.text, right_type, Scalar::Uint);
  }
  return function(result, operator_function(op),
                  spread(left, left_type, result).text + ", " +
                      spread({right_text}, right_type, right_as).text);
}

HostText CExpressions::operation(const BodyExpr& from) const {
  switch (from.op) {
    case Operation::Negate:
      if (from.type.is_float_based() && from.type.is_scalar()) {
        return {"-" + argument(from, 0, HostText::Form::Postfix), HostText::Form::Prefix};
      }
      return function(from.type, "negate", argument(from, 0));
    case Operation::Not:
      if (from.type.is_scalar()) {
        return {"!" + argument(from, 0, HostText::Form::Postfix), HostText::Form::Prefix};
      }
      return function(from.type, "logical_not", argument(from, 0));
    case Operation::BitNot:
      return function(from.type, "bit_not", argument(from, 0));
    case Operation::Equal:
    case Operation::NotEqual: {
      const bool is_equal = from.op == Operation::Equal;
      const DataType type = argument_type(from, 0);
      if (type.is_scalar()) {
        // Avoids `!a == b`, which compilers warn about.
        const HostText::Form form = type.is_bool() ? HostText::Form::Postfix : HostText::Form::Sum;
        return {fmt::format("{} {} {}", argument(from, 0, form),
                            is_equal ? "==" : "!=", argument(from, 1, form)),
                HostText::Form::Comparison};
      }
      return {(is_equal ? "" : "!") + types_.is_equal(type, arguments(from)),
              is_equal ? HostText::Form::Postfix : HostText::Form::Prefix};
    }
    default:  // binary operators
      return combined(from.op, from.type, argument_text(from, 0), argument_type(from, 0),
                      argument_text(from, 1), argument_type(from, 1));
  }
}

HostText CExpressions::intrinsic(const BodyExpr& from) const {
  const auto which = static_cast<Intrinsic>(from.payload);
  DataType type = argument_type(from, 0);
  for (std::uint32_t i = 1; i < from.argument_count; ++i) {
    type = argument_type(from, i).rows() > type.rows() ? argument_type(from, i) : type;
  }
  std::string list;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    const bool is_one_number = (which == Intrinsic::Refract && i == 2) ||
                               (which == Intrinsic::BitfieldExtract && i >= 1) ||
                               (which == Intrinsic::BitfieldInsert && i >= 2);
    list += i == 0 ? "" : ", ";
    list += is_one_number ? argument(from, i)
                          : spread(argument_text(from, i), argument_type(from, i), type).text;
  }
  if (which == Intrinsic::OuterProduct) {
    return function(argument_type(from, 0),
                    fmt::format("outerProduct{}", argument_type(from, 1).rows()), list);
  }
  // isnan and isinf are macros in <math.h>.
  const std::string_view name = which == Intrinsic::IsNan   ? "is_nan"
                                : which == Intrinsic::IsInf ? "is_inf"
                                                            : intrinsic_name(which);
  return function(type, name, list);
}

}  // namespace weft
