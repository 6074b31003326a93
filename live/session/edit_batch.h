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
/// O(text), once per run of edits that do not touch each other (added nodes of one graph; numbers
/// and editor's data of different nodes), else per edit.
Result<EditedDocument> apply_edits(const EditContext& context, const std::vector<Edit>& edits);

}  // namespace weft::live
