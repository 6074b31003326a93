#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "live/language_server/server_state.h"
#include "live/language_server/text_places.h"
#include "support/json_fwd.h"

// Params and results of the protocol. What a client sends may lack any member, or have it of any
// kind.

namespace weft::lsp {

/// A member of an object; null if there is none.
const Json& member(const Json& object, const char* name);
/// A text; nothing if it is another value.
std::optional<std::string> text_of(const Json& value);
/// `{line, character}`.
std::optional<LinePlace> parse_place(const Json& value);
/// A true boolean.
bool is_true(const Json& value);

Json place_json(LinePlace place);
/// `{start, end}` of a span in a text.
Json range_json(const SourceFile& source, Span span);
/// The same for many spans of a text, whose beginnings ascend.
Json range_json(PlaceFinder& places, Span span);
/// `{uri, range}` of a span in a file. `uri` is that of the file.
Json location_json(const std::string& uri, const SourceFile& source, Span span);

RpcError bad_params(std::string message);

/// The document that `textDocument.uri` names, which has to be open.
tl::expected<OpenDocument*, RpcError> document_of(ServerState& state, const Json& params);

/// A byte of an open document.
struct DocumentPlace {
  OpenDocument* document = nullptr;
  std::uint32_t offset = 0;
};
/// What `textDocument` and `position` name.
tl::expected<DocumentPlace, RpcError> place_param(ServerState& state, const Json& params);

/// The URI of a file: that of an open document, if it is one.
std::string uri_of_file(const ServerState& state, const std::string& path);

/// JSON as text; what is not UTF-8 is replaced.
std::string json_text(const Json& json);

}  // namespace weft::lsp
