#pragma once

#include <string>

#include "live/session/composed_output.h"
#include "live/session/session_library.h"

// Previews: any port of a material as a picture. A preview is the material with another output: the
// value of the port, through a mapping that its type decides (preview_mapping.h), in the place of
// the color that the profile's first target takes. The search finds the conversions, the profile
// does the rest: what a preview shows at a pixel is what the material has there. The document's
// text stays as it is; the material is composed from a text of its own.
//
// Names of bindings do not matter, and unread bindings are omitted, so equal values give equal
// texts: one shader for all of them.

namespace weft::live {

/// A preview, ready to be composed.
struct Preview {
  std::string text;        ///< a document with the material
  std::string material;    ///< by name
  std::string value;       ///< the name of the binding whose value is shown
  std::string type;        ///< of that value, as source text
  std::string expression;  ///< what maps `value` to the color
};

/// Decides how the port `request.preview` is shown. Leaves `library` loaded with the preview's
/// text. Errors: `unknown-name`, `unknown-port`, `unknown-profile`; `unsupported` for values that
/// cannot be shown (matrices, textures that are not 2D, values inside functions, nodes of graphs
/// that no call or several calls lead to) and profiles without a color target; errors in the nodes
/// that the port reads. O(document), and some compositions of what the port reads.
Result<Preview> plan_preview(SessionLibrary& library, const DocumentText& document,
                             const NodeNames& names, const OutputRequest& request);

/// The type of the value at the port, in the library that is left loaded. Errors as plan_preview().
Result<SemanticType> type_of_port(SessionLibrary& library, const DocumentText& document,
                                  const NodeNames& names, const OutputRequest& request);

/// The document of a preview, whose nodes have the ids of the document that is shown.
DocumentText document_of(const Preview& preview, const DocumentText& document);

/// The request for an output of a session that shows a port. `node`: see find_call_path(). It is
/// composed when an edit changes it, like others, and costs nothing before it is watched or after
/// unwatch().
OutputRequest preview_output(NodeId node, std::string port = {}, std::string profile = "forward");

/// Stands for the texts of all stages, without remarks: equal for outputs that share their shaders.
ContentHash shader_key(const ComposedOutput& output);

}  // namespace weft::live
