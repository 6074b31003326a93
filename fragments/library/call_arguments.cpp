#include "fragments/library/call_arguments.h"

#include <algorithm>

namespace weft {

const FragmentPort* port_of_argument(const Fragment& fragment, const CallNode& call,
                                     std::size_t argument) {
  const CallArgument& at = call.arguments[argument];
  if (at.name) {
    auto named = std::find_if(fragment.ports.begin(), fragment.ports.end(),
                              [&](const FragmentPort& port) { return port.name == *at.name; });
    return named != fragment.ports.end() ? &*named : nullptr;
  }
  // Arguments without names come first.
  return argument < fragment.ports.size() ? &fragment.ports[argument] : nullptr;
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
