#include <algorithm>

#include <fmt/format.h>

#include "composer/type_inference.h"
#include "support/spelling.h"

// The part of TypeInference about graphs that share their name with other fragments. Which one is meant is known when
// the arguments have types; then it is expanded, as any other graph is before. See docs/decisions/0017.
namespace weft {

TypedValue TypeInference::type_graph_call(const InvokeCall& call, FragmentId chosen, const std::vector<CallId>& inputs,
                                          Stage stage, const Origin& origin) {
  const Fragment& fragment = library().fragments[chosen];
  if (!fragment.graph) {
    return {};  // its inside has errors, which are reported
  }
  const Span span = origin.span.value_or(Span{});
  std::vector<std::string_view> names;
  std::uint32_t wanted = 0;
  bool is_member_of_value = call.member.has_value();
  for (std::uint32_t i = 0; i < fragment.results.size() && fragment.has_named_results; ++i) {
    names.push_back(library().text(fragment.results[i].name));
    if (fragment.results[i].name == call.member) {
      wanted = i;
      is_member_of_value = false;
    }
  }
  if (is_member_of_value && fragment.results.size() > 1) {
    const std::string_view name = library().text(*call.member);
    report(error_at(Code::UnknownPort, span, fmt::format("'{}' has no output '{}'", library().text(fragment.name), name),
                    spelling_hint(name, names)));
    return {};
  }
  const InstanceId instance = elaborator_.instance_of_call(*call.node, chosen, inputs, {stage, environment_}, span);
  const std::optional<TypedValue> value = expanded_result(chosen, instance, wanted, origin);
  if (!value || value->is_error) {
    return {};
  }
  return is_member_of_value ? type_member({*call.member}, *value, stage, origin) : *value;
}

std::optional<TypedValue> TypeInference::expanded_result(FragmentId graph, InstanceId instance, std::uint32_t result,
                                                         const Origin& origin) {
  const CallId here = *typing_;
  const bool is_open = !open_graphs_.empty() && open_graphs_.back().first == here;
  if (!is_open) {
    const auto same = std::find_if(open_graphs_.begin(), open_graphs_.end(), [&](const auto& open) {
      return open.second == graph && !values_[open.first.index()];
    });
    if (same != open_graphs_.end()) {
      std::string circle;
      for (auto open = same; open != open_graphs_.end(); ++open) {
        circle += fmt::format("{} → ", library().text(library().fragments[open->second].name));
      }
      Diagnostic diagnostic = error_at(Code::Recursion, origin.span.value_or(Span{}),
                                       fmt::format("graph '{}' calls itself: {}{}", library().text(library().fragments[graph].name),
                                                   circle, library().text(library().fragments[graph].name)));
      diagnostic.notes.push_back({"of the graphs of that name it is this one", library().fragments[graph].span});
      report(std::move(diagnostic));
      return TypedValue{};
    }
  }
  const CallId value = elaborator_.result_of(instance, result);
  if (!require(value)) {
    if (!is_open) {
      open_graphs_.emplace_back(here, graph);
    }
    return std::nullopt;
  }
  if (is_open) {
    open_graphs_.pop_back();
  }
  return *values_[value.index()];
}

}  // namespace weft
