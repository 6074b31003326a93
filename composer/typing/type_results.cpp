#include <fmt/format.h>

#include "composer/typing/type_inference.h"

// The part of TypeInference about calls with several results.
namespace weft {

TypedValue TypeInference::type_results(FragmentId graph, const std::vector<TypedValue>& results) {
  TypedValue value = results.front();
  value.graph = graph;
  for (const TypedValue& result : results) {
    value.results.push_back(result.type);
    value.result_values.push_back(result.evaluation);
  }
  return value;
}

TypedValue TypeInference::result_of_graph(const TypedValue& value, std::size_t result) const {
  return made(value.result_values[result], value.results[result]);
}

std::vector<std::string_view> TypeInference::names_of_results(const TypedValue& value) const {
  std::vector<std::string_view> names;
  const Evaluation& made_by = graph_.evaluations[value.evaluation];
  const auto* leaf = std::get_if<LeafEvaluation>(&made_by.kind);
  if (value.graph || leaf != nullptr) {
    for (const FragmentResult& result :
         library().fragments[value.graph ? *value.graph : leaf->fragment].results) {
      names.push_back(library().text(result.name));
    }
  } else if (const auto* loop = std::get_if<LoopEvaluation>(&made_by.kind)) {
    for (const NameId state : loop->states) {
      names.push_back(library().text(state));
    }
  }
  return names;
}

bool TypeInference::is_one_value(const TypedValue& value, std::optional<Span> span) {
  if (value.is_error || value.results.size() < 2) {
    return true;
  }
  std::string listed;
  const std::vector<std::string_view> names = names_of_results(value);
  for (const std::string_view name : names) {
    listed += (listed.empty() ? "" : ", ") + std::string(name);
  }
  report(error_at(Code::WrongArguments,
                  span.value_or(graph_.evaluations[value.evaluation].origin.span.value_or(Span{})),
                  fmt::format("expected one value, found {}: {}", names.size(), listed),
                  fmt::format("select one of them: (…).{}", names.front())));
  return false;
}

}  // namespace weft
