#include "composer/placement/host_stage.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace weft {
namespace {

constexpr std::uint32_t level_of_maps = 1;  // the mapped function contains no calls of functions

}  // namespace

HostStage::HostStage(const Library& library, Plan& plan, const HostValues& values,
                     EvaluationBuilder& made)
    : library_(library),
      plan_(plan),
      values_(values),
      made_(made),
      on_host_(plan.evaluations.size()),
      clone_of_(plan.evaluations.size()) {}

EvaluationId HostStage::add(EvaluationId id) {
  if (!on_host_.contains(id)) {
    Evaluation clone = plan_.evaluations[id];
    clone.stage = Stage::Host;
    on_host_.redirect(clone.inputs);
    on_host_.set(id, made_.add_named(std::move(clone)));
  }
  return on_host_[id];
}

EvaluationId HostStage::add_map(EvaluationId id) {
  Map map;
  const std::vector<EvaluationId> inside = between_elements_and(id);
  for (const EvaluationId each : inside) {
    const Evaluation& evaluation = plan_.evaluations[each];
    if (const auto& read = values_.elements.reads[each.index()]) {
      clone_of_.set(each, add_element(*read, evaluation, map));
    } else {
      Evaluation clone = evaluation;
      clone.stage = Stage::Host;
      for (EvaluationId& input : clone.inputs) {
        input = input_of_clone(input);
      }
      clone.natural_rate = made_.rate_of(clone.inputs, Rate::Constant);
      clone_of_.set(each, made_.add_named(std::move(clone)));
    }
    clones_.push_back({each, clone_of_[each]});
  }
  const EvaluationId result = clone_of_[id];
  for (const EvaluationId each : inside) {
    clone_of_.remove(each);
  }
  const Evaluation& element = plan_.evaluations[id];
  SemanticType type = plan_.types[element.type];
  const std::optional<DataType> array = library_.data_types.find_array(type.data(), 0);
  WEFT_CHECK(array.has_value(), "arrays of numbers have types");
  type.set_data(*array);
  EvaluationIds inputs(map.arrays);
  inputs.push_back(result);
  const Rate rate = made_.rate_of(inputs, Rate::Constant);
  return made_.add_named({MapEvaluation{level_of_maps, map.size}, std::move(inputs), Stage::Host,
                          rate, plan_.types.intern(type), element.origin});
}

/// Returns the evaluations between the elements and `id`, inputs first.
std::vector<EvaluationId> HostStage::between_elements_and(EvaluationId id) {
  std::vector<EvaluationId> inside;
  std::vector<EvaluationId> open{id};
  while (!open.empty()) {
    const EvaluationId next = open.back();
    open.pop_back();
    if (clone_of_.contains(next)) {
      continue;  // marked below
    }
    clone_of_.set(next, next);
    inside.push_back(next);
    if (values_.elements.reads[next.index()]) {
      continue;
    }
    for (const EvaluationId input : plan_.evaluations[next].inputs) {
      if (values_.elements.indices[input.index()]) {
        open.push_back(input);
      }
    }
  }
  std::sort(inside.begin(), inside.end());
  return inside;
}

EvaluationId HostStage::add_element(const ElementRead& read, const Evaluation& evaluation,
                                    Map& map) {
  const EvaluationId array = add(read.array);
  auto at = std::find(map.arrays.begin(), map.arrays.end(), array);
  if (at == map.arrays.end()) {
    map.arrays.push_back(array);
    at = map.arrays.end() - 1;
    map.size = std::max(map.size, element_count(library_, plan_, made_[array]));
  }
  const Rate rate = made_[array].natural_rate;
  const DataType of_array = plan_.types[made_[array].type].data();
  DataType data = library_.data_types.array(of_array).element;
  TypeId type = read.members.empty() ? evaluation.type : plan_.types.intern(SemanticType(data));
  const BoundEvaluation bound{level_of_maps, static_cast<std::uint32_t>(at - map.arrays.begin()),
                              type, rate};
  EvaluationId made = made_.add_named({bound, {}, Stage::Host, rate, type, {}});
  for (std::size_t i = 0; i < read.members.size(); ++i) {
    const StructMember& member = library_.data_types.structure(data).members[read.members[i]];
    data = member.type;
    type =
        i + 1 == read.members.size() ? evaluation.type : plan_.types.intern(SemanticType(member));
    made = made_.add_named({OperationEvaluation{Operation::Member, read.members[i]},
                            {made},
                            Stage::Host,
                            rate,
                            type,
                            {}});
  }
  return made;
}

EvaluationId HostStage::input_of_clone(EvaluationId input) const {
  return values_.elements.indices[input.index()] ? clone_of_[input] : on_host_[input];
}

}  // namespace weft
