#include "codegen/cpp_expressions.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "fragments/language/intrinsics.h"
#include "support/check.h"
#include "support/float_bits.h"

namespace weft {

CppText CppExpressions::built(BodyExprId root) {
  std::vector<BodyExprId> wanted{root};
  is_wanted_[root.index()] = true;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const BodyExpr& from = expr(wanted[i]);
    for (std::uint32_t j = 0; j < from.argument_count; ++j) {
      const BodyExprId argument = body_.argument(from, j);
      if (!is_wanted_[argument.index()]) {
        is_wanted_[argument.index()] = true;
        wanted.push_back(argument);
      }
    }
  }
  std::sort(wanted.begin(), wanted.end());
  for (const BodyExprId id : wanted) {
    texts_[id.index()] = made(expr(id));
    is_wanted_[id.index()] = false;
  }
  CppText result = std::move(texts_[root.index()]);
  for (const BodyExprId id : wanted) {
    texts_[id.index()] = CppText();
  }
  return result;
}

std::string CppExpressions::argument(const BodyExpr& from, std::uint32_t i,
                     CppText::Form at_least) const {
  return wrapped(texts_[body_.argument(from, i).index()], at_least);
}

std::string CppExpressions::arguments(const BodyExpr& from) const {
  std::string list;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    list += (i == 0 ? "" : ", ") + argument(from, i);
  }
  return list;
}
CppText CppExpressions::call(std::string_view name, const BodyExpr& from) const {
  return {fmt::format("{}({})", name, arguments(from)), CppText::Form::Postfix};
}
CppText CppExpressions::infix(const BodyExpr& from, std::string_view mark, CppText::Form form) const {
  // Chains of sums and products read from left to right; all else stands in parentheses, as
  // compilers advise.
  const bool chains = form == CppText::Form::Sum || form == CppText::Form::Product;
  const auto next = static_cast<CppText::Form>(static_cast<int>(form) + 1);
  return {fmt::format("{} {} {}", argument(from, 0, chains ? form : CppText::Form::Sum), mark,
                      argument(from, 1, chains ? next : CppText::Form::Sum)),
          form};
}

CppText CppExpressions::made(const BodyExpr& from) const {
  switch (from.op) {
    case Operation::Literal: {
      std::string text = cpp_literal(from.type, from.payload);
      const bool is_negative = text.front() == '-';
      return {std::move(text), is_negative ? CppText::Form::Prefix : CppText::Form::Postfix};
    }
    case Operation::Local:
      return {local_names_[from.payload]};
    case Operation::Port:
      return {parameters_[from.payload].name};
    case Operation::Symbol:
      return {symbol(program_.symbols[from.payload])};
    case Operation::Call: {
      std::string list = takes_inputs_[from.payload] ? "in" : "";
      list += list.empty() || from.argument_count == 0 ? "" : ", ";
      return {program_.functions[from.payload].name + "(" + list + arguments(from) + ")"};
    }
    case Operation::Select:
      return {fmt::format("{} ? {} : {}", argument(from, 0, CppText::Form::Prefix),
                          argument(from, 1, CppText::Form::Prefix),
                          argument(from, 2, CppText::Form::Prefix)),
              CppText::Form::Choice};
    case Operation::Swizzle:
      return swizzle(from);
    case Operation::Member:
      return {argument(from, 0, CppText::Form::Postfix) + "." +
              scope_.programs.member_names[argument_type(from, 0).index()][from.payload]};
    case Operation::Index:
      return {fmt::format("{}[{}]", argument(from, 0, CppText::Form::Postfix), argument(from, 1))};
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
  return "block." +
         scope_.programs.interface.blocks[symbol.index].members[symbol.member].name;
}

CppText CppExpressions::swizzle(const BodyExpr& from) const {
  const int count = swizzle_count(from.payload);
  if (count == 1 && argument_type(from, 0).is_vector()) {
    return {fmt::format("{}[{}]", argument(from, 0, CppText::Form::Postfix),
                        swizzle_component(from.payload, 0))};
  }
  if (!argument_type(from, 0).is_vector() && count == 1) {
    return {argument(from, 0, CppText::Form::Postfix)};
  }
  std::string components;
  for (int i = 0; i < count; ++i) {
    components += (i == 0 ? "" : ", ") + std::to_string(swizzle_component(from.payload, i));
  }
  return {fmt::format("swizzle<{}>({})", components, argument(from, 0))};
}

CppText CppExpressions::construct(const BodyExpr& from) const {
  const std::string name = type_name(from.type);
  if (from.argument_count == 0) {
    return {name + "{}"};
  }
  const DataType first = argument_type(from, 0);
  if (from.argument_count == 1 && first == from.type) {
    return texts_[body_.argument(from, 0).index()];
  }
  if (from.type.is_struct() || from.type.is_array()) {
    // Elements of arrays stand in braces of their own.
    return {name + (from.type.is_array() ? "{{" : "{") + arguments(from) +
            (from.type.is_array() ? "}}" : "}")};
  }
  if (from.type.is_scalar()) {
    const std::string source =
        first.is_vector() ? argument(from, 0, CppText::Form::Postfix) + "[0]" : argument(from, 0);
    return {fmt::format("convert<{}>({})", name, source)};
  }
  // Of one argument in braces: `float3(x)` may be read as the declaration of a parameter.
  return {from.argument_count == 1 ? name + "{" + arguments(from) + "}"
                                   : name + "(" + arguments(from) + ")"};
}

CppOperator cpp_operator(Operation op, DataType type) {
  const bool is_float = type.is_float_based();
  const auto arithmetic = [is_float](std::string_view mark, CppText::Form form,
                                     std::string_view function) {
    return is_float ? CppOperator{mark, form} : CppOperator{function, std::nullopt};
  };
  switch (op) {
    case Operation::Add:
      return arithmetic("+", CppText::Form::Sum, "add");
    case Operation::Subtract:
      return arithmetic("-", CppText::Form::Sum, "subtract");
    case Operation::Multiply:
      return arithmetic("*", CppText::Form::Product, "multiply");
    case Operation::Divide:
      return arithmetic("/", CppText::Form::Product, "divide_int");
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
    case Operation::And:
      return {"&&", CppText::Form::Logic};
    case Operation::Or:
      return {"||", CppText::Form::Logic};
    case Operation::Less:
      return {"<", CppText::Form::Comparison};
    case Operation::LessEqual:
      return {"<=", CppText::Form::Comparison};
    case Operation::Greater:
      return {">", CppText::Form::Comparison};
    case Operation::GreaterEqual:
      return {">=", CppText::Form::Comparison};
    default:  // the others are no operators between two values of one type
      WEFT_CHECK(false, "an operation that a uniform program cannot hold");
      return {};
  }
}

CppText CppExpressions::operation(const BodyExpr& from) const {
  const bool is_float = from.type.is_float_based();
  switch (from.op) {
    case Operation::Negate:
      return is_float && from.type.is_scalar()
                 ? CppText{"-" + argument(from, 0, CppText::Form::Postfix), CppText::Form::Prefix}
                 : call("negate", from);
    case Operation::Not:
      return from.type.is_scalar()
                 ? CppText{"!" + argument(from, 0, CppText::Form::Postfix), CppText::Form::Prefix}
                 : call("logical_not", from);
    case Operation::BitNot:
      return call("bit_not", from);
    case Operation::Equal:
    case Operation::NotEqual: {
      const bool is_equal = from.op == Operation::Equal;
      if (argument_type(from, 0).is_scalar()) {
        return infix(from, is_equal ? "==" : "!=", CppText::Form::Comparison);
      }
      return {(is_equal ? "is_equal(" : "!is_equal(") + arguments(from) + ")",
              is_equal ? CppText::Form::Postfix : CppText::Form::Prefix};
    }
    default: {  // operators between two
      const CppOperator made = cpp_operator(from.op, from.type);
      return made.form ? infix(from, made.text, *made.form) : call(made.text, from);
    }
  }
}

CppText CppExpressions::intrinsic(const BodyExpr& from) const {
  const auto which = static_cast<Intrinsic>(from.payload);
  // Functions of whole vectors: scalars have to become vectors, as they do in the interpreter.
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
  switch (type.scalar_kind()) {
    case Scalar::Bool:
      return bits != 0 ? "true" : "false";
    case Scalar::Int:
      return bits == 0x80000000U ? "(-2147483647 - 1)"
                                 : std::to_string(static_cast<std::int32_t>(bits));
    case Scalar::Uint:
      return std::to_string(bits) + "u";
    case Scalar::Float:
      break;
  }
  const float value = float_of_bits(bits);
  if (!std::isfinite(value)) {
    return fmt::format("bits_as<float>(0x{:08x}u)", bits);
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text + "f";
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
  const std::string element = type.is_struct() ? programs.struct_names[type.index()]
                                               : std::string(data_type_name(type));
  return opening + (type.is_void() ? "void" : element) + closing;
}

}  // namespace weft
