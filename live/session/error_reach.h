#pragma once

#include <string_view>
#include <vector>

#include "live/session/document_text.h"

namespace weft::live {

/// Whether errors in a material concern some of its outputs: whether one is in the statement of an
/// output of those names, or of a node that such an output reads, directly or not; or not in the
/// statement of a node at all. Loading leaves out what is erroneous with all that depends on it, so
/// the other outputs are whole. Stitched nodes may read any other node. O(material).
bool errors_reach(const DocumentText& document, std::uint32_t material, const Diagnostics& errors,
                  const std::vector<std::string_view>& outputs);

}  // namespace weft::live
