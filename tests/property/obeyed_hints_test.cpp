// Follows the hints of errors. The output of a well-typed material loses its meaning; the test
// applies the suggested text until the material composes. A hint without alternatives
// must never lead to another value than intended; of several alternatives, one must lead to the
// intended one.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/property/quantity_picture.h"
#include "tests/support/catch.h"

namespace weft::testing::obeyed_hints_test {

namespace {

using namespace weft;
using namespace weft::testing::quantities;

/// Expressions with the numbers of `{0}` that lose a part of its semantic type.
constexpr std::array forgetful_vectors = {"float3(({0}).x, ({0}).y, ({0}).z)",
                                          "({0}).zyx.zyx",
                                          "forget(({0}))",
                                          "max({0}, low)",
                                          "{0} + zero",
                                          "mix({0}, low, float3(zero))"};
constexpr std::array forgetful_scalars = {"forget_one({0})", "max({0}, low.x)", "({0} + zero.x)",
                                          "float({0})", "mix({0}, low.x, zero.x)"};

std::string forgotten(const std::string& expression, Kind kind, Random& random) {
  const char* const pattern = is_vector(kind)
                                  ? forgetful_vectors[random.below(forgetful_vectors.size())]
                                  : forgetful_scalars[random.below(forgetful_scalars.size())];
  return fmt::format(fmt::runtime(pattern), expression);
}

struct Material {
  std::string before;  ///< the text before the output's value, and the value
  std::string value;
};

/// text_of() ends with `output c = VALUE;` and the material's brace.
Material split(const std::string& text) {
  const std::string_view output = "    output c = ";
  const std::size_t at = text.rfind(output);
  const std::size_t end = text.rfind(';');
  std::string before =
      "fragment forget(x: float3) -> float3 { return x; }\n"
      "fragment forget_one(x: float) -> float { return x; }\n" +
      text.substr(0, at);
  before += "    param low: float3 = float3(-1.0e6);\n    param zero: float3 = float3(0.0);\n";
  return {std::move(before), text.substr(at + output.size(), end - at - output.size())};
}

/// The suffix that the hint tells to write: `as {use: normal}`.
std::vector<std::string> ascriptions(std::string_view hint) {
  constexpr std::string_view begin = "`(…) ";
  std::vector<std::string> found;
  for (std::size_t at = hint.find(begin); at != std::string_view::npos; at = hint.find(begin, at)) {
    at += begin.size();
    found.emplace_back(hint.substr(at, hint.find('`', at) - at));
  }
  return found;
}

struct Followed {
  std::size_t right = 0;
  std::size_t wrong_without_choice = 0;
  bool has_choice = false;  ///< some hint on the way had alternatives
  bool is_lost = false;     ///< some error had no such hint, or there were too many steps
  std::string wrong_text = {};
};

/// Follows all alternatives of the hints.
Followed follow(const Program& program, const Material& material, const std::string& value) {
  constexpr std::size_t most_tried = 200;
  struct Way {
    std::string value;
    bool has_choice;
  };
  const Quantity expected = meaning_of(program);
  Followed followed;
  std::vector<Way> open{{value, false}};
  for (std::size_t i = 0; i < open.size() && i < most_tried; ++i) {
    const Way way = open[i];
    const std::string text = fmt::format("{}    output c = {};\n}}\n", material.before, way.value);
    const Composed composed = compose_text(text, "here");
    if (composed.plan) {
      const std::vector<double> numbers =
          shown(composed, program, {{"low", -1.0e6}, {"zero", 0.0}});
      if (shows(numbers, program, expected)) {
        ++followed.right;
      } else if (!way.has_choice) {
        ++followed.wrong_without_choice;
        followed.wrong_text = text;
      }
      continue;
    }
    const std::vector<std::string> told = ascriptions(composed.plan.error().front().hint);
    followed.is_lost = followed.is_lost || told.empty();
    followed.has_choice = followed.has_choice || told.size() > 1;
    for (const std::string& each : told) {
      open.push_back({fmt::format("({}) {}", way.value, each), way.has_choice || told.size() > 1});
    }
  }
  followed.is_lost = followed.is_lost || open.size() > most_tried;
  return followed;
}

}  // namespace

TEST_CASE("following hints restores the intended meaning or leaves a choice", "[property]") {
  Random random(seed() + 2);
  const std::size_t cases = scaled(60);
  std::size_t mended = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const Program program = random_program(random);
    const Material material = split(text_of(program));
    const std::string value = forgotten(material.value, program.demanded, random);
    if (meaning_of(program).state != Quantity::State::Known) {
      continue;
    }
    const Followed followed = follow(program, material, value);
    INFO("seed " << seed() << ", case " << i << ": " << value << "\n"
                 << material.before << followed.wrong_text);
    CHECK(followed.wrong_without_choice == 0);
    CHECK((followed.right > 0 || followed.is_lost));
    mended += followed.right > 0 ? 1 : 0;
  }
  INFO(mended << " of " << cases << " mended");
  CHECK(mended > cases / 2);
}

}  // namespace weft::testing::obeyed_hints_test
