#include "composer/type_values.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "composer/elaborate/graph_functions.h"
#include "composer/evaluations/build_plan.h"
#include "composer/typing/function_conditions.h"
#include "composer/typing/open_types.h"
#include "composer/typing/type_inference.h"
#include "conversions/table/conversion_set.h"

namespace weft {
namespace {

std::vector<std::optional<Constant>> default_values(const Material& material) {
  std::vector<std::optional<Constant>> values;
  values.reserve(material.parameters.size());
  for (const MaterialParameter& parameter : material.parameters) {
    values.push_back(parameter.kind == ParameterKind::Static ? parameter.default_value
                                                             : std::nullopt);
  }
  return values;
}

TypedLink typed_link(const Composer& composer, const TypedGraph& graph, const ConvertedLink& link) {
  const Library& library = composer.library();
  TypedLink made{link.span,
                 link.consumer,
                 graph.types[graph.evaluations[link.from].type],
                 graph.types[graph.evaluations[link.to].type],
                 link.difficulty,
                 {}};
  made.steps.reserve(link.steps.size());
  for (const ConversionId step : link.steps) {
    const FragmentId leaf(composer.conversions()[step].fragment);
    made.steps.emplace_back(library.text(library.fragments[leaf].name));
  }
  return made;
}

}  // namespace

bool is_same_place(const TypedLink& a, const TypedLink& b) {
  return a.span == b.span && a.consumer == b.consumer;
}

TypedValues type_values(const Composer& composer, const Material& material,
                        std::vector<std::optional<Constant>> static_values) {
  const Library& library = composer.library();
  const Composition composition{library, material, nullptr, std::move(static_values)};
  const SharedAnswers shared = composer.shared_answers();
  OpenTypes open_types;
  TypedConditions conditions(composition, open_types, shared);
  Elaborator elaborator(composition, &conditions, &shared.facts->reads);
  const std::vector<CallId> calls = elaborator.expand_all(material.graph, Stage::Fragment);
  std::optional<TypeInference> inference;
  do {
    inference.emplace(composition, elaborator, shared, open_types);
    for (const CallId call : calls) {
      inference->value(call);
    }
  } while (decide_open_types(inference->context(), {}, open_types));

  TypedValues typed;
  const std::vector<FeatureSet> needs = collect_needs(inference->graph().evaluations);
  const std::vector<bool> is_inside = nodes_of_functions(material.graph, library);
  std::size_t next = 0;  // of `calls`, which has those outside functions
  for (std::size_t i = 0; i < material.graph.nodes.size(); ++i) {
    if (is_inside[i]) {
      continue;
    }
    const TypedValue& value = inference->value(calls[next++]);
    if (value.is_error || value.is_open || value.function || value.several != nullptr) {
      continue;
    }
    const Evaluation& evaluation = inference->graph().evaluations[value.evaluation];
    typed.nodes.push_back({NodeId(i), inference->graph().types[value.type], evaluation.natural_rate,
                           needs[value.evaluation.index()].ids()});
  }
  const TypedGraph graph = inference->take_graph();
  for (const ConvertedLink& link : graph.links) {
    if (!link.is_tried) {
      typed.links.push_back(typed_link(composer, graph, link));
    }
  }
  std::stable_sort(typed.links.begin(), typed.links.end(),
                   [](const TypedLink& a, const TypedLink& b) {
                     return std::pair(a.span.file.index(), a.span.begin) <
                            std::pair(b.span.file.index(), b.span.begin);
                   });
  typed.links.erase(std::unique(typed.links.begin(), typed.links.end(), is_same_place),
                    typed.links.end());
  return typed;
}

TypedValues type_material(const Composer& composer, MaterialId id) {
  const Material& material = composer.library().materials[id];
  return type_values(composer, material, default_values(material));
}

}  // namespace weft
