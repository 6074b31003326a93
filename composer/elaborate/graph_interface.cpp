#include "composer/elaborate/graph_interface.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/model/call_arguments.h"
#include "fragments/model/graph_inputs.h"

namespace weft {

namespace {

bool join(OutputDependence& into, const OutputDependence& from) {
  bool grew = from.is_source && !into.is_source;
  into.is_source = into.is_source || from.is_source;
  for (std::size_t i = 0; i < from.ports.size(); ++i) {
    grew = grew || (from.ports[i] && !into.ports[i]);
    into.ports[i] = into.ports[i] || from.ports[i];
  }
  return grew;
}

std::vector<FragmentId> called_fragments(const GraphNode& node) {
  if (const auto* call = std::get_if<CallNode>(&node.kind)) {
    return call->candidates;
  }
  const auto* function = std::get_if<FunctionNode>(&node.kind);
  return function ? function->candidates : std::vector<FragmentId>();
}

}  // namespace

class InterfaceFinder {
 public:
  InterfaceFinder(const GraphInterfaces& known, const Fragment& fragment)
      : library_(known.library_), known_(known), fragment_(fragment), graph_(*fragment.graph()) {
    none_.ports.resize(fragment.ports.size(), false);
    nodes_.assign(graph_.nodes.size(), none_);
  }

  GraphInterface run() {
    // Loops feed states back: iterate to a fixed point.
    bool grew = true;
    while (grew) {
      grew = false;
      for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        grew = visit(NodeId(i)) || grew;
      }
    }
    GraphInterface found;
    found.insists.resize(fragment_.ports.size());
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (const auto* call = std::get_if<CallNode>(&graph_.nodes[NodeId(i)].kind)) {
        find_demands(NodeId(i), *call, found);
      }
    }
    for (std::size_t i = 0; i < fragment_.results.size(); ++i) {
      auto at = std::find_if(
          graph_.outputs.begin(), graph_.outputs.end(),
          [&](const GraphOutput& output) { return output.name == fragment_.results[i].name; });
      found.outputs.push_back(at != graph_.outputs.end()  ? nodes_[at->node.index()]
                              : i < graph_.outputs.size() ? nodes_[graph_.outputs[i].node.index()]
                                                          : none_);
    }
    return found;
  }

 private:
  const GraphInterface* interface_of(FragmentId id) const {
    const auto at = known_.known_.find(id);
    return at == known_.known_.end() ? nullptr : &known_.interfaces_[at->second];
  }

  bool is_field_feature(FeatureId id) const { return !is_single(library_.features[id].rate); }

  /// Whether a default depends on a field feature. It cannot refer to ports of this graph.
  bool is_field_expression(const Graph& graph) const {
    for (const GraphNode& node : graph.nodes) {
      if (const auto* read = std::get_if<FeatureNode>(&node.kind);
          read && is_field_feature(read->feature)) {
        return true;
      }
    }
    return false;
  }

  OutputDependence of_port(const Fragment& callee, const CallNode& call, std::size_t port) const {
    if (const CallArgument* argument = argument_of_port(callee, call, port)) {
      return nodes_[argument->value.index()];
    }
    OutputDependence dependence = none_;
    dependence.is_source =
        callee.ports[port].default_value && is_field_expression(*callee.ports[port].default_value);
    return dependence;
  }

  OutputDependence of_leaf(const Fragment& callee, const CallNode& call) const {
    OutputDependence dependence = none_;
    dependence.is_source = callee.is_field;
    for (std::size_t port = 0; port < callee.ports.size(); ++port) {
      const bool counts = callee.depends_on.empty() ||
                          std::find(callee.depends_on.begin(), callee.depends_on.end(), port) !=
                              callee.depends_on.end();
      if (counts) {
        join(dependence, of_port(callee, call, port));
      }
    }
    for (const BodyInstance& instance : callee.instances()) {
      for (FeatureId feature : instance.body.features) {
        dependence.is_source = dependence.is_source || is_field_feature(feature);
      }
    }
    for (FeatureId feature : callee.declared_features) {
      dependence.is_source = dependence.is_source || is_field_feature(feature);
    }
    return dependence;
  }

  OutputDependence of_graph(FragmentId id, const CallNode& call, std::size_t result) const {
    const Fragment& callee = library_.fragments[id];
    const GraphInterface* interface = interface_of(id);
    OutputDependence dependence = none_;
    if (!interface || result >= interface->outputs.size()) {
      return dependence;  // a cycle, reported elsewhere
    }
    const OutputDependence& inside = interface->outputs[result];
    dependence.is_source = inside.is_source || callee.is_field;
    for (std::size_t port = 0; port < callee.ports.size(); ++port) {
      if (inside.ports[port]) {
        join(dependence, of_port(callee, call, port));
      }
    }
    return dependence;
  }

  OutputDependence of_call(const CallNode& call, std::optional<NameId> member) const {
    OutputDependence dependence = none_;
    for (FragmentId candidate : call.candidates) {
      const Fragment& callee = library_.fragments[candidate];
      if (!callee.graph()) {
        join(dependence, of_leaf(callee, call));
        continue;
      }
      for (std::size_t i = 0; i < callee.results.size(); ++i) {
        if (!member || !callee.has_named_results || callee.results[i].name == *member) {
          join(dependence, of_graph(candidate, call, i));
        }
      }
    }
    return dependence;
  }

  bool visit(NodeId id) {
    const GraphNode& node = graph_.nodes[id];
    OutputDependence dependence = none_;
    if (const auto* port = std::get_if<GraphPortNode>(&node.kind)) {
      dependence.ports[port->port] = true;
    } else if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
      dependence.is_source = is_field_feature(read->feature);
    } else if (const auto* call = std::get_if<CallNode>(&node.kind)) {
      dependence = of_call(*call, std::nullopt);
    } else if (const auto* member = std::get_if<MemberNode>(&node.kind)) {
      const auto* called = std::get_if<CallNode>(&graph_.nodes[member->object].kind);
      dependence = called ? of_call(*called, member->member) : nodes_[member->object.index()];
    } else if (const auto* lambda = std::get_if<LambdaNode>(&node.kind)) {
      dependence = nodes_[lambda->body.index()];
    } else {
      for_each_input(node, [&](NodeId input) { join(dependence, nodes_[input.index()]); });
    }
    bool grew = join(nodes_[id.index()], dependence);
    if (const auto* loop = std::get_if<LoopNode>(&node.kind)) {
      for (const LoopNode::State& state : loop->states) {
        OutputDependence current = nodes_[state.initial.index()];
        join(current, nodes_[state.next.index()]);
        join(current, nodes_[loop->count.index()]);
        grew = join(nodes_[state.current.index()], current) || grew;
        grew = join(nodes_[id.index()], current) || grew;
      }
    }
    return grew;
  }

  void find_demands(NodeId id, const CallNode& call, GraphInterface& found) const {
    for (FragmentId candidate : call.candidates) {
      const Fragment& callee = library_.fragments[candidate];
      const GraphInterface* interface = interface_of(candidate);
      for (std::uint32_t port = 0; port < callee.ports.size(); ++port) {
        const CallArgument* argument = argument_of_port(callee, call, port);
        const bool by_inside = interface && interface->insists[port];
        const bool insists = callee.ports[port].restriction != PortRestriction::None || by_inside;
        // The overload is not known here, so only unambiguous calls count.
        if (!argument || !insists || call.candidates.size() != 1) {
          continue;
        }
        const OutputDependence& passed = nodes_[argument->value.index()];
        for (std::size_t own = 0; own < passed.ports.size(); ++own) {
          if (passed.ports[own] && !found.insists[own]) {
            found.insists[own] = InsistentPort{id, port};
          }
        }
      }
    }
  }

  const Library& library_;
  const GraphInterfaces& known_;
  const Fragment& fragment_;
  const Graph& graph_;
  OutputDependence none_;
  std::vector<OutputDependence> nodes_;
};

GraphInterfaces::GraphInterfaces(const Library& library, GraphInterfaces&& before)
    : library_(library),
      by_content_(std::move(before.by_content_)),
      interfaces_(std::move(before.interfaces_)) {}

/// Returns the graph's text, the content of its callees and the rates of the features it reads.
/// Callees were inferred before and are represented by number.
std::string GraphInterfaces::content_of(FragmentId id) const {
  const auto text = [&](const Span& span) { return library_.sources[span.file].text(span); };
  const auto feature = [&](FeatureId read) {
    const Feature& of = library_.features[read];
    return fmt::format("\1{} {}", library_.text(of.path), rate_name(of.rate));
  };
  const Fragment& fragment = library_.fragments[id];
  std::string content(text(fragment.full_span));
  for (const GraphNode& node : fragment.graph()->nodes) {
    if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
      content += feature(read->feature);
    }
    for (FragmentId candidate : called_fragments(node)) {
      const Fragment& callee = library_.fragments[candidate];
      if (const auto at = known_.find(candidate); at != known_.end()) {
        content += fmt::format("\2{}", at->second);
        continue;
      }
      content += fmt::format("\3{}", text(callee.full_span));
      for (const BodyInstance& instance : callee.instances()) {
        for (FeatureId read : instance.body.features) {
          content += feature(read);
        }
      }
    }
  }
  return content;
}

const GraphInterface& GraphInterfaces::of(FragmentId root) {
  std::vector<FragmentId> open{root};
  std::vector<bool> is_begun(library_.fragments.size(), false);
  while (!open.empty()) {
    const FragmentId id = open.back();
    if (known_.count(id) != 0) {
      open.pop_back();
      continue;
    }
    if (!is_begun[id.index()]) {
      is_begun[id.index()] = true;
      for (const GraphNode& node : library_.fragments[id].graph()->nodes) {
        for (FragmentId callee : called_fragments(node)) {
          if (library_.fragments[callee].graph() && known_.count(callee) == 0 &&
              !is_begun[callee.index()]) {
            open.push_back(callee);
          }
        }
      }
      if (open.back() != id) {
        continue;
      }
    }
    const auto [at, is_new] =
        by_content_.try_emplace(content_of(id), static_cast<std::uint32_t>(interfaces_.size()));
    if (is_new) {
      interfaces_.push_back(InterfaceFinder(*this, library_.fragments[id]).run());
      ++inferred_;
    }
    known_.emplace(id, at->second);
    open.pop_back();
  }
  return interfaces_[known_.at(root)];
}

namespace {

/// For a graph that declares `from (…)`: reports other ports that its results depend on.
void check_dependence(const Library& library, const Fragment& fragment, const GraphInterface& found,
                      Diagnostics& diagnostics) {
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    const std::vector<std::uint32_t>& listed = fragment.depends_on;
    const bool is_listed = std::find(listed.begin(), listed.end(), port) != listed.end();
    if (!listed.empty() && !is_listed &&
        std::any_of(found.outputs.begin(), found.outputs.end(),
                    [&](const OutputDependence& output) { return output.ports[port]; })) {
      const std::string_view name = library.text(fragment.ports[port].name);
      diagnostics.push_back(error_at(
          Code::FalseDeclaration, fragment.span,
          fmt::format("the result of '{}' also depends on '{}'", library.text(fragment.name), name),
          "omit 'from': the dependences of a graph are derived from its body"));
    }
  }
}

}  // namespace

Diagnostics check_graph_interfaces(const Library& library) {
  Diagnostics diagnostics;
  GraphInterfaces interfaces(library);
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const FragmentId id(i);
    const Fragment& fragment = library.fragments[id];
    if (!fragment.graph() || fragment.span.file != library.root_file) {
      continue;
    }
    const GraphInterface& found = interfaces.of(id);
    check_dependence(library, fragment, found, diagnostics);
    for (std::size_t port = 0; port < fragment.ports.size(); ++port) {
      const FragmentPort& declared = fragment.ports[port];
      if (!found.insists[port] || declared.restriction != PortRestriction::None ||
          declared.kind != FragmentPort::Kind::Value) {
        continue;
      }
      const auto& call =
          std::get<CallNode>(fragment.graph()->nodes[found.insists[port]->call].kind);
      const Fragment& callee = library.fragments[call.candidates.front()];
      const FragmentPort& insisting = callee.ports[found.insists[port]->port];
      const CallArgument* argument = argument_of_port(callee, call, found.insists[port]->port);
      Diagnostic diagnostic =
          error_at(Code::RateTooHigh, declared.span,
                   fmt::format("port '{}' of graph '{}' may vary, but inside it reaches port '{}' "
                               "of '{}', which wants one value per draw",
                               library.text(declared.name), library.text(fragment.name),
                               library.text(insisting.name), library.text(callee.name)),
                   fmt::format("declare it single: {}: uniform …", library.text(declared.name)));
      diagnostic.node = library.text(fragment.name);
      diagnostic.port = library.text(declared.name);
      diagnostic.notes.push_back({"it gets there here", argument->span});
      diagnostic.notes.push_back({"the port is declared here", insisting.span});
      diagnostics.push_back(std::move(diagnostic));
    }
  }
  return diagnostics;
}

}  // namespace weft
