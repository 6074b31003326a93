#include "fragments/analysis/feature_reads.h"

#include <algorithm>

#include "fragments/model/call_arguments.h"
#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

/// The features that the node replaces for one of its inputs, wherever that is evaluated: those
/// that a `with` injects into its value, and that an `eval` port of every candidate of a call
/// injects into its argument. `position`: as for_each_input lists the inputs.
std::vector<FeatureId> replaced_for(const Library& library, const Graph& graph,
                                    const GraphNode& node, std::size_t position) {
  std::vector<FeatureId> replaced;
  if (const auto* with = std::get_if<WithNode>(&node.kind)) {
    for (std::size_t i = 0; position == 0 && i < with->injections.size(); ++i) {
      replaced.push_back(with->injections[i].feature);
    }
    return replaced;
  }
  const auto* call = std::get_if<CallNode>(&node.kind);
  if (call == nullptr || !call->may_take_functions ||
      // The condition of a choice is evaluated outside.
      std::holds_alternative<SelectNode>(graph.nodes[call->arguments[position].value].kind)) {
    return replaced;
  }
  for (std::size_t i = 0; i < call->candidates.size(); ++i) {
    const Fragment& candidate = library.fragments[call->candidates[i]];
    const FragmentPort* port = port_of_argument(candidate, *call, position);
    if (port == nullptr || port->kind != FragmentPort::Kind::Eval) {
      return {};
    }
    if (i == 0) {
      replaced = port->injected;
    }
    std::erase_if(replaced, [&](FeatureId feature) {
      return std::find(port->injected.begin(), port->injected.end(), feature) ==
             port->injected.end();
    });
  }
  return replaced;
}

/// Calls on_fragment and on_feature for what the node itself refers to, and returns what else it
/// reads. `owner`: the fragment whose graph it is in, if any.
template <typename OnFragment, typename OnFeature>
FeatureReads visit_reads(const Library& library, const GraphNode& node,
                         std::optional<FragmentId> owner, OnFragment on_fragment,
                         OnFeature on_feature) {
  FeatureReads reads;
  const auto inject = [&](FeatureId feature) {
    // Whether an injection keeps the frame of anchored values depends on the feature around it.
    if (!library.features[feature].anchored.empty()) {
      on_feature(feature);
    }
  };
  const auto call = [&](const std::vector<FragmentId>& candidates) {
    for (const FragmentId id : candidates) {
      on_fragment(id);
      for (const FragmentPort& port : library.fragments[id].ports) {
        reads.nests = reads.nests || port.kind != FragmentPort::Kind::Value;
        std::for_each(port.injected.begin(), port.injected.end(), inject);
      }
    }
  };
  if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
    on_feature(read->feature);
  } else if (const auto* called = std::get_if<CallNode>(&node.kind)) {
    call(called->candidates);
    reads.reads_any = std::any_of(
        called->candidates.begin(), called->candidates.end(),
        [&](FragmentId id) { return may_be_stitched(library, library.fragments[id], *called); });
  } else if (const auto* function = std::get_if<FunctionNode>(&node.kind)) {
    call(function->candidates);
    reads.nests = true;
  } else if (const auto* with = std::get_if<WithNode>(&node.kind)) {
    for (const WithNode::Injection& injection : with->injections) {
      inject(injection.feature);
    }
  } else if (const auto* passed = std::get_if<GraphPortNode>(&node.kind)) {
    const FragmentPort* port = owner ? &library.fragments[*owner].ports[passed->port] : nullptr;
    if (port != nullptr && port->kind != FragmentPort::Kind::Value) {
      reads.nests = true;
      std::for_each(port->injected.begin(), port->injected.end(), on_feature);
    }
  } else {
    reads.nests = std::holds_alternative<ApplyNode>(node.kind) ||
                  std::holds_alternative<LambdaNode>(node.kind) ||
                  std::holds_alternative<LoopNode>(node.kind);
    reads.reads_any = std::holds_alternative<StateNode>(node.kind) ||
                      std::holds_alternative<StepNode>(node.kind) ||
                      std::holds_alternative<SimulationNode>(node.kind);
  }
  return reads;
}

}  // namespace

FeatureReadsTable::FeatureReadsTable(const Library& library)
    : library_(library),
      direct_fragments_(library.fragments.size()),
      direct_features_(library.features.size()) {
  Direct all;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    if (library.fragments[FragmentId(i)].is_conversion()) {
      all.fragments.emplace_back(i);
    }
  }
  for (const std::optional<FeatureId>& anchor : library.anchors) {
    if (anchor) {
      all.features.push_back(*anchor);
    }
  }
  of_conversions_ = closed(all).features;
}

const FeatureReads& FeatureReadsTable::of(FeatureId feature) {
  const auto known = of_features_.find(feature.index());
  return known != of_features_.end()
             ? known->second
             : of_features_.emplace(feature.index(), closed(direct(feature))).first->second;
}

const FeatureReads& FeatureReadsTable::of(FragmentId fragment) {
  const auto known = of_fragments_.find(fragment.index());
  return known != of_fragments_.end()
             ? known->second
             : of_fragments_.emplace(fragment.index(), closed(direct(fragment))).first->second;
}

std::vector<FeatureReads> FeatureReadsTable::of_nodes(const Graph& graph,
                                                      std::optional<FragmentId> owner) {
  std::vector<FeatureReads> of(graph.nodes.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    FeatureReads& reads = of[i];
    const FeatureReads own = visit_reads(
        library_, node, owner, [&](FragmentId fragment) { reads.insert(this->of(fragment)); },
        [&](FeatureId feature) { reads.insert(this->of(feature)); });
    reads.insert(own);
    const auto insert = [&](NodeId input, const std::vector<FeatureId>& replaced = {}) {
      if (input.index() < i && replaced.empty()) {
        reads.insert(of[input.index()]);
      } else if (input.index() < i) {
        FeatureReads inside = of[input.index()];
        std::for_each(replaced.begin(), replaced.end(),
                      [&](FeatureId feature) { inside.features.erase(feature); });
        reads.insert(inside);
      } else {
        reads.reads_any = true;
      }
    };
    std::size_t position = 0;
    for_each_input(node, [&](NodeId input) {
      insert(input, replaced_for(library_, graph, node, position++));
    });
    for_each_inner_result(node, [&](NodeId result) { insert(result); });
    if (const auto* call = std::get_if<CallNode>(&node.kind);
        call != nullptr && call->stitch_sources.usable_count() != 0) {
      for (const ListedValue& source : call->stitch_sources.usable()) {
        insert(source.node);
      }
    }
  }
  return of;
}

const std::vector<FeatureReads>& FeatureReadsTable::of_graph(FragmentId fragment) {
  const auto [known, is_new] = of_graphs_.try_emplace(fragment.index());
  if (is_new) {
    known->second = of_nodes(*library_.fragments[fragment].graph(), fragment);
  }
  return known->second;
}

FeatureReadsTable::Direct FeatureReadsTable::direct_of(FragmentId id) const {
  const Fragment& fragment = library_.fragments[id];
  Direct direct;
  direct.features = fragment.declared_features;
  for (const BodyInstance& instance : fragment.instances()) {
    direct.features.insert(direct.features.end(), instance.body.features.begin(),
                           instance.body.features.end());
  }
  if (const Graph* graph = fragment.graph()) {
    add_graph(direct, *graph, id);
  }
  for (const FragmentPort& port : fragment.ports) {
    if (port.default_value) {
      add_graph(direct, *port.default_value, std::nullopt);
    }
  }
  return direct;
}

void FeatureReadsTable::add_graph(Direct& direct, const Graph& graph,
                                  std::optional<FragmentId> owner) const {
  for (const GraphNode& node : graph.nodes) {
    direct.reads.insert(visit_reads(
        library_, node, owner, [&](FragmentId id) { direct.fragments.push_back(id); },
        [&](FeatureId id) { direct.features.push_back(id); }));
  }
}

const FeatureReadsTable::Direct& FeatureReadsTable::direct(FragmentId fragment) {
  std::optional<Direct>& known = direct_fragments_[fragment.index()];
  if (!known) {
    known = direct_of(fragment);
  }
  return *known;
}

const FeatureReadsTable::Direct& FeatureReadsTable::direct(FeatureId feature) {
  std::optional<Direct>& known = direct_features_[feature.index()];
  if (!known) {
    known.emplace();
    known->reads.features.insert(feature);
    if (const auto& definition = library_.features[feature].definition) {
      add_graph(*known, *definition, std::nullopt);
    }
  }
  return *known;
}

FeatureReads FeatureReadsTable::closed(const Direct& start) {
  if (start.fragments.empty() && start.features.empty()) {
    return start.reads;
  }
  FeatureReads reads;
  std::vector<bool> has_fragment(library_.fragments.size(), false);
  std::vector<bool> has_feature(library_.features.size(), false);
  std::vector<const Direct*> open{&start};
  while (!open.empty()) {
    const Direct& next = *open.back();
    open.pop_back();
    reads.insert(next.reads);
    for (const FragmentId fragment : next.fragments) {
      if (has_fragment[fragment.index()]) {
        continue;
      }
      has_fragment[fragment.index()] = true;
      if (const auto known = of_fragments_.find(fragment.index()); known != of_fragments_.end()) {
        reads.insert(known->second);
      } else {
        open.push_back(&direct(fragment));
      }
    }
    for (const FeatureId feature : next.features) {
      if (has_feature[feature.index()]) {
        continue;
      }
      has_feature[feature.index()] = true;
      if (const auto known = of_features_.find(feature.index()); known != of_features_.end()) {
        reads.insert(known->second);
      } else {
        open.push_back(&direct(feature));
      }
    }
  }
  return reads;
}

}  // namespace weft
