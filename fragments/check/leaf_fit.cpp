#include "fragments/check/leaf_fit.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_defaults.h"
#include "fragments/check/handed_function.h"
#include "fragments/check/leaf_misfit.h"
#include "fragments/model/bind_arguments.h"
#include "fragments/model/lookups.h"
#include "fragments/model/signature_types.h"
#include "fragments/model/specificity.h"

namespace weft {
namespace {

using Arguments = std::vector<CheckedArgument>;

Misfit explain_binding(const CheckContext& context, const Fragment& fragment,
                       const Arguments& arguments, const BindingError& error, Span span) {
  const std::string_view name = context.text(fragment.name);
  const CheckedArgument& argument = arguments[error.argument];
  switch (error.kind) {
    case BindingError::Kind::UnknownName:
      return {Code::UnknownPort, argument.name->span,
              fmt::format("'{}' has no port '{}'", name, context.text(argument.name->name)),
              "it is " + signature_text(context, fragment)};
    case BindingError::Kind::TooMany:
      return {Code::WrongArguments, span,
              fmt::format("'{}' takes {} arguments, not {}", name, fragment.listed_port_count(),
                          arguments.size()),
              "it is " + signature_text(context, fragment)};
    case BindingError::Kind::BoundTwice:
      break;
  }
  return {Code::WrongArguments, argument.value.span,
          fmt::format("port '{}' of '{}' is given twice",
                      context.text(fragment.ports[*error.port].name), name)};
}

tl::expected<void, Misfit> match_ports(const CheckContext& context, const Fragment& fragment,
                                       const Arguments& arguments, Span span, Fit& fit) {
  BoundArguments bound = bind_arguments(fragment.ports, labels_of(arguments));
  if (!bound.errors.empty()) {
    return tl::unexpected(
        explain_binding(context, fragment, arguments, bound.errors.front(), span));
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    fit.follows_error = fit.follows_error || (!port.type.type_variable && port.type.data.is_void());
    if (bound.source(i, port) != PortSource::Missing) {
      continue;
    }
    fit.follows_error = true;
    if (!port.has_broken_default) {
      return tl::unexpected(
          Misfit{Code::WrongArguments, span,
                 fmt::format("the argument '{}' of '{}' is missing", context.text(port.name),
                             context.text(fragment.name)),
                 "it is " + signature_text(context, fragment)});
    }
  }
  fit.argument_of_port = std::move(bound.argument_of_port);
  return {};
}

/// Per port: the value for its type parameter. Empty if the port's type is not a parameter, or if
/// bodies cannot compute its default.
std::vector<std::optional<Arrival>> find_arrivals(const CheckContext& context,
                                                  const Arguments& arguments, Span span, Fit& fit) {
  const Fragment& fragment = context.library.fragments[fit.fragment];
  std::vector<std::optional<Arrival>> arrivals(fragment.ports.size());
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    if (!fragment.ports[port].type.type_variable) {
      continue;
    }
    const bool spreads = may_spread(fragment, port);
    if (fit.argument_of_port[port]) {
      const CheckedValue& value = arguments[*fit.argument_of_port[port]].value;
      arrivals[port] =
          Arrival{value.type, possible_types(context, value), value.span, false, spreads};
    } else if (!fragment.ports[port].default_value) {
      continue;
    } else if (const auto found = type_of_default(context, fit.fragment, port, span)) {
      arrivals[port] = Arrival{found->type, found->types, span, true, spreads || found->is_literal};
    } else {
      fit.follows_error = fit.follows_error || !found.error();
    }
  }
  return arrivals;
}

/// Explains an unbound type parameter; bodies may be unable to compute the default that would bind
/// it.
Misfit explain_undecided(const CheckContext& context, std::uint32_t parameter, Span span,
                         const Fit& fit) {
  const Fragment& fragment = context.library.fragments[fit.fragment];
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    if (fragment.ports[port].type.type_variable == parameter && !fit.argument_of_port[port]) {
      const auto found = type_of_default(context, fit.fragment, port, span);
      if (!found && found.error()) {
        return {found.error()->code, span, found.error()->message, found.error()->hint};
      }
    }
  }
  return {Code::UndecidedType, span,
          fmt::format("'{}' is undetermined in this call of '{}'",
                      context.text(fragment.type_parameters[parameter].name),
                      context.text(fragment.name))};
}

/// Fast path: binds the parameters without the solver if each meets arguments of exactly one type
/// and nothing but bounds constrains them. Returns false if the solver is needed.
bool bind_plainly(const CheckContext& context, const Fragment& fragment, const Arguments& arguments,
                  Fit& fit) {
  std::vector<std::optional<DataType>> bound(fragment.type_parameters.size());
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    auto variable = fragment.ports[port].type.type_variable;
    if (!variable) {
      continue;
    }
    if (!fit.argument_of_port[port]) {
      return false;
    }
    const CheckedValue& value = arguments[*fit.argument_of_port[port]].value;
    std::optional<DataType>& type = bound[*variable];
    if (value.is_literal || (type && *type != value.type)) {
      return false;
    }
    type = value.type;
  }
  const bool are_free = relations_are_about_bounds(fragment);
  for (std::uint32_t i = 0; i < bound.size() && are_free; ++i) {
    const DataTypeTable& table = context.library.data_types;
    if (!bound[i] || !parameter_set(table, fragment, i).contains(*bound[i]) ||
        !table.is_within(*bound[i], fragment.type_parameters[i].bound)) {
      return false;
    }
    fit.type_arguments.push_back(*bound[i]);
  }
  return are_free;
}

/// Binds the type parameters with the solver, as calls in graphs do
/// (composer/typing/type_data.cpp).
tl::expected<void, Misfit> bind_types(const CheckContext& context, const Fragment& fragment,
                                      const Arguments& arguments, Span span, Fit& fit) {
  if (fragment.type_parameters.empty() || bind_plainly(context, fragment, arguments, fit)) {
    return {};
  }
  fit.type_arguments.clear();
  TypeSolver solver(context.library.relations, context.library.data_types);
  const SignatureTypes types = state_signature(solver, context.library, fragment);
  const std::vector<std::optional<Arrival>> arrivals = find_arrivals(context, arguments, span, fit);
  std::vector<std::optional<TypeVar>> values(fragment.ports.size());
  std::vector<bool> literal_defaults(fragment.ports.size(), false);
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    if (arrivals[port]) {
      values[port] = solver.add_variable(arrivals[port]->types);
      literal_defaults[port] = arrivals[port]->is_default && arrivals[port]->may_spread;
    }
  }
  state_ports(solver, fragment, types, values, literal_defaults);
  bool fits = solver.solve();
  for (std::size_t i = 0; i < values.size() && fits; ++i) {
    fits = !values[i] || solver.decided(*values[i]) || solver.settle(*values[i]);
  }
  if (!fits) {
    return tl::unexpected(explain_types(context, fragment, arrivals, span));
  }
  for (std::uint32_t i = 0; i < types.parameters.size(); ++i) {
    const std::optional<DataType> type = solver.decided(types.parameters[i]);
    if (!type && fit.follows_error) {
      fit.type_arguments.emplace_back();
      continue;
    }
    if (!type) {
      return tl::unexpected(explain_undecided(context, i, span, fit));
    }
    fit.type_arguments.push_back(*type);
  }
  return {};
}

/// Whether the default of an omitted port widens to another component kind. It counts like a
/// literal argument that widens.
bool default_widens(const CheckContext& context, const Fit& fit, std::uint32_t port, Span span) {
  const Fragment& fragment = context.library.fragments[fit.fragment];
  const DataType type = port_type(fragment, fit, port);
  if (fragment.ports[port].type.type_variable) {
    const auto found = type_of_default(context, fit.fragment, port, span);
    return found && found->is_literal && found->type.scalar_kind() != type.scalar_kind();
  }
  const LiteralNode* literal = find_literal(*fragment.ports[port].default_value);
  return literal != nullptr && literal->value.type.scalar_kind() != type.scalar_kind();
}

/// Checks that `fn` ports get functions and other ports values.
std::optional<Misfit> match_function(const CheckContext& context, const Fit& fit,
                                     std::uint32_t port, const CheckedValue& value) {
  const Fragment& fragment = context.library.fragments[fit.fragment];
  const bool takes_function = fragment.ports[port].kind == FragmentPort::Kind::Fn;
  const std::string_view name = context.text(fragment.ports[port].name);
  if (takes_function && !value.function) {
    return Misfit{Code::TypeMismatch, value.span,
                  fmt::format("port '{}' of '{}' takes a function, not {}", name,
                              context.text(fragment.name), context.type_name(value.type)),
                  "a body can only forward its own functions: write the name of an fn port"};
  }
  if (!takes_function && value.function) {
    return Misfit{Code::TypeMismatch, value.span,
                  fmt::format("port '{}' of '{}' takes a value, not a function", name,
                              context.text(fragment.name)),
                  "call it with all its arguments"};
  }
  return takes_function ? refuse_function(context, fit, port, value) : std::nullopt;
}

tl::expected<void, Misfit> match_types(const CheckContext& context, const Fragment& fragment,
                                       const Arguments& arguments, Span span, Fit& fit) {
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    if (!fit.argument_of_port[port]) {
      const bool has_default = fragment.ports[port].default_value.has_value();
      fit.widened += has_default && default_widens(context, fit, port, span) ? 1 : 0;
      continue;
    }
    const CheckedValue& value = arguments[*fit.argument_of_port[port]].value;
    DataType type = port_type(fragment, fit, port);
    if (auto misfit = match_function(context, fit, port, value)) {
      return tl::unexpected(std::move(*misfit));
    }
    fit.opposed += value.function && opposes_function(context, fit, port, value) ? 1 : 0;
    if (value.function || value.type == type || type.is_void()) {
      continue;
    }
    bool spreads = (type.is_vector() || type.is_matrix()) && value.type.is_scalar() &&
                   may_spread(fragment, port) &&
                   is_convertible(context, value, DataType::scalar(type.scalar_kind()));
    if (!spreads && !is_convertible(context, value, type)) {
      return tl::unexpected(
          Misfit{Code::TypeMismatch, value.span,
                 fmt::format("port '{}' of '{}' takes {}, not {}",
                             context.text(fragment.ports[port].name), context.text(fragment.name),
                             context.type_name(type), context.type_name(value.type)),
                 conversion_hint(context, value, type)});
    }
    fit.widened += value.type.scalar_kind() != type.scalar_kind() ? 1 : 0;
  }
  return {};
}

/// Reports what bodies cannot call, even if the arguments fit.
std::optional<Misfit> find_unsupported(const CheckContext& context, const Fragment& fragment,
                                       Span span) {
  std::string_view name = context.text(fragment.name);
  for (const FragmentPort& port : fragment.ports) {
    if (port.kind == FragmentPort::Kind::Eval) {
      return Misfit{Code::Unsupported, span,
                    fmt::format("'{}' takes an expression for '{}', which a body cannot pass", name,
                                context.text(port.name)),
                    "call it in a graph"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string signature_text(const CheckContext& context, const Fragment& fragment) {
  auto type_text = [&](const TypePattern& pattern) {
    return pattern.type_variable
               ? std::string(context.text(fragment.type_parameters[*pattern.type_variable].name))
               : context.type_name(pattern.data);
  };
  std::string ports;
  for (std::size_t i = 0; i < fragment.listed_port_count(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    ports += fmt::format("{}{}: {}{}", ports.empty() ? "" : ", ", context.text(port.name),
                         type_text(port.type),
                         port.default_value || port.has_broken_default ? " = …" : "");
  }
  std::string results;
  for (const FragmentResult& result : fragment.results) {
    results += fmt::format("{}{}", results.empty() ? "" : ", ", type_text(result.type));
  }
  return fmt::format("{}({}) -> {}", context.text(fragment.name), ports, results);
}

DataType port_type(const Fragment& fragment, const Fit& fit, std::size_t port) {
  const TypePattern& pattern = fragment.ports[port].type;
  return pattern.type_variable ? fit.type_arguments[*pattern.type_variable] : pattern.data;
}

tl::expected<Fit, Misfit> match_leaf(const CheckContext& context, FragmentId id,
                                     const Arguments& arguments, Span span) {
  const Fragment& fragment = context.library.fragments[id];
  std::string_view name = context.text(fragment.name);
  Fit fit = {id, {}, {}, 0, 0, false};
  if (fragment.is_graph()) {
    return tl::unexpected(Misfit{Code::Unsupported, span,
                                 fmt::format("'{}' is a graph: a body can call only leaves", name),
                                 "pass its value in through a port"});
  }
  if (auto misfit = find_unsupported(context, fragment, span)) {
    return tl::unexpected(*misfit);
  }
  if (auto matched = match_ports(context, fragment, arguments, span, fit); !matched) {
    return tl::unexpected(matched.error());
  }
  if (auto bound = bind_types(context, fragment, arguments, span, fit); !bound) {
    return tl::unexpected(bound.error());
  }
  if (auto matched = match_types(context, fragment, arguments, span, fit); !matched) {
    return tl::unexpected(matched.error());
  }
  return fit;
}

std::vector<Fit> best_of(const CheckContext& context, std::vector<Fit> fits) {
  const auto effort = [](const Fit& fit) { return std::make_pair(fit.opposed, fit.widened); };
  const auto least =
      std::min_element(fits.begin(), fits.end(),
                       [&effort](const Fit& a, const Fit& b) { return effort(a) < effort(b); });
  if (least == fits.end()) {
    return fits;
  }
  std::vector<Fit> best;
  for (const Fit& fit : fits) {
    const bool is_beaten = std::any_of(fits.begin(), fits.end(), [&](const Fit& other) {
      return effort(other) == effort(*least) &&
             is_more_specific(context.library.fragments[other.fragment],
                              context.library.fragments[fit.fragment], Specificity::Types,
                              context.library);
    });
    if (effort(fit) == effort(*least) && !is_beaten) {
      best.push_back(fit);
    }
  }
  return best;
}

}  // namespace weft
