#pragma once

#include <cstdint>
#include <vector>

#include "live/session/edit_rules.h"

// What nodes of a graph read of each other, for edits that move some of them.

namespace weft::live {

struct NodeRead {
  std::uint32_t node;
  Span span;  ///< of the mention
};
/// What a node reads of its graph, in text order. A call of a fragment reads no node of its name.
std::vector<NodeRead> nodes_read(const EditContext& context, std::uint32_t reader);

/// `graph-cycle` if a node outside of a group reads the group and the group depends on it; names
/// that node and who reads it. `members` are sorted and of one graph. O(graph); no recursion.
Diagnostics check_no_cycle(const EditContext& context, const std::vector<std::uint32_t>& members);

}  // namespace weft::live
