#include "tests/render/precision_cases.h"

#include "tests/support/catch.h"

namespace weft::testing {
namespace {

const std::string square_2 = "float2x2(m)";
const std::string square_4 =
    "float4x4(float4(a, b.x), float4(b, c.x), float4(c, a.x), float4(a.z, b.z, c.z, 1.0))";

// --- Arguments of intrinsics ---

void add_floats(std::vector<PrecisionCase>& cases, Intrinsic intrinsic) {
  const std::string name(intrinsic_name(intrinsic));
  const PrecisionBound bound = bound_of(intrinsic);
  const auto add = [&](const std::string& expression, const std::string& operands) {
    cases.push_back({expression, operands, bound});
  };
  switch (intrinsic_shape(intrinsic)) {
    case IntrinsicShape::FloatUnary:
    case IntrinsicShape::NumericUnary:
      add(name + "(a)", "a");
      add("float3(" + name + "(a.x))", "x");
      return;
    case IntrinsicShape::FloatBinary:
    case IntrinsicShape::FloatSameBinary:
    case IntrinsicShape::NumericBinary:
      add(name + "(a, b)", "ab");
      add("float3(" + name + "(a.x, b.x))", "xy");
      return;
    case IntrinsicShape::FloatTernary:
    case IntrinsicShape::FloatSameTernary:
      add(name + "(a, b, c)", "abc");
      add("float3(" + name + "(a.x, b.x, c.x))", "xyz");
      return;
    case IntrinsicShape::NumericTernary:
      add(name + "(a, b, c)", "abc");
      add("float3(" + name + "(a.x, b.x, c.x))", "xyz");
      add(name + "(a, b, b + 1.0)", "");  // where the bounds are ordered
      return;
    case IntrinsicShape::Refract:
      add(name + "(a, b, c.x)", "abz");
      add("float3(" + name + "(a.x, b.x, c.x))", "xyz");
      return;
    case IntrinsicShape::Dot:
      add("float3(" + name + "(a, b))", "ab");
      add("float3(" + name + "(a.x, b.x))", "xy");
      return;
    case IntrinsicShape::Cross:
      add(name + "(a, b)", "ab");
      return;
    case IntrinsicShape::Length:
      add("float3(" + name + "(a))", "a");
      add("float3(" + name + "(a.x))", "x");
      return;
    case IntrinsicShape::Transpose:
      add(name + "(m)[1]", "");
      return;
    case IntrinsicShape::Determinant:
      add("float3(" + name + "(m))", "m");
      add("float3(" + name + "(" + square_2 + "))", "n");
      add("float3(" + name + "(" + square_4 + "))", "o");
      return;
    case IntrinsicShape::Inverse:
      add(name + "(m)[0]", "m");
      add("float3(" + name + "(" + square_2 + ")[0], 0.0)", "n");
      add(name + "(" + square_4 + ")[0].xyz", "o");
      return;
    case IntrinsicShape::MatrixProduct:
      add(name + "(m, a)", "ma");
      return;
    case IntrinsicShape::BoolReduce:
      add("float3(float(" + name + "(lessThan(a, b))), float(" + name +
              "(greaterThanEqual(a, b))), 0.0)",
          "");
      return;
    case IntrinsicShape::Comparison:
      add("float3(" + name + "(a, b)) + 2.0 * float3(" + name + "(a, a))", "");
      return;
    case IntrinsicShape::FloatTest:
      add("float3(" + name + "(a)) + 2.0 * float3(" + name + "(bitsToFloat(p | 2139095040u)))", "");
      return;
    case IntrinsicShape::FloatToInt:
    case IntrinsicShape::FloatToUint:
      add("bitsToFloat(" + name + "(a))", "");
      return;
    case IntrinsicShape::BitsToFloat:
      add(name + "(p ^ (r & 1u))", "");
      add(name + "(i ^ (k & 1))", "");
      return;
    case IntrinsicShape::OuterProduct:
    case IntrinsicShape::PackTwo:
    case IntrinsicShape::PackFour:
    case IntrinsicShape::UnpackTwo:
    case IntrinsicShape::UnpackFour:
    case IntrinsicShape::BitfieldExtract:
    case IntrinsicShape::BitfieldInsert:
    case IntrinsicShape::IntegerUnary:
    case IntrinsicShape::BitIndex:
    case IntrinsicShape::SampleBias:
    case IntrinsicShape::Gather:
    case IntrinsicShape::TextureLevels:
    case IntrinsicShape::ArrayLength:
    case IntrinsicShape::Sample:
    case IntrinsicShape::SampleLod:
    case IntrinsicShape::SampleGrad:
    case IntrinsicShape::SampleCompare:
    case IntrinsicShape::Texel:
    case IntrinsicShape::TextureSize:
      return;
  }
}

// For ints and uints.
void add_integers(std::vector<PrecisionCase>& cases, Intrinsic intrinsic) {
  const std::string name(intrinsic_name(intrinsic));
  const PrecisionBound exact{PrecisionBound::Kind::Exact, "correct result", nullptr};
  switch (intrinsic_shape(intrinsic)) {
    case IntrinsicShape::NumericUnary:
      cases.push_back({"bitsToFloat(" + name + "(i))", "", exact});
      return;
    case IntrinsicShape::NumericBinary:
      cases.push_back({"bitsToFloat(" + name + "(i, j))", "", exact});
      cases.push_back({"bitsToFloat(" + name + "(p, q))", "", exact});
      return;
    case IntrinsicShape::NumericTernary:
      cases.push_back({"bitsToFloat(" + name + "(i, j, k))", "", exact});
      cases.push_back({"bitsToFloat(" + name + "(p, q, r))", "", exact});
      return;
    case IntrinsicShape::Comparison:
      cases.push_back({"float3(" + name + "(i, j)) + 2.0 * float3(" + name + "(i, i))", "", exact});
      cases.push_back({"float3(" + name + "(p, q)) + 2.0 * float3(" + name + "(p, p))", "", exact});
      return;
    default:  // floats only
      return;
  }
}

// Expressions of an operator: floats with their operands, whole numbers without.
void add_operation(std::vector<PrecisionCase>& cases, Operation operation) {
  const PrecisionBound bound = bound_of(operation);
  const auto add = [&](const std::string& expression, const std::string& operands = {}) {
    cases.push_back({expression, operands, bound});
  };
  const auto add_words = [&](const std::string& of_ints, const std::string& of_uints) {
    cases.push_back({"bitsToFloat(" + of_ints + ")", "", bound_of(Operation::BitAnd)});
    cases.push_back({"bitsToFloat(" + of_uints + ")", "", bound_of(Operation::BitAnd)});
  };
  switch (operation) {
    case Operation::Negate:
      add("-a", "a");
      add_words("-i", "uint3(-int3(p))");
      return;
    case Operation::Add:
      add("a + b", "ab");
      add_words("i + j", "p + q");
      return;
    case Operation::Subtract:
      add("a - b", "ab");
      add_words("i - j", "p - q");
      return;
    case Operation::Multiply:
      add("a * b", "ab");
      add("m[1] * a.x", "bx");
      add_words("i * j", "p * q");
      return;
    case Operation::Divide:
      add("a / b", "ab");
      add_words("i / j", "p / q");
      return;
    case Operation::Remainder:
      add_words("i % j", "p % q");
      return;
    case Operation::MatrixProduct:
      add("m * a", "ma");
      return;
    case Operation::Not:
      add("float3(float(!(a.x < b.x)), float(!(i.y < j.y)), 0.0)");
      add("float3(not(lessThan(a, b)))");
      add("float3(notEqual(lessThan(a, b), greaterThan(b, c)))");
      return;
    case Operation::BitNot:
      add_words("~i", "~p");
      return;
    case Operation::ShiftLeft:
      add_words("i << j", "p << q");
      return;
    case Operation::ShiftRight:
      add_words("i >> j", "p >> q");
      return;
    case Operation::Less:
      add("float3(float(a.x < b.x), float(i.y < j.y), float(p.z < q.z))");
      return;
    case Operation::LessEqual:
      add("float3(float(a.x <= b.x), float(i.y <= j.y), float(p.z <= q.z))");
      return;
    case Operation::Greater:
      add("float3(float(a.x > b.x), float(i.y > j.y), float(p.z > q.z))");
      return;
    case Operation::GreaterEqual:
      add("float3(float(a.x >= b.x), float(i.y >= j.y), float(p.z >= q.z))");
      return;
    case Operation::Equal:
      add("float3(float(a.x == b.x), float(i == j), float(m == float3x3(a, b, a)))");
      return;
    case Operation::NotEqual:
      add("float3(float(a.x != b.x), float(i != j), float(m != float3x3(a, b, a)))");
      return;
    case Operation::And:
      add("float3(float(a.x < b.x && b.y < c.y))");
      return;
    case Operation::Or:
      add("float3(float(a.x < b.x || b.y < c.y))");
      return;
    case Operation::BitAnd:
      add_words("i & j", "p & q");
      return;
    case Operation::BitXor:
      add_words("i ^ j", "p ^ q");
      return;
    case Operation::BitOr:
      add_words("i | j", "p | q");
      return;
    case Operation::Select:
      add("a.x < b.x ? a : b", "");
      return;
    case Operation::Construct:  // whole numbers that floats can represent, and floats that ints can
      add("float3(i >> 8)");
      add("float3(p >> 8)");
      add_words("int3(clamp(a, -2000000000.0, 2000000000.0))",
                "uint3(clamp(a, 0.0, 4000000000.0))");
      return;
    case Operation::Literal:
    case Operation::Local:
    case Operation::Port:
    case Operation::Feature:
    case Operation::Symbol:
    case Operation::Length:
    case Operation::Swizzle:
    case Operation::Index:
    case Operation::Member:
    case Operation::Intrinsic:
    case Operation::Call:
    case Operation::PortCall:
      return;
  }
}

}  // namespace

std::vector<PrecisionCase> precision_cases() {
  std::vector<PrecisionCase> cases;
  for (const std::string_view spelling : intrinsic_spellings()) {
    const Intrinsic intrinsic = *find_intrinsic(spelling);
    if (spelling != intrinsic_name(intrinsic)) {
      continue;
    }
    INFO("intrinsic " << spelling);
    CHECK(!bound_of(intrinsic).rule.empty());
    if (bound_of(intrinsic).kind != PrecisionBound::Kind::NotHere) {
      const std::size_t before = cases.size();
      add_floats(cases, intrinsic);
      add_integers(cases, intrinsic);
      CHECK(cases.size() > before);
    }
  }
  for (int number = 0; number <= static_cast<int>(Operation::PortCall); ++number) {
    const auto operation = static_cast<Operation>(number);
    INFO("operation " << number);
    CHECK(!bound_of(operation).rule.empty());
    if (bound_of(operation).kind != PrecisionBound::Kind::NotHere) {
      const std::size_t before = cases.size();
      add_operation(cases, operation);
      CHECK(cases.size() > before);
    }
  }
  return cases;
}

}  // namespace weft::testing
