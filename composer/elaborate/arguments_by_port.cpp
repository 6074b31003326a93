#include "composer/elaborate/arguments_by_port.h"

#include <fmt/format.h>

#include "fragments/model/bind_arguments.h"

namespace weft {
namespace {

Diagnostic explain_binding(const Library& library, const CallNode& call, const Fragment& fragment,
                           const BindingError& wrong) {
  const std::string_view callee = library.text(fragment.name);
  const CallArgument& argument = call.arguments[wrong.argument];
  if (wrong.kind == BindingError::Kind::UnknownName) {
    return error_at(Code::UnknownPort, argument.name_span.value_or(argument.span),
                    fmt::format("'{}' has no port '{}'", callee, library.text(*argument.name)),
                    port_name_hint(library, fragment.ports, *argument.name));
  }
  return error_at(Code::WrongArguments, argument.span,
                  fmt::format("'{}' takes {} argument{}, each once", callee, fragment.ports.size(),
                              fragment.ports.size() == 1 ? "" : "s"));
}

}  // namespace

Result<ArgumentsByPort> arguments_by_port(const Library& library, const CallNode& call,
                                          const Fragment& fragment, Span span) {
  BoundArguments bound = bind_arguments(fragment.ports, call.arguments);
  if (!bound.errors.empty()) {
    return failed(explain_binding(library, call, fragment, bound.errors.front()));
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (bound.source(i, port) == PortSource::Missing &&
        !is_stitchable(port, call.is_stitched, library.lattice, library.names)) {
      return failed(error_at(Code::OpenInput, span,
                             fmt::format("port '{}' of '{}' has neither a value nor a default",
                                         library.text(port.name), library.text(fragment.name))));
    }
  }
  return std::move(bound.argument_of_port);
}

Result<ArgumentsByPort> arguments_by_parameter(const Library& library, const ApplyNode& apply,
                                               const FragmentPort& function, Span span) {
  BoundArguments bound = bind_arguments(function.parameters, apply.arguments);
  if (!bound.errors.empty()) {
    const CallArgument& argument = apply.arguments[bound.errors.front().argument];
    return failed(error_at(Code::WrongArguments, argument.span,
                           fmt::format("'{}' takes {} arguments, each once",
                                       library.text(function.name), function.parameters.size())));
  }
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    if (!bound.is_given(i)) {
      return failed(error_at(
          Code::WrongArguments, span,
          fmt::format("the argument '{}' of '{}' is missing",
                      library.text(function.parameters[i].name), library.text(function.name))));
    }
  }
  return std::move(bound.argument_of_port);
}

}  // namespace weft
