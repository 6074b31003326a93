#include "composer/explain/missing_value.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/explanation.h"
#include "fragments/model/library.h"
#include "fragments/model/read_nodes.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// The nodes that the plan's outputs and the states of simulations read.
std::vector<bool> nodes_read_by(const Library& library, const Material& material,
                                const Plan& plan) {
  std::vector<NodeId> roots;
  for (const GraphOutput& output : material.graph.outputs) {
    const auto& demands = library.profiles[plan.profile].demands;
    if (std::any_of(demands.begin(), demands.end(),
                    [&](const ProfileDemand& demand) { return demand.name == output.name; })) {
      roots.push_back(output.node);
    }
  }
  for (const MaterialState& state : material.states) {
    roots.push_back(state.step);
  }
  return find_read_nodes(material.graph, roots);
}

/// A binding or parameter of the material.
struct NamedNode {
  Span span;
  std::optional<NodeId> node;  ///< nothing for a parameter that nothing reads
};

std::optional<NamedNode> find_named(const Library& library, const Material& material,
                                    std::string_view name) {
  const Graph& graph = material.graph;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    const auto* parameter = std::get_if<ParameterNode>(&node.kind);
    const std::optional<NameId> own =
        parameter != nullptr ? material.parameters[parameter->parameter].name : node.name;
    if (own && library.text(*own) == name) {
      return NamedNode{node.span, NodeId(i)};
    }
  }
  for (const MaterialParameter& parameter : material.parameters) {
    if (library.text(parameter.name) == name) {
      return NamedNode{parameter.span, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

Diagnostic explain_missing_value(const Library& library, const Plan& plan, std::string_view name) {
  const Material& material = library.materials[plan.material];
  const auto named = find_named(library, material, name);
  if (!named) {
    std::vector<std::string_view> names;
    for (const std::string_view known : explainable_names(library, plan)) {
      if (!known.empty()) {
        names.push_back(known);
      }
    }
    return error(Code::UnknownName, fmt::format("the plan has no value named '{}'", name),
                 spelling_hint(name, names));
  }
  if (!named->node || !nodes_read_by(library, material, plan)[named->node->index()]) {
    return error_at(Code::UnknownName, named->span,
                    fmt::format("no output that profile '{}' demands reads '{}'",
                                library.text(library.profiles[plan.profile].name), name));
  }
  return error_at(
      Code::UnknownName, named->span,
      fmt::format("the plan computes no '{}': it is a constant, equals another value, or only "
                  "parts of it are read",
                  name),
      "`weft render --node` draws it, and `weft graph` shows what is left");
}

}  // namespace weft
