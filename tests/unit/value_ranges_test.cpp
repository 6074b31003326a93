// Ranges and laws of operations, against the interpreter and a table.

#include "codegen/lower/value_ranges.h"

#include <cstring>
#include <string>
#include <vector>

#include "fragments/analysis/lipschitz_law.h"
#include "fragments/interpreter/operations.h"
#include "fragments/model/intrinsics.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::value_ranges_test {

namespace {

using namespace weft;

struct Tried {
  Operation op;
  std::uint32_t payload = 0;
  std::size_t operands = 1;
};

Tried intrinsic(Intrinsic which, std::size_t operands) {
  return {Operation::Intrinsic, static_cast<std::uint32_t>(which), operands};
}

/// Every operation on floats that has a range.
std::vector<Tried> all_tried() {
  return {{Operation::Negate, 0, 1},         {Operation::Add, 0, 2},
          {Operation::Subtract, 0, 2},       {Operation::Multiply, 0, 2},
          {Operation::Divide, 0, 2},         {Operation::Construct, 0, 1},
          intrinsic(Intrinsic::Saturate, 1), intrinsic(Intrinsic::Fract, 1),
          intrinsic(Intrinsic::Sin, 1),      intrinsic(Intrinsic::Cos, 1),
          intrinsic(Intrinsic::Sign, 1),     intrinsic(Intrinsic::Abs, 1),
          intrinsic(Intrinsic::Step, 2),     intrinsic(Intrinsic::Min, 2),
          intrinsic(Intrinsic::Max, 2),      intrinsic(Intrinsic::SmoothStep, 3),
          intrinsic(Intrinsic::Clamp, 3),    intrinsic(Intrinsic::Mix, 3),
          intrinsic(Intrinsic::Fma, 3)};
}

float evaluated(const Tried& tried, const std::vector<Constant>& arguments) {
  const DataTypeTable types;
  const Constant value =
      tried.op == Operation::Intrinsic
          ? *apply_intrinsic(static_cast<Intrinsic>(tried.payload), float_type, arguments)
          : apply_operation(types, tried.op, tried.payload, float_type, arguments);
  return float_of_bits(value.bits[0]);
}

Law law_of(Operation op, std::uint32_t payload, const std::vector<Law>& arguments,
           DataType type = float_type) {
  return lipschitz_law(op, payload, type, arguments);
}

}  // namespace

TEST_CASE("value ranges: no operation leaves its range") {
  Random random(seed());
  std::size_t bounded = 0;
  for (std::size_t round = 0; round < scaled(200); ++round) {
    for (const Tried& tried : all_tried()) {
      std::vector<ValueRange> ranges;
      for (std::size_t i = 0; i < tried.operands; ++i) {
        const double low = random.between(-3, 3);
        const bool is_weight = random.chance(3);
        ranges.push_back(is_weight ? ValueRange{0, 1}
                                   : ValueRange{low, low + random.between(0, 2)});
      }
      const ValueRange range = operation_range(tried.op, tried.payload, float_type, ranges);
      bounded += range.is_within(-1e6, 1e6) ? 1 : 0;
      for (int sample = 0; sample < 8; ++sample) {
        std::vector<Constant> arguments;
        for (const ValueRange& each : ranges) {
          const double at = sample == 0   ? each.least
                            : sample == 1 ? each.greatest
                                          : random.between(each.least, each.greatest);
          arguments.push_back({float_type, {float_bits(static_cast<float>(at))}});
        }
        const double value = static_cast<double>(evaluated(tried, arguments));
        INFO(static_cast<int>(tried.op) << " " << tried.payload << ": " << value << " in "
                                        << range.least << " … " << range.greatest);
        const double slack = 1e-5;
        CHECK_FALSE((value < range.least - slack || value > range.greatest + slack));
      }
    }
  }
  CHECK(bounded > scaled(200) * all_tried().size() * 9 / 10);
}

TEST_CASE("value ranges: what is not known stays unknown") {
  const ValueRange unknown;
  const ValueRange weight{0, 1};
  const auto of = [](Operation op, const std::vector<ValueRange>& operands) {
    return operation_range(op, 0, float_type, operands);
  };
  CHECK(of(Operation::Multiply, {unknown, weight}) == unknown);
  CHECK(of(Operation::Add, {unknown, weight}) == unknown);
  CHECK(of(Operation::Divide, {weight, {-1, 1}}) == unknown);
  CHECK(of(Operation::Divide, {weight, {2, 4}}) == ValueRange{0, 0.5});
  CHECK(operation_range(Operation::Intrinsic, static_cast<std::uint32_t>(Intrinsic::Saturate),
                        float_type, {unknown}) == weight);
  CHECK(operation_range(Operation::Intrinsic, static_cast<std::uint32_t>(Intrinsic::Exp),
                        float_type, {weight}) == unknown);
  CHECK(operation_range(Operation::Add, 0, int_type, {weight, weight}) == unknown);
}

TEST_CASE("lipschitz laws: continuous steps keep an error's order, others do not") {
  const Law C = Law::Constant;
  const Law A = Law::Affine;
  const Law N = Law::Nonlinear;
  struct Row {
    Operation op;
    Intrinsic which;
    std::vector<Law> arguments;
    Law expected;
  };
  const std::vector<Row> rows = {
      {Operation::Add, {}, {A, C}, A},
      {Operation::Multiply, {}, {A, A}, A},
      {Operation::Divide, {}, {A, C}, A},
      {Operation::Divide, {}, {C, A}, N},
      {Operation::Select, {}, {C, A, C}, A},
      {Operation::Select, {}, {A, C, C}, N},
      {Operation::Less, {}, {A, C}, N},
      {Operation::Less, {}, {C, C}, C},
      {Operation::Intrinsic, Intrinsic::Saturate, {A}, A},
      {Operation::Intrinsic, Intrinsic::Mix, {A, C, A}, A},
      {Operation::Intrinsic, Intrinsic::Max, {A, C}, A},
      {Operation::Intrinsic, Intrinsic::Sqrt, {A}, N},
      {Operation::Intrinsic, Intrinsic::Sqrt, {C}, C},
      {Operation::Intrinsic, Intrinsic::Floor, {A}, N},
      {Operation::Intrinsic, Intrinsic::Step, {C, A}, N},
      {Operation::Intrinsic, Intrinsic::Pow, {A, C}, N},
      {Operation::Intrinsic, Intrinsic::DerivativeX, {A}, N},
      {Operation::Intrinsic, Intrinsic::Mix, {A, N, C}, N},
  };
  for (const Row& row : rows) {
    INFO(static_cast<int>(row.op) << " " << static_cast<int>(row.which));
    CHECK(law_of(row.op, static_cast<std::uint32_t>(row.which), row.arguments) == row.expected);
  }
  CHECK(law_of(Operation::Construct, 0, {A}, int_type) == N);
}

}  // namespace weft::testing::value_ranges_test
