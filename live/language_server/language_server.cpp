#include "live/language_server/language_server.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/session/read_json.h"
#include "support/json.h"

namespace weft::lsp {
namespace {

/// All handlers. Lookups by name.
const std::vector<HandlerRow>& handlers() {
  static const std::vector<HandlerRow> table = [] {
    std::vector<HandlerRow> all;
    for (const auto& rows :
         {lifecycle_handlers(), synchronization_handlers(), navigation_handlers(), hover_handlers(),
          outline_handlers(), completion_handlers(), signature_help_handlers(), rename_handlers(),
          formatting_handlers(), semantic_token_handlers(), inlay_hint_handlers(),
          code_action_handlers()}) {
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return table;
}

Handler find_handler(std::string_view method) {
  for (const HandlerRow& row : handlers()) {
    if (row.method == method) {
      return row.answer;
    }
  }
  return nullptr;
}

}  // namespace

void ServerState::touch(const std::string& uri) {
  if (std::find(unpublished.begin(), unpublished.end(), uri) == unpublished.end()) {
    unpublished.push_back(uri);
  }
}

void ServerState::notify(const std::string& method, const Json& params) {
  messages.push_back(json_text(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
}

struct LanguageServer::State {
  struct Request {
    std::string id;  ///< JSON; empty: a notification, which gets no reply
    std::string method;
    Json params;
  };

  ServerState server;
  std::deque<Request> waiting = {};

  void refuse(std::string_view id, RpcCode code, std::string message) {
    server.messages.push_back(live::error_reply(id, {code, std::move(message), {}}));
  }

  void cancel(const Json& params) {
    const std::string id = params.contains("id") ? params["id"].dump() : std::string();
    const auto found = std::find_if(waiting.begin(), waiting.end(), [&](const Request& request) {
      return !id.empty() && request.id == id;
    });
    if (found != waiting.end()) {
      refuse(id, RpcCode::RequestCancelled, "the request was cancelled");
      waiting.erase(found);
    }
  }

  /// The protocol's order: `initialize` first, nothing but `exit` after `shutdown`. Notifications
  /// out of order are dropped.
  RpcAnswer answer(const Request& request) {
    using Phase = ServerState::Phase;
    if (server.phase == Phase::Uninitialized && request.method != "initialize" &&
        request.method != "exit") {
      return tl::unexpected(
          RpcError{RpcCode::NotInitialized, "the first request is 'initialize'", {}});
    }
    if (server.phase == Phase::ShutDown && request.method != "exit") {
      return tl::unexpected(
          RpcError{RpcCode::InvalidRequest, "the server was asked to shut down", {}});
    }
    if (const Handler handler = find_handler(request.method)) {
      return handler(server, request.params);
    }
    return tl::unexpected(RpcError{
        RpcCode::MethodNotFound, fmt::format("there is no method '{}'", request.method), {}});
  }
};

LanguageServer::LanguageServer(const FileReader& disk, LoadOptions options, ListFiles list_files)
    : state_(new State{{disk, std::move(options), std::move(list_files)}}) {}
LanguageServer::~LanguageServer() = default;

void LanguageServer::post(std::string_view body) {
  const auto parsed = live::read_json(body);
  if (!parsed) {
    return state_->refuse("null", RpcCode::ParseError, "the message is " + parsed.error());
  }
  const Json& message = *parsed;
  const bool has_id = message.is_object() && message.contains("id");
  const Json& id = member(message, "id");
  const bool is_plain_id = id.is_string() || id.is_number_integer() || id.is_null();
  const std::string name = has_id && is_plain_id ? id.dump() : has_id ? "null" : "";
  const bool is_reply = message.is_object() && !message.contains("method") &&
                        (message.contains("result") || message.contains("error"));
  if (is_reply) {
    return;  // nothing depends on the client's replies
  }
  const auto method = text_of(member(message, "method"));
  if (!is_plain_id || !method) {
    return state_->refuse(name.empty() ? "null" : name, RpcCode::InvalidRequest,
                          "a request is an object with 'method' and, for a reply, 'id'");
  }
  const Json& params = member(message, "params");
  if (*method == "$/cancelRequest") {
    return state_->cancel(params.is_object() ? params : Json::object());
  }
  const bool is_optional = name.empty() && method->starts_with("$/");
  if (!is_optional) {
    state_->waiting.push_back({name, *method, params});
  }
}

bool LanguageServer::has_work() const {
  return !state_->server.has_ended &&
         (!state_->waiting.empty() || !state_->server.unpublished.empty());
}

void LanguageServer::step() {
  if (state_->waiting.empty()) {
    return publish_next(state_->server);
  }
  const State::Request request = std::move(state_->waiting.front());
  state_->waiting.pop_front();
  const RpcAnswer answer = state_->answer(request);
  if (!request.id.empty()) {
    state_->server.messages.push_back(answer ? live::result_reply(request.id, *answer)
                                             : live::error_reply(request.id, answer.error()));
  }
}

std::vector<std::string> LanguageServer::take_replies() {
  return std::exchange(state_->server.messages, {});
}

bool LanguageServer::has_ended() const { return state_->server.has_ended; }

bool LanguageServer::was_shut_down() const {
  return state_->server.phase == ServerState::Phase::ShutDown;
}

}  // namespace weft::lsp
