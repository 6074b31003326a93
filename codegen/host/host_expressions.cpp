#include "codegen/host/host_expressions.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "support/float_bits.h"

namespace weft {

HostText infix(const HostText& left, std::string_view mark, const HostText& right,
               HostText::Form form) {
  const bool chains = form == HostText::Form::Sum || form == HostText::Form::Product;
  const auto next = static_cast<HostText::Form>(static_cast<int>(form) + 1);
  return {fmt::format("{} {} {}", left.within(chains ? form : HostText::Form::Sum), mark,
                      right.within(chains ? next : HostText::Form::Sum)),
          form};
}

HostOperator host_operator(Operation op, DataType type) {
  const bool is_float = type.is_float_based();
  switch (op) {
    case Operation::Add:
      return is_float ? HostOperator{"+", HostText::Form::Sum} : HostOperator();
    case Operation::Subtract:
      return is_float ? HostOperator{"-", HostText::Form::Sum} : HostOperator();
    case Operation::Multiply:
      return is_float ? HostOperator{"*", HostText::Form::Product} : HostOperator();
    case Operation::Divide:
      return is_float ? HostOperator{"/", HostText::Form::Product} : HostOperator();
    case Operation::And:
      return {"&&", HostText::Form::Logic};
    case Operation::Or:
      return {"||", HostText::Form::Logic};
    case Operation::Less:
      return {"<", HostText::Form::Comparison};
    case Operation::LessEqual:
      return {"<=", HostText::Form::Comparison};
    case Operation::Greater:
      return {">", HostText::Form::Comparison};
    case Operation::GreaterEqual:
      return {">=", HostText::Form::Comparison};
    default:  // all others are functions
      return {};
  }
}

std::string host_literal(DataType type, std::uint32_t bits, std::string_view of_bits) {
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
    return fmt::format("{}(0x{:08x}u)", of_bits, bits);
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text + "f";
}

HostText HostExpressions::built(BodyExprId root) {
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
  HostText result = std::move(texts_[root.index()]);
  for (const BodyExprId id : wanted) {
    texts_[id.index()] = HostText();
  }
  return result;
}

std::string HostExpressions::arguments(const BodyExpr& from) const {
  std::string list;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    list += (i == 0 ? "" : ", ") + argument(from, i);
  }
  return list;
}

std::string HostExpressions::call_arguments(const BodyExpr& call,
                                            const std::string& arguments) const {
  if (!takes_inputs_[call.payload]) {
    return arguments;
  }
  return arguments.empty() ? "in" : "in, " + arguments;
}

HostText HostExpressions::choice(const BodyExpr& from) const {
  return {fmt::format("{} ? {} : {}", argument(from, 0, HostText::Form::Prefix),
                      argument(from, 1, HostText::Form::Prefix),
                      argument(from, 2, HostText::Form::Prefix)),
          HostText::Form::Choice};
}

}  // namespace weft
