#pragma once

#include "composer/typing/call_site.h"

namespace weft {

/// Binds the arguments of a call to the ports of a candidate, and finds values for the ports left
/// open: stitched, by default or, at function ports, passed through. Functions are typed for the
/// candidate. Whether the values convert to their ports is decided by plan_call() (plan_ports.h).
/// `settled`: what the variables of the candidate stood for in an earlier plan of the call, if
/// there is one. An empty mismatch may mean that `requests` wait.
Matched<CallSite> bind_ports(const TypingContext& in, const InvokedCall& invoked,
                             FragmentId candidate, const std::optional<Bindings>& settled,
                             Requests& requests);

/// Whether each positional argument of a call has a port, and a data type that the port may take:
/// what tells most candidates apart, found before anything is bound.
bool may_take_positional(const TypingContext& in, const InvokedCall& invoked,
                         const Fragment& candidate);

/// Whether each argument has a port, and a data type that its port may take, whatever either means.
bool may_take_data(const TypingContext& in, const InvokedCall& invoked, const Fragment& candidate);

}  // namespace weft
