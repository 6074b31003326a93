#pragma once

#include <string_view>

#include "fragments/syntax/syntax.h"

/// The names of the fragments that operators call in graphs and in defaults of ports.
namespace weft {

struct BinaryOperatorFragment {
  std::string_view fragment;
  syntax::BinaryOperator op;
};

inline constexpr BinaryOperatorFragment binary_operator_fragments[] = {
    {"multiply", syntax::BinaryOperator::Multiply},
    {"divide", syntax::BinaryOperator::Divide},
    {"remainder", syntax::BinaryOperator::Remainder},
    {"add", syntax::BinaryOperator::Add},
    {"subtract", syntax::BinaryOperator::Subtract},
    {"shift_left", syntax::BinaryOperator::ShiftLeft},
    {"shift_right", syntax::BinaryOperator::ShiftRight},
    {"less", syntax::BinaryOperator::Less},
    {"less_equal", syntax::BinaryOperator::LessEqual},
    {"greater", syntax::BinaryOperator::Greater},
    {"greater_equal", syntax::BinaryOperator::GreaterEqual},
    {"equal", syntax::BinaryOperator::Equal},
    {"not_equal", syntax::BinaryOperator::NotEqual},
    {"bit_and", syntax::BinaryOperator::BitAnd},
    {"bit_xor", syntax::BinaryOperator::BitXor},
    {"bit_or", syntax::BinaryOperator::BitOr},
    {"logical_and", syntax::BinaryOperator::And},
    {"logical_or", syntax::BinaryOperator::Or},
};

struct UnaryOperatorFragment {
  std::string_view fragment;
  syntax::UnaryOperator op;
};

/// `+x` calls nothing.
inline constexpr UnaryOperatorFragment unary_operator_fragments[] = {
    {"negate", syntax::UnaryOperator::Negate},
    {"logical_not", syntax::UnaryOperator::Not},
    {"bit_not", syntax::UnaryOperator::BitNot},
};

/// The name for an operator; empty if it calls nothing.
constexpr std::string_view operator_fragment(syntax::BinaryOperator op) {
  for (const BinaryOperatorFragment& each : binary_operator_fragments) {
    if (each.op == op) {
      return each.fragment;
    }
  }
  return {};
}
constexpr std::string_view operator_fragment(syntax::UnaryOperator op) {
  for (const UnaryOperatorFragment& each : unary_operator_fragments) {
    if (each.op == op) {
      return each.fragment;
    }
  }
  return {};
}

}  // namespace weft
