// What is known of operations whose operands are one value, compared with the interpreter for
// values that are their own exceptions: infinities, NaN, zeros of both signs.

#include "fragments/analysis/known_values.h"

#include <limits>
#include <string>
#include <vector>

#include "fragments/interpreter/operations.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"

namespace weft::testing::known_values_test {

namespace {

using namespace weft;

const std::uint32_t any_bits[] = {0, 1, 7, 0x7fffffffU, 0x80000000U, 0xffffffffU};
const float any_floats[] = {0.0F,
                            -0.0F,
                            1.5F,
                            -3.0F,
                            std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()};

std::vector<Constant> values_of(DataType type) {
  std::vector<Constant> values;
  for (std::size_t i = 0; i < std::size(any_bits); ++i) {
    Constant value{type, {}};
    for (int c = 0; c < type.component_count(); ++c) {
      const std::size_t at = (i + static_cast<std::size_t>(c)) % std::size(any_bits);
      value.bits.push_back(type.is_float_based()                ? float_bits(any_floats[at])
                           : type.scalar_kind() == Scalar::Bool ? any_bits[at] & 1U
                                                                : any_bits[at]);
    }
    values.push_back(std::move(value));
  }
  return values;
}

enum class Known { Nothing, Operand, True, False, Zero };

struct Case {
  Operation op;
  std::uint32_t payload;
  DataType argument;
  DataType result;
  Known known;
};

constexpr std::uint32_t of(Intrinsic which) { return static_cast<std::uint32_t>(which); }

constexpr DataType bool3 = DataType::vector(Scalar::Bool, 3);
constexpr DataType int3 = DataType::vector(Scalar::Int, 3);

Constant applied(const DataTypeTable& types, const Case& each, const Constant& value) {
  const std::vector<Constant> operands = {value, value};
  return each.op == Operation::Intrinsic
             ? *apply_intrinsic(static_cast<Intrinsic>(each.payload), each.result, operands)
             : apply_operation(types, each.op, each.payload, each.result, operands);
}

}  // namespace

TEST_CASE("known values: operations of equal operands, for every value") {
  const DataType real3 = float3_type;
  const Case cases[] = {
      {Operation::And, 0, bool_type, bool_type, Known::Operand},
      {Operation::Or, 0, bool_type, bool_type, Known::Operand},
      {Operation::BitAnd, 0, int3, int3, Known::Operand},
      {Operation::BitOr, 0, uint_type, uint_type, Known::Operand},
      {Operation::Intrinsic, of(Intrinsic::Min), real3, real3, Known::Operand},
      {Operation::Intrinsic, of(Intrinsic::Max), int3, int3, Known::Operand},
      {Operation::Less, 0, float_type, bool_type, Known::False},
      {Operation::Greater, 0, float_type, bool_type, Known::False},
      {Operation::Less, 0, int_type, bool_type, Known::False},
      {Operation::LessEqual, 0, int_type, bool_type, Known::True},
      {Operation::GreaterEqual, 0, uint_type, bool_type, Known::True},
      {Operation::Equal, 0, int3, bool_type, Known::True},
      {Operation::NotEqual, 0, bool_type, bool_type, Known::False},
      {Operation::Intrinsic, of(Intrinsic::LessThan), real3, bool3, Known::False},
      {Operation::Intrinsic, of(Intrinsic::GreaterThan), real3, bool3, Known::False},
      {Operation::Intrinsic, of(Intrinsic::LessThanEqual), int3, bool3, Known::True},
      {Operation::Intrinsic, of(Intrinsic::GreaterThanEqual), int3, bool3, Known::True},
      {Operation::Intrinsic, of(Intrinsic::EqualTo), int3, bool3, Known::True},
      {Operation::Intrinsic, of(Intrinsic::NotEqualTo), int3, bool3, Known::False},
      {Operation::Subtract, 0, int_type, int_type, Known::Zero},
      {Operation::BitXor, 0, int3, int3, Known::Zero},
      // NaN is not equal to itself, and the difference of two infinities is NaN.
      {Operation::LessEqual, 0, float_type, bool_type, Known::Nothing},
      {Operation::GreaterEqual, 0, float_type, bool_type, Known::Nothing},
      {Operation::Equal, 0, float_type, bool_type, Known::Nothing},
      {Operation::NotEqual, 0, real3, bool_type, Known::Nothing},
      {Operation::Intrinsic, of(Intrinsic::EqualTo), real3, bool3, Known::Nothing},
      {Operation::Subtract, 0, real3, real3, Known::Nothing},
      {Operation::Divide, 0, float_type, float_type, Known::Nothing},
      {Operation::Divide, 0, int_type, int_type, Known::Nothing},
      {Operation::Add, 0, int_type, int_type, Known::Nothing},
      {Operation::Intrinsic, of(Intrinsic::Step), float_type, float_type, Known::Nothing},
  };
  const DataTypeTable types;
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const Case& each = cases[i];
    INFO("case " << i);
    const KnownOutcome outcome =
        outcome_of_equals(types, each.op, each.payload, each.result, each.argument);
    CHECK(outcome.argument.has_value() == (each.known == Known::Operand));
    CHECK(outcome.value.has_value() ==
          (each.known != Known::Operand && each.known != Known::Nothing));
    for (const Constant& value : values_of(each.argument)) {
      if (outcome.value || outcome.argument) {
        CHECK(applied(types, each, value) == outcome.value.value_or(value));
      }
    }
    if (outcome.value) {
      const std::uint32_t bits = each.known == Known::True ? 1 : 0;
      CHECK(outcome.value->bits == std::vector<std::uint32_t>(outcome.value->bits.size(), bits));
    }
  }
}

TEST_CASE("known values: a choice between equal values is that value") {
  const DataTypeTable types;
  const KnownOutcome outcome =
      outcome_of_equals(types, Operation::Select, 0, float_type, float_type);
  CHECK(outcome.argument == 1U);
  CHECK_FALSE(outcome.value);
}

}  // namespace weft::testing::known_values_test
