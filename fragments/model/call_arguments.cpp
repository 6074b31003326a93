#include "fragments/model/call_arguments.h"

#include <algorithm>

#include "fragments/model/bind_arguments.h"

namespace weft {

void describe_candidates(const Library& library, CallNode& call) {
  const auto some = [&](auto&& holds) {
    return std::any_of(call.candidates.begin(), call.candidates.end(),
                       [&](FragmentId candidate) { return holds(library.fragments[candidate]); });
  };
  call.may_leave_types_open =
      some([](const Fragment& candidate) { return candidate.leaves_types_open; });
  call.may_be_graph = some([](const Fragment& candidate) { return candidate.is_graph(); });
  call.may_take_functions = some([](const Fragment& candidate) {
    return std::any_of(
        candidate.ports.begin(), candidate.ports.end(),
        [](const FragmentPort& port) { return port.kind != FragmentPort::Kind::Value; });
  });
}

const FragmentPort* port_of_argument(const Fragment& fragment, const CallNode& call,
                                     std::size_t argument) {
  const CallArgument& at = call.arguments[argument];
  if (at.is_parameter) {
    // Depends on the ports that the arguments before it take.
    const auto port = bind_arguments(fragment.ports, call.arguments).port_of_argument[argument];
    return port ? &fragment.ports[*port] : nullptr;
  }
  if (at.name) {
    auto named = std::find_if(fragment.ports.begin(), fragment.ports.end(),
                              [&](const FragmentPort& port) { return port.name == *at.name; });
    return named != fragment.ports.end() ? &*named : nullptr;
  }
  // Positional arguments come first.
  return argument < fragment.listed_port_count() ? &fragment.ports[argument] : nullptr;
}

const CallArgument* argument_of_port(const Fragment& fragment, const CallNode& call,
                                     std::size_t port) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (port_of_argument(fragment, call, i) == &fragment.ports[port]) {
      return &call.arguments[i];
    }
  }
  return nullptr;
}

}  // namespace weft
