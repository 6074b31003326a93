#pragma once

#include "live/session/document_text.h"
#include "live/session/splices.h"

namespace weft::live {

/// Splices of `after` that lay out what edits made of `before` as `weft fmt` does: nodes that are
/// new, nodes that changed and were laid out so before, and blank lines that follow each other now.
/// Graphs that are new are left alone, or with `lays_out_graphs` laid out as a whole. Both texts
/// parse. O(text).
Splices layout_of_changes(const DocumentText& before, const DocumentText& after,
                          bool lays_out_graphs);

}  // namespace weft::live
