#include <algorithm>
#include <utility>

#include "live/language_server/document_uri.h"
#include "live/language_server/message_params.h"
#include "live/language_server/semantic_tokens.h"
#include "live/language_server/server_state.h"
#include "support/json.h"

// The beginning and the end of a connection.

namespace weft::lsp {
namespace {

/// What the server can do (`ServerCapabilities`).
Json capabilities() {
  return Json{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"completionProvider", {{"triggerCharacters", {".", "{", ":", "(", "\""}}}},
      {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentFormattingProvider", true},
      {"semanticTokensProvider", {{"legend", semantic_tokens_legend()}, {"full", true}}},
      {"inlayHintProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}},
  };
}

std::vector<std::string> workspace_folders(const Json& params) {
  std::vector<std::string> folders;
  const Json& listed = member(params, "workspaceFolders");
  if (listed.is_array()) {
    folders.reserve(listed.size());
    for (const Json& folder : listed) {
      if (const auto uri = text_of(member(folder, "uri"))) {
        folders.push_back(path_of_uri(*uri));
      }
    }
  } else if (const auto root = text_of(member(params, "rootUri"))) {
    folders.push_back(path_of_uri(*root));
  }
  return folders;
}

RpcAnswer initialize(ServerState& state, const Json& params) {
  if (state.phase != ServerState::Phase::Uninitialized) {
    return tl::unexpected(
        RpcError{RpcCode::InvalidRequest, "the server is initialized already", {}});
  }
  state.phase = ServerState::Phase::Running;
  state.folders = workspace_folders(params);
  const Json& imports = member(member(params, "initializationOptions"), "importFolders");
  if (imports.is_array()) {
    for (const Json& each : imports) {
      if (auto folder = text_of(each)) {
        state.options.import_directories.push_back(path_of_uri(*folder));
      }
    }
  }
  const Json& abilities = member(params, "capabilities");
  const Json& diagnostics = member(member(abilities, "textDocument"), "publishDiagnostics");
  state.client.shows_related = is_true(member(diagnostics, "relatedInformation"));
  state.client.registers_watch = is_true(member(
      member(member(abilities, "workspace"), "didChangeWatchedFiles"), "dynamicRegistration"));
  return json_text(Json{{"capabilities", capabilities()}, {"serverInfo", {{"name", "weft"}}}});
}

RpcAnswer initialized(ServerState& state, const Json& /*params*/) {
  if (state.client.registers_watch) {
    const Json watched{
        {"id", "weft-files"},
        {"method", "workspace/didChangeWatchedFiles"},
        {"registerOptions", {{"watchers", Json::array({Json{{"globPattern", "**/*.weft"}}})}}}};
    state.messages.push_back(
        json_text(Json{{"jsonrpc", "2.0"},
                       {"id", "weft-files"},
                       {"method", "client/registerCapability"},
                       {"params", {{"registrations", Json::array({watched})}}}}));
  }
  return "null";
}

RpcAnswer shutdown(ServerState& state, const Json& /*params*/) {
  state.phase = ServerState::Phase::ShutDown;
  return "null";
}

RpcAnswer exit(ServerState& state, const Json& /*params*/) {
  state.has_ended = true;
  return "null";
}

RpcAnswer did_change_folders(ServerState& state, const Json& params) {
  const Json& event = member(params, "event");
  const Json& removed = member(event, "removed");
  const Json& added = member(event, "added");
  for (const Json& folder : removed.is_array() ? removed : Json::array()) {
    if (const auto uri = text_of(member(folder, "uri"))) {
      std::erase(state.folders, path_of_uri(*uri));
    }
  }
  for (const Json& folder : added.is_array() ? added : Json::array()) {
    if (const auto uri = text_of(member(folder, "uri"))) {
      state.folders.push_back(path_of_uri(*uri));
    }
  }
  return "null";
}

RpcAnswer ignore(ServerState& /*state*/, const Json& /*params*/) { return "null"; }

}  // namespace

std::vector<HandlerRow> lifecycle_handlers() {
  return {{"initialize", initialize},
          {"initialized", initialized},
          {"shutdown", shutdown},
          {"exit", exit},
          {"workspace/didChangeWorkspaceFolders", did_change_folders},
          {"workspace/didChangeConfiguration", ignore}};
}

}  // namespace weft::lsp
