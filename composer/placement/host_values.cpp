#include "composer/placement/host_values.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_parameters.h"
#include "composer/placement/element_values.h"
#include "composer/placement/portable_leaves.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

class HostValueFinder {
 public:
  HostValueFinder(const Library& library, const Plan& plan, OperationCounts& counts)
      : library_(library),
        plan_(plan),
        profile_(library.profiles[plan.profile]),
        counts_(counts),
        leaves_(library) {}

  HostValues run() {
    const std::size_t count = plan_.evaluations.size();
    can_compute_.assign(count, false);
    values_.is_result.assign(count, false);
    values_.is_mapped.assign(count, false);
    std::vector<Flag> is_of_host(count, false);
    bool has_work = false;
    bool has_arrays = false;
    for (std::size_t i = 0; i < count; ++i) {
      can_compute_[i] = can_compute(EvaluationId(i));
      is_of_host[i] = can_compute_[i] && is_single(evaluation(i).natural_rate) &&
                      !plan_.functions.is_in_function(EvaluationId(i));
      has_work = has_work || (can_compute_[i] && !is_read(evaluation(i)) && is_candidate(i));
      has_arrays =
          has_arrays || (is_of_host[i] && plan_.types[evaluation(i).type].data().is_array());
    }
    if (has_arrays) {
      values_.elements = find_element_values(library_, plan_, is_of_host, leaves_);
    } else {
      values_.elements = {std::vector<std::optional<ElementRead>>(count),
                          std::vector<std::optional<ElementIndex>>(count),
                          std::vector<std::uint32_t>(count, 0)};
    }
    if (has_work || has_arrays) {
      find_results();
    }
    return std::move(values_);
  }

 private:
  const Evaluation& evaluation(std::size_t i) const { return plan_.evaluations[EvaluationId(i)]; }

  static bool is_read(const Evaluation& evaluation) {
    return std::holds_alternative<FeatureEvaluation>(evaluation.kind) ||
           std::holds_alternative<ParameterEvaluation>(evaluation.kind);
  }

  /// Constants are left to the shader compiler. Evaluations in functions are computed per call.
  bool is_candidate(std::size_t i) const {
    return is_single(evaluation(i).natural_rate) && evaluation(i).natural_rate != Rate::Constant &&
           !plan_.functions.is_in_function(EvaluationId(i));
  }

  bool can_compute(EvaluationId id) {
    const Evaluation& each = plan_.evaluations[id];
    if (!is_single(each.natural_rate) && !plan_.functions.is_in_function(id)) {
      return false;
    }
    const bool has_inputs =
        std::all_of(each.inputs.begin(), each.inputs.end(),
                    [this](EvaluationId input) { return can_compute_[input.index()]; });
    if (!has_inputs || std::holds_alternative<InterpolateEvaluation>(each.kind)) {
      return false;
    }
    if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
      return is_given(feature->feature);
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&each.kind)) {
      const MaterialParameter* declared = declared_parameter(library_, plan_, parameter->parameter);
      return declared == nullptr ||
             (declared->kind != ParameterKind::Spec && !declared->type.data().is_texture());
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    return leaf == nullptr || leaves_.contains(*leaf);
  }

  bool is_given(FeatureId feature) const {
    const ProvidedFeature* provided = find_provided(profile_, feature);
    const DataType type = library_.features[feature].type.data();
    const bool has_size = !type.is_array() || library_.data_types.array(type).size != 0 ||
                          (provided != nullptr && provided->capacity != 0);
    return provided != nullptr &&
           (provided->provision == Provision::Uniform || provided->provision == Provision::Push ||
            provided->provision == Provision::Buffer) &&
           !type.is_texture() && has_size;
  }

  void find_results() {
    const std::size_t count = plan_.evaluations.size();
    const std::vector<std::uint64_t> operations = evaluation_operations(counts_, plan_);
    // Per evaluation: costs no operation given what a shader has anyway.
    std::vector<Flag> is_free(count, false);
    for (std::size_t i = 0; i < count; ++i) {
      const EvaluationIds& inputs = evaluation(i).inputs;
      is_free[i] =
          evaluation(i).natural_rate == Rate::Constant || is_read(evaluation(i)) ||
          values_.elements.reads[i] ||
          (operations[i] == 0 && !std::holds_alternative<LoopEvaluation>(evaluation(i).kind) &&
           std::all_of(inputs.begin(), inputs.end(),
                       [&](EvaluationId input) { return is_free[input.index()]; }));
    }
    std::vector<Flag> is_in_shader(count, false);
    for (const DemandedOutput& output : plan_.outputs) {
      is_in_shader[output.value.index()] = true;
    }
    for (std::size_t i = count; i-- > 0;) {
      if (!is_in_shader[i]) {
        continue;
      }
      const bool is_rearranged = operations[i] == 0 &&
                                 !std::holds_alternative<ResultEvaluation>(evaluation(i).kind) &&
                                 scalars_read(evaluation(i), is_free) <= scalars(evaluation(i));
      if (can_compute_[i] && is_candidate(i) && !is_free[i] && !is_rearranged &&
          can_be_read(evaluation(i))) {
        values_.is_result[i] = true;
        values_.has_results = true;
        continue;
      }
      const std::optional<ElementIndex>& index = values_.elements.indices[i];
      if (index && !is_free[i] && !is_rearranged && can_be_read_by_element(i)) {
        values_.is_mapped[i] = true;
        values_.has_results = true;
        if (index->value) {
          is_in_shader[index->value->index()] = true;
        }
        continue;
      }
      for (const EvaluationId input : evaluation(i).inputs) {
        is_in_shader[input.index()] = true;
      }
    }
  }

  /// Returns the number of scalars in a scalar, vector or matrix; 0 for other types.
  std::uint64_t scalars(const Evaluation& each) const {
    const DataType type = plan_.types[each.type].data();
    return type.is_plain() ? static_cast<std::uint64_t>(type.component_count()) : 0;
  }

  /// Returns the number of scalars that a block must hold if the shader builds the value from its
  /// inputs: one for `float3(x)`, not three.
  std::uint64_t scalars_read(const Evaluation& each, const std::vector<Flag>& is_free) const {
    std::uint64_t sum = 0;
    for (auto input = each.inputs.begin(); input != each.inputs.end(); ++input) {
      const Evaluation& read = plan_.evaluations[*input];
      const bool is_new = std::find(each.inputs.begin(), input, *input) == input;
      if (is_new && !is_free[input->index()]) {
        if (!plan_.types[read.type].data().is_plain()) {
          return std::numeric_limits<std::uint64_t>::max();
        }
        sum += scalars(read);
      }
    }
    return sum;
  }

  /// Whether an array of the value per element fits in a block: plain non-bool numbers, as long as
  /// the longest array read.
  bool can_be_read_by_element(std::size_t i) const {
    const DataType type = plan_.types[evaluation(i).type].data();
    return type.is_plain() && type.scalar_kind() != Scalar::Bool && can_be_read(evaluation(i)) &&
           values_.elements.lengths[i] * static_cast<std::uint64_t>(type.component_count()) <=
               most_scalars;
  }

  /// Whether a block can hold the value: not a call with several results, and not too large to be
  /// worth it.
  bool can_be_read(const Evaluation& each) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    if (std::holds_alternative<LoopEvaluation>(each.kind) ||
        (leaf != nullptr && signature_of(library_, *leaf).results.size() > 1)) {
      return false;
    }
    std::uint64_t scalars = 0;
    std::vector<std::pair<DataType, std::uint64_t>> open{{plan_.types[each.type].data(), 1}};
    while (!open.empty()) {
      const auto [type, count] = open.back();
      open.pop_back();
      if (type.is_array()) {
        const ArrayType& array = library_.data_types.array(type);
        if (array.size == 0 || array.size * count > most_scalars) {
          return false;
        }
        open.emplace_back(array.element, array.size * count);
      } else if (type.is_struct()) {
        for (const StructMember& member : library_.data_types.structure(type).members) {
          open.emplace_back(member.type, count);
        }
      } else if (type.is_plain()) {
        scalars += count * static_cast<std::uint64_t>(type.component_count());
      } else {
        return false;
      }
      if (scalars > most_scalars || open.size() > most_scalars) {
        return false;
      }
    }
    return true;
  }

  static constexpr std::uint64_t most_scalars = 1024;

  const Library& library_;
  const Plan& plan_;
  const Profile& profile_;
  OperationCounts& counts_;
  PortableLeaves leaves_;
  std::vector<Flag> can_compute_;  // per evaluation: from features and parameters alone
  HostValues values_;
};

}  // namespace

HostValues find_host_values(const Library& library, const Plan& plan, OperationCounts& counts) {
  return HostValueFinder(library, plan, counts).run();
}

}  // namespace weft
