#include "tests/property/quantity_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "composer/verification/plan_values.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"

namespace weft::testing::quantities {

namespace {

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

}  // namespace

std::vector<double> shown(const Composed& composed, const Program& program,
                          const std::map<std::string, double>& constants) {
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
    if (at == known.end()) {
      const auto count = static_cast<std::size_t>(feature.type.data().component_count());
      return floats(feature.type.data(),
                    std::vector<double>(count, std::numeric_limits<double>::quiet_NaN()));
    }
    return floats(feature.type.data(), columns(at->second));
  };
  primitive.parameter = [&](std::uint32_t parameter) {
    const auto& declared = library.materials[MaterialId(0)].parameters[parameter];
    const std::string name(library.text(declared.name));
    std::vector<double> values;
    if (const auto constant = constants.find(name); constant != constants.end()) {
      values.assign(3, constant->second);
    } else {
      const Vector& numbers = program.nodes[std::stoul(name.substr(1))].numbers;
      values.assign(numbers.begin(), numbers.end());
    }
    values.resize(static_cast<std::size_t>(declared.type.data().component_count()));
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

}  // namespace weft::testing::quantities
