#include <string>

#include "fragments/syntax/print_syntax.h"
#include "fragments/syntax/text_encoding.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/session/splices.h"
#include "support/json.h"

// The layout of `weft fmt`. A text that does not parse is left as it is.

namespace weft::lsp {
namespace {

RpcAnswer formatting(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  const live::DocumentText& tree = (*document)->tree();
  if (has_errors(tree.diagnostics())) {
    return tl::unexpected(
        RpcError{RpcCode::RequestFailed, "a text with syntax errors cannot be formatted", {}});
  }
  const SourceFile& source = (*document)->source();
  const std::string layout = with_line_ends_of(
      source.text(), print_module(tree.module(), tree.source(), tree.identifiers()));
  Json edits = Json::array();
  for (const live::Splice& splice : live::difference(source.text(), layout)) {
    edits.push_back(Json{{"range", range_json(source, {FileId(0), splice.begin, splice.end})},
                         {"newText", splice.text}});
  }
  return json_text(edits);
}

}  // namespace

std::vector<HandlerRow> formatting_handlers() { return {{"textDocument/formatting", formatting}}; }

}  // namespace weft::lsp
