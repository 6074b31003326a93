#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/symbol_places.h"
#include "support/json.h"

// From a name to its declarations, and to all its uses.

namespace weft::lsp {
namespace {

RpcAnswer definition(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  const auto at = symbol_at(state, *place);
  Locations places(state);
  Json locations = Json::array();
  if (at && at->symbol.space == SymbolSpace::File) {
    const std::string path = state.index.imported_path(at->symbol.name, place->document->path());
    if (const IndexedFilePtr file = path.empty() ? nullptr : state.index.file(path)) {
      locations.push_back(places.of(file, Span{}));
    }
  } else if (at) {
    for (const FoundDeclaration& each : at->declared) {
      locations.push_back(places.of(each.file, each.declared->name));
    }
  }
  return json_text(locations);
}

RpcAnswer references(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  const bool with_declaration = is_true(member(member(params, "context"), "includeDeclaration"));
  Json locations = Json::array();
  if (const auto at = symbol_at(state, *place)) {
    Locations places(state);
    for (const SymbolUse& use : find_uses(state, *at)) {
      if (with_declaration || !use.occurrence->is_declaration) {
        locations.push_back(places.of(use.file, use.occurrence->span));
      }
    }
  }
  return json_text(locations);
}

RpcAnswer highlights(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  Json marked = Json::array();
  const IndexedFilePtr file = state.index.file(place->document->path());
  const Occurrence* at = file != nullptr ? file->symbols.at(place->offset) : nullptr;
  if (at != nullptr) {
    PlaceFinder places(file->text.source());
    for (const Occurrence& each : file->symbols.occurrences) {
      if (each.symbol == at->symbol) {
        marked.push_back(
            Json{{"range", range_json(places, each.span)}, {"kind", each.is_declaration ? 3 : 2}});
      }
    }
  }
  return json_text(marked);
}

}  // namespace

std::vector<HandlerRow> navigation_handlers() {
  return {{"textDocument/definition", definition},
          {"textDocument/references", references},
          {"textDocument/documentHighlight", highlights}};
}

}  // namespace weft::lsp
