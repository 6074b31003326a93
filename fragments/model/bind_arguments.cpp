#include "fragments/model/bind_arguments.h"

#include <algorithm>
#include <string_view>

#include "support/spelling.h"

namespace weft {
namespace {

std::optional<std::uint32_t> port_named(const std::vector<FragmentPort>& ports, NameId name) {
  const auto at = std::find_if(ports.begin(), ports.end(),
                               [name](const FragmentPort& port) { return port.name == name; });
  return at != ports.end() ? std::optional(static_cast<std::uint32_t>(at - ports.begin()))
                           : std::nullopt;
}

/// The port for a function's parameter: the open port of that name, else the first open one
/// without default, else the first open one.
std::optional<std::uint32_t> port_for_parameter(const std::vector<FragmentPort>& ports,
                                                const BoundArguments& bound, NameId name) {
  std::optional<std::uint32_t> without_default;
  std::optional<std::uint32_t> any;
  for (std::uint32_t port = 0; port < ports.size() && !ports[port].adapts; ++port) {
    if (bound.is_given(port)) {
      continue;
    }
    if (ports[port].name == name) {
      return port;
    }
    if (!without_default && !ports[port].default_value) {
      without_default = port;
    }
    any = any ? any : port;
  }
  return without_default ? without_default : any;
}

template <typename LabelOf>
BoundArguments bind_labels(const std::vector<FragmentPort>& ports, std::size_t count,
                           const LabelOf& label_of) {
  using Kind = BindingError::Kind;
  BoundArguments bound;
  bound.argument_of_port.resize(ports.size());
  bound.port_of_argument.reserve(count);
  for (std::uint32_t argument = 0; argument < count; ++argument) {
    const ArgumentLabel label = label_of(argument);
    const bool is_listed = argument < ports.size() && !ports[argument].adapts;
    const std::optional<std::uint32_t> port = label.is_parameter
                                                  ? port_for_parameter(ports, bound, *label.name)
                                              : label.name ? port_named(ports, *label.name)
                                              : is_listed  ? std::optional(argument)
                                                           : std::nullopt;
    bound.port_of_argument.push_back(port);
    if (!port) {
      const bool is_name = label.name && !label.is_parameter;
      bound.errors.push_back({is_name ? Kind::UnknownName : Kind::TooMany, argument});
    } else if (bound.is_given(*port)) {
      bound.errors.push_back({Kind::BoundTwice, argument, port});
    } else {
      bound.argument_of_port[*port] = argument;
    }
  }
  return bound;
}

}  // namespace

BoundArguments bind_arguments(const std::vector<FragmentPort>& ports,
                              const std::vector<ArgumentLabel>& arguments) {
  return bind_labels(ports, arguments.size(), [&](std::uint32_t at) { return arguments[at]; });
}

BoundArguments bind_arguments(const std::vector<FragmentPort>& ports,
                              const std::vector<CallArgument>& arguments) {
  return bind_labels(ports, arguments.size(), [&](std::uint32_t at) {
    return ArgumentLabel{arguments[at].name, arguments[at].is_parameter};
  });
}

std::string port_name_hint(const Library& library, const std::vector<FragmentPort>& ports,
                           NameId wrong) {
  std::vector<std::string_view> names;
  for (const FragmentPort& port : ports) {
    names.push_back(library.text(port.name));
  }
  return spelling_hint(library.text(wrong), names);
}

}  // namespace weft
