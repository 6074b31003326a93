#include "composer/typing/type_graphs.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/graph_call.h"
#include "composer/typing/parts_of_values.h"
#include "composer/typing/several_results.h"
#include "support/spelling.h"

namespace weft {
namespace {

Diagnostic recursion(const Library& library, const std::vector<FragmentId>& cycle,
                     std::optional<Span> span) {
  const Fragment& graph = library.fragments[cycle.front()];
  std::string text;
  for (FragmentId id : cycle) {
    text += fmt::format("{} → ", library.text(library.fragments[id].name));
  }
  const std::string_view name = library.text(graph.name);
  Diagnostic diagnostic = error_at(Code::Recursion, span.value_or(Span{}),
                                   fmt::format("graph '{}' calls itself: {}{}", name, text, name));
  diagnostic.notes.push_back({"of the graphs of that name it is this one", graph.span});
  return diagnostic;
}

/// Explains that a call is inside the graph it calls, if it is.
std::optional<Diagnostic> explain_recursion(const CallTyping& typing, FragmentId graph) {
  const std::vector<FragmentId> around =
      graphs_around(typing.in.elaborator.instances(), *typing.call);
  const auto same = std::find(around.begin(), around.end(), graph);
  if (same == around.end()) {
    return std::nullopt;
  }
  std::vector<FragmentId> cycle(around.begin(), same + 1);
  std::reverse(cycle.begin(), cycle.end());
  return recursion(typing.in.library(), cycle, typing.origin.span);
}

}  // namespace

TypedValue type_graph_call(CallTyping& typing, const InvokeCall& call, const PlannedCall& plan) {
  const TypingContext& in = typing.in;
  const FragmentId chosen = plan.fragment;
  const Fragment& fragment = in.library().fragments[chosen];
  if (!fragment.graph()) {
    return {};  // its body has errors, already reported
  }
  std::vector<std::string_view> names;
  std::uint32_t wanted = 0;
  bool is_member_of_value = call.member.has_value();
  for (std::uint32_t i = 0; i < fragment.results.size() && fragment.has_named_results; ++i) {
    names.push_back(in.library().text(fragment.results[i].name));
    if (fragment.results[i].name == call.member) {
      wanted = i;
      is_member_of_value = false;
    }
  }
  if (is_member_of_value && fragment.results.size() > 1) {
    const std::string_view name = in.library().text(*call.member);
    typing.report(
        error_at(Code::UnknownPort, typing.span(),
                 fmt::format("'{}' has no output '{}'", in.library().text(fragment.name), name),
                 spelling_hint(name, names)));
    return {};
  }
  if (auto recursive = explain_recursion(typing, chosen)) {
    typing.report(std::move(*recursive));
    return {};
  }
  typing.expands = chosen;
  const InstanceId instance =
      in.elaborator.instance_of_call(*typing.call, chosen, plan.type_arguments);
  if (!call.member && fragment.results.size() > 1) {
    std::vector<TypedValue> results;
    for (std::uint32_t i = 0; i < fragment.results.size(); ++i) {
      const TypedValue* result = typing.requests.require(in.elaborator.result_of(instance, i));
      if (result != nullptr && !result->is_error) {
        results.push_back(*result);
      }
    }
    return results.size() == fragment.results.size() ? type_results(in.library(), chosen, results)
                                                     : TypedValue{};
  }
  const TypedValue* result = typing.requests.require(in.elaborator.result_of(instance, wanted));
  if (result == nullptr || result->is_error) {
    return {};
  }
  if (is_member_of_value) {
    return type_member_of_call(typing, call, *result);
  }
  in.values.suggest_name(*result, typing.origin.name.empty() && call.member_name
                                      ? std::string(in.library().text(*call.member_name))
                                      : typing.origin.name);
  return *result;
}

Diagnostic explain_cycle(const TypingContext& in, const std::vector<CallId>& cycle,
                         const std::vector<FragmentId>& graphs) {
  const std::optional<Span> span = in.call(cycle.front()).origin.span;
  std::optional<NameId> callee;
  std::optional<FeatureId> feature;
  for (CallId id : cycle) {
    const Call& call = in.call(id);
    if (const auto* invoke = std::get_if<InvokeCall>(&call.kind); invoke != nullptr && !callee) {
      callee = invoke->node->callee;
    }
    if (const auto* declare = std::get_if<DeclareFeatureCall>(&call.kind); declare && !feature) {
      feature = declare->feature;
    }
  }
  if (!graphs.empty()) {
    return recursion(in.library(), graphs, span);
  }
  if (callee && !feature) {
    return error_at(
        Code::Recursion, span.value_or(Span{}),
        fmt::format("this call of '{}' depends on its own value", in.library().text(*callee)));
  }
  if (!feature) {
    return error_at(Code::FeatureCycle, span.value_or(Span{}), "a value depends on itself");
  }
  const Feature& defined = in.library().features[*feature];
  return error_at(
      Code::FeatureCycle, defined.span,
      fmt::format("the value of '{}' depends on itself", in.library().text(defined.path)),
      "a conversion, an open input or a function that its definition needs reads the feature");
}

}  // namespace weft
