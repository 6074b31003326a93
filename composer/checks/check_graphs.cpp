#include "composer/checks/check_graphs.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/checks/tried_signature.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

constexpr std::size_t most_choices = 64;

/// Marks the fragments that the root file's graphs and materials call by an unambiguous name. An
/// overloaded call may mean another fragment.
std::vector<bool> called_in_file(const Library& library) {
  std::vector<bool> is_called(library.fragments.size(), false);
  const auto visit = [&](const Graph& graph) {
    for (const GraphNode& node : graph.nodes) {
      const auto* call = std::get_if<CallNode>(&node.kind);
      const auto* function = std::get_if<FunctionNode>(&node.kind);
      const std::vector<FragmentId>* candidates = call       ? &call->candidates
                                                  : function ? &function->candidates
                                                             : nullptr;
      if (candidates != nullptr && candidates->size() == 1) {
        is_called[candidates->front().index()] = true;
      }
    }
  };
  for (const Fragment& fragment : library.fragments) {
    if (fragment.graph() && fragment.span.file == library.root_file) {
      visit(*fragment.graph());
    }
  }
  for (const Material& material : library.materials) {
    if (material.span.file == library.root_file) {
      visit(material.graph);
    }
  }
  return is_called;
}

/// Whether a leaf's body forwards functions to other signatures. The conversions that this needs
/// are found at its calls.
bool converts_functions(const Fragment& fragment) {
  return fragment.listed_port_count() < fragment.ports.size();
}

/// Builds a material that calls the graph, with parameters of its ports' types, and type-checks it.
class Caller {
 public:
  Caller(const Library& library, const Fragment& graph, FragmentId id)
      : library_(library), graph_(graph), id_(id) {}

  Diagnostics type(const Composer& composer, const TriedSignature& signature) {
    Material material;
    material.name = graph_.name;
    material.span = graph_.span;
    std::vector<std::optional<Constant>> values;
    CallNode call{graph_.name, {id_}, {}};
    for (std::size_t i = 0; i < graph_.listed_port_count(); ++i) {
      const FragmentPort& port = graph_.ports[i];
      const bool is_constant = port.restriction == PortRestriction::Constant;
      if (port.default_value && is_constant) {
        continue;  // the default will do as a constant
      }
      call.arguments.push_back(
          {port.name, argument_for(port, signature, material, values), port.span, port.span});
      if (is_constant && !values.empty() && material.parameters.back().type.data().is_plain()) {
        values.back() = ones(material.parameters.back().type.data());
      }
    }
    const NodeId called =
        material.graph.nodes.add({std::move(call), std::nullopt, graph_.full_span});
    material.graph.outputs.push_back({graph_.name, called, graph_.span});
    return check_material(composer, material, std::move(values));
  }

 private:
  NodeId argument_for(const FragmentPort& port, const TriedSignature& signature, Material& material,
                      std::vector<std::optional<Constant>>& values) const {
    MaterialParameter parameter;
    parameter.name = port.name;
    parameter.type = tried_type(library_, port.type, signature);
    parameter.span = port.span;
    const auto position = static_cast<std::uint32_t>(material.parameters.size());
    material.parameters.push_back(std::move(parameter));
    values.emplace_back();
    Store<GraphNode>& nodes = material.graph.nodes;
    if (port.kind != FragmentPort::Kind::Fn) {
      return nodes.add({ParameterNode{position}, port.name, port.span});
    }
    LambdaNode lambda{{}, NodeId(0)};
    for (const FragmentPort& of_function : port.parameters) {
      lambda.parameters.push_back(
          nodes.add({BoundNode{of_function.name, std::nullopt}, of_function.name, port.span}));
    }
    lambda.body = nodes.add({ParameterNode{position}, port.name, port.span});
    return nodes.add({std::move(lambda), port.name, port.span});
  }

  const Library& library_;
  const Fragment& graph_;
  const FragmentId id_;
};

/// Returns the errors for a choice of types if every value of the trait variables leads to some:
/// those of the first values. All variables advance together, so there are as many tries as values.
Diagnostics check_choice(const Composer& composer, Caller& caller,
                         const std::vector<DataType>& types,
                         const std::vector<std::vector<std::optional<ValueId>>>& variables) {
  Diagnostics first;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Diagnostics found = caller.type(composer, {types, variables[i]});
    if (!has_errors(found)) {
      return found;
    }
    if (i == 0) {
      first = std::move(found);
    }
  }
  return first;
}

}  // namespace

GraphChecks check_uncalled_graphs(const Composer& composer) {
  const Library& library = composer.library();
  const std::vector<bool> is_called = called_in_file(library);
  GraphChecks checks;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const FragmentId id(i);
    const Fragment& graph = library.fragments[id];
    // A type that only a consumer determines is unknown without one.
    const bool is_checked = graph.graph() != nullptr || converts_functions(graph);
    if (!is_checked || graph.span.file != library.root_file || is_called[i] ||
        graph.leaves_types_open) {
      continue;
    }
    checks.typed += graph.graph() != nullptr ? 1 : 0;
    const auto variables = tried_variables(library, graph);
    Caller caller(library, graph, id);
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Code>, Diagnostic> found;
    for (const std::vector<DataType>& choice : tried_types(library, graph, most_choices)) {
      for (Diagnostic& diagnostic : check_choice(composer, caller, choice, variables)) {
        if (!choice.empty()) {
          diagnostic.notes.push_back(
              {fmt::format("this is for {}", type_choice_text(library, graph, choice))});
        }
        const Span span = diagnostic.span.value_or(Span{});
        found.try_emplace({span.file.index(), span.begin, span.end, diagnostic.code},
                          std::move(diagnostic));
      }
    }
    for (auto& [place, diagnostic] : found) {
      append(checks.diagnostics, std::move(diagnostic));
    }
  }
  return checks;
}

}  // namespace weft
