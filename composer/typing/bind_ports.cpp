#include "composer/typing/bind_ports.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/bind_types.h"
#include "composer/typing/explain_clashes.h"
#include "composer/typing/stitch.h"
#include "composer/typing/type_functions.h"
#include "fragments/model/bind_arguments.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

/// Whether an `fn` port has equal parameter and result types. Without an argument it is the
/// identity.
bool passes_through(const FragmentPort& port) {
  return port.kind == FragmentPort::Kind::Fn && port.parameters.size() == 1 &&
         port.parameters.front().type.data == port.type.data &&
         port.parameters.front().type.type_variable == port.type.type_variable &&
         std::equal(port.parameters.front().type.entries.begin(),
                    port.parameters.front().type.entries.end(), port.type.entries.begin(),
                    port.type.entries.end(), [](const PatternEntry& a, const PatternEntry& b) {
                      return a.trait == b.trait && a.value == b.value && a.variable == b.variable;
                    });
}

bool has_function_ports(const Fragment& fragment) {
  return std::any_of(fragment.ports.begin(), fragment.ports.end(), [](const FragmentPort& port) {
    return port.kind != FragmentPort::Kind::Value;
  });
}

Diagnostic explain_binding(const Library& library, const InvokedCall& invoked,
                           const Fragment& fragment, const BindingError& error) {
  const std::string_view name = library.text(fragment.name);
  const CallArgument& argument = invoked.node.arguments[error.argument];
  switch (error.kind) {
    case BindingError::Kind::UnknownName:
      return error_at(Code::UnknownPort, argument.name_span.value_or(argument.span),
                      fmt::format("'{}' has no port '{}'", name, library.text(*argument.name)),
                      port_name_hint(library, fragment.ports, *argument.name));
    case BindingError::Kind::TooMany: {
      const std::size_t listed = fragment.listed_port_count();
      return error_at(Code::WrongArguments, argument.span,
                      fmt::format("'{}' takes {} {}, but {} are given", name, listed,
                                  listed == 1 ? "value" : "values", invoked.node.arguments.size()));
    }
    case BindingError::Kind::BoundTwice:
      break;
  }
  return error_at(Code::WrongArguments, argument.span,
                  fmt::format("port '{}' of '{}' is given twice",
                              library.text(fragment.ports[*error.port].name), name));
}

/// Whether the data type of an argument may become that of its port.
bool may_fit_data(const TypingContext& in, const InvokedCall& invoked, const FragmentPort& port,
                  std::size_t argument) {
  if (port.kind != FragmentPort::Kind::Value || port.type.type_variable) {
    return true;
  }
  const TypedValue& value = in.calls.value(invoked.inputs[argument]);
  return value.is_error || value.function || in.links.may_meet(value, port.type.data);
}

bool may_fit_data(const TypingContext& in, const InvokedCall& invoked, const Fragment& fragment,
                  const BoundArguments& bound) {
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const auto& argument = bound.argument_of_port[i];
    if (argument && !may_fit_data(in, invoked, fragment.ports[i], *argument)) {
      return false;
    }
  }
  return true;
}

/// Necessary conditions on the given ports that do not depend on the other ports and need no
/// function typed. Rejects candidates early.
Matched<void> may_fit(const TypingContext& in, const CallSite& site,
                      const std::vector<bool>& given) {
  for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
    const FragmentPort& port = site.fragment.ports[i];
    if (given[i] && site.values[i].function) {
      if (auto wrong = in.elaborator.misfit(*site.values[i].function, port, site.spans[i])) {
        return tl::unexpected(site.explains ? Mismatch{{std::move(*wrong)}} : Mismatch{});
      }
      continue;
    }
    const bool is_decided =
        given[i] && port.kind == FragmentPort::Kind::Value && !port.type.type_variable &&
        std::none_of(port.type.entries.begin(), port.type.entries.end(),
                     [](const PatternEntry& entry) { return entry.variable.has_value(); });
    if (!is_decided) {
      continue;
    }
    const Demand demand = substitute(port.type, {}, in.lattice());
    if (!in.links.find(site.values[i], demand, site.at)) {
      return tl::unexpected(mismatch_at(in, site, i, site.at, demand));
    }
  }
  return {};
}

/// Stitches the open ports that may be, and checks that the others have defaults. Adds what it
/// found to `site` and `given`.
Mismatch fill_open_ports(const TypingContext& in, const InvokedCall& invoked, CallSite& site,
                         std::vector<bool>& given, Requests& requests) {
  const Fragment& fragment = site.fragment;
  const std::string_view name = in.library().text(fragment.name);
  const auto first_listed =
      invoked.inputs.begin() + static_cast<std::ptrdiff_t>(invoked.node.arguments.size());
  Mismatch mismatch;
  for (std::uint32_t i = 0; i < fragment.listed_port_count(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (!given[i] &&
        is_stitchable(port, invoked.node.is_stitched, in.lattice(), in.library().names)) {
      const OpenPort open{site.id, i,        invoked.node, {first_listed, invoked.inputs.end()},
                          site.at, site.span};
      Stitched stitched = stitch(in, open, requests);
      if (stitched.decision) {
        site.stitches.push_back(std::move(*stitched.decision));
      }
      if (stitched.report) {
        mismatch.diagnostics.push_back(std::move(*stitched.report));
      }
      if (stitched.value) {
        site.values[i] = std::move(*stitched.value);
        given[i] = true;
      }
      continue;
    }
    const bool is_leaf = !fragment.is_graph();
    if (!given[i] && !port.default_value && !(is_leaf && passes_through(port))) {
      Diagnostic diagnostic =
          error_at(Code::OpenInput, site.span,
                   fmt::format("port '{}' of '{}' has neither a value nor a default",
                               in.library().text(port.name), name));
      diagnostic.node = name;
      diagnostic.port = in.library().text(port.name);
      diagnostic.notes.push_back({"the port is declared here", port.span});
      mismatch.diagnostics.push_back(std::move(diagnostic));
    }
  }
  return mismatch;
}

using Closures = std::vector<std::optional<ClosureId>>;  // per port

/// Takes the values of value ports without argument from their defaults, and returns the functions
/// at function ports. False if a value is erroneous or not typed yet.
bool take_defaults(const TypingContext& in, CallSite& site, const std::vector<bool>& given,
                   Closures& closures, Requests& requests) {
  const Fragment& fragment = site.fragment;
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (port.adapts) {
      closures[i] = closures[port.adapts->port];  // listed ports precede adapters
      site.spans[i] = site.spans[port.adapts->port];
      site.passed[i] = site.passed[port.adapts->port];
      continue;
    }
    if (port.kind != FragmentPort::Kind::Value) {
      if (given[i]) {
        closures[i] = site.values[i].function;
      } else if (port.default_value) {
        closures[i] = in.elaborator.default_function(*port.default_value, site.at);
      }
      continue;
    }
    if (given[i] && !site.values[i].function) {
      continue;
    }
    if (!given[i] && !port.default_value) {
      return false;  // waits for its possible sources
    }
    // Another overload takes a function here; this one takes the argument's value.
    const CallId call = given[i] ? in.elaborator.evaluate(*site.values[i].function)
                                 : in.elaborator.expand_expression(*port.default_value, site.at);
    const TypedValue* value = requests.require(call);
    if (value == nullptr || value->is_error) {
      return false;
    }
    site.values[i] = *value;
    site.arguments[i].reset();
  }
  return true;
}

/// Whether a value may become one of a port's type, whatever either means.
bool may_take_value(const TypingContext& in, const InvokedCall& invoked, const Fragment& candidate,
                    const FragmentPort& port, const TypedValue& value) {
  if (const auto& variable = port.type.type_variable) {
    return !(types_of_value(in.values, value) &
             parameter_set(in.library().data_types, candidate, *variable))
                .is_empty();
  }
  return in.links.find(value, Demand{port.type.data, {}}, invoked.at).has_value();
}

}  // namespace

bool may_take_data(const TypingContext& in, const InvokedCall& invoked, const Fragment& candidate) {
  const BoundArguments bound = bind_arguments(candidate.ports, invoked.node.arguments);
  bool takes = bound.errors.empty();
  for (std::size_t i = 0; takes && i < candidate.ports.size(); ++i) {
    const FragmentPort& port = candidate.ports[i];
    const auto& argument = bound.argument_of_port[i];
    if (argument && port.kind == FragmentPort::Kind::Value) {
      const TypedValue& value = in.calls.value(invoked.inputs[*argument]);
      takes =
          value.is_error || value.function || may_take_value(in, invoked, candidate, port, value);
    }
  }
  return takes;
}

bool may_take_positional(const TypingContext& in, const InvokedCall& invoked,
                         const Fragment& candidate) {
  const std::vector<CallArgument>& arguments = invoked.node.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].name || arguments[i].is_parameter) {
      return true;  // positional ones come first
    }
    if (i >= candidate.ports.size() || candidate.ports[i].adapts ||
        !may_fit_data(in, invoked, candidate.ports[i], i)) {
      return false;
    }
  }
  return true;
}

Matched<CallSite> bind_ports(const TypingContext& in, const InvokedCall& invoked,
                             FragmentId candidate, const std::optional<Bindings>& settled,
                             Requests& requests) {
  const Fragment& fragment = in.library().fragments[candidate];
  BoundArguments bound = bind_arguments(fragment.ports, invoked.node.arguments);
  if (!invoked.explains && (!bound.errors.empty() || !may_fit_data(in, invoked, fragment, bound))) {
    return tl::unexpected(Mismatch{});
  }
  Mismatch mismatch;
  for (const BindingError& error : bound.errors) {
    mismatch.diagnostics.push_back(explain_binding(in.library(), invoked, fragment, error));
  }
  CallSite site{candidate, fragment, invoked.call, invoked.at, invoked.span, invoked.explains};
  site.settled = settled;
  site.values.resize(fragment.ports.size());
  site.arguments = std::move(bound.argument_of_port);
  site.spans.resize(fragment.ports.size(), site.span);
  site.passed.resize(fragment.ports.size());
  std::vector<bool> given(fragment.ports.size(), false);
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    if (const auto& argument = site.arguments[i]) {
      given[i] = true;
      site.values[i] = in.calls.value(invoked.inputs[*argument]);
      const CallArgument& written = invoked.node.arguments[*argument];
      site.spans[i] = written.span;
      if (site.values[i].function) {
        site.passed[i] = invoked.call
                             ? argument_of_call(in.elaborator.instances(), *invoked.call, written)
                             : PassedArgument{written.span};
      }
    }
  }
  // A cheap test first: always while candidates are filtered, and before explaining one of several
  // with function ports. A single candidate gets all of its errors reported.
  const bool has_functions = has_function_ports(fragment);
  if (!site.explains ||
      (invoked.is_overloaded() && has_functions && mismatch.diagnostics.empty())) {
    if (auto fits = may_fit(in, site, given); !fits) {
      return tl::unexpected(std::move(fits.error()));
    }
  }
  Mismatch open = fill_open_ports(in, invoked, site, given, requests);
  std::move(open.diagnostics.begin(), open.diagnostics.end(),
            std::back_inserter(mismatch.diagnostics));
  if (!mismatch.diagnostics.empty()) {
    return tl::unexpected(std::move(mismatch));
  }
  Closures closures(fragment.ports.size());
  if (!take_defaults(in, site, given, closures, requests)) {
    return tl::unexpected(Mismatch{});
  }
  if (has_functions) {
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      if (fragment.ports[i].kind != FragmentPort::Kind::Value) {
        site.arguments[i].reset();
      }
    }
    if (auto typed = fragment.is_graph() ? try_functions(in, site, closures, requests)
                                         : type_functions(in, site, closures, requests);
        !typed) {
      return tl::unexpected(std::move(typed.error()));
    }
  }
  return site;
}

}  // namespace weft
