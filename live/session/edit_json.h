#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "live/session/session.h"

// Edits and answers as JSON, for the C interface and for services. An edit is an object with the
// name of its kind and its members, as edit.h has them:
//
//   {"op": "set_value", "node": "m/base", "port": "a", "value": 0.5}
//   {"op": "set_value", "node": "m/base", "port": "a", "value": 0.5, "live": true}
//   {"op": "connect", "node": "m/base", "port": "a", "from": "m/texel", "member": "rgb"}
//   {"op": "group", "nodes": ["m/a", "m/b"], "name": "both"}
//
// A value is a number, an array of numbers, or the text of an expression.

namespace weft::live {

/// One edit or an array of them, a batch. Errors: `syntax-error` for text that is not JSON,
/// `wrong-arguments` for members that are missing, unknown or of another kind.
Result<std::vector<Edit>> parse_edits(std::string_view json);

/// A JSON schema (draft 2020-12) of one edit.
std::string edit_schema();

/// `{version, diagnostics, outputs: [{output, answer, has_errors, stages: [{suffix, answer}],
/// bytes: [{block, offset, size}], constants: [{constant_id, bits}], diagnostics, stitched_anew:
/// [{node, port, source}]}]}`.
std::string answer_json(const EditAnswer& answer);
/// `{version, refused: [diagnostic]}`.
std::string refusal_json(std::uint64_t version, const std::vector<NodeDiagnostic>& errors);
/// `[{severity, code, message, node, port, file, line, column, notes, hint}]`.
std::string diagnostics_json(const std::vector<NodeDiagnostic>& diagnostics);
/// `{graphs: [{id, name, material, nodes: [{id, kind, name, value, data, line}]}]}`.
std::string document_json(const DocumentText& document, const NodeNames& names);

}  // namespace weft::live
