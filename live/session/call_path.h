#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"
#include "live/session/edit.h"
#include "live/session/node_ids.h"

namespace weft::live {

/// A fragment or graph as the text declares it.
struct DeclaredFragment {
  const DocumentText* text = nullptr;
  const syntax::Signature* signature = nullptr;
  Span span;  ///< of the declaration
};

/// A call of a graph fragment, on the way from a material down to a node.
struct CallStep {
  const DocumentText* text = nullptr;  ///< with the call
  NodePlace place;                     ///< of the call
  syntax::ExprId call;
  DeclaredFragment called;
  std::vector<DeclaredFragment> others;  ///< fragments of the same name
};

/// A node as seen from the calls above it. `m/doubled/inner` is the node `inner` of the graph that
/// the binding `doubled` of the material `m` calls, `m/sum/1/inner` of the graph that its second
/// operand calls. Calls may follow each other.
struct CallPath {
  std::vector<CallStep> calls;  ///< outermost first; empty for a node of a material
  const DocumentText* text = nullptr;
  NodePlace place;
  std::vector<std::shared_ptr<const DocumentText>> imported;  ///< files that `text` points into
};

/// Follows an id through calls, also into graphs of imported files. The id of a node of a graph
/// (`twice/inner`) stands for its only call. Errors: `unknown-name`; `unsupported` if nothing calls
/// the graph, or if several calls or several graphs of one name fit. O(document) and the files with
/// the graphs.
Result<CallPath> find_call_path(const EditContext& context, const Library& library,
                                std::string_view id);

}  // namespace weft::live
