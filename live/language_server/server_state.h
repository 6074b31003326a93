#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "live/language_server/open_document.h"
#include "live/language_server/overlay_reader.h"
#include "live/language_server/source_index.h"
#include "live/service/rpc_message.h"
#include "support/json_fwd.h"

namespace weft::lsp {

using live::RpcAnswer;
using live::RpcCode;
using live::RpcError;

/// The `.weft` files in a folder and below, sorted; nothing for a folder that cannot be read.
using ListFiles = std::function<std::vector<std::string>(const std::string& folder)>;

/// What the client said that it can do.
struct ClientAbilities {
  bool shows_related = false;    ///< related information of diagnostics
  bool registers_watch = false;  ///< tells of changed files if it is asked to
};

/// What a language server has open. The reader that it was made from must outlive it.
struct ServerState {
  enum class Phase : std::uint8_t { Uninitialized, Running, ShutDown };

  ServerState(const FileReader& disk, LoadOptions load_options, ListFiles list)
      : reader(disk), options(std::move(load_options)), list_files(std::move(list)) {}
  ServerState(const ServerState&) = delete;  // `index` refers to members
  ServerState& operator=(const ServerState&) = delete;

  OverlayReader reader;
  LoadOptions options;
  ListFiles list_files;
  SourceIndex index{reader, options};
  Phase phase = Phase::Uninitialized;
  bool has_ended = false;
  ClientAbilities client = {};
  std::vector<std::string> folders = {};                                ///< of the workspace
  std::map<std::string, std::unique_ptr<OpenDocument>> documents = {};  ///< by URI
  std::vector<std::string> unpublished = {};  ///< URIs whose diagnostics are to be sent
  std::vector<std::string> messages = {};     ///< notifications and requests to send

  /// Notes that the diagnostics of a document may have changed.
  void touch(const std::string& uri);
  /// Sends a notification.
  void notify(const std::string& method, const Json& params);
};

/// Answers a request, or takes a notification, whose answer is then ignored.
using Handler = RpcAnswer (*)(ServerState& state, const Json& params);
struct HandlerRow {
  const char* method;
  Handler answer;
};

// Handlers, by file.

std::vector<HandlerRow> lifecycle_handlers();
std::vector<HandlerRow> synchronization_handlers();
std::vector<HandlerRow> navigation_handlers();
std::vector<HandlerRow> hover_handlers();
std::vector<HandlerRow> outline_handlers();
std::vector<HandlerRow> completion_handlers();
std::vector<HandlerRow> signature_help_handlers();
std::vector<HandlerRow> rename_handlers();
std::vector<HandlerRow> formatting_handlers();
std::vector<HandlerRow> semantic_token_handlers();
std::vector<HandlerRow> inlay_hint_handlers();
std::vector<HandlerRow> code_action_handlers();

/// Which import of a document leads to a file, by its path; filled as it is asked for.
using ImportPlaces = std::map<std::string, Span>;
/// A diagnostic of the protocol. Hints are related information where the client shows it, else
/// lines of the message.
Json diagnostic_json(ServerState& state, OpenDocument& document, const Diagnostic& found,
                     ImportPlaces& imports);
/// Sends the diagnostics of the document that waits longest; does nothing if it was closed since.
void publish_next(ServerState& state);
/// Sends that a document has none.
void publish_none(ServerState& state, const std::string& uri);

}  // namespace weft::lsp
