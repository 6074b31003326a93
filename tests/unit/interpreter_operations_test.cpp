// Every operation on known values of every kind of data, and the conversions.

#include <cmath>

#include "fragments/interpreter/operations.h"
#include "fragments/model/library.h"
#include "tests/support/catch.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::interpreter_operations_test {

namespace {

using namespace weft;

struct Case {
  Operation op;
  std::vector<Constant> arguments;
  Constant expected;
  std::uint32_t payload = 0;
};

void check(const DataTypeTable& types, const Case& it) {
  Constant result = apply_operation(types, it.op, it.payload, it.expected.type, it.arguments);
  INFO("operation " << static_cast<int>(it.op));
  for (const Constant& argument : it.arguments) {
    UNSCOPED_INFO("argument " << text_of(argument));
  }
  INFO("expected " << text_of(it.expected) << ", got " << text_of(result));
  CHECK(result == it.expected);
}

std::uint32_t swizzle(std::vector<int> components) {
  return pack_swizzle(components.data(), static_cast<int>(components.size()));
}

Constant from_one(Scalar kind, std::uint32_t bits) { return {DataType::scalar(kind), {bits}}; }

}  // namespace

TEST_CASE("interpreter: arithmetic on floats, vectors and matrices") {
  DataTypeTable types;
  Constant m = matrix(2, 2, {1, 2, 3, 4});
  const std::vector<Case> cases = {
      {Operation::Negate, {floats({1, -2, 0})}, floats({-1, 2, -0.0F})},
      {Operation::Negate, {m}, matrix(2, 2, {-1, -2, -3, -4})},
      {Operation::Add, {floats({1, 2}), floats({10, 20})}, floats({11, 22})},
      {Operation::Add, {floats({1, 2, 3}), floats({0.5F})}, floats({1.5F, 2.5F, 3.5F})},
      {Operation::Subtract, {floats({1}), floats({1, 2, 3})}, floats({0, -1, -2})},
      {Operation::Subtract, {m, floats({1})}, matrix(2, 2, {0, 1, 2, 3})},
      {Operation::Multiply, {floats({3, 4}), floats({2})}, floats({6, 8})},
      {Operation::Multiply, {floats({2}), m}, matrix(2, 2, {2, 4, 6, 8})},
      {Operation::Divide,
       {floats({1, -1, 6}), floats({0, 0, 3})},
       floats({infinite, -infinite, 2})},
      {Operation::Divide, {m, floats({2})}, matrix(2, 2, {0.5F, 1, 1.5F, 2})},
      // Rounded to float32 after each operation: 2^24 + 1 is not a float.
      {Operation::Add, {floats({16777216}), floats({1})}, floats({16777216})},
      {Operation::Multiply, {floats({3.4e38F}), floats({10})}, floats({infinite})},
      // The smallest normal number, halved: the interpreter keeps denormals.
      {Operation::Multiply, {floats({1.1754944e-38F}), floats({0.5F})}, floats({5.877472e-39F})},
  };
  for (const Case& it : cases) {
    check(types, it);
  }
  Constant nothing =
      apply_operation(types, Operation::Divide, 0, float_type, {floats({0}), floats({0})});
  CHECK(nothing.bits[0] == 0x7fc00000U);
}

TEST_CASE("interpreter: integers wrap, divide by zero to zero and shift by five bits") {
  DataTypeTable types;
  const std::vector<Case> cases = {
      {Operation::Negate, {ints({5, int_min})}, ints({-5, int_min})},
      {Operation::Negate, {uints({1})}, uints({0xffffffffU})},
      {Operation::BitNot, {ints({0, -1})}, ints({-1, 0})},
      {Operation::Add, {ints({int_max, 1}), ints({1, 2})}, ints({int_min, 3})},
      {Operation::Add, {uints({0xffffffffU}), uints({2})}, uints({1})},
      {Operation::Subtract, {ints({int_min}), ints({1})}, ints({int_max})},
      {Operation::Multiply, {ints({65536, -3}), ints({65536, 7})}, ints({0, -21})},
      {Operation::Multiply, {ints({2, 3, 4}), ints({5})}, ints({10, 15, 20})},
      {Operation::Divide, {ints({7, -7, 7, -7}), ints({2, 2, -2, -2})}, ints({3, -3, -3, 3})},
      {Operation::Divide, {ints({7, int_min}), ints({0, -1})}, ints({0, int_min})},
      {Operation::Divide, {uints({0xfffffffeU, 7}), uints({2, 0})}, uints({0x7fffffffU, 0})},
      {Operation::Remainder, {ints({7, -7, 7, -7}), ints({3, 3, -3, -3})}, ints({1, -1, 1, -1})},
      {Operation::Remainder, {ints({7, int_min}), ints({0, -1})}, ints({0, 0})},
      {Operation::Remainder, {uints({0xffffffffU, 7}), uints({10, 0})}, uints({5, 0})},
      {Operation::ShiftLeft, {ints({1, 1, 3}), ints({4, 33, 31})}, ints({16, 2, int_min})},
      {Operation::ShiftRight, {ints({-8, -1}), ints({1, 40})}, ints({-4, -1})},
      {Operation::ShiftRight, {uints({0x80000000U}), ints({31})}, uints({1})},
      {Operation::ShiftRight, {uints({8, 16}), uints({2})}, uints({2, 4})},
      {Operation::BitAnd, {uints({12, 7}), uints({10, 8})}, uints({8, 0})},
      {Operation::BitOr, {ints({12}), ints({3})}, ints({15})},
      {Operation::BitXor, {ints({12, -1}), ints({10, 5})}, ints({6, -6})},
  };
  for (const Case& it : cases) {
    check(types, it);
  }
}

TEST_CASE("interpreter: comparisons and logic") {
  DataTypeTable types;
  auto f = [](float x) { return floats({x}); };
  auto b = [](bool x) { return bools({x}); };
  const std::vector<Case> cases = {
      {Operation::Less, {f(1), f(2)}, b(true)},
      {Operation::Less, {f(not_a_number), f(2)}, b(false)},
      {Operation::Less, {ints({-1}), ints({1})}, b(true)},
      {Operation::Less, {uints({0xffffffffU}), uints({1})}, b(false)},
      {Operation::LessEqual, {f(2), f(2)}, b(true)},
      {Operation::LessEqual, {f(not_a_number), f(not_a_number)}, b(false)},
      {Operation::Greater, {ints({3}), ints({-3})}, b(true)},
      {Operation::GreaterEqual, {f(2), f(3)}, b(false)},
      {Operation::GreaterEqual, {f(0), f(-0.0F)}, b(true)},
      {Operation::Equal, {f(0), f(-0.0F)}, b(true)},
      {Operation::Equal, {f(not_a_number), f(not_a_number)}, b(false)},
      {Operation::NotEqual, {f(not_a_number), f(not_a_number)}, b(true)},
      {Operation::Equal, {floats({1, 2, 3}), floats({1, 2, 3})}, b(true)},
      {Operation::Equal, {floats({1, 2, 3}), floats({1, 2, 4})}, b(false)},
      {Operation::NotEqual, {matrix(2, 2, {1, 2, 3, 4}), matrix(2, 2, {1, 2, 3, 5})}, b(true)},
      {Operation::Equal, {ints({int_min}), ints({0})}, b(false)},
      {Operation::Equal, {bools({true, false}), bools({true, false})}, b(true)},
      {Operation::Not, {b(true)}, b(false)},
      {Operation::Not, {bools({true, false})}, bools({false, true})},
      {Operation::And, {b(true), b(false)}, b(false)},
      {Operation::And, {b(true), b(true)}, b(true)},
      {Operation::Or, {b(false), b(true)}, b(true)},
      {Operation::Or, {b(false), b(false)}, b(false)},
      {Operation::BitXor, {b(true), b(true)}, b(false)},
      {Operation::Select, {b(true), floats({1, 2}), floats({3, 4})}, floats({1, 2})},
      {Operation::Select, {b(false), floats({1, 2}), floats({3, 4})}, floats({3, 4})},
  };
  for (const Case& it : cases) {
    check(types, it);
  }
}

TEST_CASE("interpreter: components, members and elements, with indices out of range") {
  DataTypeTable types;
  Constant m = matrix(3, 2, {1, 2, 3, 4, 5, 6});
  Constant v = floats({10, 20, 30, 40});
  DataType array_type = types.array_of(float2_type, 3);
  Constant array{array_type, floats({1, 2, 3, 4}).bits};
  array.bits.insert(array.bits.end(), {bits_of(5), bits_of(6)});
  const std::vector<Case> cases = {
      {Operation::Swizzle, {v}, floats({40, 10, 10}), swizzle({3, 0, 0})},
      {Operation::Swizzle, {v}, floats({20}), swizzle({1})},
      {Operation::Swizzle, {floats({7})}, floats({7, 7, 7, 7}), swizzle({0, 0, 0, 0})},
      {Operation::Swizzle, {ints({1, 2})}, ints({2, 1}), swizzle({1, 0})},
      {Operation::Index, {v, ints({2})}, floats({30})},
      {Operation::Index, {v, ints({-1})}, floats({10})},
      {Operation::Index, {v, ints({4})}, floats({40})},
      {Operation::Index, {v, uints({0xffffffffU})}, floats({40})},
      {Operation::Index, {m, ints({1})}, floats({4, 5, 6})},
      {Operation::Index, {m, ints({9})}, floats({4, 5, 6})},
      {Operation::Index, {array, ints({1})}, floats({3, 4})},
      {Operation::Index, {array, ints({int_max})}, floats({5, 6})},
      {Operation::Index, {array, ints({int_min})}, floats({1, 2})},
  };
  for (const Case& it : cases) {
    check(types, it);
  }
}

TEST_CASE("interpreter: constructors") {
  DataTypeTable types;
  Constant m3 = matrix(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  DataType pair = types.array_of(float2_type, 2);
  Constant pair_value{pair, floats({1, 2, 3, 4}).bits};
  const std::vector<Case> cases = {
      {Operation::Construct, {floats({2})}, floats({2, 2, 2})},
      {Operation::Construct, {ints({2})}, floats({2, 2})},
      {Operation::Construct, {floats({1, 2}), floats({3})}, floats({1, 2, 3})},
      {Operation::Construct, {floats({1}), ints({2, 3}), bools({true})}, floats({1, 2, 3, 1})},
      {Operation::Construct, {floats({1, 2, 3, 4})}, floats({1, 2, 3})},
      {Operation::Construct, {floats({5, 6})}, floats({5})},
      {Operation::Construct, {floats({1.9F, -1.9F})}, ints({1, -1})},
      {Operation::Construct, {floats({1, 2}), floats({3, 4})}, matrix(2, 2, {1, 2, 3, 4})},
      {Operation::Construct, {floats({3})}, matrix(2, 3, {3, 0, 0, 3, 0, 0})},
      {Operation::Construct, {m3}, matrix(2, 2, {1, 2, 4, 5})},
      {Operation::Construct, {m3}, matrix(2, 3, {1, 2, 4, 5, 7, 8})},
      {Operation::Construct, {m3}, matrix(4, 4, {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 1})},
      {Operation::Construct, {floats({1, 2}), floats({3, 4})}, pair_value},
      {Operation::Construct, {pair_value}, pair_value},
      {Operation::Construct, {}, floats({0, 0, 0})},
      {Operation::Construct, {}, zero_constant(types, pair)},
  };
  for (const Case& it : cases) {
    check(types, it);
  }
}

TEST_CASE("interpreter: conversions between scalar types") {
  struct Conversion {
    Constant from;
    Constant to;
  };
  const std::vector<Conversion> cases = {
      {floats({1.99F}), ints({1})},
      {floats({-1.99F}), ints({-1})},
      {floats({3e9F}), ints({int_max})},
      {floats({-3e9F}), ints({int_min})},
      {floats({-2147483648.0F}), ints({int_min})},
      {floats({2147483520.0F}), ints({2147483520})},
      {floats({not_a_number}), ints({0})},
      {floats({infinite}), ints({int_max})},
      {floats({-1}), uints({0})},
      {floats({not_a_number}), uints({0})},
      {floats({3e9F}), uints({3000000000U})},
      {floats({4294967040.0F}), uints({4294967040U})},
      {floats({5e9F}), uints({0xffffffffU})},
      {floats({4294967296.0F}), uints({0xffffffffU})},
      {floats({2147483648.0F}), ints({int_max})},
      {floats({0}), bools({false})},
      {floats({-0.0F}), bools({false})},
      {floats({0.1F}), bools({true})},
      {floats({not_a_number}), bools({true})},
      {ints({-1}), uints({0xffffffffU})},
      {uints({0xffffffffU}), ints({-1})},
      {ints({-7}), floats({-7})},
      {ints({16777217}), floats({16777216})},
      {uints({0xffffffffU}), floats({4294967296.0F})},
      {uints({16777219}), floats({16777220})},
      {ints({-5}), bools({true})},
      {uints({0}), bools({false})},
      {bools({true}), floats({1})},
      {bools({true}), ints({1})},
      {bools({false}), uints({0})},
  };
  DataTypeTable types;
  for (const Conversion& it : cases) {
    check(types, {Operation::Construct, {it.from}, it.to});
  }
}

TEST_CASE("interpreter: nested structs and arrays") {
  Library library;
  DataTypeTable& types = library.data_types;
  NameId name = library.names.intern("x");
  DataType inner =
      types.add_struct({library.names.intern("Inner"), {{name, float2_type}, {name, bool_type}}});
  DataType list = types.array_of(inner, 2);
  DataType outer =
      types.add_struct({library.names.intern("Outer"),
                        {{name, int_type}, {name, list}, {name, DataType::matrix(2, 2)}}});

  Constant first =
      apply_operation(types, Operation::Construct, 0, inner, {floats({1, -0.0F}), bools({true})});
  Constant second =
      apply_operation(types, Operation::Construct, 0, inner, {floats({3, 4}), bools({false})});
  Constant elements = apply_operation(types, Operation::Construct, 0, list, {first, second});
  Constant whole = apply_operation(types, Operation::Construct, 0, outer,
                                   {ints({-9}), elements, matrix(2, 2, {5, 6, 7, 8})});
  CHECK(whole.bits.size() == 1 + 6 + 4);

  check(types, {Operation::Member, {whole}, ints({-9}), 0});
  check(types, {Operation::Member, {whole}, elements, 1});
  check(types, {Operation::Member, {whole}, matrix(2, 2, {5, 6, 7, 8}), 2});
  check(types, {Operation::Index, {elements, ints({1})}, second});
  check(types, {Operation::Member, {second}, floats({3, 4}), 0});
  check(types, {Operation::Member, {second}, bools({false}), 1});

  Constant same = whole;
  same.bits[2] = bits_of(0.0F);  // -0 in the other
  check(types, {Operation::Equal, {whole, same}, bools({true})});
  same.bits[0] = 0x80000000U;
  check(types, {Operation::Equal, {whole, same}, bools({false})});
  check(types, {Operation::NotEqual, {whole, same}, bools({true})});
  same = whole;
  same.bits[2] = bits_of(not_a_number);
  check(types, {Operation::Equal, {same, same}, bools({false})});
  CHECK(zero_constant(types, outer).bits == std::vector<std::uint32_t>(11, 0));
}

TEST_CASE("interpreter: types nest without limit") {
  Library library;
  DataTypeTable& types = library.data_types;
  NameId name = library.names.intern("x");
  DataType type = types.add_struct({name, {{name, float_type}, {name, int_type}}});
  for (int i = 0; i < 50'000; ++i) {
    type = types.add_struct({library.names.intern("Nested" + std::to_string(i)), {{name, type}}});
  }
  CHECK(zero_constant(types, type).bits.size() == 2);
  check(
      types,
      {Operation::Equal, {zero_constant(types, type), zero_constant(types, type)}, bools({true})});
}

TEST_CASE("interpreter: constants of floats") {
  CHECK(float_constant(float3_type, {1, 2, 3}) == floats({1, 2, 3}));
  CHECK(float_constant(DataType::matrix(2, 2), {1, 2, 3, 4}) == matrix(2, 2, {1, 2, 3, 4}));
  CHECK(from_one(Scalar::Float, bits_of(2)) == float_constant(float_type, {2}));
}

}  // namespace weft::testing::interpreter_operations_test
