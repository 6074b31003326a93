#include <string>
#include <string_view>
#include <vector>

#include "live/language_server/cursor_context.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/visible_names.h"
#include "support/json.h"

// The signatures of the call whose arguments are being written.

namespace weft::lsp {
namespace {

/// The text of a span on one line.
std::string on_one_line(const IndexedFile& file, Span span) {
  std::string line;
  bool was_space = true;
  for (const char c : file.text.text(span)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space || !was_space) {
      line += is_space ? ' ' : c;
    }
    was_space = is_space;
  }
  return line;
}

/// The ports inside of a declaration, in their order.
std::vector<const DeclaredSymbol*> ports_of_declaration(const FoundDeclaration& found) {
  std::vector<const DeclaredSymbol*> ports;
  for (const DeclaredSymbol& each : found.file->symbols.declared) {
    if ((each.kind == DeclaredKind::Port || each.kind == DeclaredKind::Member) &&
        each.name.begin >= found.declared->whole.begin &&
        each.name.end <= found.declared->whole.end) {
      ports.push_back(&each);
    }
  }
  return ports;
}

struct Signature {
  Json json;
  std::size_t active = 0;  ///< position of the port that the argument goes to
  bool fits = false;       ///< it has that port
};

Signature signature_of(const FoundDeclaration& found, const CursorContext& context) {
  Signature made{Json{{"label", on_one_line(*found.file, found.declared->head)}}};
  Json parameters = Json::array();
  const std::vector<const DeclaredSymbol*> ports = ports_of_declaration(found);
  made.active = context.argument;
  made.fits = context.argument < ports.size() || ports.empty();
  for (std::size_t i = 0; i < ports.size(); ++i) {
    Json parameter{{"label", on_one_line(*found.file, ports[i]->whole)}};
    if (!ports[i]->doc.empty()) {
      parameter["documentation"] = {{"kind", "markdown"}, {"value", ports[i]->doc}};
    }
    parameters.push_back(std::move(parameter));
    const std::string& name = found.file->symbols.symbols[ports[i]->symbol].name;
    if (name == context.argument_name) {
      made.active = i;
      made.fits = true;
    }
  }
  made.json["parameters"] = std::move(parameters);
  if (!found.declared->doc.empty()) {
    made.json["documentation"] = {{"kind", "markdown"}, {"value", found.declared->doc}};
  }
  return made;
}

RpcAnswer signature_help(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  const CursorContext context = context_at(place->document->source(), place->offset);
  if (context.callee.empty()) {
    return "null";
  }
  const auto found = find_declarations(state.index.closure(place->document->path()),
                                       {SymbolSpace::Callable, {}, context.callee});
  Json signatures = Json::array();
  std::size_t active_signature = 0;
  std::size_t active_parameter = context.argument;
  bool has_active = false;
  for (const FoundDeclaration& each : found) {
    Signature made = signature_of(each, context);
    if (made.fits && !has_active) {
      has_active = true;
      active_signature = signatures.size();
      active_parameter = made.active;
    }
    made.json["activeParameter"] = made.active;
    signatures.push_back(std::move(made.json));
  }
  if (signatures.empty()) {
    return "null";
  }
  return json_text(Json{{"signatures", std::move(signatures)},
                        {"activeSignature", active_signature},
                        {"activeParameter", active_parameter}});
}

}  // namespace

std::vector<HandlerRow> signature_help_handlers() {
  return {{"textDocument/signatureHelp", signature_help}};
}

}  // namespace weft::lsp
