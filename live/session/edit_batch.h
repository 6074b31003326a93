#pragma once

#include <memory>
#include <vector>

#include "live/session/edit.h"

namespace weft::live {

/// A document after edits. Immutable and shared by the session's history and cache.
struct EditedDocument {
  std::shared_ptr<const DocumentText> document;
  std::shared_ptr<const NodeNames> names;
  Splices forward;                 ///< from the text before
  Splices backward;                ///< back to it
  std::vector<NodeId> added = {};  ///< of pasted nodes
};

/// Applies edits one after the other, or none of them. Errors: those of plan_edit(), with a note
/// which edit it was if there are several; `syntax-error` if the text would not parse any more.
/// O(text + what checks for cycles visit), once per run of added nodes of one graph or of renames
/// of different nodes of it, and as often for a run of wires, values and editor's data as one node
/// is changed in it; else per edit.
Result<EditedDocument> apply_edits(const EditContext& context, const std::vector<Edit>& edits);

}  // namespace weft::live
