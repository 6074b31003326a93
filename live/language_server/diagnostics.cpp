#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "support/json.h"

// Diagnostics are sent when no request waits, so that a fast typist gets them for the last text
// only.

namespace weft::lsp {
namespace {

int severity_number(Severity severity) {
  return severity == Severity::Error ? 1 : severity == Severity::Warning ? 2 : 3;
}

/// The place of what brings an error of another file: the first import of the document that leads
/// there, else its first import.
Span import_of(ServerState& state, OpenDocument& document, const std::string& path) {
  const std::string identity = state.reader.identity(path);
  Span first;
  for (const syntax::Declaration& declaration : document.tree().module().declarations) {
    const auto* import = std::get_if<syntax::ImportDecl>(&declaration.kind);
    if (import == nullptr) {
      continue;
    }
    const std::string place = state.index.imported_path(import->path, document.path());
    const std::vector<IndexedFilePtr> files =
        place.empty() ? std::vector<IndexedFilePtr>() : state.index.closure(place);
    if (std::any_of(files.begin(), files.end(), [&](const IndexedFilePtr& file) {
          return state.reader.identity(file->path) == identity;
        })) {
      return import->path_span;
    }
    first = first.end == 0 ? import->path_span : first;
  }
  return first;
}

Json related_json(const ServerState& state, const Sources& sources, const Span& span,
                  const std::string& text) {
  const SourceFile& source = sources[span.file];
  return Json{{"location", location_json(uri_of_file(state, source.path()), source, span)},
              {"message", text}};
}

}  // namespace

Json diagnostic_json(ServerState& state, OpenDocument& document, const Diagnostic& found,
                     ImportPlaces& imports) {
  const Library& library = document.loaded().library();
  const bool is_here = !found.span || found.span->file == library.root_file;
  Span here = found.span && is_here ? *found.span : Span{};
  if (!is_here) {
    const std::string& path = library.sources[found.span->file].path();
    const auto known = imports.find(path);
    here = known != imports.end() ? known->second : import_of(state, document, path);
    imports.emplace(path, here);
  }
  std::string message = found.message;
  Json related = Json::array();
  if (!is_here) {
    const SourceFile& source = library.sources[found.span->file];
    const Position position = source.position(found.span->begin);
    message = fmt::format("{}:{}:{}: {}", source.path(), position.line, position.column, message);
    related.push_back(related_json(state, library.sources, *found.span, found.message));
  }
  for (const Note& note : found.notes) {
    if (note.span && state.client.shows_related) {
      related.push_back(related_json(state, library.sources, *note.span, note.text));
    } else {
      message += "\nnote: " + note.text;
    }
  }
  if (!found.hint.empty() && state.client.shows_related && is_here) {
    related.push_back(related_json(state, library.sources, here, "hint: " + found.hint));
  } else if (!found.hint.empty()) {
    message += "\nhint: " + found.hint;
  }
  Json made{{"range", range_json(document.source(), here)},
            {"severity", severity_number(found.severity)},
            {"code", slug(found.code)},
            {"source", "weft"},
            {"message", message}};
  if (state.client.shows_related && !related.empty()) {
    made["relatedInformation"] = std::move(related);
  }
  return made;
}

void publish_next(ServerState& state) {
  const std::string uri = state.unpublished.front();
  state.unpublished.erase(state.unpublished.begin());
  const auto found = state.documents.find(uri);
  if (found == state.documents.end()) {
    return;
  }
  OpenDocument& document = *found->second;
  ImportPlaces imports;
  Json list = Json::array();
  for (const Diagnostic& each : document.diagnostics()) {
    list.push_back(diagnostic_json(state, document, each, imports));
  }
  Json params{{"uri", uri}};
  if (document.version()) {
    params["version"] = *document.version();
  }
  params["diagnostics"] = std::move(list);
  state.notify("textDocument/publishDiagnostics", params);
}

void publish_none(ServerState& state, const std::string& uri) {
  state.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
}

}  // namespace weft::lsp
