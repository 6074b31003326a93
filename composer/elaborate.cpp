#include <fmt/format.h>

#include <algorithm>

#include "composer/elaborated.h"
#include "support/spelling.h"

namespace weft {
namespace {

template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// Graphs inside graphs, defaults inside defaults, features defined by features.
constexpr int nesting_limit = 256;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
}

std::uint64_t hash_of(const void* pointer) { return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer)); }

std::uint64_t hash_of(DataType type) {
  return static_cast<std::uint64_t>(type.kind()) << 48 | static_cast<std::uint64_t>(type.scalar_kind()) << 40 |
         static_cast<std::uint64_t>(type.rows() * 8 + type.columns()) << 32 | type.index();
}

// Addresses only spread the keys of a look-up; nothing is ever ordered by them.
std::uint64_t payload_hash(const CallKind& kind) {
  return std::visit(Overloaded{
                        [](const LiteralCall& call) {
                          std::uint64_t hash = hash_of(call.value.type);
                          for (std::uint32_t word : call.value.bits) {
                            hash = mixed(hash, word);
                          }
                          return mixed(hash, call.is_colour ? 1 : 0);
                        },
                        [](const FeatureCall& call) { return std::uint64_t{call.feature.index()}; },
                        [](const ParameterCall& call) { return std::uint64_t{call.parameter}; },
                        [](const InterpolateCall& call) { return std::uint64_t{call.is_flat ? 1U : 0U}; },
                        [](const InvokeCall& call) { return std::uint64_t{call.node->callee.index()}; },
                        [](const MemberCall& call) { return std::uint64_t{call.member.index()}; },
                        [](const IndexCall&) { return std::uint64_t{0}; },
                        [](const ConstructCall& call) { return hash_of(call.type); },
                        [](const SelectCall&) { return std::uint64_t{0}; },
                        [](const AscribeCall& call) { return std::uint64_t{call.node->entries.size()}; },
                        [](const DeclareCall& call) { return hash_of(call.pattern); },
                        [](const DeclareFeatureCall& call) { return std::uint64_t{call.feature.index()}; },
                        [](const ResultsCall& call) { return std::uint64_t{call.fragment.index()}; },
                        [](const ErroneousCall&) { return std::uint64_t{0}; },
                    },
                    kind);
}

bool same_arguments(const CallNode& a, const CallNode& b) {
  if (a.callee != b.callee || a.arguments.size() != b.arguments.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    if (a.arguments[i].name != b.arguments[i].name) {
      return false;
    }
  }
  return true;
}

/// Whether two calls with equal inputs and stage compute the same.
bool same_payload(const CallKind& a, const CallKind& b) {
  if (a.index() != b.index()) {
    return false;
  }
  return std::visit(
      Overloaded{
          [&](const LiteralCall& x) {
            const auto& y = std::get<LiteralCall>(b);
            return x.value == y.value && x.is_colour == y.is_colour;
          },
          [&](const FeatureCall& x) { return x.feature == std::get<FeatureCall>(b).feature; },
          [&](const ParameterCall& x) { return x.parameter == std::get<ParameterCall>(b).parameter; },
          [&](const InterpolateCall& x) { return x.is_flat == std::get<InterpolateCall>(b).is_flat; },
          [&](const InvokeCall& x) { return same_arguments(*x.node, *std::get<InvokeCall>(b).node); },
          [&](const MemberCall& x) { return x.member == std::get<MemberCall>(b).member; },
          [](const IndexCall&) { return true; },
          [&](const ConstructCall& x) { return x.type == std::get<ConstructCall>(b).type; },
          [](const SelectCall&) { return true; },
          [&](const AscribeCall& x) { return x.node->entries == std::get<AscribeCall>(b).node->entries; },
          [&](const DeclareCall& x) { return x.pattern == std::get<DeclareCall>(b).pattern; },
          [&](const DeclareFeatureCall& x) { return x.feature == std::get<DeclareFeatureCall>(b).feature; },
          [&](const ResultsCall& x) { return x.fragment == std::get<ResultsCall>(b).fragment; },
          [](const ErroneousCall&) { return true; },
      },
      a);
}

/// Calls f with every node that `node` reads.
template <typename F>
void for_each_input(const GraphNode& node, F f) {
  std::visit(Overloaded{
                 [](const LiteralNode&) {}, [](const FeatureNode&) {}, [](const ParameterNode&) {},
                 [](const GraphPortNode&) {},
                 [&](const CallNode& call) {
                   for (const CallArgument& argument : call.arguments) {
                     f(argument.value);
                   }
                 },
                 [&](const MemberNode& member) { f(member.object); },
                 [&](const IndexNode& index) {
                   f(index.object);
                   f(index.index);
                 },
                 [&](const ConstructNode& construct) {
                   for (NodeId argument : construct.arguments) {
                     f(argument);
                   }
                 },
                 [&](const SelectNode& select) {
                   f(select.condition);
                   f(select.if_true);
                   f(select.if_false);
                 },
                 [&](const AscribeNode& ascribe) { f(ascribe.value); },
                 [&](const DeclaredNode& declared) { f(declared.value); },
                 [](const auto&) {},  // functions: their bodies are expanded where they are called
             },
             node.kind);
}

}  // namespace

CallId Elaborator::add(CallKind kind, std::vector<CallId> inputs, Stage stage, Origin origin) {
  std::uint64_t hash = mixed(payload_hash(kind), kind.index() * 2 + static_cast<std::uint64_t>(stage));
  for (CallId input : inputs) {
    hash = mixed(hash, input.index());
  }
  auto [begin, end] = by_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    const Call& call = calls_[at->second];
    if (call.stage == stage && call.inputs == inputs && same_payload(call.kind, kind)) {
      return at->second;
    }
  }
  CallId id = calls_.add({std::move(kind), std::move(inputs), stage, std::move(origin)});
  by_hash_.emplace(hash, id);
  return id;
}

std::vector<CallId> Elaborator::expand(const Graph& graph, const std::vector<std::uint32_t>& outputs,
                                       const std::vector<CallId>& ports, Stage stage) {
  std::vector<bool> wanted(graph.nodes.size(), false);
  for (std::uint32_t output : outputs) {
    wanted[graph.outputs[output].node.index()] = true;
  }
  for (std::size_t i = graph.nodes.size(); i-- > 0;) {
    if (wanted[i]) {
      for_each_input(graph.nodes[NodeId(i)], [&wanted](NodeId input) { wanted[input.index()] = true; });
    }
  }
  std::vector<CallId> values = expand_nodes(graph, wanted, ports, stage);
  std::vector<CallId> results;
  for (std::uint32_t output : outputs) {
    results.push_back(values[graph.outputs[output].node.index()]);
  }
  return results;
}

std::vector<CallId> Elaborator::expand_all(const Graph& graph, Stage stage) {
  return expand_nodes(graph, std::vector<bool>(graph.nodes.size(), true), {}, stage);
}

CallId Elaborator::expand_expression(const Graph& graph, Stage stage) { return expand(graph, {0}, {}, stage).front(); }

std::vector<CallId> Elaborator::expand_nodes(const Graph& graph, const std::vector<bool>& wanted,
                                             const std::vector<CallId>& ports, Stage stage) {
  std::vector<CallId> values(graph.nodes.size(), CallId(0));
  if (depth_ >= nesting_limit) {
    report(error(Code::Recursion, "graphs are nested deeper than " + std::to_string(nesting_limit) + " levels"));
    CallId none = erroneous(stage, {});
    std::fill(values.begin(), values.end(), none);
    return values;
  }
  ++depth_;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (wanted[i]) {
      values[i] = expand_node(graph, NodeId(i), values, ports, stage);
    }
  }
  --depth_;
  return values;
}

std::optional<bool> Elaborator::known_condition(CallId id) const {
  if (const auto* literal = std::get_if<LiteralCall>(&calls_[id].kind)) {
    if (literal->value.type.is_bool()) {
      return literal->value.bits[0] != 0;
    }
  }
  return std::nullopt;
}

CallId Elaborator::expand_node(const Graph& graph, NodeId id, const std::vector<CallId>& values,
                               const std::vector<CallId>& ports, Stage stage) {
  const GraphNode& node = graph.nodes[id];
  Origin origin{node.name ? std::string(composition_.library.text(*node.name)) : std::string(), node.span};
  auto value = [&values](NodeId input) { return values[input.index()]; };
  return std::visit(
      Overloaded{
          [&](const LiteralNode& n) { return add(LiteralCall{n.value, n.is_colour}, {}, stage, std::move(origin)); },
          [&](const FeatureNode& n) { return feature(n.feature, stage, node.span); },
          [&](const ParameterNode& n) {
            const auto& known = composition_.static_values[n.parameter];
            origin.name = composition_.library.text(composition_.material.parameters[n.parameter].name);
            return known ? add(LiteralCall{*known, false}, {}, stage, std::move(origin))
                         : add(ParameterCall{n.parameter}, {}, stage, std::move(origin));
          },
          [&](const GraphPortNode& n) { return ports[n.port]; },
          [&](const CallNode& n) { return expand_invoke(node, n, values, stage, std::move(origin)); },
          [&](const MemberNode& n) { return expand_member(n, value(n.object), stage, std::move(origin)); },
          [&](const IndexNode& n) {
            return add(IndexCall{}, {value(n.object), value(n.index)}, stage, std::move(origin));
          },
          [&](const ConstructNode& n) {
            std::vector<CallId> inputs;
            for (NodeId argument : n.arguments) {
              inputs.push_back(value(argument));
            }
            return add(ConstructCall{n.type}, std::move(inputs), stage, std::move(origin));
          },
          [&](const SelectNode& n) {
            if (auto known = known_condition(value(n.condition))) {
              return value(*known ? n.if_true : n.if_false);
            }
            return add(SelectCall{}, {value(n.condition), value(n.if_true), value(n.if_false)}, stage,
                       std::move(origin));
          },
          [&](const AscribeNode& n) { return add(AscribeCall{&n}, {value(n.value)}, stage, std::move(origin)); },
          [&](const DeclaredNode& n) { return add(DeclareCall{&n.type}, {value(n.value)}, stage, std::move(origin)); },
          [&](const auto&) {
            // Checking a material without a host stays silent: the text is right, only composing it has to wait.
            if (composition_.profile) {
              report(error_at(Code::Unsupported, node.span,
                              "functions as values, 'with' and 'loop' cannot be composed yet"));
            }
            return erroneous(stage, std::move(origin));
          },
      },
      node.kind);
}

CallId Elaborator::expand_member(const MemberNode& node, CallId object, Stage stage, Origin origin) {
  const auto* results = std::get_if<ResultsCall>(&calls_[object].kind);
  if (!results) {
    return add(MemberCall{node.member}, {object}, stage, std::move(origin));
  }
  const Library& library = composition_.library;
  const Fragment& fragment = library.fragments[results->fragment];
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < fragment.results.size(); ++i) {
    if (fragment.results[i].name == node.member) {
      return calls_[object].inputs[i];
    }
    names.push_back(library.text(fragment.results[i].name));
  }
  report(error_at(Code::UnknownPort, origin.span.value_or(fragment.span),
                  fmt::format("'{}' has no output '{}'", library.text(fragment.name), library.text(node.member)),
                  spelling_hint(library.text(node.member), names)));
  return erroneous(stage, std::move(origin));
}

CallId Elaborator::expand_invoke(const GraphNode& node, const CallNode& call, const std::vector<CallId>& values,
                                 Stage stage, Origin origin) {
  const Library& library = composition_.library;
  bool has_graph = std::any_of(call.candidates.begin(), call.candidates.end(), [&](FragmentId candidate) {
    return library.fragments[candidate].kind == FragmentKind::Graph;
  });
  if (has_graph && call.candidates.size() == 1) {
    return expand_graph_call(library.fragments[call.candidates.front()], call, values, stage, std::move(origin));
  }
  if (has_graph) {
    report(error_at(Code::Unsupported, node.span,
                    fmt::format("'{}' names a graph and other fragments: graphs cannot be overloaded yet",
                                library.text(call.callee))));
    return erroneous(stage, std::move(origin));
  }
  std::vector<CallId> inputs;
  for (const CallArgument& argument : call.arguments) {
    inputs.push_back(values[argument.value.index()]);
  }
  return add(InvokeCall{&call}, std::move(inputs), stage, std::move(origin));
}

CallId Elaborator::expand_graph_call(const Fragment& fragment, const CallNode& call, const std::vector<CallId>& values,
                                     Stage stage, Origin origin) {
  const Library& library = composition_.library;
  std::vector<std::optional<CallId>> given(fragment.ports.size());
  std::size_t position = 0;
  for (const CallArgument& argument : call.arguments) {
    std::size_t port = position;
    if (argument.name) {
      auto at = std::find_if(fragment.ports.begin(), fragment.ports.end(),
                             [&](const FragmentPort& p) { return p.name == *argument.name; });
      port = static_cast<std::size_t>(at - fragment.ports.begin());
    } else {
      ++position;
    }
    if (port >= fragment.ports.size() || given[port]) {
      std::vector<std::string_view> names;
      for (const FragmentPort& p : fragment.ports) {
        names.push_back(library.text(p.name));
      }
      std::string shown = argument.name ? std::string(library.text(*argument.name)) : std::string();
      report(port >= fragment.ports.size() && argument.name
                 ? error_at(Code::UnknownPort, argument.span,
                            fmt::format("'{}' has no port '{}'", library.text(fragment.name), shown),
                            spelling_hint(shown, names))
                 : error_at(Code::WrongArguments, argument.span,
                            fmt::format("'{}' takes {} arguments, each once", library.text(fragment.name),
                                        fragment.ports.size())));
      return erroneous(stage, std::move(origin));
    }
    given[port] = values[argument.value.index()];
  }
  std::vector<CallId> ports;
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (!given[i] && !port.default_value) {
      report(error_at(Code::OpenInput, origin.span.value_or(fragment.span),
                      fmt::format("port '{}' of '{}' has neither a value nor a default", library.text(port.name),
                                  library.text(fragment.name))));
      return erroneous(stage, std::move(origin));
    }
    CallId value = given[i] ? *given[i] : expand_expression(*port.default_value, stage);
    Origin port_origin{std::string(library.text(port.name)), calls_[value].origin.span};
    ports.push_back(add(DeclareCall{&port.type}, {value}, stage, std::move(port_origin)));
  }
  // Outputs are matched to results by name, else by position: `output acc;` for an unnamed result.
  std::vector<std::uint32_t> outputs;
  for (std::uint32_t i = 0; i < fragment.results.size(); ++i) {
    const auto& given_outputs = fragment.graph->outputs;
    auto at = std::find_if(given_outputs.begin(), given_outputs.end(),
                           [&](const GraphOutput& output) { return output.name == fragment.results[i].name; });
    outputs.push_back(at != given_outputs.end() ? static_cast<std::uint32_t>(at - given_outputs.begin()) : i);
    if (outputs.back() >= given_outputs.size()) {
      report(error_at(Code::BadDeclaration, fragment.span,
                      fmt::format("graph '{}' gives no output '{}'", library.text(fragment.name),
                                  library.text(fragment.results[i].name))));
      return erroneous(stage, std::move(origin));
    }
  }
  std::vector<CallId> results = expand(*fragment.graph, outputs, ports, stage);
  for (std::size_t i = 0; i < results.size(); ++i) {
    Origin result_origin = origin;
    if (results.size() > 1 && !origin.name.empty()) {
      result_origin.name += "_" + std::string(library.text(fragment.results[i].name));
    }
    results[i] = add(DeclareCall{&fragment.results[i].type}, {results[i]}, stage, std::move(result_origin));
  }
  return results.size() == 1 ? results.front()
                             : add(ResultsCall{*library.find_fragments(fragment.name).begin()}, results, stage,
                                   std::move(origin));
}

bool Elaborator::is_provided(FeatureId id, Stage) const {
  const Feature& feature = composition_.library.features[id];
  return composition_.profile ? composition_.profile->find(id) != nullptr : !feature.definition.has_value();
}

bool Elaborator::is_available(FeatureId id, Stage stage) {
  auto& known = available_[static_cast<int>(stage)];
  known.resize(composition_.library.features.size());
  if (known[id.index()]) {
    return *known[id.index()];
  }
  const Feature& feature = composition_.library.features[id];
  bool available = false;
  if (is_provided(id, stage)) {
    available = stage == Stage::Fragment || feature.rate != Rate::Fragment;
  } else if (feature.definition) {
    known[id.index()] = false;  // definitions form no circle; this holds while the parts are looked at
    available = true;
    for (const GraphNode& node : feature.definition->nodes) {
      if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
        available = available && is_available(read->feature, stage);
      }
    }
  }
  known[id.index()] = available;
  return available;
}

CallId Elaborator::feature(FeatureId id, Stage stage, std::optional<Span> wanted_at) {
  auto& known = features_[static_cast<int>(stage)];
  known.resize(composition_.library.features.size());
  if (known[id.index()]) {
    return *known[id.index()];
  }
  const Library& library = composition_.library;
  const Feature& feature = library.features[id];
  Origin origin{std::string(library.text(feature.member)), std::nullopt};
  std::replace(origin.name.begin(), origin.name.end(), '.', '_');
  CallId result(0);
  if (is_provided(id, stage)) {
    bool crosses = stage == Stage::Fragment && (feature.rate == Rate::Vertex || feature.rate == Rate::Instance);
    if (stage == Stage::Vertex && feature.rate == Rate::Fragment) {
      Diagnostic diagnostic = error(
          Code::RateTooHigh, fmt::format("feature '{}' is known per fragment, but is wanted per vertex", library.text(feature.path)));
      diagnostic.span = wanted_at;
      report(std::move(diagnostic));
      result = erroneous(stage, origin);
    } else if (crosses) {
      CallId at_vertex = add(FeatureCall{id}, {}, Stage::Vertex, origin);
      result = add(InterpolateCall{feature.rate == Rate::Instance}, {at_vertex}, Stage::Fragment, origin);
    } else {
      result = add(FeatureCall{id}, {}, stage, origin);
    }
  } else if (feature.definition) {
    CallId value = expand_expression(*feature.definition, stage);
    result = add(DeclareFeatureCall{id}, {value}, stage, origin);
  } else {
    std::string profile = composition_.profile ? std::string(library.text(composition_.profile->name)) : "";
    Diagnostic diagnostic =
        error(Code::MissingFeature,
              fmt::format("feature '{}' is needed, but profile '{}' does not provide it", library.text(feature.path), profile),
              fmt::format("add `provide {} as …;` to the profile, or define the feature", library.text(feature.path)));
    diagnostic.span = wanted_at;
    report(std::move(diagnostic));
    result = erroneous(stage, origin);
  }
  known[id.index()] = result;
  return result;
}

}  // namespace weft
