#include "codegen/host/cpp_expressions.h"

#include <fmt/format.h>

#include "codegen/host/cpp_printer.h"
#include "fragments/model/intrinsics.h"
#include "support/check.h"

namespace weft {

std::string CppExpressions::type_name(DataType type) const {
  return cpp_type(scope_.programs, scope_.types, type);
}

HostText CppExpressions::call(std::string_view name, const BodyExpr& from) const {
  return {fmt::format("{}({})", name, arguments(from)), HostText::Form::Postfix};
}
HostText CppExpressions::between(const BodyExpr& from, std::string_view mark,
                                 HostText::Form form) const {
  return infix(argument_text(from, 0), mark, argument_text(from, 1), form);
}

HostText CppExpressions::made(const BodyExpr& from) const {
  switch (from.op) {
    case Operation::Literal: {
      std::string text = cpp_literal(from.type, from.payload);
      const bool is_negative = text.front() == '-';
      return {std::move(text), is_negative ? HostText::Form::Prefix : HostText::Form::Postfix};
    }
    case Operation::Local:
      return {local_names_[from.payload]};
    case Operation::Port:
      return {parameters_[from.payload].name};
    case Operation::Symbol:
      return {symbol(program_.symbols[from.payload])};
    case Operation::Call:
      return {program_.functions[from.payload].name + "(" + call_arguments(from, arguments(from)) +
              ")"};
    case Operation::Select:
      return choice(from);
    case Operation::Swizzle:
      return swizzle(from);
    case Operation::Member:
      return {argument(from, 0, HostText::Form::Postfix) + "." +
              scope_.members.of_struct(argument_type(from, 0).index())[from.payload]};
    case Operation::Index:
      return {fmt::format("{}[{}]", argument(from, 0, HostText::Form::Postfix), argument(from, 1))};
    case Operation::Construct:
      return construct(from);
    case Operation::Intrinsic:
      return intrinsic(from);
    default:  // operators
      return operation(from);
  }
}

std::string CppExpressions::symbol(const Symbol& symbol) const {
  if (symbol.kind == SymbolKind::HostInput) {
    return "in." + scope_.inputs[symbol.index].name;
  }
  WEFT_CHECK(symbol.kind == SymbolKind::HostResult, "a symbol that no host knows");
  return "block." + scope_.members.of_block(symbol.index)[symbol.member];
}

HostText CppExpressions::swizzle(const BodyExpr& from) const {
  const int count = swizzle_count(from.payload);
  if (count == 1 && argument_type(from, 0).is_vector()) {
    return {fmt::format("{}[{}]", argument(from, 0, HostText::Form::Postfix),
                        swizzle_component(from.payload, 0))};
  }
  if (!argument_type(from, 0).is_vector() && count == 1) {
    return {argument(from, 0, HostText::Form::Postfix)};
  }
  std::string components;
  for (int i = 0; i < count; ++i) {
    components += (i == 0 ? "" : ", ") + std::to_string(swizzle_component(from.payload, i));
  }
  return {fmt::format("swizzle<{}>({})", components, argument(from, 0))};
}

HostText CppExpressions::construct(const BodyExpr& from) const {
  const std::string name = type_name(from.type);
  if (from.argument_count == 0) {
    return {name + "{}"};
  }
  const DataType first = argument_type(from, 0);
  if (from.argument_count == 1 && first == from.type) {
    return argument_text(from, 0);
  }
  if (from.type.is_struct() || from.type.is_array()) {
    // An array's element list needs its own braces.
    return {name + (from.type.is_array() ? "{{" : "{") + arguments(from) +
            (from.type.is_array() ? "}}" : "}")};
  }
  if (from.type.is_scalar()) {
    const std::string source =
        first.is_vector() ? argument(from, 0, HostText::Form::Postfix) + "[0]" : argument(from, 0);
    return {fmt::format("convert<{}>({})", name, source)};
  }
  // A single argument needs braces: `float3(x)` may parse as the declaration of a parameter.
  return {from.argument_count == 1 ? name + "{" + arguments(from) + "}"
                                   : name + "(" + arguments(from) + ")"};
}

CppOperator cpp_operator(Operation op, DataType type) {
  if (const HostOperator made = host_operator(op, type); !made.mark.empty()) {
    return {made.mark, made.form};
  }
  switch (op) {
    case Operation::Add:
      return {"add", std::nullopt};
    case Operation::Subtract:
      return {"subtract", std::nullopt};
    case Operation::Multiply:
      return {"multiply", std::nullopt};
    case Operation::Divide:
      return {"divide_int", std::nullopt};
    case Operation::Remainder:
      return {"remainder_int", std::nullopt};
    case Operation::MatrixProduct:
      return {"product", std::nullopt};
    case Operation::BitAnd:
      return {"bit_and", std::nullopt};
    case Operation::BitXor:
      return {"bit_xor", std::nullopt};
    case Operation::BitOr:
      return {"bit_or", std::nullopt};
    case Operation::ShiftLeft:
      return {"shift_left", std::nullopt};
    case Operation::ShiftRight:
      return {"shift_right", std::nullopt};
    default:  // the others are not binary operators on one type
      WEFT_CHECK(false, "an operation that a uniform program cannot hold");
      return {};
  }
}

HostText CppExpressions::operation(const BodyExpr& from) const {
  const bool is_float = from.type.is_float_based();
  switch (from.op) {
    case Operation::Negate:
      return is_float && from.type.is_scalar()
                 ? HostText{"-" + argument(from, 0, HostText::Form::Postfix),
                            HostText::Form::Prefix}
                 : call("negate", from);
    case Operation::Not:
      return from.type.is_scalar() ? HostText{"!" + argument(from, 0, HostText::Form::Postfix),
                                              HostText::Form::Prefix}
                                   : call("logical_not", from);
    case Operation::BitNot:
      return call("bit_not", from);
    case Operation::Equal:
    case Operation::NotEqual: {
      const bool is_equal = from.op == Operation::Equal;
      if (argument_type(from, 0).is_scalar()) {
        return between(from, is_equal ? "==" : "!=", HostText::Form::Comparison);
      }
      return {(is_equal ? "is_equal(" : "!is_equal(") + arguments(from) + ")",
              is_equal ? HostText::Form::Postfix : HostText::Form::Prefix};
    }
    default: {  // binary operators
      const CppOperator made = cpp_operator(from.op, from.type);
      return made.form ? between(from, made.text, *made.form) : call(made.text, from);
    }
  }
}

HostText CppExpressions::intrinsic(const BodyExpr& from) const {
  const auto which = static_cast<Intrinsic>(from.payload);
  // These functions take whole vectors: a scalar operand is splatted, as in the interpreter.
  const bool is_geometric = which == Intrinsic::Dot || which == Intrinsic::Distance;
  if (is_geometric && argument_type(from, 0) != argument_type(from, 1)) {
    const DataType wide =
        argument_type(from, 0).is_vector() ? argument_type(from, 0) : argument_type(from, 1);
    std::string list;
    for (std::uint32_t i = 0; i < 2; ++i) {
      list += i == 0 ? "" : ", ";
      list += argument_type(from, i) == wide
                  ? argument(from, i)
                  : fmt::format("{}({})", type_name(wide), argument(from, i));
    }
    return {fmt::format("{}({})", intrinsic_name(which), list)};
  }
  return call(intrinsic_name(which), from);
}

std::string cpp_literal(DataType type, std::uint32_t bits) {
  return host_literal(type, bits, "bits_as<float>");
}

std::string cpp_type(const Programs& programs, const DataTypeTable& types, DataType type) {
  std::string closing;
  std::string opening;
  while (type.is_array()) {
    const ArrayType& array = types.array(type);
    opening += "array<";
    closing.insert(0, fmt::format(", {}>", array.size));
    type = array.element;
  }
  const std::string element =
      type.is_struct() ? programs.struct_names[type.index()] : std::string(data_type_name(type));
  return opening + (type.is_void() ? "void" : element) + closing;
}

}  // namespace weft
