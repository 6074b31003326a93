// The ranges contain the permitted results, and no others.

#include "tests/render/float_range.h"

#include <cmath>
#include <limits>

#include "tests/render/precision_bounds.h"
#include "tests/support/catch.h"

namespace weft::testing::float_range_test {

using namespace weft;
using namespace float_ranges;

TEST_CASE("permitted ranges are no wider than their rules") {
  // The exact result is a float: only that is correctly rounded.
  CHECK(add(operand(1.0F), operand(2.0F)).contains(3.0F));
  CHECK_FALSE(add(operand(1.0F), operand(2.0F)).contains(std::nextafterf(3.0F, 4.0F)));
  // Between two floats: both, and no third.
  const FloatRange third = divide(operand(1.0F), operand(3.0F));
  const float nearest = 1.0F / 3.0F;
  CHECK(third.contains(nearest));
  CHECK_FALSE(third.contains(nearest * (1.0F + 4.0F * 0x1.0p-23F)));
  CHECK_FALSE(multiply(operand(0.1F), operand(0.1F)).contains(0.01F * (1.0F + 0x1.0p-21F)));
  // exp2(3): 9 ULP of 8, which are 2^-20 each.
  CHECK(exp2(operand(3.0F)).contains(8.0F + 9.0F * 0x1.0p-20F));
  CHECK_FALSE(exp2(operand(3.0F)).contains(8.0F + 10.0F * 0x1.0p-20F));
  CHECK(sin(operand(1.0F)).contains(static_cast<float>(std::sin(1.0) + 0.00048)));
  CHECK_FALSE(sin(operand(1.0F)).contains(static_cast<float>(std::sin(1.0) + 0.0005)));
  CHECK(sin(operand(4.0F)).is_anything);
  CHECK(divide(operand(1.0F), operand(0.0F)).is_anything);
  CHECK(inverse_sqrt(operand(4.0F)).contains(0.5F));
  CHECK_FALSE(inverse_sqrt(operand(4.0F)).contains(0.5F + 3.0F * 0x1.0p-24F));
  CHECK_FALSE(log2(operand(1.0F)).contains(1e-6F));
  CHECK(log2(operand(8.0F)).contains(3.0F));
}

TEST_CASE("permitted ranges contain flushed denormals and overflow") {
  CHECK(operand(1e-40F).contains(0.0F));
  CHECK_FALSE(operand(1e-30F).contains(0.0F));
  const float huge = std::numeric_limits<float>::max();
  const FloatRange beyond = add(operand(huge), operand(huge));
  CHECK(beyond.contains(std::numeric_limits<float>::infinity()));
  CHECK(beyond.contains(huge));
  CHECK_FALSE(beyond.contains(1e38F));
  CHECK(multiply(operand(1e-30F), operand(1e-10F)).contains(0.0F));
}

TEST_CASE("matrix bounds distinguish a wrong inverse from a right one") {
  const Components m = {operand(2.0F), operand(0.0F), operand(0.0F), operand(0.0F), operand(4.0F),
                        operand(0.0F), operand(1.0F), operand(0.0F), operand(8.0F)};
  const std::vector<Components> operands = {m};
  const Components det = bound_of(Intrinsic::Determinant).permitted(operands);
  CHECK(det[0].contains(64.0F));
  CHECK_FALSE(det[0].contains(64.001F));
  const Components inverse = bound_of(Intrinsic::Inverse).permitted(operands);
  REQUIRE(inverse.size() == 9);
  CHECK(inverse[0].contains(0.5F));
  CHECK(inverse[6].contains(-0.0625F));
  CHECK_FALSE(inverse[2].contains(-0.0625F));
}

}  // namespace weft::testing::float_range_test
