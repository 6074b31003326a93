#pragma once

#include <vector>

#include "composer/elaborate/expansion.h"

namespace weft {

/// Returns the argument at a node as a function call, for one of these ports. A choice between
/// functions is decided, and a forwarded function is passed on where its signature stays the same.
Expanded function_argument(const Expansion& state, NodePlace place, Stage stage,
                           const std::vector<const FragmentPort*>& takers);

/// Returns the arguments of a call whose overload is not known yet: functions where some overload
/// takes one, else values. Nothing while one is missing.
std::optional<CallIds> arguments_of_call(const Expansion& state, InstanceId instance,
                                         const CallNode& call, Stage stage);

/// Returns the values listed before a call, which its open ports may be stitched to. Nothing while
/// one is missing.
std::optional<CallIds> stitch_sources(const Expansion& state, InstanceId instance,
                                      const CallNode& call);

}  // namespace weft
