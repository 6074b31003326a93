#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/elaborate.h"
#include "fragments/model/call_arguments.h"
#include "support/spelling.h"

// The parts of the Elaborator about calls of graphs, and the limit on expansion.
namespace weft {
namespace {

/// Maximum number of nodes of called graphs that one composition expands. Equal calls share an
/// instance, but graphs that call each other twice per level with different values still grow
/// exponentially.
constexpr std::size_t expansion_limit = 1'000'000;
constexpr std::size_t most_contributors = 3;

/// Returns the output for a result: the one of that name, else by position (`output acc;` for an
/// unnamed result).
std::optional<NodeId> node_of_result(const Fragment& fragment, std::uint32_t result) {
  const std::vector<GraphOutput>& outputs = fragment.graph()->outputs;
  auto at = std::find_if(outputs.begin(), outputs.end(), [&](const GraphOutput& output) {
    return output.name == fragment.results[result].name;
  });
  if (at != outputs.end()) {
    return at->node;
  }
  return result < outputs.size() ? std::optional(outputs[result].node) : std::nullopt;
}

}  // namespace

/// Returns the graph that a call expands to. Null for leaves, and for overloads, which are chosen
/// after typing.
const Fragment* Elaborator::called_graph(const CallNode& call) const {
  if (call.candidates.size() != 1) {
    return nullptr;
  }
  const Fragment& fragment = library().fragments[call.candidates.front()];
  return fragment.is_graph() ? &fragment : nullptr;
}

/// Returns the argument per port, or null where it has none.
Result<std::vector<const CallArgument*>> Elaborator::arguments_by_port(const CallNode& call,
                                                                       const Fragment& fragment,
                                                                       Span span) const {
  std::vector<const CallArgument*> given(fragment.ports.size(), nullptr);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const CallArgument& argument = call.arguments[i];
    const FragmentPort* at = port_of_argument(fragment, call, i);
    const std::size_t port = at != nullptr ? static_cast<std::size_t>(at - fragment.ports.data())
                                           : fragment.ports.size();
    if (at == nullptr && argument.name && !argument.is_parameter) {
      std::vector<std::string_view> names;
      for (const FragmentPort& p : fragment.ports) {
        names.push_back(library().text(p.name));
      }
      std::string_view shown = library().text(*argument.name);
      return failed(
          error_at(Code::UnknownPort, argument.name_span.value_or(argument.span),
                   fmt::format("'{}' has no port '{}'", library().text(fragment.name), shown),
                   spelling_hint(shown, names)));
    }
    if (port >= fragment.ports.size() || given[port]) {
      return failed(error_at(Code::WrongArguments, argument.span,
                             fmt::format("'{}' takes {} arguments, each once",
                                         library().text(fragment.name), fragment.ports.size())));
    }
    given[port] = &argument;
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    if (!given[i] && !fragment.ports[i].default_value &&
        !is_stitchable(fragment.ports[i], call.is_stitched, library().lattice, library().names)) {
      return failed(error_at(
          Code::OpenInput, span,
          fmt::format("port '{}' of '{}' has neither a value nor a default",
                      library().text(fragment.ports[i].name), library().text(fragment.name))));
    }
  }
  return given;
}

Elaborator::Callee Elaborator::find_callee(InstanceId caller, const GraphNode& node,
                                           const CallNode& call, const Fragment& fragment) {
  if (!fragment.graph()) {
    return {};  // its body has errors, already reported
  }
  auto given = arguments_by_port(call, fragment, node.span);
  if (!given) {
    return {std::nullopt, false, std::move(given.error())};
  }
  const CallContext context = instances_[caller].context;
  std::vector<CallId> ports;
  std::vector<std::optional<Span>> spans;
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    Expanded value;
    const bool is_function = fragment.ports[i].kind != FragmentPort::Kind::Value;
    if (const CallArgument* argument = (*given)[i]) {
      value = is_function
                  ? function_argument(caller, argument->value, context.stage, {&fragment.ports[i]})
                  : need(caller, argument->value);
      spans.emplace_back(argument->span);
    } else if (is_stitchable(fragment.ports[i], call.is_stitched, library().lattice,
                             library().names)) {
      std::vector<CallId> listed;
      for (const ListedValue& candidate : call.stitch_sources.usable()) {
        if (Expanded input = need(caller, candidate.node)) {
          listed.push_back(*input);
        }
      }
      if (listed.size() == call.stitch_sources.usable_count()) {
        value =
            calls_.add(StitchCall{&call, call.candidates.front(), static_cast<std::uint32_t>(i)},
                       std::move(listed), context,
                       {std::string(library().text(fragment.ports[i].name)), node.span});
      }
      spans.emplace_back(node.span);
    } else {
      const Graph& definition = *fragment.ports[i].default_value;
      const InstanceId of_default = instance_of(definition, std::nullopt, {}, {}, context);
      const NodeId node_of_default = definition.outputs.front().node;
      value = is_function ? function_argument(of_default, node_of_default, context.stage, {})
                          : need(of_default, node_of_default);
      spans.emplace_back(std::nullopt);
    }
    if (value) {
      ports.push_back(*value);
    }
  }
  if (ports.size() != fragment.ports.size()) {
    return {std::nullopt, true};
  }
  return {instance_of(*fragment.graph(), call.candidates.front(), std::move(ports),
                      std::move(spans), context, {}, caller),
          false};
}

Elaborator::Expanded Elaborator::expand_graph_call(InstanceId caller, const GraphNode& node,
                                                   const CallNode& call, const Fragment& fragment,
                                                   Origin origin) {
  const CallContext context = instances_[caller].context;
  Callee callee = find_callee(caller, node, call, fragment);
  if (callee.is_waiting) {
    return std::nullopt;
  }
  if (!callee.instance) {
    return reports_.erroneous(std::move(callee.errors), context, std::move(origin));
  }
  std::vector<CallId> results;
  for (std::uint32_t i = 0; i < fragment.results.size(); ++i) {
    std::optional<NodeId> result = node_of_result(fragment, i);
    if (!result) {
      return reports_.erroneous(missing_result(fragment, i), context, std::move(origin));
    }
    if (Expanded value = need(*callee.instance, *result)) {
      results.push_back(*value);
    }
  }
  if (results.size() != fragment.results.size()) {
    return std::nullopt;
  }
  return results.size() == 1 ? results.front()
                             : calls_.add(ResultsCall{call.candidates.front()}, std::move(results),
                                          context, std::move(origin));
}

std::vector<FragmentId> Elaborator::graphs_around(CallId invoke) const {
  std::vector<FragmentId> graphs;
  const auto written = written_in_.find(invoke);
  for (auto at = written != written_in_.end() ? std::optional(written->second) : std::nullopt; at;
       at = instances_[*at].parent) {
    if (instances_[*at].fragment) {
      graphs.push_back(*instances_[*at].fragment);
    }
  }
  return graphs;
}

InstanceId Elaborator::instance_of_call(CallId invoke, FragmentId id) {
  const Call call = calls_[invoke];  // a copy: calls are added
  const CallNode& node = *std::get<InvokeCall>(call.kind).node;
  const std::vector<CallId>& inputs = call.inputs;
  const CallContext context(call.stage, call.environment);
  const Span span = call.origin.span.value_or(Span{});
  const Fragment& fragment = library().fragments[id];
  const auto given = arguments_by_port(node, fragment, span);
  WEFT_CHECK(given.has_value(), "a graph was chosen whose ports the arguments do not fit");
  const std::vector<CallId> listed(
      inputs.begin() + static_cast<std::ptrdiff_t>(node.arguments.size()), inputs.end());
  std::vector<CallId> ports;
  std::vector<std::optional<Span>> spans;
  for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (const CallArgument* argument = (*given)[i]) {
      const CallId passed = inputs[static_cast<std::size_t>(argument - node.arguments.data())];
      const auto* function = std::get_if<FunctionCall>(&calls_[passed].kind);
      // Another overload takes a function here; this one takes the argument's value.
      const bool is_value = port.kind == FragmentPort::Kind::Value && function != nullptr;
      ports.push_back(is_value ? evaluate(function->closure) : passed);
      spans.emplace_back(argument->span);
    } else if (is_stitchable(port, node.is_stitched, library().lattice, library().names)) {
      ports.push_back(calls_.add(StitchCall{&node, id, i}, listed, context,
                                 {std::string(library().text(port.name)), span}));
      spans.emplace_back(span);
    } else if (port.kind != FragmentPort::Kind::Value) {
      const InstanceId of_default = instance_of(*port.default_value, std::nullopt, {}, {}, context);
      ports.push_back(finish([&] {
        return function_argument(of_default, port.default_value->outputs.front().node,
                                 context.stage, {});
      }));
      spans.emplace_back(std::nullopt);
    } else {
      ports.push_back(expand_expression(*port.default_value, context));
      spans.emplace_back(std::nullopt);
    }
  }
  const auto written = written_in_.find(invoke);
  return instance_of(*fragment.graph(), id, std::move(ports), std::move(spans), context, {},
                     written != written_in_.end() ? std::optional(written->second) : std::nullopt);
}

CallId Elaborator::result_of(InstanceId instance, std::uint32_t result) {
  const GraphInstance& of = instances_[instance];
  const Fragment& fragment = library().fragments[*of.fragment];
  if (const std::optional<NodeId> node = node_of_result(fragment, result)) {
    return value({instance, *node});
  }
  return reports_.erroneous(missing_result(fragment, result), of.context, {});
}

Diagnostic Elaborator::missing_result(const Fragment& fragment, std::uint32_t result) const {
  return error_at(Code::BadDeclaration, fragment.span,
                  fmt::format("graph '{}' gives no output '{}'", library().text(fragment.name),
                              library().text(fragment.results[result].name)));
}

/// A member of a graph's call is that result alone. Other results are not expanded.
Elaborator::Expanded Elaborator::expand_member(InstanceId instance, const GraphNode& node,
                                               const MemberNode& member, Origin origin) {
  const CallContext context = instances_[instance].context;
  const auto* call = std::get_if<CallNode>(&instances_[instance].graph->nodes[member.object].kind);
  const Fragment* fragment = call ? called_graph(*call) : nullptr;
  const bool may_be_graph =
      call != nullptr && fragment == nullptr &&
      std::any_of(call->candidates.begin(), call->candidates.end(), [this](FragmentId candidate) {
        return library().fragments[candidate].is_graph();
      });
  if (may_be_graph) {
    const GraphNode& called = instances_[instance].graph->nodes[member.object];
    origin.span = called.span;
    if (called.name) {
      origin.name = library().text(*called.name);
    }
    return expand_invoke(instance, called, *call, std::move(origin), member.member);
  }
  if (!fragment || !fragment->has_named_results) {
    Expanded object = need(instance, member.object);
    return object ? Expanded(calls_.add(MemberCall{member.member}, {*object}, context,
                                        std::move(origin)))
                  : std::nullopt;
  }
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < fragment->results.size(); ++i) {
    names.push_back(library().text(fragment->results[i].name));
    std::optional<NodeId> result = node_of_result(*fragment, i);
    if (fragment->results[i].name != member.member || !result) {
      continue;
    }
    Callee callee =
        find_callee(instance, instances_[instance].graph->nodes[member.object], *call, *fragment);
    if (callee.instance) {
      return need(*callee.instance, *result);
    }
    return callee.is_waiting
               ? std::nullopt
               : Expanded(reports_.erroneous(std::move(callee.errors), context, std::move(origin)));
  }
  return reports_.erroneous(
      error_at(Code::UnknownPort, span_of_member(node.span, library().text(member.member)),
               fmt::format("'{}' has no output '{}'", library().text(fragment->name),
                           library().text(member.member)),
               spelling_hint(library().text(member.member), names)),
      context, std::move(origin));
}

/// Counts an expanded node. False once the limit is exceeded.
bool Elaborator::count_node(const GraphInstance& instance) {
  if (!instance.fragment && environments_[instance.context.environment].level == 0) {
    return true;
  }
  if (instance.fragment) {
    ++shares_[*instance.fragment].nodes;
  }
  ++expanded_nodes_;
  if (expanded_nodes_ > expansion_limit) {
    is_over_limit_ = true;
    report_limit();
  }
  return !is_over_limit_;
}

void Elaborator::report_limit() {
  std::vector<std::pair<FragmentId, Share>> shares(shares_.begin(), shares_.end());
  std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) {
    return a.second.nodes != b.second.nodes ? a.second.nodes > b.second.nodes : a.first < b.first;
  });
  Diagnostic diagnostic =
      error_at(Code::ExpansionLimit, composition_.material.span,
               fmt::format("the graphs that material '{}' calls expand to more than {} nodes",
                           library().text(composition_.material.name), expansion_limit),
               "calls with equal arguments count once: pass the same values, or write the "
               "repetition as a loop in a leaf");
  for (std::size_t i = 0; i < std::min(most_contributors, shares.size()); ++i) {
    const auto& [id, share] = shares[i];
    const Fragment& fragment = library().fragments[id];
    diagnostic.notes.push_back(
        {fmt::format("{} percent of them come from '{}', called with {} distinct sets of arguments",
                     100 * share.nodes / expanded_nodes_, library().text(fragment.name),
                     share.instances),
         fragment.span});
  }
  reports_.add_general(std::move(diagnostic));
}

}  // namespace weft
