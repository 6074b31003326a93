#include "composer/verification/handed_on_paths.h"

#include <algorithm>

#include "fragments/model/call_arguments.h"

namespace weft {
namespace {

constexpr std::size_t most_hops = 4096;

/// Keeps the shortest among paths where one is a prefix of another: claims about it hold for the
/// longer ones.
void keep_shortest(std::vector<HandedOnPath>& paths) {
  std::sort(paths.begin(), paths.end(),
            [](const HandedOnPath& a, const HandedOnPath& b) { return a.size() < b.size(); });
  std::vector<HandedOnPath> kept;
  for (HandedOnPath& path : paths) {
    const bool is_longer = std::any_of(kept.begin(), kept.end(), [&](const HandedOnPath& one) {
      return std::equal(one.begin(), one.end(), path.begin());
    });
    if (!is_longer) {
      kept.push_back(std::move(path));
    }
  }
  paths = std::move(kept);
}

}  // namespace

HandedOnPaths::HandedOnPaths(const Library& library, const Material& material,
                             const Profile& profile)
    : library_(library) {
  add(material.graph, std::nullopt);
  for (const Feature& feature : library.features) {
    if (feature.definition) {
      add(*feature.definition, std::nullopt);
    }
  }
  for (const ProvidedFeature& provided : profile.provided) {
    if (provided.definition) {
      add(*provided.definition, std::nullopt);
    }
  }
  // Grows during the loop: callees are appended.
  for (std::size_t i = 0; i < graphs_.size(); ++i) {  // NOLINT(modernize-loop-convert): it grows
    for (const GraphNode& node : graphs_[i].graph->nodes) {
      if (const auto* call = std::get_if<CallNode>(&node.kind)) {
        add_fragments(call->candidates);
      } else if (const auto* function = std::get_if<FunctionNode>(&node.kind)) {
        add_fragments(function->candidates);
      }
    }
  }
  for (std::uint32_t i = 0; i < graphs_.size(); ++i) {
    index(i);
  }
}

void HandedOnPaths::add(const Graph& graph, std::optional<FragmentId> fragment) {
  graphs_.push_back({&graph, fragment});
}

void HandedOnPaths::add_fragments(const std::vector<FragmentId>& candidates) {
  for (const FragmentId id : candidates) {
    const auto [at, is_new] = added_.emplace(id, std::nullopt);
    if (!is_new) {
      continue;
    }
    const Fragment& fragment = library_.fragments[id];
    if (fragment.graph()) {
      at->second = static_cast<std::uint32_t>(graphs_.size());
      add(*fragment.graph(), id);
    }
    for (const FragmentPort& port : fragment.ports) {
      if (port.default_value) {
        add(*port.default_value, std::nullopt);
      }
    }
  }
}

void HandedOnPaths::index(std::uint32_t graph) {
  const Store<GraphNode>& nodes = graphs_[graph].graph->nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId id(i);
    const GraphNode& node = nodes[id];
    by_span_[{node.span.file.index(), node.span.begin, node.span.end}].push_back({graph, id});
    const auto* call = std::get_if<CallNode>(&node.kind);
    if (call == nullptr) {
      continue;
    }
    for (const FragmentId candidate : call->candidates) {
      if (library_.fragments[candidate].is_graph()) {
        calls_[candidate].push_back({graph, id});
      }
    }
    for (std::size_t argument = 0; argument < call->arguments.size(); ++argument) {
      const NodeId value = call->arguments[argument].value;
      if (std::holds_alternative<LambdaNode>(nodes[value].kind)) {
        index_lambda(node, argument, {graph, value});
      }
    }
  }
}

void HandedOnPaths::index_lambda(const GraphNode& call_node, std::size_t argument, Place lambda) {
  const auto& call = std::get<CallNode>(call_node.kind);
  const auto& parameters = std::get<LambdaNode>(node(lambda).kind).parameters;
  std::vector<const FragmentPort*> takers;
  for (const FragmentId candidate : call.candidates) {
    const FragmentPort* port = port_of_argument(library_.fragments[candidate], call, argument);
    if (port == nullptr || port->parameters.size() != parameters.size()) {
      continue;
    }
    if (!library_.fragments[candidate].is_graph()) {
      return;  // the parameter of a leaf's function has the type that the leaf declares
    }
    takers.push_back(port);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::vector<const TypePattern*>& types = declared_[{lambda.graph, parameters[i]}];
    types.reserve(types.size() + takers.size());
    for (const FragmentPort* port : takers) {
      types.push_back(&port->parameters[i].type);
    }
  }
}

const std::vector<HandedOnPaths::Place>& HandedOnPaths::nodes_at(Span span) const {
  static const std::vector<Place> none;
  const auto found = by_span_.find({span.file.index(), span.begin, span.end});
  return found != by_span_.end() ? found->second : none;
}

std::vector<HandedOnPath> HandedOnPaths::paths_to(Place at) const {
  struct Step {
    HandedOnPath path;
    Place at;
  };
  std::vector<HandedOnPath> found;
  std::vector<Step> open{{{}, at}};
  for (std::size_t steps = 0; !open.empty(); ++steps) {
    if (steps == most_hops) {
      return {{}};
    }
    const Step step = std::move(open.back());
    open.pop_back();
    const GraphNode& written = node(step.at);
    if (const auto* choice = std::get_if<SelectNode>(&written.kind)) {
      open.push_back({step.path, {step.at.graph, choice->if_true}});
      open.push_back({step.path, {step.at.graph, choice->if_false}});
      continue;
    }
    const auto* port = std::get_if<GraphPortNode>(&written.kind);
    const std::optional<FragmentId>& fragment = graphs_[step.at.graph].fragment;
    if (port == nullptr || !fragment ||
        library_.fragments[*fragment].ports[port->port].kind != FragmentPort::Kind::Fn) {
      found.push_back(step.path);
      continue;
    }
    HandedOnPath path = step.path;
    path.push_back(&library_.fragments[*fragment].ports[port->port]);
    const auto calls = calls_.find(*fragment);
    bool may_end = calls == calls_.end();
    if (!may_end) {
      for (const Place& call : calls->second) {
        const CallArgument* argument = argument_of_port(
            library_.fragments[*fragment], std::get<CallNode>(node(call).kind), port->port);
        may_end = may_end || argument == nullptr;
        if (argument != nullptr) {
          open.push_back({path, {call.graph, argument->value}});
        }
      }
    }
    if (may_end) {
      found.push_back(std::move(path));
    }
  }
  keep_shortest(found);
  return found;
}

std::optional<HandedOnPaths::Place> HandedOnPaths::output(NameId name) const {
  for (const GraphOutput& output : graphs_.front().graph->outputs) {
    if (output.name == name) {
      return Place{0, output.node};
    }
  }
  return std::nullopt;
}

std::vector<HandedOnPaths::Place> HandedOnPaths::results_of(Place call) const {
  std::vector<Place> results;
  const auto* written = std::get_if<CallNode>(&node(call).kind);
  if (written == nullptr) {
    return results;
  }
  results.reserve(written->candidates.size());
  for (const FragmentId candidate : written->candidates) {
    const std::optional<std::uint32_t>& graph = added_.at(candidate);
    if (!graph || graphs_[*graph].graph->outputs.size() != 1) {
      return {};
    }
    results.push_back({*graph, graphs_[*graph].graph->outputs.front().node});
  }
  return results;
}

std::vector<const TypePattern*> HandedOnPaths::declared_types(Place parameter) const {
  const auto found = declared_.find({parameter.graph, parameter.node});
  return found != declared_.end() ? found->second : std::vector<const TypePattern*>();
}

}  // namespace weft
