#include "render/quad_derivatives.h"

#include <cmath>

#include "support/float_bits.h"

namespace weft::render {

void QuadDerivatives::begin(std::size_t fragment) {
  fragment_ = fragment;
  operands_.clear();
}

float QuadDerivatives::difference(std::size_t from, std::size_t to, std::size_t derivative,
                                  std::size_t component) const {
  const auto number = [&](std::size_t fragment) {
    const Operands& operands = quad_[fragment];
    const bool is_known = derivative < operands.size() && component < operands[derivative].size();
    return is_known ? float_of_bits(operands[derivative][component]) : 0.0F;
  };
  return number(to) - number(from);
}

void QuadDerivatives::differentiate(Derivative which, std::span<const std::uint32_t> operand,
                                    std::span<std::uint32_t> out) const {
  const std::size_t derivative = operands_.size();
  operands_.emplace_back(operand.begin(), operand.end());
  const std::size_t row = fragment_ & ~std::size_t{1};
  const std::size_t column = fragment_ & std::size_t{1};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float by_x = difference(row, row + 1, derivative, i);
    const float by_y = difference(column, column + 2, derivative, i);
    out[i] = float_bits(which == Derivative::X   ? by_x
                        : which == Derivative::Y ? by_y
                                                 : std::abs(by_x) + std::abs(by_y));
  }
}

}  // namespace weft::render
