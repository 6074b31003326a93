#pragma once

#include <string>
#include <vector>

#include "live/session/node_ids.h"
#include "support/diagnostic.h"

namespace weft::live {

/// A diagnostic in terms of a document: at a node and port. Owns what it says; `diagnostic.span`
/// has been turned into a place.
struct NodeDiagnostic {
  Severity severity = Severity::Error;
  Code code = Code::SyntaxError;
  std::string message;
  std::string hint;
  std::vector<std::string> notes;
  NodeId node;       ///< the innermost node that contains the place; empty: not in the document
  std::string port;  ///< as the message names it, or empty
  std::string file;
  Position position = {0, 0};  ///< 0: no place

  friend bool operator==(const NodeDiagnostic&, const NodeDiagnostic&) = default;
};

/// `document` is file 0 of `sources`. O(diagnostics × log nodes).
std::vector<NodeDiagnostic> node_diagnostics(const Diagnostics& diagnostics,
                                             const DocumentText& document, const NodeNames& names,
                                             const Sources& sources);
/// Of edits and of the text alone.
std::vector<NodeDiagnostic> node_diagnostics(const Diagnostics& diagnostics,
                                             const DocumentText& document, const NodeNames& names);

bool has_errors(const std::vector<NodeDiagnostic>& diagnostics);

/// `m/base, port wear: error: …`, one per line, with hints.
std::string diagnostics_text(const std::vector<NodeDiagnostic>& diagnostics);

}  // namespace weft::live
