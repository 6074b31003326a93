#pragma once

#include "fragments/model/graph.h"

namespace weft {

/// Calls f with every node that `node` reads, in source order: for calls the arguments, for `with`
/// the value and the injected values, for loops the count and the initial values. The body of a
/// lambda or loop is evaluated again for each call or step, so it is not an input of the node
/// itself.
template <typename F>
void for_each_input(const GraphNode& node, F f) {
  if (const auto* call = std::get_if<CallNode>(&node.kind)) {
    for (const CallArgument& argument : call->arguments) {
      f(argument.value);
    }
  } else if (const auto* member = std::get_if<MemberNode>(&node.kind)) {
    f(member->object);
  } else if (const auto* index = std::get_if<IndexNode>(&node.kind)) {
    f(index->object);
    f(index->index);
  } else if (const auto* construct = std::get_if<ConstructNode>(&node.kind)) {
    for (NodeId argument : construct->arguments) {
      f(argument);
    }
  } else if (const auto* select = std::get_if<SelectNode>(&node.kind)) {
    f(select->condition);
    f(select->if_true);
    f(select->if_false);
  } else if (const auto* ascribe = std::get_if<AscribeNode>(&node.kind)) {
    f(ascribe->value);
  } else if (const auto* declared = std::get_if<DeclaredNode>(&node.kind)) {
    f(declared->value);
  } else if (const auto* with = std::get_if<WithNode>(&node.kind)) {
    f(with->value);
    for (const WithNode::Injection& injection : with->injections) {
      f(injection.value);
    }
  } else if (const auto* loop = std::get_if<LoopNode>(&node.kind)) {
    f(loop->count);
    for (const LoopNode::State& state : loop->states) {
      f(state.initial);
    }
  } else if (const auto* previous = std::get_if<StateNode>(&node.kind)) {
    f(previous->initial);
    f(previous->place);
    f(previous->size);
  } else if (const auto* step = std::get_if<StepNode>(&node.kind)) {
    f(step->nearest);
    f(step->starts);
    f(step->initial);
    f(step->next);
  } else if (const auto* simulation = std::get_if<SimulationNode>(&node.kind)) {
    for (NodeId state : simulation->states) {
      f(state);
    }
  } else if (const auto* apply = std::get_if<ApplyNode>(&node.kind)) {
    f(apply->function);
    for (const CallArgument& argument : apply->arguments) {
      f(argument.value);
    }
  }
}

/// Calls f with the results of the nodes that are evaluated anew inside a function or loop.
template <typename F>
void for_each_inner_result(const GraphNode& node, F f) {
  if (const auto* lambda = std::get_if<LambdaNode>(&node.kind)) {
    f(lambda->body);
  } else if (const auto* loop = std::get_if<LoopNode>(&node.kind)) {
    for (const LoopNode::State& state : loop->states) {
      f(state.next);
    }
  }
}

/// Calls f with every node that `node` depends on, ignoring stitches.
template <typename F>
void for_each_dependency(const GraphNode& node, F f) {
  for_each_input(node, f);
  for_each_inner_result(node, f);
}

/// Whether the node is a function: a fragment's name or a lambda.
inline bool names_function(const GraphNode& node) {
  return std::holds_alternative<FunctionNode>(node.kind) ||
         std::holds_alternative<LambdaNode>(node.kind);
}
/// Per node: whether it is a function, or a selection that may yield one.
inline std::vector<bool> find_functions(const Graph& graph) {
  std::vector<bool> functions;
  functions.reserve(graph.nodes.size());
  for (const GraphNode& node : graph.nodes) {
    const auto* choice = std::get_if<SelectNode>(&node.kind);
    functions.push_back(names_function(node) ||
                        (choice != nullptr && (functions[choice->if_true.index()] ||
                                               functions[choice->if_false.index()])));
  }
  return functions;
}

/// Calls f with every feature that the graph itself reads, in node order; a feature read twice is
/// visited twice. Excludes features that called fragments extract.
template <typename F>
void for_each_feature_read(const Graph& graph, F f) {
  for (const GraphNode& node : graph.nodes) {
    if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
      f(read->feature);
    }
  }
}

}  // namespace weft
