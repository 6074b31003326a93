#include "composer/explain/picture_words.h"

#include <algorithm>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "composer/evaluations/plan_parameters.h"
#include "composer/explain/value_text.h"
#include "support/text_table.h"

namespace weft {

const Fragment* PictureWords::called(const Evaluation& each) const {
  const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
  return leaf != nullptr ? &signature_of(library_, *leaf) : nullptr;
}

bool PictureWords::is_conversion(const Evaluation& each) const {
  const Fragment* fragment = called(each);
  return fragment != nullptr && fragment->is_conversion();
}

std::string PictureWords::projection(const Evaluation& each) const {
  if (const auto* result = std::get_if<ResultEvaluation>(&each.kind)) {
    const Evaluation& whole = evaluation(each.inputs.front());
    if (const auto* loop = std::get_if<LoopEvaluation>(&whole.kind)) {
      return "." + name(loop->states[result->result]);
    }
    const Fragment* fragment = called(whole);
    return fragment != nullptr ? "." + name(fragment->results[result->result].name) : "";
  }
  const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
  if (operation == nullptr) {
    return {};
  }
  if (operation->op == Operation::Swizzle) {
    std::string text = ".";
    for (int i = 0; i < swizzle_count(operation->payload); ++i) {
      text += "xyzw"[swizzle_component(operation->payload, i)];
    }
    return text;
  }
  if (operation->op == Operation::Member) {
    const DataType type = plan_.types[evaluation(each.inputs.front()).type].data();
    return "." + name(library_.data_types.structure(type).members[operation->payload].name);
  }
  return {};
}

PictureWords::Source PictureWords::source_of(EvaluationId id, const PlanPlace& place) const {
  Source source{id, ""};
  const std::vector<EvaluationId>& captures = place.captures;
  while (!std::binary_search(captures.begin(), captures.end(), source.node)) {
    const std::string part = projection(evaluation(source.node));
    if (part.empty()) {
      break;
    }
    source.path = part + source.path;
    source.node = evaluation(source.node).inputs.front();
  }
  return source;
}

std::string PictureWords::called_value(EvaluationId id, const PlanPlace& place) const {
  const Evaluation& each = evaluation(id);
  if (const auto* constant = std::get_if<ConstantEvaluation>(&each.kind)) {
    return value_text(constant->value, library_);
  }
  if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
    return name(library_.features[feature->feature].path);
  }
  if (const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
      bound != nullptr && bound->level == place.level &&
      bound->parameter < place.parameters.size()) {
    return place.parameters[bound->parameter];
  } else if (bound != nullptr && bound->level == place.level &&
             place.kind == PlanPlace::Kind::Map) {
    return "element";
  }
  if (!each.origin.name.empty()) {
    return each.origin.name;
  }
  const Fragment* fragment = called(each);
  return fragment != nullptr ? name(fragment->name) + "()" : std::string(unnamed_value);
}

std::string PictureWords::short_name(EvaluationId id, const PlanPlace& place) const {
  const Source source = source_of(id, place);
  const bool is_captured = !projection(evaluation(source.node)).empty();
  if (!is_captured) {
    return called_value(source.node, place) + source.path;
  }
  const Source outer = source_of(source.node, PlanPlace{});
  return called_value(outer.node, place) + outer.path + source.path;
}

std::string PictureWords::arguments(const Evaluation& each, const PlanPlace& place) const {
  const Fragment* fragment = called(each);
  std::size_t count = each.inputs.size();
  if (fragment != nullptr) {
    count = std::min(count, fragment->ports.size());  // features are links, not arguments
  }
  const auto* loop = std::get_if<LoopEvaluation>(&each.kind);
  if (loop != nullptr) {
    count = 1 + loop->states.size();  // the step is a separate box
  } else if (std::holds_alternative<MapEvaluation>(each.kind)) {
    count -= 1;
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_function = fragment != nullptr && i < fragment->ports.size() &&
                             fragment->ports[i].kind != FragmentPort::Kind::Value;
    words.push_back(is_function ? name(fragment->ports[i].name)
                                : short_name(each.inputs[i], place));
  }
  return joined(words);
}

std::string PictureWords::action(const Evaluation& each, const PlanPlace& place) const {
  if (const auto* parameter = std::get_if<ParameterEvaluation>(&each.kind)) {
    return "param " + std::string(parameter_name(library_, plan_, parameter->parameter));
  }
  if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
    return name(library_.features[feature->feature].path);
  }
  if (std::holds_alternative<InterpolateEvaluation>(each.kind) ||
      std::holds_alternative<UniformEvaluation>(each.kind)) {
    return short_name(each.inputs.front(), place);
  }
  if (const Fragment* fragment = called(each)) {
    return fmt::format("{}({})", name(fragment->name), arguments(each, place));
  }
  const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
  if (operation != nullptr && operation->op == Operation::Index) {
    return fmt::format("{}[{}]", short_name(each.inputs[0], place),
                       short_name(each.inputs[1], place));
  }
  if (operation != nullptr && operation->op == Operation::Select) {
    return fmt::format("{} ? {} : {}", short_name(each.inputs[0], place),
                       short_name(each.inputs[1], place), short_name(each.inputs[2], place));
  }
  if (operation != nullptr) {
    return fmt::format("{}({})", library_.type_name(plan_.types[each.type].data()),
                       arguments(each, place));
  }
  if (std::holds_alternative<LoopEvaluation>(each.kind)) {
    return fmt::format("loop({})", arguments(each, place));
  }
  if (const auto* map = std::get_if<MapEvaluation>(&each.kind)) {
    return fmt::format("for each of {}: {}", map->size, arguments(each, place));
  }
  const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
  if (bound == nullptr) {
    return {};
  }
  const Fragment* leaf = place.kind == PlanPlace::Kind::Function
                             ? called(evaluation(place.given_to.front()))
                             : nullptr;
  const bool is_injected =
      leaf != nullptr && leaf->ports[place.port].kind == FragmentPort::Kind::Eval;
  return bound->parameter == index_of_call     ? "index of the call"
         : place.kind == PlanPlace::Kind::Loop ? "state of the loop"
         : place.kind == PlanPlace::Kind::Map  ? "element"
         : is_injected                         ? "injected"
                                               : "parameter";
}

std::string PictureWords::type_line(const Evaluation& each) const {
  const SemanticType& type = plan_.types[each.type];
  std::string line = library_.type_name(type.data());
  for (const TraitEntry& entry : type.entries()) {
    line += " · " + name(library_.lattice.value(entry.value).name);
  }
  return line;
}

}  // namespace weft
