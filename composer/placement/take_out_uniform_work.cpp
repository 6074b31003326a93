#include "composer/placement/take_out_uniform_work.h"

#include <algorithm>
#include <utility>

#include "composer/evaluations/evaluation_builder.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/result_names.h"
#include "composer/placement/host_stage.h"
#include "composer/placement/host_values.h"
#include "support/flag.h"

namespace weft {
namespace {

/// Rewrites a plan with the host's work in the host stage.
class UniformWorkRewriting {
 public:
  UniformWorkRewriting(const Library& library, Plan& plan, const HostValues& values)
      : library_(library),
        plan_(plan),
        values_(values),
        has_maps_(std::find(values.is_mapped.begin(), values.is_mapped.end(), true) !=
                  values.is_mapped.end()),
        host_(library, plan, values, unique_),
        is_needed_on_host_(values.is_result),
        is_needed_in_shader_(plan.evaluations.size(), false),
        is_needed_in_map_(plan.evaluations.size(), false),
        in_shader_(plan.evaluations.size()) {}

  void run() {
    find_needed();
    const auto for_host = std::count(is_needed_on_host_.begin(), is_needed_on_host_.end(), true);
    const auto for_shader =
        std::count(is_needed_in_shader_.begin(), is_needed_in_shader_.end(), true);
    made_.reserve(static_cast<std::size_t>(for_host + for_shader));
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      if ((values_.is_result[i] || values_.is_mapped[i]) && evaluation.origin.name.empty()) {
        evaluation.origin.name = name_of_part(evaluation);
      }
      if (is_needed_on_host_[i]) {
        host_.add(EvaluationId(i));
      }
      if (is_needed_in_shader_[i]) {
        in_shader_.set(EvaluationId(i), in_shader(i, evaluation));
      }
    }
  }

  Store<Evaluation> take_evaluations() { return std::move(made_); }
  const Replacements& on_host() const { return host_.made_for(); }
  const Replacements& in_shader() const { return in_shader_; }
  const std::vector<HostStage::Clone>& in_maps() const { return host_.clones(); }

 private:
  /// Names one of several results of a call; empty for other evaluations.
  std::string name_of_part(const Evaluation& evaluation) const {
    const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind);
    if (result == nullptr) {
      return {};
    }
    const auto on_host = host_.made_for().find(evaluation.inputs[0]);
    const Evaluation& call = on_host ? made_[*on_host] : plan_.evaluations[evaluation.inputs[0]];
    return name_of_result(library_, call, result->result);
  }

  void find_needed() {
    for (const DemandedOutput& output : plan_.outputs) {
      is_needed_in_shader_[output.value.index()] = true;
    }
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      const bool is_in_shader = is_needed_in_shader_[i];
      const EvaluationIds& inputs = plan_.evaluations[EvaluationId(i)].inputs;
      if (is_in_shader && values_.is_mapped[i]) {
        is_needed_in_map_[i] = true;
        if (const auto& index = values_.elements.indices[i]->value) {
          is_needed_in_shader_[index->index()] = true;
        }
      }
      const bool is_computed_here = is_in_shader && !values_.is_result[i] && !values_.is_mapped[i];
      for (const EvaluationId input : inputs) {
        if (is_needed_on_host_[i]) {
          is_needed_on_host_[input.index()] = true;
        }
        if (is_computed_here) {
          is_needed_in_shader_[input.index()] = true;
        }
        if (is_needed_in_map_[i] && !values_.elements.reads[i]) {
          const bool depends = values_.elements.indices[input.index()].has_value();
          (depends ? is_needed_in_map_ : is_needed_on_host_)[input.index()] = true;
        }
      }
      if (is_needed_in_map_[i] && values_.elements.reads[i]) {
        is_needed_on_host_[values_.elements.reads[i]->array.index()] = true;
      }
    }
  }

  EvaluationId in_shader(std::size_t i, Evaluation& evaluation) {
    if (values_.is_mapped[i]) {
      return read_element(i, evaluation);
    }
    if (has_maps_) {
      return add_to_shader(i, Evaluation(evaluation));
    }
    return add_to_shader(i, std::move(evaluation));
  }

  EvaluationId add_to_shader(std::size_t i, Evaluation&& evaluation) {
    if (values_.is_result[i]) {
      evaluation.kind = UniformEvaluation{};
      evaluation.inputs = {host_.made_for()[EvaluationId(i)]};
    } else {
      in_shader_.redirect(evaluation.inputs);
    }
    return made_.add(std::move(evaluation));
  }

  /// Reads the element at the index from the array that the host computed.
  EvaluationId read_element(std::size_t i, const Evaluation& evaluation) {
    const EvaluationId map = host_.add_map(EvaluationId(i));
    Evaluation array = made_[map];
    array.kind = UniformEvaluation{};
    array.inputs = {map};
    array.stage = evaluation.stage;
    Evaluation element = evaluation;
    element.kind = OperationEvaluation{Operation::Index};
    const ElementIndex& index = *values_.elements.indices[i];
    element.inputs = {unique_.add_named(std::move(array)),
                      index.value ? in_shader_[*index.value]
                                  : unique_.add_named(index_of_calls(index.level, evaluation))};
    return made_.add(std::move(element));
  }

  Evaluation index_of_calls(std::uint32_t level, const Evaluation& reader) {
    const TypeId type = plan_.types.intern(SemanticType(int_type));
    const BoundEvaluation bound{level, index_of_call, type, reader.natural_rate};
    return {bound, {}, reader.stage, reader.natural_rate, type, {}};
  }

  const Library& library_;
  Plan& plan_;
  const HostValues& values_;
  const bool has_maps_;  // then the plan's evaluations stay intact
  Store<Evaluation> made_;
  EvaluationBuilder unique_{made_, plan_.types};  // the host's values and the reads of maps
  HostStage host_;
  std::vector<Flag> is_needed_on_host_;
  std::vector<Flag> is_needed_in_shader_;
  std::vector<Flag> is_needed_in_map_;
  Replacements in_shader_;
};

std::vector<StatedType> carried_over(const std::vector<StatedType>& stated,
                                     const UniformWorkRewriting& rewriting) {
  std::vector<StatedType> carried;
  // A stated type applies to the value in every stage.
  rewriting.on_host().append_redirected(stated, carried);
  rewriting.in_shader().append_redirected(stated, carried);
  for (const StatedType& each : stated) {
    for (const HostStage::Clone& clone : rewriting.in_maps()) {
      if (clone.of == each.value) {
        carried.push_back({clone.clone, each.type, each.is_round_trip});
      }
    }
  }
  sort_stated_types(carried);
  return carried;
}

}  // namespace

void take_out_uniform_work(const Library& library, Plan& plan, Placement& placement,
                           OperationCounts& counts) {
  const HostValues values = find_host_values(library, plan, counts);
  if (!values.has_results) {
    return;
  }
  UniformWorkRewriting rewriting(library, plan, values);
  rewriting.run();
  rewriting.in_shader().redirect(plan.outputs);
  plan.stated_types = carried_over(plan.stated_types, rewriting);
  std::vector<MovedEvaluation> moved;
  for (MovedEvaluation& each : placement.moved) {
    if (const auto id = rewriting.in_shader().find(each.evaluation)) {
      each.evaluation = *id;
      moved.push_back(each);
    }
  }
  placement.moved = std::move(moved);
  plan.evaluations = rewriting.take_evaluations();
  plan.functions = find_functions(library, plan.evaluations);
}

}  // namespace weft
