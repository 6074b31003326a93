// Random mistakes in well-typed materials: one value gets another use, basis, unit or encoding, or
// becomes plain, or a function gets another signature. Either composing reports an error, or the
// result equals the value that an independent evaluator computes.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "composer/verification/plan_values.h"
#include "support/float_bits.h"
#include "tests/property/quantity_meaning.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::ill_formed_edits_test {

namespace {

using namespace weft;
using namespace weft::testing::quantities;

std::vector<double> columns(const Affine& map) {
  std::vector<double> values;
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      values.push_back(map.linear[row][column]);
    }
    values.push_back(0.0);
  }
  values.insert(values.end(), map.origin.begin(), map.origin.end());
  values.push_back(1.0);
  return values;
}

std::vector<double> shown(const Composed& composed, const Program& program) {
  Primitive primitive;
  primitive.weights = {0.25F, 0.25F, 0.5F};
  const Library& library = composed.library();
  primitive.feature = [&](FeatureId id, int) {
    const Feature& feature = library.features[id];
    const std::string path(library.text(feature.path));
    const std::map<std::string, Affine> known = {{"object.to_world", object_to_world()},
                                                 {"view.to_world", view_to_world()},
                                                 {"view.from_world", inverse_of(view_to_world())}};
    const auto at = known.find(path);
    INFO("the feature " << path);
    REQUIRE(at != known.end());
    return floats(feature.type.data(), columns(at->second));
  };
  primitive.parameter = [&](std::uint32_t parameter) {
    const auto& declared = library.materials[MaterialId(0)].parameters[parameter];
    const std::size_t node = std::stoul(std::string(library.text(declared.name).substr(1)));
    const Node& source = program.nodes[node];
    std::vector<double> values(source.numbers.begin(), source.numbers.end());
    values.resize(is_vector(source.kind) ? 3 : 1);
    return floats(declared.type.data(), values);
  };
  const auto outputs = evaluate_outputs(library, composed.plan->plan, primitive);
  REQUIRE(outputs);
  std::vector<double> values;
  for (const std::uint32_t bits : outputs->back().bits) {
    values.push_back(float_of_bits(bits));
  }
  return values;
}

bool shows(const std::vector<double>& numbers, const Program& program, const Quantity& expected) {
  Vector v{};
  std::copy(numbers.begin(), numbers.end(), v.begin());
  const Vector found = meant(program.demanded, program.form, v);
  double size = 1.0;
  for (const double each : v) {
    size = std::fmax(size, std::fabs(each));
  }
  for (std::size_t i = 0; i < (is_vector(program.demanded) ? 3U : 1U); ++i) {
    const double bound = 2e-4 * std::fmax(size * 4.0, std::fabs(expected.value[i]));
    if (!(std::fabs(found[i] - expected.value[i]) <= bound)) {
      return false;
    }
  }
  return true;
}

struct Counts {
  std::size_t refused = 0;
  std::size_t shown = 0;
  std::size_t undecided = 0;
};

void check(const Program& program, bool may_be_refused, Counts& counts) {
  const std::string text = text_of(program);
  const Composed composed = compose_text(text, "here");
  const Quantity expected = meaning_of(program);
  INFO(text << composed.errors());
  if (!composed.plan) {
    CHECK(!composed.errors().empty());
    CHECK(may_be_refused);
    ++counts.refused;
    return;
  }
  if (expected.state == Quantity::State::Undecided) {
    ++counts.undecided;
    return;
  }
  CHECK(expected.state == Quantity::State::Known);
  CHECK(expected.kind == program.demanded);
  const std::vector<double> numbers = shown(composed, program);
  INFO(fmt::format("found {}, expected {} in world space, metres, linear light",
                   fmt::join(numbers, ", "), fmt::join(expected.value, ", ")));
  CHECK(shows(numbers, program, expected));
  ++counts.shown;
}

}  // namespace

TEST_CASE("materials that are right show what their numbers mean", "[property]") {
  Random random(seed());
  Counts counts;
  const std::size_t cases = scaled(60);
  for (std::size_t i = 0; i < cases; ++i) {
    INFO("seed " << seed() << ", case " << i);
    check(random_program(random), false, counts);
  }
  CHECK(counts.shown + counts.undecided == cases);
}

TEST_CASE("an ill-formed edit is an error, or shows what the numbers mean", "[property]") {
  Random random(seed() + 1);
  Counts counts;
  const std::size_t cases = scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    INFO("seed " << seed() << ", case " << i);
    Program program = random_program(random);
    spoil(program, random);
    check(program, true, counts);
  }
  INFO(counts.refused << " refused, " << counts.shown << " shown, " << counts.undecided
                      << " undecided");
  CHECK(counts.refused > cases / 4);
  CHECK(counts.shown > cases / 8);
  CHECK(counts.undecided < cases / 8);
}

}  // namespace weft::testing::ill_formed_edits_test
