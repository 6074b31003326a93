#include "composer/elaborate/expand_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/expand_arguments.h"
#include "composer/elaborate/graph_call.h"
#include "composer/elaborate/graph_ports.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// A result of a graph that a call in `caller` reads: typed apart, or expanded.
Expanded value_of_result(const Expansion& state, InstanceId caller, InstanceId graph,
                         std::uint32_t result, Origin origin) {
  return is_typed_apart(state, caller, graph)
             ? state.calls.add(GraphResultCall{graph, result}, {}, state.context_of(graph),
                               std::move(origin))
             : result_of(state, graph, result);
}

/// Expands a call of a single graph: its result, or all of several.
Expanded expand_graph_call(const Expansion& state, InstanceId caller, const GraphNode& node,
                           const CallNode& call, Origin origin) {
  const CallContext context = state.context_of(caller);
  Callee callee = find_callee(state, caller, node, call);
  if (callee.is_waiting) {
    return std::nullopt;
  }
  if (!callee.instance) {
    return state.reports.erroneous(std::move(callee.errors), context, std::move(origin));
  }
  const FragmentId id = call.candidates.front();
  const std::size_t count = state.library().fragments[id].results.size();
  CallIds results;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (const Expanded value = value_of_result(state, caller, *callee.instance, i, origin)) {
      results.push_back(*value);
    }
  }
  if (results.size() != count) {
    return std::nullopt;
  }
  return count == 1
             ? results.front()
             : state.calls.add(ResultsCall{id}, std::move(results), context, std::move(origin));
}

/// Expands one result of a graph with named results.
Expanded expand_result(const Expansion& state, InstanceId instance, const GraphNode& node,
                       const MemberNode& member, const CallNode& call, Origin origin) {
  const Library& library = state.library();
  const CallContext context = state.context_of(instance);
  const Fragment& fragment = library.fragments[call.candidates.front()];
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < fragment.results.size(); ++i) {
    names.push_back(library.text(fragment.results[i].name));
    if (fragment.results[i].name != member.member) {
      continue;
    }
    Callee callee =
        find_callee(state, instance, state.instances.node({instance, member.object}), call);
    if (callee.instance) {
      return value_of_result(state, instance, *callee.instance, i, std::move(origin));
    }
    return callee.is_waiting ? std::nullopt
                             : Expanded(state.reports.erroneous(std::move(callee.errors), context,
                                                                std::move(origin)));
  }
  const std::string_view name = library.text(member.member);
  return state.reports.erroneous(
      error_at(Code::UnknownPort, span_of_member(node.span, name),
               fmt::format("'{}' has no output '{}'", library.text(fragment.name), name),
               spelling_hint(name, names)),
      context, std::move(origin));
}

}  // namespace

Expanded expand_call(const Expansion& state, InstanceId instance, const GraphNode& node,
                     const CallNode& call, Origin origin, const ReadMember& read) {
  if (called_graph(state.library(), call) != nullptr) {
    return expand_graph_call(state, instance, node, call, std::move(origin));
  }
  const CallContext context = state.context_of(instance);
  auto inputs = arguments_of_call(state, instance, call, context.stage);
  const auto listed = stitch_sources(state, instance, call);
  if (!inputs || !listed) {
    return std::nullopt;
  }
  inputs->insert(inputs->end(), listed->begin(), listed->end());
  const auto own = call.may_leave_types_open ? std::optional(instance) : std::nullopt;
  const CallId invoke = state.calls.add(InvokeCall{&call, read.member, own, read.name},
                                        std::move(*inputs), context, std::move(origin));
  if (call.may_be_graph || call.may_take_functions) {
    state.instances.note_caller(invoke, instance);
  }
  return invoke;
}

Expanded expand_member(const Expansion& state, InstanceId instance, const GraphNode& node,
                       const MemberNode& member, Origin origin) {
  const Library& library = state.library();
  const GraphNode& object = state.instances.node({instance, member.object});
  const auto* call = std::get_if<CallNode>(&object.kind);
  const Fragment* fragment = call ? called_graph(library, *call) : nullptr;
  if (fragment != nullptr && fragment->has_named_results) {
    return expand_result(state, instance, node, member, *call, std::move(origin));
  }
  if (call != nullptr && fragment == nullptr && call->may_be_graph) {
    const ReadMember read{member.member, library.names.find(origin.name)};
    origin.span = object.span;
    origin.name = object.name ? library.text(*object.name) : std::string_view();
    return expand_call(state, instance, object, *call, std::move(origin), read);
  }
  const Expanded value = state.need(instance, member.object);
  return value ? Expanded(state.calls.add(MemberCall{member.member}, {*value},
                                          state.context_of(instance), std::move(origin)))
               : std::nullopt;
}

}  // namespace weft
