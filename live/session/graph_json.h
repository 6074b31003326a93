#pragma once

#include <string>
#include <string_view>

#include "live/session/document_text.h"
#include "live/session/graph_form.h"
#include "support/result.h"

// A document as JSON and back (docs/graph-json.md): materials and graphs with their nodes, wires,
// literals as written, editor's data and comments; other declarations as text. The JSON is that of
// the formatted text, so
//
//   graph_text(graph_json(t)) = formatted t, but for comments inside expressions
//   graph_json(graph_text(j)) = j, but for ids that j leaves out, spelled-out defaults and the
//                               layout of the texts in it

namespace weft::live {

/// The JSON of a document, on one line. Errors: `syntax-error` if the text does not parse. O(text).
Result<std::string> graph_json(const DocumentText& document);

/// The formatted text of a document that is given as JSON. Errors name node and port where there
/// are such: `syntax-error` (no JSON, texts in it that do not parse), `wrong-arguments` (members
/// that are missing, unknown or of another kind), `bad-declaration` (names), `duplicate-name`,
/// `unknown-name` (a wire to a node that does not exist), `graph-cycle`. At most 100. O(JSON); no
/// recursion on its depth.
Result<std::string> graph_text(std::string_view json);

}  // namespace weft::live
