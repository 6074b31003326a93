#include "fragments/load/load_defaults.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/check_defaults.h"
#include "fragments/load/build_graph.h"
#include "fragments/load/load_metadata.h"
#include "fragments/load/load_passes.h"
#include "fragments/model/lookups.h"
#include "fragments/model/signature_types.h"
#include "fragments/solver/explain_types.h"

namespace weft {
namespace {

bool mentions_feature(const Graph& graph) {
  for (const GraphNode& node : graph.nodes) {
    if (std::holds_alternative<FeatureNode>(node.kind)) {
      return true;
    }
  }
  return false;
}

/// Whether all nodes are literals and constructors.
bool is_constructed(const Graph& graph) {
  return std::all_of(graph.nodes.begin(), graph.nodes.end(), [](const GraphNode& node) {
    return std::holds_alternative<LiteralNode>(node.kind) ||
           std::holds_alternative<ConstructNode>(node.kind);
  });
}

/// Whether a literal default has the port's type; reports mismatches, and constants outside of the
/// port's range.
bool is_good_constant(LoadState& state, const syntax::Module& module, syntax::ExprId expr,
                      const FragmentPort& port) {
  const bool is_decided = port.kind == FragmentPort::Kind::Value && !port.type.type_variable &&
                          port.type.data.is_plain();
  const bool is_literal = find_literal(*port.default_value) != nullptr;
  if (!is_decided || (!is_literal && (port.meta.empty() || !is_constructed(*port.default_value)))) {
    return true;
  }
  NamedChoices choices;
  choices.expect(state.library, expr, port.name, port.meta);
  auto constant = check_constant(state.library, module, expr, port.type.data, choices);
  if (!constant && !is_literal) {
    return true;  // typed with the graph
  }
  if (!constant) {
    state.report(std::move(constant.error()));
    return false;
  }
  check_range(state, port.meta, *constant, module.exprs[expr].span);
  return true;
}

/// Marks the default as broken, after reporting it, so calls that omit the port report nothing
/// further.
void break_default(LoadState& state, FragmentPort& port) {
  port.default_value.reset();
  port.has_broken_default = true;
  state.has_broken_defaults = true;
}

// --- Defaults of type parameters ---

/// The types of a call that leaves the port to its default, whatever the other arguments are.
struct CallWithDefault {
  TypeSolver solver;
  SignatureTypes types;
};

CallWithDefault state_call(const Library& library, const Fragment& fragment, std::uint32_t port,
                           const DefaultType& type) {
  CallWithDefault call{TypeSolver(library.relations, library.data_types), {}};
  call.types = state_signature(call.solver, library, fragment);
  std::vector<std::optional<TypeVar>> values(fragment.ports.size());
  std::vector<bool> literal_defaults(fragment.ports.size(), false);
  for (std::uint32_t other = 0; other < fragment.ports.size(); ++other) {
    if (fragment.ports[other].type.type_variable) {
      values[other] = call.solver.add_variable(other == port ? type.types : TypeSet::all());
    }
  }
  literal_defaults[port] = type.is_literal;
  state_ports(call.solver, fragment, call.types, values, literal_defaults);
  return call;
}

/// Suggests a bound that admits a default of this type.
std::string bound_hint(const Library& library, const FragmentTypeParameter& of, DataType type) {
  if (of.bound.declared) {
    return declared_bound_text(library, of.bound);
  }
  const TypeBound bound = of.bound.type;
  const char* const wants = bound == TypeBound::Integral   ? "write an int or a uint"
                            : bound == TypeBound::Floating ? "write a float"
                            : bound == TypeBound::Boolean  ? "write a bool"
                            : bound == TypeBound::Matrix   ? "write a matrix"
                            : bound == TypeBound::Vector   ? "write a float2, float3 or float4"
                                                           : "write a number";
  const bool is_about_kinds = bound == TypeBound::Integral || bound == TypeBound::Floating;
  return is_about_kinds && is_within(type, TypeBound::Numeric)
             ? fmt::format("{}, or declare '{}' as {}", wants, library.text(of.name),
                           type_bound_name(TypeBound::Numeric))
             : wants;
}

Diagnostic explain(const LoadState& state, const Fragment& fragment, std::uint32_t port,
                   const DefaultType& type, const CallWithDefault& call) {
  const Library& library = state.library;
  const Graph& value = *fragment.ports[port].default_value;
  const std::uint32_t variable = *fragment.ports[port].type.type_variable;
  const FragmentTypeParameter& parameter = fragment.type_parameters[variable];
  const std::string name(library.text(parameter.name));
  const Span at = value.nodes[value.outputs.front().node].span;
  const TypeReasons reasons = explain_contradiction(call.solver);
  Diagnostic diagnostic =
      error_at(Code::TypeMismatch, at,
               fmt::format("'{}' must be {}, but this default is {}", name,
                           library.data_types.bound_name(parameter.bound, library.names),
                           library.type_name(type.type)),
               bound_hint(library, parameter, type.type));
  for (const StatedId relation : reasons.relations) {
    const std::size_t clause = relation.index() - call.types.first_clause.index();
    if (relation < call.types.first_port && clause < call.types.clauses.size()) {
      const RelationClause& stated = *call.types.clauses[clause];
      diagnostic.notes.push_back(
          {fmt::format("'{}' constrains it here", library.relations[stated.rule].name),
           stated.span});
    }
  }
  if (!diagnostic.notes.empty()) {
    diagnostic.message = fmt::format("no type of '{}' fits this default, which is {}", name,
                                     library.type_name(type.type));
    diagnostic.hint = "change its type, or omit the default";
  }
  return diagnostic;
}

/// Returns an error if no call could ever use the default.
std::optional<Diagnostic> find_fault(const LoadState& state, const CheckContext& context,
                                     FragmentId id, std::uint32_t port) {
  const Library& library = state.library;
  const Fragment& fragment = library.fragments[id];
  const Graph& value = *fragment.ports[port].default_value;
  const auto type =
      type_of_default(context, id, port, value.nodes[value.outputs.front().node].span);
  if (!type) {
    return std::nullopt;  // the type needs graph inference, which reports errors itself
  }
  CallWithDefault call = state_call(library, fragment, port, *type);
  if (call.solver.solve()) {
    return std::nullopt;
  }
  TypeSolver alone(library.relations, library.data_types);
  state_signature(alone, library, fragment);
  if (!alone.solve()) {
    return std::nullopt;  // the signature is unsatisfiable even without the default
  }
  return explain(state, fragment, port, *type, call);
}

}  // namespace

/// The fragment's ports are those of the signature in order, without duplicates.
void define_defaults(LoadState& state, const FragmentSource& source, Fragment& fragment) {
  std::size_t next = 0;
  for (const syntax::Port& port : source.signature->ports) {
    if (next == fragment.ports.size() || fragment.ports[next].span != port.name.span) {
      continue;
    }
    FragmentPort& declared = fragment.ports[next++];
    if (port.default_value) {
      declared.default_value =
          build_default(state, *source.module, *port.default_value, fragment, declared);
      if (!declared.default_value ||
          !is_good_constant(state, *source.module, *port.default_value, declared)) {
        break_default(state, declared);
      }
      declared.is_implicit = declared.default_value && mentions_feature(*declared.default_value);
    }
  }
}

void check_defaults(LoadState& state) {
  const Fragment nobody;
  for (std::size_t i = 0; i < state.fragment_sources.size() && !state.is_full(); ++i) {
    Fragment& fragment = state.library.fragments[FragmentId(i)];
    if (state.fragment_sources[i].is_broken || fragment.type_parameters.empty()) {
      continue;
    }
    CheckContext context(state.library, *state.fragment_sources[i].module);
    context.signature = &nobody;
    for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
      FragmentPort& declared = fragment.ports[port];
      if (!declared.default_value || !declared.type.type_variable ||
          declared.kind != FragmentPort::Kind::Value) {
        continue;
      }
      if (auto fault = find_fault(state, context, FragmentId(i), port)) {
        state.report(std::move(*fault));
        break_default(state, declared);
      }
    }
  }
}

}  // namespace weft
