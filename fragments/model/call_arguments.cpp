#include "fragments/model/call_arguments.h"

#include <algorithm>
#include <vector>

namespace weft {

namespace {

/// Returns the port that a function's parameter goes to, after binding the arguments before it.
const FragmentPort* port_of_parameter(const Fragment& fragment, const CallNode& call,
                                      std::size_t argument) {
  const std::size_t listed = fragment.listed_port_count();
  std::vector<bool> is_given(listed, false);
  const FragmentPort* taken = nullptr;
  for (std::size_t i = 0; i <= argument; ++i) {
    if (!call.arguments[i].is_parameter) {
      taken = port_of_argument(fragment, call, i);
    } else {
      taken = nullptr;
      // Rank: 3 same name, 2 without default, 1 any open port, 0 bound.
      int fits = 0;
      for (std::size_t port = 0; port < listed; ++port) {
        const bool is_named = fragment.ports[port].name == call.arguments[i].name;
        const int now = is_given[port]                       ? 0
                        : is_named                           ? 3
                        : fragment.ports[port].default_value ? 1
                                                             : 2;
        taken = now > fits ? &fragment.ports[port] : taken;
        fits = std::max(fits, now);
      }
    }
    if (taken != nullptr) {
      is_given[static_cast<std::size_t>(taken - fragment.ports.data())] = true;
    }
  }
  return taken;
}

}  // namespace

const FragmentPort* port_of_argument(const Fragment& fragment, const CallNode& call,
                                     std::size_t argument) {
  const CallArgument& at = call.arguments[argument];
  if (at.is_parameter) {
    return port_of_parameter(fragment, call, argument);
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
