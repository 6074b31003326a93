#include "composer/elaborate/given_elements.h"

#include "fragments/model/element_arguments.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

using GivenElements = std::vector<std::optional<ElementRead>>;

GivenElements given_elements(const Library& library, const Plan& plan,
                             const PlanFunction& function) {
  const Evaluation& evaluation = plan.evaluations[function.leaf];
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf == nullptr) {
    return {};
  }
  const Fragment& fragment = signature_of(library, *leaf);
  const FragmentPort& port = fragment.ports[function.port];
  const Body* code = body_of(library, *leaf);
  if (code == nullptr) {
    return {};
  }
  const bool is_fn = port.kind == FragmentPort::Kind::Fn;
  GivenElements given(is_fn ? port.parameters.size() : port.injected.size());
  std::vector<bool> is_given(given.size(), false);
  const Body& body = *code;
  const std::vector<ElementCall> calls = find_element_calls(body);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (body.port_calls[i].port != function.port) {
      continue;
    }
    for (std::size_t j = 0; j < calls[i].arguments.size(); ++j) {
      const std::size_t parameter = parameter_of(port, body.port_calls[i], j);
      std::optional<ElementRead> read;
      if (const auto& argument = calls[i].arguments[j]) {
        const std::size_t input =
            argument->array + (argument->is_feature ? fragment.ports.size() : 0);
        const EvaluationId array = evaluation.inputs[input];
        const EvaluationKind& kind = plan.evaluations[array].kind;
        if (std::holds_alternative<FeatureEvaluation>(kind) ||
            std::holds_alternative<ParameterEvaluation>(kind)) {
          read = ElementRead{array, argument->members};
        }
      }
      given[parameter] = !is_given[parameter] || given[parameter] == read ? read : std::nullopt;
      is_given[parameter] = true;
    }
  }
  return given;
}

}  // namespace

std::uint32_t element_count(const Library& library, const Plan& plan, const Evaluation& array) {
  const DataType type = plan.types[array.type].data();
  if (!type.is_array()) {
    return 0;
  }
  if (const std::uint32_t size = library.data_types.array(type).size; size != 0) {
    return size;
  }
  if (const auto* map = std::get_if<MapEvaluation>(&array.kind)) {
    return map->size;
  }
  const auto* feature = std::get_if<FeatureEvaluation>(&array.kind);
  if (feature == nullptr) {
    return 0;
  }
  const ProvidedFeature* provided = find_provided(library.profiles[plan.profile], feature->feature);
  return provided != nullptr ? provided->capacity : 0;
}

std::vector<std::optional<ElementRead>> find_given_elements(const Library& library,
                                                            const Plan& plan) {
  std::vector<std::optional<ElementRead>> found(plan.evaluations.size());
  std::vector<bool> is_met(plan.evaluations.size(), false);
  for (const PlanFunction& function : plan.functions.functions) {
    const GivenElements given = given_elements(library, plan, function);
    for (const EvaluationId id : function.body) {
      const auto* bound = std::get_if<BoundEvaluation>(&plan.evaluations[id].kind);
      if (bound == nullptr || bound->level != function.level) {
        continue;
      }
      const std::optional<ElementRead> read =
          bound->parameter < given.size() ? given[bound->parameter] : std::nullopt;
      std::optional<ElementRead>& known = found[id.index()];
      known = !is_met[id.index()] || known == read ? read : std::nullopt;
      is_met[id.index()] = true;
    }
  }
  return found;
}

}  // namespace weft
