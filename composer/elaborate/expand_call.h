#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// The single result, or member of the value, of a call that is read.
struct ReadMember {
  std::optional<NameId> member = std::nullopt;
  std::optional<NameId> name = std::nullopt;  ///< suggested for the member
};

/// Expands a call by name. A call of a single graph becomes the graph's results; other calls keep
/// their name, since the overload is chosen after typing. `read`: set if the callee may be a graph.
Expanded expand_call(const Expansion& state, InstanceId instance, const GraphNode& node,
                     const CallNode& call, Origin origin, const ReadMember& read = {});

/// Expands a member of a value. A member of a graph's call is that result alone; other results are
/// not expanded.
Expanded expand_member(const Expansion& state, InstanceId instance, const GraphNode& node,
                       const MemberNode& member, Origin origin);

}  // namespace weft
