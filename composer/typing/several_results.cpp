#include "composer/typing/several_results.h"

#include <fmt/format.h>

namespace weft {
namespace {

std::vector<std::string_view> names_of_results(const TypingContext& in, const TypedValue& value) {
  std::vector<std::string_view> names;
  const Evaluation& made_by = in.graph().evaluations[value.evaluation];
  const auto* leaf = std::get_if<LeafEvaluation>(&made_by.kind);
  if (!value.several->values.empty()) {
    for (const NameId name : value.several->names) {
      names.push_back(in.library().text(name));
    }
  } else if (leaf != nullptr) {
    for (const FragmentResult& result : in.library().fragments[leaf->fragment].results) {
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

TypedValue type_parts(const std::vector<NameId>& names, const std::vector<TypedValue>& parts) {
  TypedValue value = parts.front();
  const auto several = std::make_shared<SeveralResults>();
  several->names = names;
  for (const TypedValue& part : parts) {
    several->types.push_back(part.type);
    several->values.push_back(part.evaluation);
  }
  value.several = several;
  return value;
}

TypedValue type_results(const Library& library, FragmentId graph,
                        const std::vector<TypedValue>& results) {
  std::vector<NameId> names;
  for (const FragmentResult& result : library.fragments[graph].results) {
    names.push_back(result.name);
  }
  return type_parts(names, results);
}

TypedValue part_of(const TypedValue& value, std::size_t part) {
  return value_of(value.several->values[part], value.several->types[part]);
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
