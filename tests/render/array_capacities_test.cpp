// A host may state another count than its arrays have elements. Loops that are limited by the
// length of an array read the same elements in both languages, in the uniform program and in the
// interpreter, and only those.

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "codegen/interface/layout.h"
#include "composer/evaluations/uniform_program.h"
#include "fragments/interpreter/interpreter.h"
#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"

namespace weft::testing::array_capacities_test {

namespace {

using namespace weft;

// `gains` has fewer elements than `tints`: its last one is read again.
const std::string declarations = R"(
feature rig.count: int at frame;
feature rig.tints: float[] at frame;
feature rig.gains: float[] at frame;
fragment blended(x: float) -> float
{
    float sum = 0.0;
    int count = min(rig.count, length_of(rig.tints));
    for (int i = 0; i < count; ++i) {
        sum += x * rig.tints[i] + rig.gains[i];
    }
    return sum + 100.0 * float(length_of(rig.gains));
}
fragment shown(varies: float, fixed: float) -> float4 { return float4(varies, fixed, 0.0, 1.0); }
profile rigged: host {
    provide rig.count as uniform;
    provide rig.tints as uniform [capacity: 4];
    provide rig.gains as uniform [capacity: 2];
}
material m { output out0 = shown(blended(surface.frag_coord.x), blended(2.0)); }
)";

const std::vector<float> tints = {0.5F, 0.25F, 2.0F, 1.0F};
const std::vector<float> gains = {4.0F, 8.0F};

Constant value_of(const std::string& path, std::int32_t count, DataType type) {
  if (path == "rig.count") {
    return {type, {static_cast<std::uint32_t>(count)}};
  }
  Constant value{type, {}};
  for (const float number : path == "rig.tints" ? tints : gains) {
    value.bits.push_back(bits_of(number));
  }
  return value;
}

Constant value_of(const Library& library, FeatureId id, std::int32_t count) {
  const Feature& feature = library.features[id];
  return value_of(std::string(library.text(feature.path)), count, feature.type.data());
}

float expected(float x, std::int32_t count) {
  float sum = 0.0F;
  for (std::size_t i = 0; i < tints.size() && static_cast<std::int64_t>(i) < count; ++i) {
    sum += x * tints[i] + gains[std::min(i, gains.size() - 1)];
  }
  return sum + 200.0F;
}

/// The interpreter's result of `blended`.
float interpreted_sum(const Library& library, float x, std::int32_t count) {
  const auto found = library.find_fragments(*library.names.find("blended"));
  const Body& body = library.fragments[found.front()].find_instance({})->body;
  std::vector<Constant> features;
  for (const FeatureId feature : body.features) {
    features.push_back(value_of(library, feature, count));
  }
  const std::vector<Constant> ports = {{float_type, {bits_of(x)}}};
  const auto values = evaluate_body(library, body, {float_type}, {ports, features});
  REQUIRE(values);
  return float_of((*values)[0].bits[0]);
}

/// The blocks for a count, with the values that the uniform program computes.
render::DrawInput blocks_for(const ComposedMaterial& composed, std::int32_t count) {
  const Library& library = *composed.library;
  const UniformProgram& program = composed.emission->uniform_program;
  const auto results =
      program.evaluate({[&](FeatureId id) { return value_of(library, id, count); }, {}});
  REQUIRE(results);
  render::DrawInput input;
  for (const Block& block : composed.interface().blocks) {
    std::vector<std::uint8_t> bytes(block.size);
    for (const BlockMember& member : block.members) {
      const auto at = std::lower_bound(program.results().begin(), program.results().end(),
                                       member.source.result.value_or(EvaluationId(0)));
      const Constant value =
          member.source.feature
              ? value_of(library, *member.source.feature, count)
              : (*results)[static_cast<std::size_t>(at - program.results().begin())];
      const std::vector<std::uint32_t> offsets =
          scalar_offsets(member, composed.types(), composed.interface().stored_structs);
      REQUIRE(offsets.size() == value.bits.size());
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        std::memcpy(bytes.data() + offsets[i], &value.bits[i], 4);
      }
    }
    input.uniform_buffers.push_back({block.set, block.binding, bytes});
  }
  return input;
}

}  // namespace

TEST_CASE("array capacities: a count beyond the array gives all of its elements, everywhere") {
  const ComposedMaterial composed =
      compose_text(pixel_host_text + pixel_profile_text(1) + declarations, "m", "rigged");
  REQUIRE(composed.emission->uniform_program.results().size() == 1);
  constexpr std::int32_t counts[] = {
      std::numeric_limits<std::int32_t>::min(), -1, 0, 1, 3, 4, 5, 70000,
      std::numeric_limits<std::int32_t>::max()};
  for (const std::int32_t count : counts) {
    INFO("count " << count);
    const render::DrawInput input = blocks_for(composed, count);
    for (const ShadingLanguage language : both_languages) {
      INFO(name_of(language) << "\n" << composed.in(language).fragment_text);
      const std::vector<render::FloatImage> images = draw_row(composed, language, input);
      for (int pixel = 0; pixel < row_width; ++pixel) {
        const float x = static_cast<float>(pixel) + 0.5F;
        INFO("pixel " << pixel);
        CHECK(render::value(images[0], pixel, 0, 0) == expected(x, count));
        CHECK(render::value(images[0], pixel, 0, 1) == expected(2.0F, count));
        CHECK(interpreted_sum(*composed.library, x, count) == expected(x, count));
      }
    }
  }
}

}  // namespace weft::testing::array_capacities_test
