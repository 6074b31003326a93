#include "composer/typing/several_results.h"

#include <fmt/format.h>

namespace weft {
namespace {

std::vector<std::string_view> names_of_results(const TypingContext& in, const TypedValue& value) {
  std::vector<std::string_view> names;
  const Evaluation& made_by = in.graph().evaluations[value.evaluation];
  const auto* leaf = std::get_if<LeafEvaluation>(&made_by.kind);
  const std::optional<FragmentId>& graph = value.several->graph;
  if (graph || leaf != nullptr) {
    for (const FragmentResult& result :
         in.library().fragments[graph ? *graph : leaf->fragment].results) {
      names.push_back(in.library().text(result.name));
    }
  } else if (const auto* loop = std::get_if<LoopEvaluation>(&made_by.kind)) {
    for (const NameId state : loop->states) {
      names.push_back(in.library().text(state));
    }
  }
  return names;
}

}  // namespace

TypedValue type_results(FragmentId graph, const std::vector<TypedValue>& results) {
  TypedValue value = results.front();
  const auto several = std::make_shared<SeveralResults>();
  several->graph = graph;
  for (const TypedValue& result : results) {
    several->types.push_back(result.type);
    several->values.push_back(result.evaluation);
  }
  value.several = several;
  return value;
}

TypedValue result_of_graph(const TypedValue& value, std::size_t result) {
  return value_of(value.several->values[result], value.several->types[result]);
}

std::optional<Diagnostic> explain_several_values(const TypingContext& in, const TypedValue& value,
                                                 std::optional<Span> span) {
  if (value.is_error || value.several == nullptr || value.several->types.size() < 2) {
    return std::nullopt;
  }
  std::string listed;
  const std::vector<std::string_view> names = names_of_results(in, value);
  for (const std::string_view name : names) {
    listed += (listed.empty() ? "" : ", ") + std::string(name);
  }
  return error_at(
      Code::WrongArguments,
      span.value_or(in.graph().evaluations[value.evaluation].origin.span.value_or(Span{})),
      fmt::format("expected one value, found {}: {}", names.size(), listed),
      fmt::format("select one of them: (…).{}", names.front()));
}

}  // namespace weft
