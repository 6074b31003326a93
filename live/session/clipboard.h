#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "live/session/edit.h"

// Copying nodes gives text: their lines, as they would be typed. The edit `Paste` puts such text
// into a material or graph, of this document or another one.

namespace weft::live {

/// The lines of nodes of one material or graph, in the order of the text, with the comments right
/// above them and at their ends; nodes of `stitch` blocks are inside one. What they read is
/// mentioned by name. Errors: `unknown-name`; `wrong-arguments` for ports, operands, and nodes of
/// several graphs. O(nodes + text of them).
Result<std::string> copied_nodes(const DocumentText& document, const NodeNames& names,
                                 const std::vector<NodeId>& nodes);

}  // namespace weft::live
