#include "conversions/checks/compared_values.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "support/float_bits.h"

namespace weft {
namespace {

constexpr double tolerance = 2e-3;  // for binary32, through powers and divisions

std::vector<double> numbers_of(const Constant& constant) {
  std::vector<double> numbers;
  for (std::uint32_t bits : constant.bits) {
    bool is_float = constant.type.is_plain() && constant.type.scalar_kind() == Scalar::Float;
    numbers.push_back(is_float ? static_cast<double>(float_of_bits(bits))
                               : static_cast<double>(bits));
  }
  return numbers;
}

}  // namespace

bool agree(const Constant& a, const Constant& b) {
  const std::vector<double> left = numbers_of(a);
  const std::vector<double> right = numbers_of(b);
  bool all = left.size() == right.size();
  for (std::size_t i = 0; all && i < left.size(); ++i) {
    double scale = std::max({1.0, std::abs(left[i]), std::abs(right[i])});
    // NaN on both sides counts as equal.
    all = std::abs(left[i] - right[i]) <= tolerance * scale ||
          (std::isnan(left[i]) && std::isnan(right[i]));
  }
  return all;
}

std::string value_text(const Constant& constant) {
  std::string text;
  for (double number : numbers_of(constant)) {
    text += fmt::format("{}{:.4g}", text.empty() ? "" : ", ", number);
  }
  return constant.bits.size() == 1 ? text : "(" + text + ")";
}

}  // namespace weft
