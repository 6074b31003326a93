#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/type_inference.h"
#include "support/spelling.h"

// The part of TypeInference about graphs among overloads. The overload is known once the arguments
// have types; then the graph is expanded, where other graphs are expanded before typing. See
// docs/decisions/0017.
namespace weft {

TypedValue TypeInference::type_graph_call(const InvokeCall& call, FragmentId chosen, Stage stage,
                                          const Origin& origin) {
  const Fragment& fragment = library().fragments[chosen];
  if (!fragment.graph()) {
    return {};  // its body has errors, already reported
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
    report(error_at(Code::UnknownPort, span,
                    fmt::format("'{}' has no output '{}'", library().text(fragment.name), name),
                    spelling_hint(name, names)));
    return {};
  }
  if (calls_itself(chosen, origin)) {
    return {};
  }
  chosen_graphs_.insert_or_assign(*typing_, chosen);
  if (!call.member && fragment.results.size() > 1) {
    const InstanceId instance = elaborator_.instance_of_call(*typing_, chosen);
    std::vector<TypedValue> results;
    for (std::uint32_t i = 0; i < fragment.results.size(); ++i) {
      const CallId result = elaborator_.result_of(instance, i);
      if (require(result) && !values_[result.index()]->is_error) {
        results.push_back(*values_[result.index()]);
      }
    }
    return results.size() == fragment.results.size() ? type_results(chosen, results) : TypedValue{};
  }
  const CallId result =
      elaborator_.result_of(elaborator_.instance_of_call(*typing_, chosen), wanted);
  if (!require(result) || values_[result.index()]->is_error) {
    return {};
  }
  const TypedValue value = *values_[result.index()];
  return is_member_of_value ? type_member({*call.member}, value, stage, origin) : value;
}

bool TypeInference::calls_itself(FragmentId graph, const Origin& origin) {
  std::vector<FragmentId> around = elaborator_.graphs_around(*typing_);
  const auto same = std::find(around.begin(), around.end(), graph);
  if (same == around.end()) {
    return false;
  }
  std::vector<FragmentId> cycle(around.begin(), same + 1);
  std::reverse(cycle.begin(), cycle.end());
  report_recursion(cycle, origin.span);
  return true;
}

void TypeInference::report_cycle(const std::vector<CallId>& cycle) {
  const std::optional<Span> span = elaborator_.calls()[cycle.front()].origin.span;
  std::vector<FragmentId> graphs;
  std::optional<NameId> callee;
  bool has_feature = false;
  for (CallId id : cycle) {
    const Call& call = elaborator_.calls()[id];
    if (const auto graph = chosen_graphs_.find(id); graph != chosen_graphs_.end()) {
      graphs.push_back(graph->second);
    }
    if (const auto* invoke = std::get_if<InvokeCall>(&call.kind); invoke != nullptr && !callee) {
      callee = invoke->node->callee;
    }
    has_feature = has_feature || std::holds_alternative<DeclareFeatureCall>(call.kind);
  }
  if (!graphs.empty()) {
    report_recursion(graphs, span);
  } else if (callee && !has_feature) {
    report(error_at(
        Code::Recursion, span.value_or(Span{}),
        fmt::format("this call of '{}' depends on its own value", library().text(*callee))));
  } else {
    Diagnostic diagnostic =
        error(Code::FeatureCycle,
              "the definition of a feature needs a conversion that needs the feature itself");
    diagnostic.span = span;
    report(std::move(diagnostic));
  }
}

void TypeInference::report_recursion(const std::vector<FragmentId>& cycle,
                                     std::optional<Span> span) {
  const Fragment& graph = library().fragments[cycle.front()];
  std::string text;
  for (FragmentId id : cycle) {
    text += fmt::format("{} → ", library().text(library().fragments[id].name));
  }
  const std::string_view name = library().text(graph.name);
  Diagnostic diagnostic = error_at(Code::Recursion, span.value_or(Span{}),
                                   fmt::format("graph '{}' calls itself: {}{}", name, text, name));
  diagnostic.notes.push_back({"of the graphs of that name it is this one", graph.span});
  report(std::move(diagnostic));
}

}  // namespace weft
