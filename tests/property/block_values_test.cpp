// Setting values one after another gives the same bits as evaluating everything from scratch.

#include "codegen/block_values.h"

#include <string>

#include "composer/evaluations/value_program.h"
#include "fragments/model/lookups.h"
#include "support/float_bits.h"
#include "tests/property/body_generator.h"
#include "tests/property/random_material.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/scratch_blocks.h"

namespace weft::testing::block_values_test {

namespace {

using namespace weft;

void append_random(std::vector<std::uint32_t>& words, DataType type, const DataTypeTable& types,
                   Random& random) {
  if (type.is_array()) {
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      append_random(words, types.array(type).element, types, random);
    }
  } else if (type.is_struct()) {
    for (const StructMember& member : types.structure(type).members) {
      append_random(words, member.type, types, random);
    }
  } else {
    for (int i = 0; i < type.component_count(); ++i) {
      words.push_back(type.scalar_kind() == Scalar::Bool
                          ? static_cast<std::uint32_t>(random.below(2))
                      : type.scalar_kind() == Scalar::Float
                          ? float_bits(static_cast<float>(random.between(-1.5, 1.5)))
                          : static_cast<std::uint32_t>(random.below(6)));
    }
  }
}

/// The input numbers of single values that the host provides, and their types.
std::vector<std::pair<std::uint32_t, DataType>> settable(const Library& library,
                                                         const Emission& emission,
                                                         const BlockValues& values) {
  std::vector<std::pair<std::uint32_t, DataType>> found;
  const Material& material = library.materials[emission.material];
  for (const MaterialParameter& parameter : material.parameters) {
    if (parameter.kind == ParameterKind::Plain && !parameter.type.data().is_texture()) {
      found.emplace_back(*values.find_parameter(library.text(parameter.name)),
                         parameter.type.data());
    }
  }
  for (const ProvidedFeature& provided : library.profiles[emission.profile].provided) {
    const Feature& feature = library.features[provided.feature];
    if (feature.type.data().is_plain()) {
      found.emplace_back(*values.find_feature(library.text(feature.path)), feature.type.data());
    }
  }
  return found;
}

void compare_updates(const std::string& source, const std::string& profile, Random& random) {
  INFO(source);
  const Composed composed = compose_source(source, profile, PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const Library& library = composed.library();
  const auto emission = emit(library, *composed.plan, {});
  REQUIRE(emission);
  REQUIRE(ValueProgram::compile(emission->uniform_program));
  auto values = BlockValues::prepare(library, *emission);
  REQUIRE(values);
  InputWords inputs;
  CHECK(current_blocks(*values) == blocks_from_scratch(library, *emission, inputs));
  CHECK(BlockValues::initial_bytes(library, *emission) == current_blocks(*values));
  const auto all = settable(library, *emission, *values);
  for (std::size_t round = 0; round < 12 && !all.empty(); ++round) {
    std::vector<HostValue> batch;
    for (std::size_t i = 0; i <= random.below(3); ++i) {
      const auto& [number, type] = all[random.below(all.size())];
      std::vector<std::uint32_t> words;
      append_random(words, type, library.data_types, random);
      inputs[number] = std::move(words);
    }
    for (const auto& [number, words] : inputs) {
      batch.push_back({number, words});
    }
    const BlockBytes before = current_blocks(*values);
    const auto change = values->set(batch);
    REQUIRE(change);
    const BlockBytes after = current_blocks(*values);
    REQUIRE(after == blocks_from_scratch(library, *emission, inputs));
    REQUIRE(fault_of(*change, before, after) == "");
    const auto again = values->set(batch);
    REQUIRE((again && again->is_unchanged()));
  }
}

}  // namespace

TEST_CASE("block values: updating random subsets of inputs equals evaluating from scratch") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(6); ++i) {
    compare_updates(random_body_material(random, "bodies"), "host", random);
  }
  for (std::size_t i = 0; i < scaled(12); ++i) {
    compare_updates(random_material(random), "rig", random);
  }
}

}  // namespace weft::testing::block_values_test
