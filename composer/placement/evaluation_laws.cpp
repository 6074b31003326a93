#include "composer/placement/evaluation_laws.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace weft {
namespace {

Law law_of_interpolation(const Plan& plan, const Evaluation& evaluation,
                         const InterpolateEvaluation& interpolate) {
  if (!plan.types[evaluation.type].data().is_float_based()) {
    return Law::Nonlinear;
  }
  if (!interpolate.is_flat) {
    return Law::Linear;
  }
  // A primitive belongs to one instance, while its vertices may differ.
  const bool is_same = plan.evaluations[evaluation.inputs[0]].natural_rate <= Rate::Instance;
  return is_same ? Law::Constant : Law::Nonlinear;
}

class EvaluationLawFinder {
 public:
  EvaluationLawFinder(const Library& library, LeafLaws& leaves, const Plan& plan)
      : library_(library), leaves_(leaves), plan_(plan) {}

  std::vector<Law> run() {
    laws_.reserve(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const bool is_inside = plan_.functions.is_in_function(EvaluationId(i));
      laws_.push_back(is_inside ? Law::Nonlinear : law_of(EvaluationId(i)));
    }
    return std::move(laws_);
  }

 private:
  // Calls nested deeper, and loops that need more passes, are nonlinear.
  static constexpr std::uint32_t most_nested = 3;
  static constexpr std::uint32_t most_passes = 8;

  Law law_of(EvaluationId id) {
    const Evaluation& evaluation = plan_.evaluations[id];
    if (is_single(evaluation.natural_rate)) {
      return Law::Constant;
    }
    if (evaluation.stage == Stage::Vertex) {
      return evaluation.natural_rate == Rate::Instance ? Law::Constant : Law::Nonlinear;
    }
    Law law = Law::Nonlinear;  // default for features known per fragment
    if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&evaluation.kind)) {
      law = law_of_interpolation(plan_, evaluation, *interpolate);
    } else if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      law = parameters_[bound->level][bound->parameter];
    } else if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      const bool is_field = library_.fragments[leaf->fragment].is_field;
      law = is_field ? Law::Nonlinear : law_of_call(id, leaf_results(id, *leaf));
    } else if (const auto* loop = std::get_if<LoopEvaluation>(&evaluation.kind)) {
      law = law_of_call(id, loop_results(id, loop->states.size()));
    } else if (const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind)) {
      law = law_of_result(evaluation.inputs[0], result->result);
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      law = leaves_.operation()(operation->op, operation->payload,
                                plan_.types[evaluation.type].data(), input_laws(evaluation));
    }
    return law;
  }

  Law law_of_call(EvaluationId id, const std::vector<Law>& results) {
    Law law = Law::Zero;
    for (const Law result : results) {
      law = join(law, result);
    }
    if (results.size() > 1) {
      results_[id.index()] = results;
    }
    return law;
  }

  Law law_of_result(EvaluationId call, std::uint32_t result) const {
    const auto known = results_.find(call.index());
    return known != results_.end() ? known->second[result] : Law::Nonlinear;
  }

  const std::vector<Law>& leaf_results(EvaluationId id, const LeafEvaluation& leaf) {
    if (!plan_.functions.first[id.index()]) {
      return leaves_.results(leaf.fragment, leaf.type_arguments, input_laws(plan_.evaluations[id]),
                             leaf.special);
    }
    std::vector<Law> inputs = input_laws(plan_.evaluations[id]);
    std::uint32_t at = plan_.functions.first[id.index()]->index();
    for (; at < plan_.functions.functions.size(); ++at) {
      const PlanFunction& function = plan_.functions.functions[PlanFunctionId(at)];
      if (function.leaf != id) {
        break;
      }
      const FragmentPort& port = signature_of(library_, leaf).ports[function.port];
      const std::size_t count =
          port.kind == FragmentPort::Kind::Fn ? port.parameters.size() : port.injected.size();
      inputs[function.port] = given(function, std::vector<Law>(count, Law::Constant)).front();
      inputs.push_back(given(function, std::vector<Law>(count, Law::Affine)).front());
    }
    return leaves_.results(leaf.fragment, leaf.type_arguments, inputs, leaf.special);
  }

  /// Returns the laws of the states after any number of steps, by fixed-point iteration.
  std::vector<Law> loop_results(EvaluationId id, std::size_t states) {
    const EvaluationIds& inputs = plan_.evaluations[id].inputs;
    const PlanFunction& step = plan_.functions.functions[*plan_.functions.first[id.index()]];
    std::vector<Law> laws;
    for (std::size_t i = 0; i < states; ++i) {
      laws.push_back(laws_[inputs[1 + i].index()]);
    }
    bool grows = true;
    for (std::uint32_t pass = 0; grows && pass < most_passes; ++pass) {
      const std::vector<Law> next = given(step, laws);
      grows = false;
      for (std::size_t i = 0; i < states; ++i) {
        const Law joined = join(laws[i], next[i]);
        grows = grows || joined != laws[i];
        laws[i] = joined;
      }
    }
    const bool is_known = !grows && is_constant(laws_[inputs[0].index()]);
    return is_known ? laws : std::vector<Law>(states, Law::Nonlinear);
  }

  /// Returns the laws of a function's results for parameters with these laws. An evaluation may be
  /// in several functions, so its state is saved and restored.
  std::vector<Law> given(const PlanFunction& function, std::vector<Law> parameters) {
    if (depth_ == most_nested) {
      return std::vector<Law>(function.results.size(), Law::Nonlinear);
    }
    std::vector<Law> outer_laws;
    std::vector<std::pair<std::uint32_t, std::vector<Law>>> outer_results;
    for (const EvaluationId id : function.body) {
      outer_laws.push_back(laws_[id.index()]);
      if (const auto known = results_.find(id.index()); known != results_.end()) {
        outer_results.emplace_back(*known);
      }
    }
    ++depth_;
    parameters_.resize(std::max<std::size_t>(parameters_.size(), function.level + 1));
    parameters_[function.level].swap(parameters);
    for (const EvaluationId id : function.body) {
      const Law law = law_of(id);  // first, since law_of() modifies laws_
      laws_[id.index()] = law;
    }
    std::vector<Law> results;
    for (const EvaluationId id : function.results) {
      results.push_back(laws_[id.index()]);
    }
    parameters_[function.level].swap(parameters);
    --depth_;
    for (std::size_t i = 0; i < function.body.size(); ++i) {
      laws_[function.body[i].index()] = outer_laws[i];
    }
    for (auto& [id, laws] : outer_results) {
      results_[id] = std::move(laws);
    }
    return results;
  }

  const std::vector<Law>& input_laws(const Evaluation& evaluation) {
    inputs_.clear();
    for (const EvaluationId id : evaluation.inputs) {
      inputs_.push_back(laws_[id.index()]);
    }
    return inputs_;
  }

  const Library& library_;
  LeafLaws& leaves_;
  const Plan& plan_;
  std::vector<Law> laws_;  // per evaluation; for those in functions: in the current call
  std::unordered_map<std::uint32_t, std::vector<Law>>
      results_;                               // per call with several results; never iterated
  std::vector<std::vector<Law>> parameters_;  // per level: of the current functions
  std::uint32_t depth_ = 0;                   // of nested function calls
  std::vector<Law> inputs_;  // of the current evaluation; a member to reuse its memory
};

}  // namespace

std::vector<Law> evaluation_laws(const Library& library, LeafLaws& leaves, const Plan& plan) {
  return EvaluationLawFinder(library, leaves, plan).run();
}

}  // namespace weft
