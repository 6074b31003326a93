#include "composer/placement/host_values.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "composer/placement/plan_cost.h"

namespace weft {
namespace {

/// Tells leaves that the interpreter and C++ know from native ones, and those that call such.
class PortableLeaves {
 public:
  explicit PortableLeaves(const Library& library) : library_(library) {}

  bool contains(const LeafEvaluation& leaf) {
    const Leaf start{leaf.fragment, leaf.type_arguments};
    if (const auto known = known_.find(start); known != known_.end()) {
      return known->second;
    }
    std::map<Leaf, bool> met{{start, true}};
    std::vector<Leaf> open{start};
    bool is_portable = true;
    while (!open.empty() && is_portable) {
      const Leaf next = std::move(open.back());
      open.pop_back();
      const BodyInstance* instance = library_.fragments[next.first].find_instance(next.second);
      is_portable = instance != nullptr;
      for (std::size_t i = 0; is_portable && i < instance->body.calls.size(); ++i) {
        Leaf callee{instance->body.calls[i].fragment, instance->body.calls[i].type_arguments};
        if (met.emplace(callee, true).second) {
          open.push_back(std::move(callee));
        }
      }
    }
    known_.emplace(start, is_portable);
    return is_portable;
  }

 private:
  using Leaf = std::pair<FragmentId, std::vector<DataType>>;
  const Library& library_;
  std::map<Leaf, bool> known_;
};

class Finder {
 public:
  Finder(const Library& library, const Plan& plan)
      : library_(library), plan_(plan), profile_(library.profiles[plan.profile]), leaves_(library) {}

  HostValues run() {
    const std::size_t count = plan_.evaluations.size();
    values_.can_compute.assign(count, false);
    values_.is_result.assign(count, false);
    bool has_work = false;
    for (std::size_t i = 0; i < count; ++i) {
      values_.can_compute[i] = can_compute(EvaluationId(i));
      has_work = has_work || (values_.can_compute[i] && !is_read(evaluation(i)) && is_candidate(i));
    }
    if (has_work) {
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

  /// Constants are the compiler's; what stands in a function is computed anew for each call.
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
                    [this](EvaluationId input) { return values_.can_compute[input.index()]; });
    if (!has_inputs || std::holds_alternative<InterpolateEvaluation>(each.kind)) {
      return false;
    }
    if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
      return is_given(feature->feature);
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&each.kind)) {
      const MaterialParameter& declared =
          library_.materials[plan_.material].parameters[parameter->parameter];
      return declared.kind != ParameterKind::Spec && !declared.type.data().is_texture();
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    return leaf == nullptr || leaves_.contains(*leaf);
  }

  bool is_given(FeatureId feature) const {
    const auto provided = std::find_if(
        profile_.provided.begin(), profile_.provided.end(),
        [feature](const ProvidedFeature& one) { return one.feature == feature; });
    const DataType type = library_.features[feature].type.data();
    const bool has_size = !type.is_array() || library_.data_types.array(type).size != 0 ||
                          (provided != profile_.provided.end() && provided->capacity != 0);
    return provided != profile_.provided.end() &&
           (provided->provision == Provision::Uniform || provided->provision == Provision::Push ||
            provided->provision == Provision::Buffer) &&
           !type.is_texture() && has_size;
  }

  void find_results() {
    const std::size_t count = plan_.evaluations.size();
    const std::vector<std::uint64_t> operations = evaluation_operations(library_, plan_);
    // Per evaluation: takes no operation of what a shader has anyway.
    std::vector<bool> is_free(count, false);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<EvaluationId>& inputs = evaluation(i).inputs;
      is_free[i] = evaluation(i).natural_rate == Rate::Constant || is_read(evaluation(i)) ||
                   (operations[i] == 0 &&
                    !std::holds_alternative<LoopEvaluation>(evaluation(i).kind) &&
                    std::all_of(inputs.begin(), inputs.end(),
                                [&](EvaluationId input) { return is_free[input.index()]; }));
    }
    std::vector<bool> is_in_shader(count, false);
    for (const DemandedOutput& output : plan_.outputs) {
      is_in_shader[output.value.index()] = true;
    }
    for (std::size_t i = count; i-- > 0;) {
      if (!is_in_shader[i]) {
        continue;
      }
      const bool is_rearranged =
          operations[i] == 0 && !std::holds_alternative<ResultEvaluation>(evaluation(i).kind) &&
          scalars_read(evaluation(i), is_free) <= scalars(evaluation(i));
      if (values_.can_compute[i] && is_candidate(i) && !is_free[i] && !is_rearranged &&
          can_be_read(evaluation(i))) {
        values_.is_result[i] = true;
        values_.has_results = true;
        continue;
      }
      for (const EvaluationId input : evaluation(i).inputs) {
        is_in_shader[input.index()] = true;
      }
    }
  }

  /// Of scalars, vectors and matrices; nothing of all else.
  std::uint64_t scalars(const Evaluation& each) const {
    const DataType type = plan_.types[each.type].data();
    return type.is_plain() ? static_cast<std::uint64_t>(type.component_count()) : 0;
  }

  /// What of its inputs has to lie in a block if it is put together in the shader: `float3(x)` is one
  /// scalar there, not three.
  std::uint64_t scalars_read(const Evaluation& each, const std::vector<bool>& is_free) const {
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

  /// A call with several results is no value, and what is large is not worth its place in a block.
  bool can_be_read(const Evaluation& each) const {
    constexpr std::uint64_t most_scalars = 1024;
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    if (std::holds_alternative<LoopEvaluation>(each.kind) ||
        (leaf != nullptr && library_.fragments[leaf->fragment].results.size() > 1)) {
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

  const Library& library_;
  const Plan& plan_;
  const Profile& profile_;
  PortableLeaves leaves_;
  HostValues values_;
};

}  // namespace

HostValues find_host_values(const Library& library, const Plan& plan) {
  return Finder(library, plan).run();
}

}  // namespace weft
