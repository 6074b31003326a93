// A placed plan computes the same values as the naive one, for random materials, hosts and
// triangles (on the CPU).

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "composer/placement/choose_leaf_parts.h"
#include "composer/placement/split_by_cut.h"
#include "composer/verification/plan_values.h"
#include "composer/verification/verify_plan.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/property/random_material.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace weft::testing::placement_test {

namespace {

using namespace weft;

std::size_t case_count() { return by_scale(200, 5'000, 50'000); }

/// A random host: one value per feature and parameter, or one per vertex if it varies.
class Host {
 public:
  Host(const Library& library, Random& random) : library_(library), random_(random) {}

  Primitive primitive() {
    Primitive primitive;
    const float a = number(0.05, 0.9);
    const float b = number(0.05, 0.95 - static_cast<double>(a));
    primitive.weights = {a, b, 1.0F - a - b};
    primitive.feature = [this](FeatureId id, int vertex) {
      const Feature& feature = library_.features[id];
      const bool varies = feature.rate == Rate::Vertex;
      return known({static_cast<std::uint32_t>(id.index()), varies ? vertex : 0},
                   feature.type.data(), capacity_of(id));
    };
    primitive.parameter = [this](std::uint32_t parameter) {
      return known({parameter, -1},
                   library_.materials[MaterialId(0)].parameters[parameter].type.data(), 1);
    };
    return primitive;
  }

 private:
  float number(double low, double high) { return static_cast<float>(random_.between(low, high)); }

  /// The number of elements of an array in the profile.
  std::size_t capacity_of(FeatureId id) const {
    for (const ProvidedFeature& one : library_.profiles[*library_.find_profile("rig")].provided) {
      if (one.feature == id && one.capacity != 0) {
        return one.capacity;
      }
    }
    return 1;
  }

  Constant known(std::pair<std::uint32_t, int> key, DataType type, std::size_t capacity) {
    auto at = values_.find(key);
    if (at == values_.end()) {
      Constant value = zero_constant(library_.data_types, type);
      if (type.is_array()) {
        const DataType element = library_.data_types.array(type).element;
        value.bits.resize(zero_constant(library_.data_types, element).bits.size() * capacity, 0);
      }
      for (std::size_t i = 0; i < value.bits.size(); ++i) {
        // Matrices are near the identity, so that they are invertible.
        const bool on_diagonal =
            type.is_matrix() && i % static_cast<std::size_t>(type.rows() + 1) == 0;
        value.bits[i] = float_bits((on_diagonal ? 1.0F : 0.0F) +
                                   (type.is_matrix() ? number(-0.2, 0.2) : number(-1.0, 1.0)));
      }
      at = values_.emplace(key, std::move(value)).first;
    }
    return at->second;
  }

  const Library& library_;
  Random& random_;
  std::map<std::pair<std::uint32_t, int>, Constant> values_;
};

PlacedPlan composed(const Library& library, const PlacementOptions& placement) {
  const Composer composer(library);
  auto plan = compose(composer, {MaterialId(0), *library.find_profile("rig"), {}, placement});
  if (!plan) {
    FAIL(render_text(plan.error(), library.sources));
  }
  return std::move(*plan);
}

/// The cost of a cut with what it cannot move, so that cuts of differently split plans compare.
std::uint64_t cost_of(const SplitPlan& split) {
  std::uint64_t cost = split.cut->cost;
  for (const CutNode& node : split.model.cut.nodes) {
    const bool is_fixed = node.freedom == Freedom::Fragment;
    cost += is_fixed ? node.fragment_operations * split.model.cut.fragments : 0;
  }
  return cost;
}

/// The greatest difference of two values, relative to their magnitude.
float difference(const Constant& a, const Constant& b) {
  float worst = 0.0F;
  for (std::size_t i = 0; i < a.bits.size(); ++i) {
    const float x = float_of_bits(a.bits[i]);
    const float y = float_of_bits(b.bits[i]);
    const float apart = std::fabs(x - y) / (1.0F + std::fabs(x));
    worst = std::isnan(x) && std::isnan(y) ? worst : std::fmax(worst, apart);
  }
  return worst;
}

}  // namespace

TEST_CASE("placement: placed plans compute the same as naive ones on any triangle") {
  Random random(seed());
  std::size_t moved = 0;
  std::size_t moved_with_functions = 0;
  std::size_t moved_loops = 0;
  std::size_t mapped = 0;
  std::size_t parts_moved = 0;
  std::size_t struct_parts = 0;
  std::size_t split_with_functions = 0;
  std::map<Stage, std::size_t> left_out;
  for (std::size_t i = 0; i < case_count(); ++i) {
    const std::string text = random_material(random);
    INFO("case " << i << "\n" << text);
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), options);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const PlacedPlan naive = composed(loaded.library, {.is_on = false});
    const PlacedPlan placed = composed(loaded.library, {.splits_leaves = random.chance(2)});
    moved += placed.placement->moved.size();
    for (const MovedEvaluation& each : placed.placement->moved) {
      const bool is_loop =
          std::holds_alternative<LoopEvaluation>(placed.plan.evaluations[each.evaluation].kind);
      const bool has_functions = placed.plan.functions.first[each.evaluation.index()].has_value();
      const auto* leaf =
          std::get_if<LeafEvaluation>(&placed.plan.evaluations[each.evaluation].kind);
      parts_moved += leaf != nullptr && value_part(*leaf) != nullptr ? 1U : 0U;
      moved_loops += is_loop ? 1U : 0U;
      moved_with_functions += has_functions && !is_loop ? 1U : 0U;
    }
    for (const Evaluation& each : placed.plan.evaluations) {
      mapped += std::holds_alternative<MapEvaluation>(each.kind) ? 1U : 0U;
      const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
      left_out[each.stage] += leaf != nullptr && lacks_results(*leaf) ? 1U : 0U;
      split_with_functions +=
          leaf != nullptr && leaf->function_level != 0 && leaf->special.part != nullptr ? 1U : 0U;
      const LeafPart* part = leaf != nullptr ? value_part(*leaf) : nullptr;
      struct_parts += part != nullptr && placed.plan.types[each.type].data().is_struct() ? 1U : 0U;
    }
    REQUIRE(placed.placement->cost <= placed.placement->naive_cost);
    for (const PlanFault& fault : verify_plan(loaded.library, naive.plan, placed)) {
      FAIL("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
               << fault.text);
    }
    REQUIRE(naive.plan.outputs.size() == placed.plan.outputs.size());
    for (int triangle = 0; triangle < 3; ++triangle) {
      Host host(loaded.library, random);
      const Primitive primitive = host.primitive();
      const auto expected = evaluate_outputs(loaded.library, naive.plan, primitive);
      const auto found = evaluate_outputs(loaded.library, placed.plan, primitive);
      REQUIRE(expected);
      REQUIRE(found);
      for (std::size_t output = 0; output < expected->size(); ++output) {
        INFO("output " << output);
        REQUIRE(difference((*expected)[output], (*found)[output]) < 2e-4F);
      }
    }
  }
  CHECK(moved > case_count() / 2);  // guards against a test without moves
  INFO(moved_with_functions << " calls with functions and " << moved_loops << " loops moved");
  CHECK(moved_with_functions > case_count() / 100);
  CHECK(moved_loops > case_count() / 500);
  CHECK(mapped > case_count() / 8);
  CHECK(parts_moved > case_count() / 10);
  CHECK(struct_parts > case_count() / 100);
  CHECK(split_with_functions > case_count() / 40);
  INFO(left_out[Stage::Fragment] << ", " << left_out[Stage::Vertex] << " and "
                                 << left_out[Stage::Host] << " calls leave out results");
  CHECK(left_out[Stage::Fragment] > case_count() / 20);
  CHECK(left_out[Stage::Vertex] > case_count() / 100);
  CHECK((case_count() < 1'000 || left_out[Stage::Host] > case_count() / 400));
}

TEST_CASE("placement: parts that the cut decides about cost no more than whole leaves") {
  Random random(seed());
  std::size_t kept = 0;
  std::size_t dropped = 0;
  const std::size_t count = by_scale(100, 2'000, 20'000);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = random_material(random);
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    LoadOptions load;
    load.shipped_directories = {(repository_root() / "shaders").string()};
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), load);
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    const Plan plan = composed(library, {.is_on = false}).plan;
    LibraryFacts facts(library);
    const std::vector<SplitCall> calls = find_split_calls(library, plan, true, facts);
    std::vector<SplitCall> without = calls;
    for (SplitCall& one : without) {
      one.choice.offers.clear();
    }
    std::vector<SplitCall> taken = calls;
    std::vector<SplitCall> none = without;
    const SplitPlan split = split_by_cut(library, plan, taken, {}, facts);
    REQUIRE(cost_of(split) <= cost_of(split_by_cut(library, plan, none, {}, facts)));
    // Every choice of offers is among the placements of the plan with all of them. Not so where a
    // call with three results runs in both stages, nor where two calls share a part and one of them
    // moves, as of nested functions: a part runs in both stages only if that costs less than
    // interpolation itself, which is dearer on trial. There, fewer offers may cost less.
    const bool takes_functions = std::any_of(calls.begin(), calls.end(), [&](const SplitCall& one) {
      const auto& leaf = std::get<LeafEvaluation>(plan.evaluations[one.call].kind);
      return leaf.function_level != 0 && !one.choice.offers.empty();
    });
    const bool runs_twice = takes_functions || text.find("= parted(") != std::string::npos;
    const std::uint64_t least = cost_of(split_on_trial(library, plan, calls, {}, facts));
    std::vector<SplitCall> some = without;
    for (std::size_t call = 0; call < calls.size(); ++call) {
      kept += taken[call].choice.offers.size();
      dropped += calls[call].choice.offers.size() - taken[call].choice.offers.size();
      for (const OfferedPart& offer : calls[call].choice.offers) {
        if (random.chance(2)) {
          some[call].choice.offers.push_back(offer);
        }
      }
    }
    if (!runs_twice) {
      REQUIRE(least <= cost_of(split_on_trial(library, plan, some, {}, facts)));
      REQUIRE(least <= cost_of(split_on_trial(library, plan, without, {}, facts)));
    }
  }
  INFO(kept << " parts kept, " << dropped << " dropped");
  CHECK(kept > count / 4);
  CHECK(dropped > count / 4);
}

TEST_CASE("placement: random materials compile to valid modules in both languages") {
  Random random(seed());
  EmitOptions options;
  options.spirv = true;
  const std::size_t count = by_scale(20, 500, 50'000);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = random_material(random);
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    LoadOptions load;
    load.shipped_directories = {(repository_root() / "shaders").string()};
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), load);
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const auto emission = emit(
        loaded.library, composed(loaded.library, {.splits_leaves = random.chance(2)}), options);
    if (!emission) {
      FAIL(render_text(emission.error(), loaded.library.sources));
    }
    REQUIRE(emission->files.size() == 4);  // both stages, from GLSL and from HLSL
  }
}

}  // namespace weft::testing::placement_test
