#include "composer/verification/plan_meaning.h"

#include <algorithm>

#include "composer/elaborate/given_elements.h"
#include "composer/evaluations/equal_evaluations.h"

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

/// Returns the map whose element a shader evaluation reads, if any.
std::optional<EvaluationId> map_below(const Plan& placed, const Evaluation& evaluation) {
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  if (operation == nullptr || operation->op != Operation::Index || operation->payload != 0 ||
      evaluation.inputs.size() != 2) {
    return std::nullopt;
  }
  const Evaluation& array = placed.evaluations[evaluation.inputs[0]];
  if (!std::holds_alternative<UniformEvaluation>(array.kind) || array.inputs.empty() ||
      !std::holds_alternative<MapEvaluation>(placed.evaluations[array.inputs[0]].kind)) {
    return std::nullopt;
  }
  return array.inputs[0];
}

}  // namespace

std::uint64_t PlanMeanings::hash(const Meaning& entry) {
  return evaluation_hash(entry.kind, as_ids(entry.inputs), entry.stage);
}

std::optional<std::uint32_t> PlanMeanings::find(const Meaning& entry) const {
  return table_.find(hash(entry), [&](std::uint32_t at) { return entries_[at] == entry; });
}

std::uint32_t PlanMeanings::number(Meaning entry, Rate rate) {
  if (const auto known = find(entry)) {
    return *known;
  }
  const auto index = static_cast<std::uint32_t>(entries_.size());
  table_.insert(hash(entry), index);
  entries_.push_back(std::move(entry));
  laws_.add(rate);
  return index;
}

void PlanMeanings::find_elements(const Plan& naive) {
  const std::vector<std::optional<ElementRead>> given = find_given_elements(library_, naive);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) {
      continue;
    }
    const Evaluation& array = naive.evaluations[given[i]->array];
    Element element{array.kind, naive.types[array.type].data(), given[i]->members, {}};
    DataType type = library_.data_types.array(element.array_type).element;
    element.member_types.push_back(type);
    for (const std::uint32_t member : element.members) {
      type = library_.data_types.structure(type).members[member].type;
      element.member_types.push_back(type);
    }
    elements_.emplace(std::get<BoundEvaluation>(naive.evaluations[EvaluationId(i)].kind),
                      std::move(element));
  }
}

std::uint32_t PlanMeanings::number_index(std::uint32_t level, Stage stage) {
  const BoundEvaluation bound{level, index_of_call, TypeId(0), Rate::Fragment};
  return number({bound, {}, stage, int_type}, Rate::Fragment);
}

std::uint32_t PlanMeanings::number_element(const Element& element, const BoundEvaluation& bound,
                                           Stage stage) {
  const std::uint32_t array = number({element.array, {}, stage, element.array_type}, Rate::Draw);
  const std::uint32_t index = number_index(bound.level, stage);
  std::uint32_t read = number(
      {OperationEvaluation{Operation::Index}, {array, index}, stage, element.member_types.front()},
      Rate::Fragment);
  for (std::size_t i = 0; i < element.members.size(); ++i) {
    read = number({OperationEvaluation{Operation::Member, element.members[i]},
                   {read},
                   stage,
                   element.member_types[i + 1]},
                  Rate::Fragment);
  }
  return read;
}

std::optional<std::uint32_t> PlanMeanings::number_mapped(
    const Plan& placed, EvaluationId map, std::uint32_t index, Stage stage, Rate rate,
    const std::vector<std::optional<std::uint32_t>>& of_host) {
  const Evaluation& mapping = placed.evaluations[map];
  if (!placed.functions.first[map.index()] || mapping.inputs.size() < 2) {
    return std::nullopt;
  }
  std::uint32_t size = 0;
  for (std::size_t i = 0; i + 1 < mapping.inputs.size(); ++i) {
    const Evaluation& array = placed.evaluations[mapping.inputs[i]];
    size = std::max(size, element_count(library_, placed, array));
  }
  if (size != std::get<MapEvaluation>(mapping.kind).size) {
    return std::nullopt;
  }
  const PlanFunction& function = placed.functions.functions[*placed.functions.first[map.index()]];
  std::map<EvaluationId, std::uint32_t> inside;
  for (const EvaluationId id : function.body) {
    const Evaluation& evaluation = placed.evaluations[id];
    Meaning entry{evaluation.kind, {}, stage, placed.types[evaluation.type].data()};
    const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
    if (bound != nullptr && bound->level == function.level) {
      if (bound->parameter + 1 >= mapping.inputs.size()) {
        return std::nullopt;
      }
      const auto& array = of_host[mapping.inputs[bound->parameter].index()];
      if (!array) {
        return std::nullopt;
      }
      entry.kind = OperationEvaluation{Operation::Index};
      entry.inputs = {*array, index};
    } else {
      for (const EvaluationId input : evaluation.inputs) {
        const auto known = inside.find(input);
        const auto& meaning = of_host[input.index()];
        if (known == inside.end() && !meaning) {
          return std::nullopt;
        }
        entry.inputs.push_back(known != inside.end() ? known->second : *meaning);
      }
    }
    inside.emplace(id, number(std::move(entry), rate));
  }
  return inside.at(function.results.front());
}

std::vector<std::uint32_t> PlanMeanings::of_naive(const Plan& naive) {
  find_elements(naive);
  std::vector<std::uint32_t> numbers;
  for (const Evaluation& evaluation : naive.evaluations) {
    if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      if (const auto element = elements_.find(*bound); element != elements_.end()) {
        numbers.push_back(number_element(element->second, *bound, evaluation.stage));
        continue;
      }
    }
    Meaning entry{evaluation.kind, {}, evaluation.stage, naive.types[evaluation.type].data()};
    for (const EvaluationId input : evaluation.inputs) {
      entry.inputs.push_back(numbers[input.index()]);
    }
    numbers.push_back(number(std::move(entry), evaluation.natural_rate));
  }
  return numbers;
}

PlacedMeanings PlanMeanings::of_placed(const Plan& placed) {
  PlacedMeanings meanings;
  auto& here = meanings.here;  // clang 14 cannot capture structured bindings
  auto& at_fragment = meanings.at_fragment;
  for (const Evaluation& evaluation : placed.evaluations) {
    const DataType type = placed.types[evaluation.type].data();
    if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
      const std::size_t result = evaluation.inputs.at(0).index();
      const auto seen = at_fragment[result];
      here.push_back(evaluation.stage == Stage::Vertex ? here[result] : seen);
      at_fragment.push_back(seen);
      continue;
    }
    const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
    // The map's function is numbered again, in place, where an element is read.
    if (bound != nullptr &&
        (bound->parameter == index_of_call || elements_.find(*bound) != elements_.end())) {
      const auto meaning = [&](Stage stage) {
        return bound->parameter == index_of_call
                   ? number_index(bound->level, stage)
                   : number_element(elements_.at(*bound), *bound, stage);
      };
      const bool is_of_fragment = evaluation.stage == Stage::Fragment;
      here.emplace_back(meaning(is_of_fragment ? Stage::Fragment : Stage::Vertex));
      at_fragment.emplace_back();
      if (!is_of_fragment) {
        at_fragment.back() = meaning(Stage::Fragment);
      }
      continue;
    }
    if (const std::optional<EvaluationId> map = map_below(placed, evaluation)) {
      const std::size_t index = evaluation.inputs[1].index();
      const auto element = [&](const std::optional<std::uint32_t>& at, Stage stage) {
        const auto& of_host = stage == Stage::Vertex ? here : at_fragment;
        return at ? number_mapped(placed, *map, *at, stage, evaluation.natural_rate, of_host)
                  : std::nullopt;
      };
      const auto own = element(here[index], evaluation.stage);
      const auto seen = evaluation.stage == Stage::Vertex
                            ? element(at_fragment[index], Stage::Fragment)
                            : std::nullopt;
      here.push_back(own);
      at_fragment.push_back(seen);
      continue;
    }
    const bool is_of_host = evaluation.stage == Stage::Host;
    Meaning entry{evaluation.kind, {}, is_of_host ? Stage::Vertex : evaluation.stage, type};
    Meaning view{evaluation.kind, {}, Stage::Fragment, type};
    if (auto* parameter = std::get_if<BoundEvaluation>(&view.kind)) {
      parameter->rate = parameter->rate == Rate::Vertex ? Rate::Fragment : parameter->rate;
    }
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
      // An interpolation of the naive plan keeps its meaning; others were introduced by moves.
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
  return meanings;
}

}  // namespace weft
