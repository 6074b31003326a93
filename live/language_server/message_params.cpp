#include "live/language_server/message_params.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "live/language_server/document_uri.h"
#include "support/json.h"

namespace weft::lsp {

const Json& member(const Json& object, const char* name) {
  static const Json none;
  const auto found = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && found != object.end() ? *found : none;
}

std::optional<std::string> text_of(const Json& value) {
  return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

bool is_true(const Json& value) { return value.is_boolean() && value.get<bool>(); }

std::optional<LinePlace> parse_place(const Json& value) {
  const Json& line = member(value, "line");
  const Json& character = member(value, "character");
  if (!line.is_number_unsigned() || !character.is_number_unsigned()) {
    return std::nullopt;
  }
  const auto limited = [](const Json& number) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    return static_cast<std::uint32_t>(std::min(number.get<std::uint64_t>(), most));
  };
  return LinePlace{limited(line), limited(character)};
}

Json place_json(LinePlace place) {
  return Json{{"line", place.line}, {"character", place.character}};
}

Json range_json(PlaceFinder& places, Span span) {
  const LinePlace begin = places.place(span.begin);
  PlaceFinder from_begin = places;  // the next span may begin before this one ends
  return Json{{"start", place_json(begin)}, {"end", place_json(from_begin.place(span.end))}};
}

Json range_json(const SourceFile& source, Span span) {
  PlaceFinder places(source);
  return range_json(places, span);
}

Json location_json(const std::string& uri, const SourceFile& source, Span span) {
  return Json{{"uri", uri}, {"range", range_json(source, span)}};
}

RpcError bad_params(std::string message) {
  return {RpcCode::InvalidParams, std::move(message), {}};
}

tl::expected<OpenDocument*, RpcError> document_of(ServerState& state, const Json& params) {
  const auto uri = text_of(member(member(params, "textDocument"), "uri"));
  if (!uri) {
    return tl::unexpected(bad_params("'textDocument.uri' is not a string"));
  }
  const auto found = state.documents.find(*uri);
  if (found == state.documents.end()) {
    return tl::unexpected(bad_params(fmt::format("the document '{}' is not open", *uri)));
  }
  return found->second.get();
}

tl::expected<DocumentPlace, RpcError> place_param(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  const auto place = parse_place(member(params, "position"));
  if (!place) {
    return tl::unexpected(bad_params("'position' is not a line and a character"));
  }
  return DocumentPlace{*document, offset_of((*document)->source(), *place)};
}

std::string uri_of_file(const ServerState& state, const std::string& path) {
  const std::string identity = state.reader.identity(path);
  for (const auto& [uri, document] : state.documents) {
    if (document->path() == path || state.reader.identity(document->path()) == identity) {
      return uri;
    }
  }
  return uri_of_path(path.starts_with('/') ? path : identity);
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weft::lsp
