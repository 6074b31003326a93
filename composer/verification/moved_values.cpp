#include "composer/verification/moved_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "composer/evaluations/plan_parameters.h"
#include "composer/verification/plan_values.h"
#include "fragments/interpreter/sample_source.h"
#include "fragments/model/lookups.h"
#include "support/float_bits.h"

namespace weft {
namespace {

constexpr int triangles = 3;

/// Random inputs for one triangle.
class RandomHost {
 public:
  RandomHost(const Library& library, const Plan& plan, std::uint64_t seed)
      : library_(library), plan_(plan), source_(seed) {}

  /// `jitter`: relative perturbation of all numbers.
  Primitive primitive(float jitter) {
    return {
        [this, jitter](FeatureId id, int vertex) {
          const Feature& feature = library_.features[id];
          const int key = feature.rate >= Rate::Vertex ? vertex : 0;
          return jittered(known({0, id.index(), key}, feature.type.data(), capacity(id)), jitter);
        },
        [this, jitter](std::uint32_t parameter) {
          const auto& fixed = plan_.static_values;
          const DataType type = parameter_data(library_, plan_, parameter);
          return parameter < fixed.size() && fixed[parameter]
                     ? *fixed[parameter]
                     : jittered(known({1, parameter, 0}, type, 1), jitter);
        },
        weights_};
  }

  void draw_weights() {
    float sum = 0.0F;
    for (float& weight : weights_) {
      weight = source_.between(0.2F, 1.0F);
      sum += weight;
    }
    for (float& weight : weights_) {
      weight /= sum;
    }
  }

 private:
  using Key = std::tuple<int, std::size_t, int>;

  std::size_t capacity(FeatureId id) const {
    const ProvidedFeature* provided = find_provided(library_.profiles[plan_.profile], id);
    return provided == nullptr ? 1 : std::max<std::size_t>(provided->capacity, 1);
  }

  /// Returns the plain values that a value consists of, in order.
  std::vector<DataType> parts_of(DataType type, std::size_t capacity) const {
    std::vector<DataType> parts;
    std::vector<DataType> open{type};
    while (!open.empty()) {
      const DataType next = open.back();
      open.pop_back();
      if (next.is_struct()) {
        const std::vector<StructMember>& members = library_.data_types.structure(next).members;
        for (std::size_t i = members.size(); i-- > 0;) {
          open.push_back(members[i].type);
        }
      } else if (next.is_array()) {
        const ArrayType& array = library_.data_types.array(next);
        open.insert(open.end(), array.size == 0 ? capacity : array.size, array.element);
      } else {
        parts.push_back(next);
      }
    }
    return parts;
  }

  const Constant& known(const Key& key, DataType type, std::size_t capacity) {
    auto at = values_.find(key);
    if (at != values_.end()) {
      return at->second;
    }
    Constant value{type, {}};
    for (const DataType part : parts_of(type, capacity)) {
      // Matrices are near the identity, so they are invertible.
      for (int i = 0; i < part.component_count(); ++i) {
        const bool is_on_diagonal = part.is_matrix() && i % (part.rows() + 1) == 0;
        const float number = source_.between(-1.0F, 1.0F);
        value.bits.push_back(
            part.is_float_based()
                ? float_bits((is_on_diagonal ? 1.0F : 0.0F) +
                             number * (part.is_matrix() ? 0.2F : 1.0F))
                : static_cast<std::uint32_t>(source_.next() % (part.is_bool() ? 2U : 3U)));
      }
    }
    return values_.emplace(key, std::move(value)).first->second;
  }

  Constant jittered(Constant value, float jitter) const {
    const std::size_t parts = value.bits.size();
    if (jitter == 0.0F || !value.type.is_float_based()) {
      return value;
    }
    for (std::size_t i = 0; i < parts; ++i) {
      const float sign = i % 2 == 0 ? 1.0F : -1.0F;
      value.bits[i] = float_bits(float_of_bits(value.bits[i]) * (1.0F + sign * jitter));
    }
    return value;
  }

  const Library& library_;
  const Plan& plan_;
  SampleSource source_;
  std::array<float, 3> weights_{};
  std::map<Key, Constant> values_;
};

/// Whether two evaluations of a value differ by more than rounding. `moved` is the expected value
/// for slightly perturbed inputs, which measures the conditioning.
bool differs(const Constant& expected, const Constant& moved, const Constant& found) {
  if (!expected.type.is_float_based() || found.bits.size() != expected.bits.size() ||
      moved.bits.size() != expected.bits.size()) {
    return expected.type.is_float_based() && found.bits.size() != expected.bits.size();
  }
  float scale = 0.0F;
  float rounding = 0.0F;
  float apart = 0.0F;
  for (std::size_t i = 0; i < expected.bits.size(); ++i) {
    const float a = float_of_bits(expected.bits[i]);
    const float b = float_of_bits(found.bits[i]);
    const float c = float_of_bits(moved.bits[i]);
    if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) {
      return false;  // inconclusive; other triangles remain
    }
    scale = std::max({scale, std::fabs(a), std::fabs(b)});
    rounding = std::max(rounding, std::fabs(a - c));
    apart = std::max(apart, std::fabs(a - b));
  }
  return apart > 1e-5F + 1e-3F * scale + 50.0F * rounding;
}

/// The source of an interpolation, else null.
const Evaluation* interpolated_by(const Plan& plan, const Evaluation& evaluation) {
  return std::holds_alternative<InterpolateEvaluation>(evaluation.kind)
             ? &plan.evaluations[evaluation.inputs[0]]
             : nullptr;
}

/// Whether a value is interpolated, or is what remains of a call of which a part is: the naive plan
/// has no such part, but it has the call, with the same results.
bool is_moved_value(const Plan& placed, EvaluationId id) {
  const Evaluation& evaluation = placed.evaluations[id];
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  const LeafPart* rest = leaf != nullptr ? leaf->special.part.get() : nullptr;
  if (rest == nullptr || rest->value || lacks_results(*leaf)) {
    return interpolated_by(placed, evaluation) != nullptr;
  }
  return std::any_of(evaluation.inputs.begin(), evaluation.inputs.end(), [&](EvaluationId input) {
    const Evaluation* source = interpolated_by(placed, placed.evaluations[input]);
    const auto* part = source != nullptr ? std::get_if<LeafEvaluation>(&source->kind) : nullptr;
    return part != nullptr && value_part(*part) != nullptr;
  });
}

}  // namespace

std::vector<EvaluationId> find_changed_values(const Library& library, const Plan& naive,
                                              const Plan& placed,
                                              const std::vector<std::uint32_t>& naive_meanings,
                                              const PlacedMeanings& meanings,
                                              const std::vector<bool>& is_exempt) {
  std::unordered_map<std::uint32_t, EvaluationId> naive_of;  // never iterated
  for (std::size_t i = 0; i < naive_meanings.size(); ++i) {
    naive_of.emplace(naive_meanings[i], EvaluationId(i));
  }
  std::vector<std::pair<EvaluationId, EvaluationId>> pairs;
  for (std::size_t i = 0; i < placed.evaluations.size(); ++i) {
    const std::optional<std::uint32_t>& meaning = meanings.here[i];
    const auto known = meaning ? naive_of.find(*meaning) : naive_of.end();
    if (is_moved_value(placed, EvaluationId(i)) && !is_exempt[i] && known != naive_of.end()) {
      pairs.emplace_back(i, known->second);
    }
  }
  std::vector<EvaluationId> changed;
  if (pairs.empty()) {
    return changed;
  }
  std::vector<bool> is_changed(placed.evaluations.size(), false);
  for (std::uint64_t seed = 1; seed <= triangles; ++seed) {
    RandomHost host(library, naive, seed);
    host.draw_weights();
    const auto expected = evaluate_plan(library, naive, host.primitive(0.0F));
    const auto moved = evaluate_plan(library, naive, host.primitive(1e-6F));
    const auto found = evaluate_plan(library, placed, host.primitive(0.0F));
    for (const auto& [at, of] : pairs) {
      const EvaluationValues& value = expected[of.index()];
      const EvaluationValues& other = moved[of.index()];
      const EvaluationValues& here = found[at.index()];
      is_changed[at.index()] =
          is_changed[at.index()] ||
          (value && other && here && differs(value->front(), other->front(), here->front()));
    }
  }
  for (std::size_t i = 0; i < is_changed.size(); ++i) {
    if (is_changed[i]) {
      changed.emplace_back(i);
    }
  }
  return changed;
}

}  // namespace weft
