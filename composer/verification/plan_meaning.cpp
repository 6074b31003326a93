#include "composer/verification/plan_meaning.h"

#include <algorithm>
#include <set>

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

std::uint64_t PlanMeanings::hash(const MeaningTerm& entry) {
  return evaluation_hash(entry.kind, as_ids(entry.inputs), entry.stage);
}

std::optional<std::uint32_t> PlanMeanings::find(const MeaningTerm& entry) const {
  return table_.find(hash(entry), [&](std::uint32_t at) { return entries_[at] == entry; });
}

std::uint32_t PlanMeanings::first_call(std::uint32_t call, std::uint32_t result) {
  const auto* leaf = std::get_if<LeafEvaluation>(&entries_[call].kind);
  const Body* body = leaf != nullptr && leaf->special.part == nullptr && leaf->function_level == 0
                         ? body_of(library_, *leaf)
                         : nullptr;
  if (body == nullptr) {
    return call;
  }
  const std::size_t ports = library_.fragments[leaf->fragment].ports.size();
  auto flow = flows_.find(*leaf);
  if (flow == flows_.end()) {
    flow = flows_.emplace(*leaf, find_flow(library_, *body, ports).results).first;
  }
  if (result >= flow->second.size()) {
    return call;  // of a damaged plan
  }
  const FlowSet& needed = flow->second[result];
  const auto is_same = [&](const MeaningTerm& a, const MeaningTerm& b) {
    bool same = a.kind == b.kind && a.stage == b.stage && a.type == b.type &&
                a.inputs.size() == b.inputs.size() &&
                a.inputs.size() == ports + needed.features.size();
    for (std::size_t i = 0; same && i < a.inputs.size(); ++i) {
      const bool is_needed = i < ports ? needed.ports[i] : needed.features[i - ports];
      same = !is_needed || a.inputs[i] == b.inputs[i];
    }
    return same;
  };
  for (const std::uint32_t other : calls_[leaf->fragment]) {
    if (is_same(entries_[other], entries_[call])) {
      return other;
    }
  }
  return call;
}

EvaluationKind PlanMeanings::kind_in_whole(const Plan& placed, const Evaluation& evaluation,
                                           std::uint32_t meaning) const {
  const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind);
  const auto* call =
      result != nullptr
          ? std::get_if<LeafEvaluation>(&placed.evaluations[evaluation.inputs[0]].kind)
          : nullptr;
  const auto* meant = std::get_if<LeafEvaluation>(&entries_[meaning].kind);
  if (call == nullptr || call->special.part == nullptr || meant == nullptr ||
      meant->special.part != nullptr) {
    return evaluation.kind;
  }
  std::uint32_t position = result->result;
  for (const std::uint32_t unread : call->special.part->unread_results) {  // in order
    position += unread <= position ? 1 : 0;
  }
  return ResultEvaluation{position};
}

std::uint32_t PlanMeanings::number(MeaningTerm entry, Rate rate) {
  if (const auto* result = std::get_if<ResultEvaluation>(&entry.kind)) {
    entry.inputs[0] = first_call(entry.inputs[0], result->result);
  }
  if (const auto known = find(entry)) {
    return *known;
  }
  const auto index = static_cast<std::uint32_t>(entries_.size());
  if (const auto* leaf = std::get_if<LeafEvaluation>(&entry.kind)) {
    const LeafPart* part = leaf->special.part.get();
    const auto whole = part != nullptr && !part->value ? find_whole(entry) : std::nullopt;
    if (whole && signature_of(library_, *leaf).results.size() == 1 && lacks_results(*leaf)) {
      std::uint32_t only = 0;
      while (std::binary_search(part->unread_results.begin(), part->unread_results.end(), only)) {
        ++only;
      }
      return number({ResultEvaluation{only}, {*whole}, entry.stage, entry.type}, rate);
    }
    if (whole) {
      return *whole;
    }
    if (part == nullptr) {
      calls_[leaf->fragment].push_back(index);
    }
  }
  table_.insert(hash(entry), index);
  entries_.push_back(std::move(entry));
  laws_.add(rate);
  return index;
}

bool PlanMeanings::add_inputs(const MeaningTerm& part, const LeafEvaluation& whole,
                              std::vector<std::optional<std::uint32_t>>& inputs,
                              std::vector<std::uint32_t>& open) const {
  const auto* leaf = std::get_if<LeafEvaluation>(&part.kind);
  if (leaf == nullptr || leaf->special.part == nullptr || leaf->fragment != whole.fragment ||
      leaf->type_arguments != whole.type_arguments ||
      leaf->special.unread != whole.special.unread) {
    return false;
  }
  const LeafPart& read = *leaf->special.part;
  const std::vector<FeatureId>& features = features_of(library_, whole);
  const std::size_t ports = library_.fragments[whole.fragment].ports.size();
  if (part.inputs.size() != read.ports.size() + read.given.size() + read.body.features.size()) {
    return false;
  }
  std::size_t next = 0;
  const auto take = [&](std::size_t input) {
    const std::uint32_t value = part.inputs[next++];
    const bool is_same = !inputs[input] || *inputs[input] == value;
    inputs[input] = value;
    return is_same;
  };
  bool is_one_call = true;
  for (const std::uint32_t port : read.ports) {
    is_one_call = take(port) && is_one_call;
  }
  for (const BodyExprId given : read.given) {
    const std::uint32_t value = part.inputs[next++];
    const auto* maker = std::get_if<LeafEvaluation>(&entries_[value].kind);
    is_one_call = is_one_call && maker != nullptr && maker->special.part != nullptr &&
                  maker->special.part->value == given;
    open.push_back(value);
  }
  for (const FeatureId feature : read.body.features) {
    const auto at = std::find(features.begin(), features.end(), feature);
    is_one_call = is_one_call && at != features.end() &&
                  take(ports + static_cast<std::size_t>(at - features.begin()));
  }
  return is_one_call;
}

std::optional<std::uint32_t> PlanMeanings::find_whole(const MeaningTerm& rest) const {
  LeafEvaluation whole = std::get<LeafEvaluation>(rest.kind);
  whole.special.part = nullptr;
  const auto calls = calls_.find(whole.fragment);
  if (calls == calls_.end()) {
    return std::nullopt;
  }
  std::vector<std::optional<std::uint32_t>> inputs(library_.fragments[whole.fragment].ports.size() +
                                                   features_of(library_, whole).size());
  std::vector<std::uint32_t> open;
  if (!add_inputs(rest, whole, inputs, open)) {
    return std::nullopt;
  }
  std::set<std::uint32_t> seen;
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (seen.insert(next).second && !add_inputs(entries_[next], whole, inputs, open)) {
      return std::nullopt;
    }
  }
  for (const std::uint32_t call : calls->second) {
    const MeaningTerm& entry = entries_[call];
    bool is_same = entry.kind == EvaluationKind(whole) && entry.stage == rest.stage &&
                   entry.inputs.size() == inputs.size();
    for (std::size_t i = 0; is_same && i < inputs.size(); ++i) {
      is_same = !inputs[i] || *inputs[i] == entry.inputs[i];
    }
    if (is_same) {
      return call;
    }
  }
  return std::nullopt;
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
    MeaningTerm entry{evaluation.kind, {}, stage, placed.types[evaluation.type].data()};
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
      if (!entry.inputs.empty()) {
        entry.kind = kind_in_whole(placed, evaluation, entry.inputs.front());
      }
    }
    inside.emplace(id, number(std::move(entry), rate));
  }
  return inside.at(function.results.front());
}

std::vector<std::uint32_t> PlanMeanings::of_naive(const Plan& naive) {
  last_ = library_.profiles[naive.profile].last_stage();
  find_elements(naive);
  std::vector<std::uint32_t> numbers;
  for (const Evaluation& evaluation : naive.evaluations) {
    if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      if (const auto element = elements_.find(*bound); element != elements_.end()) {
        numbers.push_back(number_element(element->second, *bound, evaluation.stage));
        continue;
      }
    }
    MeaningTerm entry{evaluation.kind, {}, evaluation.stage, naive.types[evaluation.type].data()};
    for (const EvaluationId input : evaluation.inputs) {
      entry.inputs.push_back(numbers[input.index()]);
    }
    numbers.push_back(number(std::move(entry), evaluation.natural_rate));
  }
  return numbers;
}

PlanMeanings::Numbers PlanMeanings::of_parameter(const BoundEvaluation& bound, Stage stage) {
  const auto meaning = [&](Stage of) {
    return bound.parameter == index_of_call ? number_index(bound.level, of)
                                            : number_element(elements_.at(bound), bound, of);
  };
  if (stage == last_) {
    return {meaning(last_), std::nullopt};
  }
  const std::uint32_t here = meaning(Stage::Vertex);
  return {here, meaning(last_)};
}

PlanMeanings::Numbers PlanMeanings::of_map_element(const Plan& placed,
                                                   const PlacedMeanings& meanings,
                                                   const Evaluation& read, EvaluationId map) {
  const std::size_t index = read.inputs[1].index();
  const auto element = [&](const std::optional<std::uint32_t>& at, Stage stage) {
    const auto& of_host = stage == Stage::Vertex ? meanings.here : meanings.at_fragment;
    return at ? number_mapped(placed, map, *at, stage, read.natural_rate, of_host) : std::nullopt;
  };
  const auto own = element(meanings.here[index], read.stage);
  const auto seen =
      read.stage == Stage::Vertex ? element(meanings.at_fragment[index], last_) : std::nullopt;
  return {own, seen};
}

PlanMeanings::Terms PlanMeanings::terms_of(const Plan& placed, const Evaluation& evaluation,
                                           const PlacedMeanings& meanings) const {
  const DataType type = placed.types[evaluation.type].data();
  const Stage own = evaluation.stage == Stage::Host ? Stage::Vertex : evaluation.stage;
  MeaningTerm here{evaluation.kind, {}, own, type};
  MeaningTerm at_fragment{evaluation.kind, {}, last_, type};
  if (auto* parameter = std::get_if<BoundEvaluation>(&at_fragment.kind)) {
    parameter->rate = parameter->rate == Rate::Vertex ? Rate::Fragment : parameter->rate;
  }
  bool is_known = true;
  bool is_seen = evaluation.stage != last_;
  for (const EvaluationId input : evaluation.inputs) {
    const auto& known = meanings.here[input.index()];
    const auto& seen = meanings.at_fragment[input.index()];
    is_known = is_known && known;
    is_seen = is_seen && seen;
    here.inputs.push_back(known.value_or(0));
    at_fragment.inputs.push_back(seen.value_or(0));
  }
  if (std::holds_alternative<ResultEvaluation>(evaluation.kind)) {
    here.kind = is_known ? kind_in_whole(placed, evaluation, here.inputs[0]) : here.kind;
    at_fragment.kind =
        is_seen ? kind_in_whole(placed, evaluation, at_fragment.inputs[0]) : at_fragment.kind;
  }
  return {is_known ? std::optional(std::move(here)) : std::nullopt,
          is_seen ? std::optional(std::move(at_fragment)) : std::nullopt};
}

PlanMeanings::Numbers PlanMeanings::of_computed(const Plan& placed, const Evaluation& evaluation,
                                                const PlacedMeanings& meanings) {
  const DataType type = placed.types[evaluation.type].data();
  Terms terms = terms_of(placed, evaluation, meanings);
  Numbers numbers;
  if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
    // An interpolation of the naive plan keeps its meaning; others were introduced by moves.
    const auto original = terms.here ? find(*terms.here) : std::nullopt;
    numbers.here = original ? original : meanings.at_fragment[evaluation.inputs[0].index()];
    return numbers;
  }
  if (terms.here) {
    numbers.here = number(std::move(*terms.here), evaluation.natural_rate);
  }
  if (evaluation.stage == Stage::Vertex) {
    for (const bool is_flat : {false, true}) {
      const auto taken =
          numbers.here
              ? find({InterpolateEvaluation{is_flat}, {*numbers.here}, Stage::Fragment, type})
              : std::nullopt;
      numbers.at_fragment = taken ? taken : numbers.at_fragment;
    }
  }
  const bool is_one = is_single(evaluation.natural_rate);
  const bool is_attribute = evaluation.stage == Stage::Vertex && !is_one &&
                            std::holds_alternative<FeatureEvaluation>(evaluation.kind);
  if (terms.at_fragment && !numbers.at_fragment && !is_attribute) {
    const bool keeps_rate = evaluation.stage == Stage::Host || is_one;
    numbers.at_fragment = number(std::move(*terms.at_fragment),
                                 keeps_rate ? evaluation.natural_rate : Rate::Fragment);
  }
  return numbers;
}

PlanMeanings::Numbers PlanMeanings::of_evaluation(const Plan& placed,
                                                  const PlacedMeanings& meanings,
                                                  const Evaluation& evaluation) {
  if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
    const std::size_t result = evaluation.inputs.at(0).index();
    const auto seen = meanings.at_fragment[result];
    return {evaluation.stage == Stage::Vertex ? meanings.here[result] : seen, seen};
  }
  // The map's function is numbered again, in place, where an element is read.
  if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
      bound != nullptr &&
      (bound->parameter == index_of_call || elements_.find(*bound) != elements_.end())) {
    return of_parameter(*bound, evaluation.stage);
  }
  if (const std::optional<EvaluationId> map = map_below(placed, evaluation)) {
    return of_map_element(placed, meanings, evaluation, *map);
  }
  return of_computed(placed, evaluation, meanings);
}

PlacedMeanings PlanMeanings::of_placed(const Plan& placed) {
  PlacedMeanings meanings;
  for (const Evaluation& evaluation : placed.evaluations) {
    const Numbers numbers = of_evaluation(placed, meanings, evaluation);
    meanings.here.push_back(numbers.here);
    meanings.at_fragment.push_back(numbers.at_fragment);
  }
  return meanings;
}

}  // namespace weft
