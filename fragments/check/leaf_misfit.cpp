#include "fragments/check/leaf_misfit.h"

#include <string>

#include <fmt/format.h>

#include "fragments/model/lookups.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

/// A hint to pass the argument for the first of these ports that uses its default; else empty.
std::string default_hint(const CheckContext& context, const Fragment& fragment,
                         const std::vector<std::optional<Arrival>>& arrivals,
                         const std::vector<std::uint32_t>& ports) {
  for (const std::uint32_t port : ports) {
    if (arrivals[port] && arrivals[port]->is_default) {
      return fmt::format("the default of '{}' is {}: pass the argument",
                         context.text(fragment.ports[port].name),
                         context.type_name(arrivals[port]->type));
    }
  }
  return {};
}

/// Explains what is wrong with the array passed for a parameter. If nothing is, binds its element
/// type and lengths, with its port as their origin.
std::optional<Misfit> explain_array(const CheckContext& context, const Fragment& fragment,
                                    const std::vector<std::optional<Arrival>>& arrivals,
                                    std::uint32_t parameter,
                                    std::vector<std::optional<DataType>>& bound,
                                    std::vector<std::uint32_t>& binding) {
  const std::uint32_t port = binding[parameter];
  const Arrival& arrival = *arrivals[port];
  const std::string_view leaf = context.text(fragment.name);
  const auto port_name = [&](std::uint32_t at) { return context.text(fragment.ports[at].name); };
  KnownTypes known(bound.size());
  known[parameter] = arrival.type;
  const bool is_array = relate_types(context.library.data_types, fragment, known);
  const std::uint32_t element = element_parameter(fragment, parameter);
  const auto& fixed = fragment.type_parameters[element].fixed;
  // Rebuild the array from its element and lengths and compare: `T[N][N]` must be square.
  KnownTypes again = known;
  for (std::size_t i = 0; i < again.size(); ++i) {
    again[i] = fragment.type_parameters[i].array ? std::nullopt : again[i];
  }
  const bool fits = is_array && (!fixed || known[element] == fixed) &&
                    relate_types(context.library.data_types, fragment, again) &&
                    again[parameter] == arrival.type;
  if (!fits) {
    return Misfit{Code::TypeMismatch, arrival.span,
                  fmt::format("port '{}' of '{}' takes {}, not {}", port_name(port), leaf,
                              context.text(fragment.type_parameters[parameter].name),
                              context.type_name(arrival.type))};
  }
  std::vector<std::uint32_t> parts{element};
  for (std::uint32_t at = parameter; fragment.type_parameters[at].array;
       at = fragment.type_parameters[at].array->element) {
    if (const auto& length = fragment.type_parameters[at].array->length) {
      parts.push_back(*length);
    }
  }
  for (const std::uint32_t part : parts) {
    const std::string_view name = context.text(fragment.type_parameters[part].name);
    if (bound[part] && bound[part] != known[part] && fragment.type_parameters[part].is_length) {
      return Misfit{
          Code::TypeMismatch, arrival.span,
          fmt::format("'{}' and '{}' of '{}' must share the length {}, but have {} and {} elements",
                      port_name(binding[part]), port_name(port), leaf, name,
                      context.type_name(*bound[part]), context.type_name(*known[part]))};
    }
    if (bound[part] && bound[part] != known[part]) {
      return Misfit{Code::TypeMismatch, arrival.span,
                    fmt::format("'{}' of '{}' cannot be both {} and {}", name, leaf,
                                context.type_name(*bound[part]), context.type_name(*known[part]))};
    }
    bound[part] = known[part];
    binding[part] = port;
  }
  return std::nullopt;
}

}  // namespace

Misfit explain_types(const CheckContext& context, const Fragment& fragment,
                     const std::vector<std::optional<Arrival>>& arrivals, Span span) {
  std::vector<std::optional<DataType>> bound(fragment.type_parameters.size());
  std::vector<bool> has_literal(fragment.type_parameters.size(), false);
  std::vector<std::uint32_t> binding(
      bound.size());  // the port that binds it, or the last with a literal
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    const std::optional<Arrival>& arrival = arrivals[port];
    if (!arrival) {
      continue;
    }
    const std::uint32_t variable = *fragment.ports[port].type.type_variable;
    std::optional<DataType>& type = bound[variable];
    if (arrival->is_undecided()) {
      has_literal[variable] = true;
      binding[variable] = type ? binding[variable] : port;
    } else if (!type || (arrival->may_spread && type->is_scalar() &&
                         arrival->type.scalar_kind() == type->scalar_kind())) {
      type = arrival->type;
      binding[variable] = port;
    } else if (fragment.type_parameters[variable].array && *type != arrival->type) {
      // The two arrays differ in element type or length.
      if (auto misfit = explain_array(context, fragment, arrivals, variable, bound, binding)) {
        return *misfit;
      }
      binding[variable] = port;
      type = arrival->type;
      if (auto misfit = explain_array(context, fragment, arrivals, variable, bound, binding)) {
        return *misfit;
      }
    } else if (*type != arrival->type && !(arrival->may_spread && arrival->type.is_scalar() &&
                                           arrival->type.scalar_kind() == type->scalar_kind())) {
      return {Code::TypeMismatch, arrival->span,
              fmt::format("'{}' of '{}' cannot be both {} and {}",
                          context.text(fragment.type_parameters[variable].name),
                          context.text(fragment.name), context.type_name(*type),
                          context.type_name(arrival->type)),
              default_hint(context, fragment, arrivals, {binding[variable], port})};
    }
  }
  const DataTypeTable& table = context.library.data_types;
  for (std::uint32_t i = 0; i < bound.size(); ++i) {
    if (!fragment.type_parameters[i].array || (!bound[i] && !has_literal[i])) {
      continue;
    }
    if (auto misfit = explain_array(context, fragment, arrivals, i, bound, binding)) {
      return *misfit;
    }
  }
  std::string types;
  for (std::uint32_t i = 0; i < bound.size(); ++i) {
    const FragmentTypeParameter& parameter = fragment.type_parameters[i];
    if (!bound[i] && has_literal[i]) {
      bound[i] = table.is_within(int_type, parameter.bound) ? int_type : float_type;
    }
    const TypeSet set = parameter_set(table, fragment, i);
    if (bound[i] && (!set.contains(*bound[i]) || !table.is_within(*bound[i], parameter.bound))) {
      const bool is_unbounded = parameter.bound == Bound();
      const std::string hint = default_hint(context, fragment, arrivals, {binding[i]});
      return {Code::TypeMismatch, span,
              fmt::format("'{}' of '{}' must be {}, which {} is not", context.text(parameter.name),
                          context.text(fragment.name),
                          !is_unbounded ? table.bound_name(parameter.bound, context.library.names)
                          : set == TypeSet::values() ? "a value"
                                                     : type_bound_name(TypeBound::Plain),
                          context.type_name(*bound[i])),
              hint.empty() ? declared_bound_text(context.library, parameter.bound) : hint};
    }
    types += bound[i] && !parameter.fixed
                 ? fmt::format("{}{} = {}", types.empty() ? "" : ", ", context.text(parameter.name),
                               context.type_name(*bound[i]))
                 : std::string();
  }
  return {Code::TypeMismatch, span,
          fmt::format("the data types of the arguments of '{}' do not fit together: {}",
                      context.text(fragment.name), types),
          default_hint(context, fragment, arrivals, binding)};
}

}  // namespace weft
