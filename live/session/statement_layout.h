#pragma once

#include "live/session/document_text.h"
#include "live/session/node_ids.h"
#include "live/session/splices.h"

namespace weft::live {

struct NamedDocument {
  const DocumentText& document;
  const NodeNames& names;
};

/// Splices of the text of `now` that lay out what edits made of `old` as `weft fmt` does: nodes
/// that are new, nodes that changed and were laid out so before, and blank lines that follow each
/// other now. Graphs that are new are left alone, or with `lays_out_graphs` laid out as a whole.
/// Both texts parse. O(nodes), and what changed.
Splices layout_of_changes(const NamedDocument& old, const NamedDocument& now, bool lays_out_graphs);

}  // namespace weft::live
