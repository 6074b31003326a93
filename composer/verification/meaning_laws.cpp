#include "composer/verification/meaning_laws.h"

#include <algorithm>
#include <set>

namespace weft {

bool MeaningLaws::is_function(const MeaningTerm& call, std::size_t input) const {
  if (const auto* leaf = std::get_if<LeafEvaluation>(&call.kind)) {
    const std::vector<FragmentPort>& ports = signature_of(library_, *leaf).ports;
    return leaf->function_level != 0 && input < ports.size() &&
           ports[input].kind != FragmentPort::Kind::Value;
  }
  const auto* loop = std::get_if<LoopEvaluation>(&call.kind);
  return loop != nullptr && input > loop->states.size();
}

void MeaningLaws::add(Rate rate) {
  const auto index = static_cast<std::uint32_t>(laws_.size());
  const MeaningTerm& meaning = meanings_[index];
  FunctionLevels levels;
  if (const auto* bound = std::get_if<BoundEvaluation>(&meaning.kind)) {
    levels.set(bound->level);
  }
  const auto* leaf = std::get_if<LeafEvaluation>(&meaning.kind);
  const auto* loop = std::get_if<LoopEvaluation>(&meaning.kind);
  const std::uint32_t own = leaf != nullptr   ? leaf->function_level
                            : loop != nullptr ? loop->function_level
                                              : 0;
  for (std::size_t i = 0; i < meaning.inputs.size(); ++i) {
    FunctionLevels of_input = levels_[meaning.inputs[i]];
    levels |= is_function(meaning, i) ? of_input.reset(own) : of_input;
  }
  levels_.push_back(levels);
  rates_.push_back(rate);
  laws_.push_back(Law::Nonlinear);
  if (levels.none()) {
    const Law law = law_of(index);
    laws_[index] = law;
  }
}

Law MeaningLaws::law_of(std::uint32_t index) {
  const MeaningTerm& meaning = meanings_[index];
  const Rate rate = rates_[index];
  if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&meaning.kind)) {
    if (!meaning.type.is_float_based()) {
      return Law::Nonlinear;
    }
    const bool is_same = interpolate->is_flat && laws_[meaning.inputs[0]] == Law::Constant;
    return is_same ? Law::Constant : interpolate->is_flat ? Law::Nonlinear : Law::Linear;
  }
  if (meaning.stage == Stage::Vertex) {
    return rate <= Rate::Instance ? Law::Constant : Law::Nonlinear;
  }
  if (const auto* bound = std::get_if<BoundEvaluation>(&meaning.kind)) {
    // A call's index selects an element of a host's array. Constant is a safe law for it: either
    // the function's parameters are constant as well, or nothing is claimed about the call's
    // result.
    const auto given = parameters_.find(bound->level);
    if (bound->parameter == index_of_call || is_single(rate)) {
      return Law::Constant;
    }
    return given == parameters_.end() || given->second.empty()
               ? Law::Nonlinear
               : given->second[std::min<std::size_t>(bound->parameter, given->second.size() - 1)];
  }
  if (is_single(rate)) {
    return Law::Constant;
  }
  if (const auto* operation = std::get_if<OperationEvaluation>(&meaning.kind)) {
    std::vector<Law> inputs;
    for (const std::uint32_t input : meaning.inputs) {
      inputs.push_back(laws_[input]);
    }
    return leaves_.operation()(operation->op, operation->payload, meaning.type, inputs);
  }
  if (const auto* result = std::get_if<ResultEvaluation>(&meaning.kind)) {
    const std::vector<Law>& results = results_[meaning.inputs[0]];
    return result->result < results.size() ? results[result->result] : Law::Nonlinear;
  }
  std::vector<Law> results = result_laws(meaning);
  Law law = Law::Zero;
  for (const Law result : results) {
    law = join(law, result);
  }
  results_[index] = std::move(results);
  return law;
}

std::vector<Law> MeaningLaws::result_laws(const MeaningTerm& call) {
  if (const auto* loop = std::get_if<LoopEvaluation>(&call.kind)) {
    return loop_laws(call, *loop);
  }
  const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
  return leaf != nullptr ? leaf_laws(call, *leaf) : std::vector<Law>{Law::Nonlinear};
}

std::vector<Law> MeaningLaws::leaf_laws(const MeaningTerm& call, const LeafEvaluation& leaf) {
  const Fragment& fragment = signature_of(library_, leaf);
  const std::size_t features = features_of(library_, leaf).size();
  if (fragment.is_field || call.inputs.size() != fragment.ports.size() + features) {
    return {Law::Nonlinear};  // a damaged plan may have calls of any shape
  }
  std::vector<Law> inputs;
  std::vector<Law> of_affine;
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    if (is_function(call, i)) {
      inputs.push_back(given({call.inputs[i]}, leaf.function_level, {Law::Constant}).front());
      of_affine.push_back(given({call.inputs[i]}, leaf.function_level, {Law::Affine}).front());
    } else {
      inputs.push_back(laws_[call.inputs[i]]);
    }
  }
  inputs.insert(inputs.end(), of_affine.begin(), of_affine.end());
  return leaves_.results(leaf.fragment, leaf.type_arguments, inputs, leaf.special);
}

std::vector<Law> MeaningLaws::loop_laws(const MeaningTerm& call, const LoopEvaluation& loop) {
  const std::size_t states = loop.states.size();
  const std::vector<Law> unknown(std::max<std::size_t>(states, 1), Law::Nonlinear);
  if (states == 0 || call.inputs.size() != 1 + 2 * states || !is_constant(laws_[call.inputs[0]])) {
    return unknown;
  }
  const std::vector<std::uint32_t> steps(
      call.inputs.begin() + 1 + static_cast<std::ptrdiff_t>(states), call.inputs.end());
  std::vector<Law> laws;
  for (std::size_t i = 0; i < states; ++i) {
    laws.push_back(laws_[call.inputs[1 + i]]);
  }
  for (std::uint32_t pass = 0; pass < most_passes; ++pass) {
    const std::vector<Law> before = laws;
    const std::vector<Law> next = given(steps, loop.function_level, laws);
    for (std::size_t i = 0; i < states; ++i) {
      laws[i] = join(before[i], next[i]);
    }
    if (laws == before) {
      return laws;
    }
  }
  return unknown;
}

std::vector<Law> MeaningLaws::given(const std::vector<std::uint32_t>& results, std::uint32_t level,
                                    std::vector<Law> parameters) {
  if (depth_ == most_nested) {
    return std::vector<Law>(results.size(), Law::Nonlinear);
  }
  std::set<std::uint32_t> inside;  // inputs first
  std::vector<std::uint32_t> open = results;
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (levels_[next].test(level) && inside.insert(next).second) {
      open.insert(open.end(), meanings_[next].inputs.begin(), meanings_[next].inputs.end());
    }
  }
  // A meaning may be in several functions, so its state is saved and restored.
  std::vector<Law> outer_laws;
  std::vector<std::vector<Law>> outer_results;
  for (const std::uint32_t each : inside) {
    outer_laws.push_back(laws_[each]);
    outer_results.push_back(results_[each]);
  }
  ++depth_;
  parameters_[level].swap(parameters);
  for (const std::uint32_t each : inside) {
    const Law law = law_of(each);
    laws_[each] = law;
  }
  std::vector<Law> laws;
  for (const std::uint32_t result : results) {
    laws.push_back(laws_[result]);
  }
  parameters_[level].swap(parameters);
  --depth_;
  std::size_t at = 0;
  for (const std::uint32_t each : inside) {
    laws_[each] = outer_laws[at];
    results_[each] = std::move(outer_results[at]);
    ++at;
  }
  return laws;
}

}  // namespace weft
