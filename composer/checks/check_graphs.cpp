#include "composer/checks/check_graphs.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/signature_types.h"
#include "support/float_bits.h"

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

/// Returns every choice of type arguments, or one choice if there are too many.
std::vector<std::vector<DataType>> choices_of(const Library& library, const Fragment& fragment) {
  if (fragment.type_parameters.empty()) {
    return {{}};
  }
  if (auto choices = signature_choices(library, fragment, most_choices)) {
    return std::move(*choices);
  }
  TypeSolver solver(library.relations, library.data_types);
  const SignatureTypes types = state_signature(solver, library, fragment);
  solver.solve();
  std::vector<DataType> one;
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    const TypeVar parameter = types.parameters[i];
    if (fragment.type_parameters[i].is_length && !solver.decided(parameter)) {
      solver.restrict(parameter, TypeSet::of(DataType::length(length_of_tried_arrays)));
    }
    solver.settle(parameter);
    one.push_back(solver.decided(parameter).value_or(DataType()));
  }
  return {std::move(one)};
}

/// Returns one, or a vector of ones, for ports that take a constant.
Constant ones(DataType type) {
  const std::uint32_t one = type.scalar_kind() == Scalar::Float ? float_bits(1.0F) : 1U;
  return {type, std::vector<std::uint32_t>(static_cast<std::size_t>(type.component_count()), one)};
}

/// Builds a material that calls the graph, with parameters of its ports' types, and type-checks it.
class Caller {
 public:
  Caller(const Library& library, const Fragment& graph, FragmentId id)
      : library_(library), graph_(graph), id_(id) {}

  /// `variables`: the value of each trait variable.
  Diagnostics type(const Composer& composer, const std::vector<DataType>& types,
                   const std::vector<std::optional<ValueId>>& variables) {
    types_ = &types;
    variables_ = &variables;
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
          {port.name, argument_for(port, material, values), port.span, port.span});
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
  SemanticType type_of(const TypePattern& pattern) const {
    SemanticType type(pattern.type_variable ? (*types_)[*pattern.type_variable] : pattern.data);
    for (const PatternEntry& entry : pattern.entries) {
      const std::optional<ValueId> value =
          entry.variable ? (*variables_)[*entry.variable] : entry.value;
      if (value && !entry.conditional) {
        type.set(entry.trait, *value, library_.lattice);
      }
    }
    return type;
  }

  NodeId argument_for(const FragmentPort& port, Material& material,
                      std::vector<std::optional<Constant>>& values) const {
    MaterialParameter parameter;
    parameter.name = port.name;
    parameter.type = type_of(port.type);
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
  const std::vector<DataType>* types_ = nullptr;
  const std::vector<std::optional<ValueId>>* variables_ = nullptr;
};

/// Returns the values of each trait variable's trait; empty if no port mentions it.
std::vector<std::vector<ValueId>> values_of_variables(const Library& library,
                                                      const Fragment& graph) {
  std::vector<std::vector<ValueId>> values(graph.trait_variables.size());
  for (const FragmentPort& port : graph.ports) {
    for (const PatternEntry& entry : port.type.entries) {
      if (!entry.variable || !values[*entry.variable].empty()) {
        continue;
      }
      for (std::size_t i = 0; i < library.lattice.values().size(); ++i) {
        if (library.lattice.value(ValueId(i)).trait == entry.trait) {
          values[*entry.variable].emplace_back(i);
        }
      }
    }
  }
  return values;
}

/// Returns the errors for a choice of types if every value of the trait variables leads to some:
/// those of the first values. All variables advance together, so there are as many tries as values.
Diagnostics check_choice(const Composer& composer, Caller& caller,
                         const std::vector<DataType>& types,
                         const std::vector<std::vector<ValueId>>& values) {
  std::size_t tries = 1;
  for (const std::vector<ValueId>& of_variable : values) {
    tries = std::max(tries, of_variable.size());
  }
  Diagnostics first;
  for (std::size_t i = 0; i < tries; ++i) {
    std::vector<std::optional<ValueId>> chosen;
    for (const std::vector<ValueId>& of_variable : values) {
      chosen.push_back(of_variable.empty() ? std::nullopt
                                           : std::optional(of_variable[i % of_variable.size()]));
    }
    Diagnostics found = caller.type(composer, types, chosen);
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
    const std::vector<std::vector<ValueId>> values = values_of_variables(library, graph);
    Caller caller(library, graph, id);
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Code>, Diagnostic> found;
    for (const std::vector<DataType>& choice : choices_of(library, graph)) {
      if (std::any_of(choice.begin(), choice.end(), [](DataType type) { return type.is_open(); })) {
        continue;  // an open type parameter of a leaf, which no material parameter can have
      }
      for (Diagnostic& diagnostic : check_choice(composer, caller, choice, values)) {
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
