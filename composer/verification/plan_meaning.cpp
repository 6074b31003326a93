#include "composer/verification/plan_meaning.h"

#include "composer/equal_evaluations.h"

namespace weft {
namespace {

std::vector<EvaluationId> as_ids(const std::vector<std::uint32_t>& numbers) {
  std::vector<EvaluationId> ids;
  ids.reserve(numbers.size());
  for (const std::uint32_t number : numbers) {
    ids.emplace_back(number);
  }
  return ids;
}

}  // namespace

std::uint64_t PlanMeanings::hash(const Entry& entry) {
  return evaluation_hash(entry.kind, as_ids(entry.inputs), entry.stage);
}

std::optional<std::uint32_t> PlanMeanings::find(const Entry& entry) const {
  return table_.find(hash(entry), [&](std::uint32_t at) { return entries_[at] == entry; });
}

std::vector<Law> PlanMeanings::result_laws(const Entry& call) {
  const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
  if (leaf == nullptr || leaf->function_level != 0) {
    return {Law::Nonlinear};
  }
  const Fragment& fragment = library_.fragments[leaf->fragment];
  const BodyInstance* instance = fragment.find_instance(leaf->type_arguments);
  const std::size_t features =
      instance != nullptr ? instance->body.features.size() : fragment.declared_features.size();
  if (fragment.is_field || call.inputs.size() != fragment.ports.size() + features) {
    return {Law::Nonlinear};  // a damaged plan may have calls of any shape
  }
  std::vector<Law> inputs;
  for (const std::uint32_t input : call.inputs) {
    inputs.push_back(laws_[input]);
  }
  return laws_of_leaves_.results(leaf->fragment, leaf->type_arguments, inputs);
}

Law PlanMeanings::law_of(const Entry& entry, Rate rate) {
  if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&entry.kind)) {
    if (!entry.type.is_float_based()) {
      return Law::Nonlinear;
    }
    const bool is_same = interpolate->is_flat && laws_[entry.inputs[0]] == Law::Constant;
    return is_same ? Law::Constant : interpolate->is_flat ? Law::Nonlinear : Law::Linear;
  }
  if (entry.stage == Stage::Vertex) {
    return rate <= Rate::Instance ? Law::Constant : Law::Nonlinear;
  }
  if (is_single(rate)) {
    return Law::Constant;
  }
  std::vector<Law> inputs;
  for (const std::uint32_t input : entry.inputs) {
    inputs.push_back(laws_[input]);
  }
  if (const auto* operation = std::get_if<OperationEvaluation>(&entry.kind)) {
    return operation_law(operation->op, operation->payload, entry.type, inputs);
  }
  if (const auto* result = std::get_if<ResultEvaluation>(&entry.kind)) {
    const std::vector<Law> results = result_laws(entries_[entry.inputs[0]]);
    return result->result < results.size() ? results[result->result] : Law::Nonlinear;
  }
  Law law = Law::Zero;
  for (const Law result : result_laws(entry)) {
    law = join(law, result);
  }
  return law;
}

std::uint32_t PlanMeanings::number(Entry entry, Rate rate) {
  if (const auto known = find(entry)) {
    return *known;
  }
  const auto index = static_cast<std::uint32_t>(entries_.size());
  table_.insert(hash(entry), index);
  laws_.push_back(law_of(entry, rate));
  entries_.push_back(std::move(entry));
  return index;
}

std::vector<std::uint32_t> PlanMeanings::of_naive(const Plan& naive) {
  std::vector<std::uint32_t> numbers;
  for (const Evaluation& evaluation : naive.evaluations) {
    Entry entry{evaluation.kind, {}, evaluation.stage, naive.types[evaluation.type].data()};
    for (const EvaluationId input : evaluation.inputs) {
      entry.inputs.push_back(numbers[input.index()]);
    }
    numbers.push_back(number(std::move(entry), evaluation.natural_rate));
  }
  return numbers;
}

std::vector<std::optional<std::uint32_t>> PlanMeanings::of_placed(const Plan& placed) {
  // In its own stage; of the host's: as if the vertex stage computed it.
  std::vector<std::optional<std::uint32_t>> here;
  // Of the vertex stage: if all was interpolated at once. Of the host's: as if the fragment stage
  // computed it.
  std::vector<std::optional<std::uint32_t>> at_fragment;
  for (const Evaluation& evaluation : placed.evaluations) {
    const DataType type = placed.types[evaluation.type].data();
    if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
      const std::size_t result = evaluation.inputs.at(0).index();
      const auto seen = at_fragment[result];
      here.push_back(evaluation.stage == Stage::Vertex ? here[result] : seen);
      at_fragment.push_back(seen);
      continue;
    }
    const bool is_of_host = evaluation.stage == Stage::Host;
    Entry entry{evaluation.kind, {}, is_of_host ? Stage::Vertex : evaluation.stage, type};
    Entry view{evaluation.kind, {}, Stage::Fragment, type};
    bool is_known = true;
    bool is_seen = evaluation.stage != Stage::Fragment;
    for (const EvaluationId input : evaluation.inputs) {
      is_known = is_known && here[input.index()];
      is_seen = is_seen && at_fragment[input.index()];
      entry.inputs.push_back(here[input.index()].value_or(0));
      view.inputs.push_back(at_fragment[input.index()].value_or(0));
    }
    here.emplace_back();
    at_fragment.emplace_back();
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      // What the naive plan interpolates is that; all else was moved.
      const auto original = is_known ? find(entry) : std::nullopt;
      here.back() = original ? original : at_fragment[evaluation.inputs[0].index()];
      continue;
    }
    if (is_known) {
      here.back() = number(std::move(entry), evaluation.natural_rate);
    }
    if (evaluation.stage == Stage::Fragment) {
      continue;
    }
    if (is_of_host) {
      if (is_seen) {
        at_fragment.back() = number(std::move(view), evaluation.natural_rate);
      }
      continue;
    }
    for (const bool is_flat : {false, true}) {
      const auto taken =
          here.back()
              ? find({InterpolateEvaluation{is_flat}, {*here.back()}, Stage::Fragment, type})
              : std::nullopt;
      at_fragment.back() = taken ? taken : at_fragment.back();
    }
    const bool is_attribute = std::holds_alternative<FeatureEvaluation>(evaluation.kind) &&
                              !is_single(evaluation.natural_rate);
    if (!at_fragment.back() && is_seen && !is_attribute) {
      const bool is_one = is_single(evaluation.natural_rate);
      at_fragment.back() =
          number(std::move(view), is_one ? evaluation.natural_rate : Rate::Fragment);
    }
  }
  return here;
}

}  // namespace weft
