#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "live/language_server/document_uri.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "support/json.h"

// Opening, changing and closing of documents, and files that change on disk.

namespace weft::lsp {
namespace {

/// Lets the documents that have read a file read it again.
void file_changed(ServerState& state, const std::string& path) {
  const std::string identity = state.reader.identity(path);
  for (const auto& [uri, document] : state.documents) {
    if (document->depends_on(identity, state.reader)) {
      document->forget_files();
      state.touch(uri);
    }
  }
}

RpcAnswer did_open(ServerState& state, const Json& params) {
  const Json& document = member(params, "textDocument");
  const auto uri = text_of(member(document, "uri"));
  const auto text = text_of(member(document, "text"));
  if (!uri || !text) {
    return tl::unexpected(bad_params("'textDocument' has no uri and text"));
  }
  const std::string path = path_of_uri(*uri);
  state.reader.set(path, *text);
  auto opened = std::make_unique<OpenDocument>(*uri, path, *text, state.reader, state.options);
  const Json& version = member(document, "version");
  if (version.is_number_integer()) {
    opened->set_version(version.get<std::int64_t>());
  }
  state.documents[*uri] = std::move(opened);
  file_changed(state, path);
  state.touch(*uri);
  return "null";
}

/// The changes that a notification lists, or what is wrong with one of them.
tl::expected<std::vector<TextChange>, RpcError> parse_changes(const Json& list) {
  if (!list.is_array()) {
    return tl::unexpected(bad_params("'contentChanges' is not an array"));
  }
  std::vector<TextChange> changes;
  changes.reserve(list.size());
  for (const Json& each : list) {
    const Json& range = member(each, "range");
    auto text = text_of(member(each, "text"));
    TextChange change{parse_place(member(range, "start")), parse_place(member(range, "end")), {}};
    const bool is_whole = range.is_null();
    if (!text || (!is_whole && (!change.begin || !change.end))) {
      return tl::unexpected(bad_params("a change has no text, or a range that is none"));
    }
    change.text = std::move(*text);
    changes.push_back(std::move(change));
  }
  return changes;
}

RpcAnswer did_change(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  const auto changes = parse_changes(member(params, "contentChanges"));
  if (!changes) {
    return tl::unexpected(changes.error());
  }
  for (const TextChange& change : *changes) {
    (*document)->change(change);
  }
  const Json& version = member(member(params, "textDocument"), "version");
  if (version.is_number_integer()) {
    (*document)->set_version(version.get<std::int64_t>());
  }
  state.reader.set((*document)->path(), std::string((*document)->source().text()));
  file_changed(state, (*document)->path());
  state.touch((*document)->uri());
  return "null";
}

RpcAnswer did_save(ServerState& state, const Json& params) {
  const auto uri = text_of(member(member(params, "textDocument"), "uri"));
  if (uri) {
    file_changed(state, path_of_uri(*uri));
  }
  return "null";
}

RpcAnswer did_close(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  const std::string uri = (*document)->uri();
  const std::string path = (*document)->path();
  state.documents.erase(uri);
  state.reader.remove(path);
  publish_none(state, uri);
  file_changed(state, path);
  return "null";
}

RpcAnswer did_change_files(ServerState& state, const Json& params) {
  const Json& changes = member(params, "changes");
  if (!changes.is_array()) {
    return tl::unexpected(bad_params("'changes' is not an array"));
  }
  const bool is_new = std::any_of(changes.begin(), changes.end(),
                                  [](const Json& change) { return member(change, "type") == 1; });
  for (const Json& change : changes) {
    if (const auto uri = text_of(member(change, "uri"))) {
      file_changed(state, path_of_uri(*uri));
    }
  }
  if (is_new) {  // somebody may have imported it before it existed
    for (const auto& [uri, document] : state.documents) {
      document->forget_files();
      state.touch(uri);
    }
  }
  return "null";
}

}  // namespace

std::vector<HandlerRow> synchronization_handlers() {
  return {{"textDocument/didOpen", did_open},
          {"textDocument/didChange", did_change},
          {"textDocument/didSave", did_save},
          {"textDocument/didClose", did_close},
          {"workspace/didChangeWatchedFiles", did_change_files}};
}

}  // namespace weft::lsp
