#include "composer/placement/take_out_uniform_work.h"

#include <utility>

#include "composer/build_plan.h"
#include "composer/placement/host_values.h"
#include "composer/placement/unique_evaluations.h"
#include "composer/plan_functions.h"

namespace weft {
namespace {

/// Writes a plan anew, with the host's work in a stage of its own; takes its evaluations apart.
class Rewriting {
 public:
  Rewriting(const Library& library, Plan& plan, const HostValues& values)
      : library_(library),
        plan_(plan),
        values_(values),
        is_needed_on_host_(values.is_result),
        is_needed_in_shader_(plan.evaluations.size(), false),
        on_host_(plan.evaluations.size()),
        in_shader_(plan.evaluations.size()) {}

  void run() {
    find_needed();
    made_.reserve(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      if (values_.is_result[i] && evaluation.origin.name.empty()) {
        evaluation.origin.name = name_of_part(evaluation);
      }
      if (is_needed_on_host_[i]) {
        on_host_[i] = add_to_host(evaluation);
        carry_needs(i, is_needed_in_shader_[i]);
      }
      if (is_needed_in_shader_[i]) {
        in_shader_[i] = values_.is_result[i] ? read(std::move(evaluation), *on_host_[i])
                                             : kept(std::move(evaluation));
        carry_needs(i, false);
      }
    }
  }

  Store<Evaluation> take_evaluations() { return std::move(made_); }
  /// Of those: values depend on the same wherever they are.
  std::vector<FeatureSet> take_needs() { return std::move(needs_); }
  const std::vector<std::optional<EvaluationId>>& on_host() const { return on_host_; }
  const std::vector<std::optional<EvaluationId>>& in_shader() const { return in_shader_; }

 private:
  /// `halves_low` of one of several results of a call, the state's name of a loop, else nothing.
  std::string name_of_part(const Evaluation& evaluation) const {
    const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind);
    const auto call = result != nullptr ? on_host_[evaluation.inputs[0].index()] : std::nullopt;
    if (!call) {
      return {};
    }
    if (const auto* loop = std::get_if<LoopEvaluation>(&made_[*call].kind)) {
      return std::string(library_.text(loop->states[result->result]));
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&made_[*call].kind);
    if (leaf == nullptr) {
      return {};
    }
    const Fragment& fragment = library_.fragments[leaf->fragment];
    const std::string& given = made_[*call].origin.name;
    return (given.empty() ? std::string(library_.text(fragment.name)) : given) + "_" +
           std::string(library_.text(fragment.results[result->result].name));
  }

  void carry_needs(std::size_t from, bool is_read_again) {
    if (needs_.size() == made_.size()) {
      return;  // it was there already
    }
    FeatureSet& needs = plan_.needs[from];
    needs_.push_back(is_read_again ? needs : std::move(needs));
  }

  void find_needed() {
    for (const DemandedOutput& output : plan_.outputs) {
      is_needed_in_shader_[output.value.index()] = true;
    }
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      const bool is_computed_here = is_needed_in_shader_[i] && !values_.is_result[i];
      for (const EvaluationId input : plan_.evaluations[EvaluationId(i)].inputs) {
        is_needed_on_host_[input.index()] = is_needed_on_host_[input.index()] || is_needed_on_host_[i];
        is_needed_in_shader_[input.index()] = is_needed_in_shader_[input.index()] || is_computed_here;
      }
    }
  }

  EvaluationId add_to_host(Evaluation clone) {
    clone.stage = Stage::Host;
    for (EvaluationId& input : clone.inputs) {
      input = *on_host_[input.index()];
    }
    return of_host_.add(std::move(clone));
  }

  EvaluationId read(Evaluation&& evaluation, EvaluationId result) {
    evaluation.kind = UniformEvaluation{};
    evaluation.inputs = {result};
    return made_.add(std::move(evaluation));
  }

  EvaluationId kept(Evaluation&& evaluation) {
    for (EvaluationId& input : evaluation.inputs) {
      input = *in_shader_[input.index()];
    }
    return made_.add(std::move(evaluation));
  }

  const Library& library_;
  Plan& plan_;
  const HostValues& values_;
  std::vector<bool> is_needed_on_host_;
  std::vector<bool> is_needed_in_shader_;
  std::vector<std::optional<EvaluationId>> on_host_;
  std::vector<std::optional<EvaluationId>> in_shader_;
  Store<Evaluation> made_;
  std::vector<FeatureSet> needs_;
  UniqueEvaluations of_host_{made_, plan_.types};
};

}  // namespace

void take_out_uniform_work(const Library& library, Plan& plan, Placement& placement) {
  const HostValues values = find_host_values(library, plan);
  if (!values.has_results) {
    return;
  }
  Rewriting rewriting(library, plan, values);
  rewriting.run();
  for (DemandedOutput& output : plan.outputs) {
    output.value = *rewriting.in_shader()[output.value.index()];
  }
  std::vector<StatedType> stated_types;
  for (const StatedType& stated : plan.stated_types) {
    // Said of the value wherever it is.
    for (const auto* made : {&rewriting.on_host(), &rewriting.in_shader()}) {
      if (const auto& id = (*made)[stated.value.index()]) {
        stated_types.push_back({*id, stated.type});
      }
    }
  }
  sort_stated_types(stated_types);
  plan.stated_types = std::move(stated_types);
  for (MovedEvaluation& moved : placement.moved) {
    moved.evaluation = *rewriting.in_shader()[moved.evaluation.index()];
  }
  plan.evaluations = rewriting.take_evaluations();
  plan.needs = rewriting.take_needs();
  plan.functions = find_functions(library, plan.evaluations);
}

}  // namespace weft
