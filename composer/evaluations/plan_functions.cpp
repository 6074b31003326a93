#include "composer/evaluations/plan_functions.h"

#include <algorithm>
#include <unordered_set>

namespace weft {
namespace {

/// Whether an input is evaluated inside a function that the evaluation takes.
bool is_inside(const Library& library, const Evaluation& evaluation, std::size_t input) {
  if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
    const Fragment& fragment = signature_of(library, *leaf);
    return leaf->function_level != 0 && input < fragment.ports.size() &&
           fragment.ports[input].kind != FragmentPort::Kind::Value;
  }
  if (std::holds_alternative<MapEvaluation>(evaluation.kind)) {
    return input + 1 == evaluation.inputs.size();
  }
  const auto* loop = std::get_if<LoopEvaluation>(&evaluation.kind);
  return loop != nullptr && input > loop->states.size();
}

/// Walks from a function's result down to evaluations outside its level.
class FunctionWalk {
 public:
  FunctionWalk(const Library& library, const Store<Evaluation>& evaluations)
      : library_(library), evaluations_(evaluations), seen_(evaluations.size(), 0) {}

  void run(const PlanFunctions& found, PlanFunction& function) {
    ++round_;
    std::vector<EvaluationId> open = function.results;
    while (!open.empty()) {
      const EvaluationId id = open.back();
      open.pop_back();
      if (seen_[id.index()] == round_) {
        continue;
      }
      seen_[id.index()] = round_;
      if (!found.levels[id.index()].test(function.level) && !is_written_anywhere(id)) {
        function.captures.push_back(id);
        continue;
      }
      function.body.push_back(id);
      const EvaluationIds inputs = direct_inputs(found, library_, evaluations_[id], id);
      open.insert(open.end(), inputs.begin(), inputs.end());
    }
    std::sort(function.body.begin(), function.body.end());
    std::sort(function.captures.begin(), function.captures.end());
  }

 private:
  /// Constants and splats of constants are written where they are read, also in functions.
  bool is_written_anywhere(EvaluationId id) const {
    const Evaluation& evaluation = evaluations_[id];
    const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
    const bool is_spread =
        operation != nullptr && operation->op == Operation::Construct &&
        evaluation.inputs.size() == 1 &&
        std::holds_alternative<ConstantEvaluation>(evaluations_[evaluation.inputs[0]].kind);
    return is_spread || std::holds_alternative<ConstantEvaluation>(evaluation.kind);
  }

  const Library& library_;
  const Store<Evaluation>& evaluations_;
  std::vector<std::uint32_t> seen_;  // per evaluation: the last round that visited it
  std::uint32_t round_ = 0;
};

}  // namespace

std::uint32_t function_level(const Evaluation& evaluation) {
  if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
    return leaf->function_level;
  }
  if (const auto* map = std::get_if<MapEvaluation>(&evaluation.kind)) {
    return map->function_level;
  }
  const auto* loop = std::get_if<LoopEvaluation>(&evaluation.kind);
  return loop != nullptr ? loop->function_level : 0;
}

FunctionLevels open_levels(const Library& library, const Evaluation& evaluation,
                           const std::vector<FunctionLevels>& levels) {
  if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
    return bound->level == level_of_given ? FunctionLevels() : FunctionLevels().set(bound->level);
  }
  return inherited_levels(library, evaluation, levels);
}

FunctionLevels inherited_levels(const Library& library, const Evaluation& evaluation,
                                const std::vector<FunctionLevels>& levels) {
  FunctionLevels open;
  const std::uint32_t level = function_level(evaluation);
  for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
    FunctionLevels of_input = levels[evaluation.inputs[i].index()];
    if (level != 0 && is_inside(library, evaluation, i)) {
      of_input.reset(level);
    }
    open |= of_input;
  }
  return open;
}

std::vector<bool> find_read_parameters(const Library& library, const Store<Evaluation>& evaluations,
                                       const std::vector<FunctionLevels>& levels,
                                       std::vector<EvaluationId> roots, std::uint32_t level,
                                       std::size_t count) {
  std::vector<bool> is_read(count, false);
  std::unordered_set<EvaluationId> seen;  // never iterated
  while (!roots.empty()) {
    const EvaluationId id = roots.back();
    roots.pop_back();
    if (!levels[id.index()].test(level) || !seen.insert(id).second) {
      continue;
    }
    const Evaluation& evaluation = evaluations[id];
    const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
    if (bound != nullptr && bound->parameter < count) {
      is_read[bound->parameter] = true;
    }
    // Another function of this level reads its own parameters.
    const bool has_its_own = function_level(evaluation) == level;
    for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
      if (!has_its_own || !is_inside(library, evaluation, i)) {
        roots.push_back(evaluation.inputs[i]);
      }
    }
  }
  return is_read;
}

EvaluationIds direct_inputs(const PlanFunctions& functions, const Library& library,
                            const Evaluation& evaluation, EvaluationId id) {
  if (!functions.first[id.index()]) {
    return evaluation.inputs;
  }
  EvaluationIds inputs;
  const bool is_loop = std::holds_alternative<LoopEvaluation>(evaluation.kind);
  std::uint32_t function = functions.first[id.index()]->index();
  for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
    if (is_inside(library, evaluation, i)) {
      if (is_loop && i > 1 && is_inside(library, evaluation, i - 1)) {
        continue;  // all states belong to one function
      }
      const std::vector<EvaluationId>& captures =
          functions.functions[PlanFunctionId(function++)].captures;
      inputs.insert(inputs.end(), captures.begin(), captures.end());
    } else {
      inputs.push_back(evaluation.inputs[i]);
    }
  }
  return inputs;
}

PlanFunctions find_functions(const Library& library, const Store<Evaluation>& evaluations) {
  PlanFunctions found;
  found.levels.resize(evaluations.size());
  found.first.resize(evaluations.size());
  if (std::none_of(evaluations.begin(), evaluations.end(),
                   [](const Evaluation& each) { return function_level(each) != 0; })) {
    return found;
  }
  std::optional<FunctionWalk> walk;
  bool has_levels = false;
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    const EvaluationId id(i);
    const Evaluation& evaluation = evaluations[id];
    if (has_levels || std::holds_alternative<BoundEvaluation>(evaluation.kind)) {
      found.levels[i] = open_levels(library, evaluation, found.levels);
      has_levels = has_levels || found.levels[i].any();
    }
    const std::uint32_t level = function_level(evaluation);
    if (level == 0) {
      continue;
    }
    if (!walk) {
      walk.emplace(library, evaluations);
    }
    const auto add = [&](std::uint32_t port, std::vector<EvaluationId> results) {
      PlanFunction function{id, port, level, std::move(results), {}, {}};
      walk->run(found, function);
      const PlanFunctionId added = found.functions.add(std::move(function));
      found.first[i] = found.first[i].value_or(added);
    };
    if (const auto* loop = std::get_if<LoopEvaluation>(&evaluation.kind)) {
      const auto first =
          evaluation.inputs.begin() + 1 + static_cast<std::ptrdiff_t>(loop->states.size());
      add(0, {first, evaluation.inputs.end()});
      continue;
    }
    for (std::uint32_t port = 0; port < evaluation.inputs.size(); ++port) {
      if (is_inside(library, evaluation, port)) {
        add(port, {evaluation.inputs[port]});
      }
    }
  }
  return found;
}

}  // namespace weft
