// Emitted leaves on lavapipe, in both languages, with random operands: results are within the
// bounds of the table in precision_bounds.h, and bit-identical to the interpreter where it says
// «exact».

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include "tests/render/precision_cases.h"
#include "tests/render/probes.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::precision_test {

namespace {

using namespace weft;
using namespace float_ranges;

// --- Operands ---

// Mostly of moderate magnitude; otherwise whole and half numbers, zeros, denormals, huge and tiny
// ones.
float random_operand(Random& random) {
  constexpr float special[] = {0.0F,       -0.0F,          1.0F,      -1.0F,           0.5F,
                               2.0F,       1e-40F,         -3e-39F,   1e-30F,          -1e-20F,
                               1e20F,      -1e30F,         3.0e38F,   1.17549435e-38F, 16777217.0F,
                               8388607.5F, -2147483648.0F, 3.1415927F};
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
  const bool is_plain = random.chance(2);  // otherwise nearly every vector has a special value
  for (std::uint32_t& word : input) {
    word =
        bits_of(is_plain ? static_cast<float>(random.between(-2.0, 2.0)) : random_operand(random));
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

// Compares floats as numbers: all NaNs are equal, and so are zeros. Denormals may be flushed.
bool is_same_number(std::uint32_t drawn, std::uint32_t expected) {
  const float a = float_of(drawn);
  const float b = float_of(expected);
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         float_of(flushed(drawn)) == float_of(flushed(expected));
}

struct Tally {
  std::size_t bound = 0;  ///< number of components that had to keep a bound
  std::size_t all = 0;
};

class PrecisionCheck {
 public:
  PrecisionCheck(const std::vector<PrecisionCase>& cases, const Probes& probes, std::size_t inputs)
      : cases_(cases), probes_(probes), inputs_(inputs) {}

  void run() {
    for (std::size_t number = 0; number < cases_.size(); ++number) {
      Tally tally;
      for (std::size_t input = 0; input < inputs_; ++input) {
        check(number, input, tally);
      }
      INFO(cases_[number].expression << ": " << tally.bound << " of " << tally.all);
      CHECK(tally.bound * 5 >= tally.all);  // guards against a vacuous test
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
      if (!permitted.empty() && !permitted_of(permitted, i).contains(float_of(expected[i]))) {
        report(number, input, i, "the interpreter", expected[i], expected[i], permitted);
      }
      for (const ShadingLanguage language : both_languages) {
        const std::uint32_t drawn = probes_.drawn(language, number, input)[i];
        const bool is_good = permitted.empty()
                                 ? is_exact(number, input, i, drawn, expected[i])
                                 : permitted_of(permitted, i).contains(float_of(drawn));
        if (!is_good) {
          report(number, input, i, name_of(language), drawn, expected[i], permitted);
        }
      }
    }
  }

  // A result of fewer than three components was splatted, or padded with zeros.
  static FloatRange permitted_of(const Components& permitted, std::size_t i) {
    return permitted.size() == 1             ? permitted[0]
           : permitted.size() == 4 && i == 2 ? constant(0.0)
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

TEST_CASE("every operation and intrinsic meets the specification's precision on random operands") {
  const std::vector<PrecisionCase> cases = precision_cases();
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

}  // namespace weft::testing::precision_test
