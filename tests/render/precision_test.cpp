// What emitted leaves compute on lavapipe, from both languages, for random operands: within the
// bounds of the table in precision_bounds.h, and bit for bit what the interpreter gives where that
// says «exact».

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include "tests/render/precision_bounds.h"
#include "tests/render/probes.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace {

using namespace weft;
using namespace weft::testing;

/// An expression of Probes. `operands` names those of its operation for the bound, one letter each:
/// a, b, c the vectors; x, y, z their first components; m the 3×3 matrix, n the 2×2 and o the 4×4
/// one made of it; t a vector in 0 … 1. None: whole numbers, which are exact.
struct PrecisionCase {
  std::string expression;
  std::string operands;
  PrecisionBound bound;
};

const std::string square_2 = "float2x2(m)";
const std::string square_4 =
    "float4x4(float4(a, b.x), float4(b, c.x), float4(c, a.x), float4(a.z, b.z, c.z, 1.0))";

// --- What an intrinsic is called with ---

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
      add(name + "(a, b, b + 1.0)", "");  // where bounds are in order
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
    case IntrinsicShape::Sample:
    case IntrinsicShape::SampleLod:
    case IntrinsicShape::SampleGrad:
    case IntrinsicShape::Texel:
    case IntrinsicShape::TextureSize:
      return;
  }
}

// Of ints and uints.
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

// What an operator stands in, of floats with their operands, of whole numbers without.
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
    case Operation::Construct:  // whole numbers that floats hold, and floats that ints hold
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
    case Operation::Swizzle:
    case Operation::Index:
    case Operation::Member:
    case Operation::Intrinsic:
    case Operation::Call:
    case Operation::PortCall:
      return;
  }
}

std::vector<PrecisionCase> all_cases() {
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

// --- Operands ---

// Mostly of the size that most functions are about; else whole and half numbers, zeros, denormals,
// huge and tiny ones.
float random_operand(Random& random) {
  constexpr float special[] = {0.0F,     -0.0F,   1.0F,    -1.0F,  0.5F,    2.0F,      1e-40F,
                               -3e-39F,  1e-30F,  -1e-20F, 1e20F,  -1e30F,  3.0e38F,   1.17549435e-38F,
                               16777217.0F, 8388607.5F, -2147483648.0F, 3.1415927F};
  switch (random.below(10)) {
    case 0:
    case 1:
      return special[random.below(std::size(special))];
    case 2:
      return static_cast<float>(random.between(-20.0, 20.0));
    case 3:
      return static_cast<float>(random.below(33)) * 0.5F - 8.0F;
    case 4:
    case 5:
      return static_cast<float>(random.between(-1.0, 1.0));
    case 6:
      return static_cast<float>(random.between(0.0, 1.0));
    default:
      return static_cast<float>(random.between(-3.2, 3.2));
  }
}

ProbeInput random_input(Random& random) {
  ProbeInput input = {};
  const bool is_plain = random.chance(2);  // else nearly every vector holds something special
  for (std::uint32_t& word : input) {
    word = bits_of(is_plain ? static_cast<float>(random.between(-2.0, 2.0))
                            : random_operand(random));
  }
  return input;
}

Components components_of(char name, const ProbeInput& input) {
  const auto from = [&](std::initializer_list<std::size_t> places) {
    Components result;
    for (const std::size_t place : places) {
      result.push_back(operand(float_of(input[place])));
    }
    return result;
  };
  switch (name) {
    case 'a':
      return from({0, 1, 2});
    case 'b':
      return from({3, 4, 5});
    case 'c':
      return from({6, 7, 8});
    case 'x':
      return from({0});
    case 'y':
      return from({3});
    case 'z':
      return from({6});
    case 'm':
      return from({0, 1, 2, 3, 4, 5, 6, 7, 8});
    case 'n':
      return from({0, 1, 3, 4});
    default: {
      Components four = from({0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 0, 2, 5, 8});
      four.push_back(constant(1.0));
      return four;
    }
  }
}

bool is_denormal(std::uint32_t bits) {
  return (bits & 0x7F800000U) == 0 && (bits & 0x007FFFFFU) != 0;
}

std::uint32_t flushed(std::uint32_t bits) { return is_denormal(bits) ? bits & 0x80000000U : bits; }

// Floats as numbers: a NaN is a NaN, and a zero a zero. What is denormal may be flushed.
bool is_same_number(std::uint32_t drawn, std::uint32_t expected) {
  const float a = float_of(drawn);
  const float b = float_of(expected);
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         float_of(flushed(drawn)) == float_of(flushed(expected));
}

struct Tally {
  std::size_t bound = 0;  ///< components that had to keep a bound
  std::size_t all = 0;
};

class PrecisionCheck {
 public:
  PrecisionCheck(const std::vector<PrecisionCase>& cases, const Probes& probes,
                 std::size_t inputs)
      : cases_(cases), probes_(probes), inputs_(inputs) {}

  void run() {
    for (std::size_t number = 0; number < cases_.size(); ++number) {
      Tally tally;
      for (std::size_t input = 0; input < inputs_; ++input) {
        check(number, input, tally);
      }
      INFO(cases_[number].expression << ": " << tally.bound << " of " << tally.all);
      CHECK(tally.bound * 5 >= tally.all);  // or the test says nothing
    }
  }

 private:
  void check(std::size_t number, std::size_t input, Tally& tally) {
    const PrecisionCase& probe = cases_[number];
    const ProbeOutput expected = probes_.interpreted(number, input);
    Components permitted;
    if (probe.bound.kind == PrecisionBound::Kind::Within) {
      std::vector<Components> operands;
      for (const char name : probe.operands) {
        operands.push_back(components_of(name, probes_.input(input)));
      }
      permitted = probe.bound.permitted(operands);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      ++tally.all;
      tally.bound += permitted.empty() || !permitted_of(permitted, i).is_anything ? 1 : 0;
      if (!permitted.empty() &&
          !permitted_of(permitted, i).contains(float_of(expected[i]))) {
        report(number, input, i, "the interpreter", expected[i], expected[i], permitted);
      }
      for (const ShadingLanguage language : both_languages) {
        const std::uint32_t drawn = probes_.drawn(language, number, input)[i];
        const bool is_good = permitted.empty() ? is_exact(number, input, i, drawn, expected[i])
                                               : permitted_of(permitted, i).contains(float_of(drawn));
        if (!is_good) {
          report(number, input, i, name_of(language), drawn, expected[i], permitted);
        }
      }
    }
  }

  // A vector of fewer components than three was spread, or filled up with zeros.
  static FloatRange permitted_of(const Components& permitted, std::size_t i) {
    return permitted.size() == 1 ? permitted[0]
           : permitted.size() == 4 && i == 2
               ? constant(0.0)
               : permitted[i];
  }

  bool is_exact(std::size_t number, std::size_t input, std::size_t component, std::uint32_t drawn,
                std::uint32_t expected) const {
    const bool is_number = cases_[number].expression.rfind("bitsToFloat(", 0) != 0;
    if (!is_number) {
      return drawn == expected;
    }
    ProbeInput without_denormals = probes_.input(input);
    for (std::uint32_t& word : without_denormals) {
      word = flushed(word);
    }
    return is_same_number(drawn, expected) ||
           is_same_number(drawn, probes_.interpreted(number, without_denormals)[component]);
  }

  void report(std::size_t number, std::size_t input, std::size_t component, std::string_view who,
              std::uint32_t drawn, std::uint32_t expected, const Components& permitted) const {
    std::string operands;
    for (const std::uint32_t word : probes_.input(input)) {
      char text[40];
      std::snprintf(text, sizeof text, " %.9g", static_cast<double>(float_of(word)));
      operands += text;
    }
    std::string range;
    if (!permitted.empty()) {
      char text[80];
      const FloatRange allowed = permitted_of(permitted, component);
      std::snprintf(text, sizeof text, ", permitted %.9g … %.9g", allowed.low, allowed.high);
      range = text;
    }
    FAIL_CHECK(who << ": component " << component << " of " << cases_[number].expression << " is "
                   << float_of(drawn) << " (" << drawn << "), the interpreter gives "
                   << float_of(expected) << " (" << expected << ")" << range << "; operands"
                   << operands);
  }

  const std::vector<PrecisionCase>& cases_;
  const Probes& probes_;
  std::size_t inputs_;
};

}  // namespace

TEST_CASE("every operation and intrinsic keeps the bounds of the specification on random operands") {
  const std::vector<PrecisionCase> cases = all_cases();
  CHECK(cases.size() > 120);
  std::vector<std::string> expressions;
  for (const PrecisionCase& one : cases) {
    expressions.push_back(one.expression);
  }
  constexpr std::size_t most_per_row = 1024;
  Random random(seed());
  for (std::size_t left = scaled(64); left > 0;) {
    std::vector<ProbeInput> inputs(std::min(left, most_per_row));
    left -= inputs.size();
    for (ProbeInput& input : inputs) {
      input = random_input(random);
    }
    const Probes probes(expressions, inputs);
    PrecisionCheck(cases, probes, inputs.size()).run();
  }
}
