#include "live/service/service.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "live/service/method_table.h"
#include "support/json.h"
#include "support/json_writer.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

std::string unknown_method(std::string_view name) {
  std::vector<std::string_view> known;
  std::transform(service_methods().begin(), service_methods().end(), std::back_inserter(known),
                 [](const Method& method) { return method.name; });
  const std::string hint = spelling_hint(name, known);
  return fmt::format("there is no method '{}'{}{}", name, hint.empty() ? "" : ": ", hint);
}

}  // namespace

struct Service::State : SharedDocumentClient {
  struct Request {
    std::string id;  ///< JSON; empty: a notification, which gets no reply
    const Method* method = nullptr;
    Json params;
    std::string token = {};  ///< for `$/progress`, as JSON; empty: the client did not ask for it
    bool is_begun = false;
    RequestProgress progress = {};
  };

  explicit State(ServiceState state) : service(std::move(state)) { service.self = this; }
  ~State() override {
    while (!service.documents.empty()) {
      close_document(service, std::string(service.documents.begin()->first));
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  ServiceState service;
  std::deque<Request> waiting = {};
  std::optional<Request> drawing = {};  ///< its picture is being made
  std::list<Request> compiling = {};    ///< their modules are
  std::vector<std::string> replies = {};

  void document_changed(std::string_view name, std::string_view answer) override {
    replies.push_back(fmt::format(
        R"({{"jsonrpc":"2.0","method":"graph/didChange","params":{{"document":{},"answer":{}}}}})",
        quoted_json(name), answer));
  }

  void refuse(std::string_view id, RpcCode code, std::string message) {
    replies.push_back(error_reply(id, {code, std::move(message), {}}));
  }

  /// Tells how far a request is, if the client asked.
  void tell(const Request& request, std::string_view kind) {
    if (request.token.empty()) {
      return;
    }
    const RequestProgress& progress = request.progress;
    const std::string more =
        kind == "begin" ? fmt::format(R"(,"title":"{}")", request.method->name)
        : kind == "report"
            ? fmt::format(R"(,"percentage":{},"message":"{} of {}")",
                          100 * progress.done / progress.total, progress.done, progress.total)
            : std::string();
    replies.push_back(fmt::format(
        R"({{"jsonrpc":"2.0","method":"$/progress","params":{{"token":{},"value":{{"kind":"{}"{}}}}}}})",
        request.token, kind, more));
  }

  /// The waiting request to work on next, mostly the oldest. Edits of values come before requests
  /// that only ask; and all others before pictures, while one is being made.
  std::optional<std::size_t> next() const {
    const auto first = [&](auto is_wanted) -> std::optional<std::size_t> {
      const auto found = std::find_if(waiting.begin(), waiting.end(), is_wanted);
      return found != waiting.end()
                 ? std::optional(static_cast<std::size_t>(found - waiting.begin()))
                 : std::nullopt;
    };
    const auto change = first([](const Request& each) { return !each.method->only_asks; });
    if (change && is_value_edit(waiting[*change])) {
      return change;
    }
    const bool can_draw =
        !drawing && std::none_of(compiling.begin(), compiling.end(),
                                 [](const Request& each) { return each.method->draws; });
    return first([&](const Request& each) { return can_draw || !each.method->draws; });
  }

  /// Requests whose modules are compiled are answered next.
  void take_compiled() {
    for (auto at = compiling.begin(); at != compiling.end();) {
      if (at->progress.modules->are_ready()) {
        waiting.push_front(std::move(*at));
        at = compiling.erase(at);
      } else {
        ++at;
      }
    }
  }

  /// Whether the request drags values and does nothing else.
  static bool is_value_edit(const Request& request) {
    const auto edits = request.params.find("edits");
    return request.method->name == "graph/change" && edits != request.params.end() &&
           std::all_of(edits->begin(), edits->end(), [](const Json& edit) {
             return edit.is_object() && edit.value("live", Json()) == Json(true);
           });
  }

  bool has_compiled() const {
    return std::any_of(compiling.begin(), compiling.end(), [](const Request& request) {
      return request.progress.modules->are_ready();
    });
  }

  bool is_drawn() const {
    return drawing && drawing->progress.picture->result.wait_for(std::chrono::seconds(0)) ==
                          std::future_status::ready;
  }

  /// Calls the method; true once there is a reply.
  bool answer(Request& request) {
    service.progress = &request.progress;
    const RpcAnswer answer = request.method->answer(service, request.params);
    service.progress = nullptr;
    if (answer && answer->empty()) {
      return false;
    }
    tell(request, "end");
    if (!request.id.empty()) {
      replies.push_back(answer ? result_reply(request.id, *answer)
                               : error_reply(request.id, answer.error()));
    }
    return true;
  }

  void cancel(const Json& params) {
    const std::string id = params.contains("id") ? params["id"].dump() : std::string();
    if (drawing && !id.empty() && drawing->id == id) {
      tell(*drawing, "end");
      refuse(id, RpcCode::RequestCancelled, "the request was cancelled");
      drawing.reset();
      return;
    }
    cancel_in(waiting, id);
    cancel_in(compiling, id);
  }

  void cancel_in(auto& requests, const std::string& id) {
    const auto found = std::find_if(requests.begin(), requests.end(), [&](const Request& request) {
      return !id.empty() && request.id == id;
    });
    if (found == requests.end()) {
      return;
    }
    if (found->is_begun) {
      tell(*found, "end");
    }
    if (found->method->abandon != nullptr) {
      found->method->abandon(service, found->params, found->progress);
    }
    refuse(id, RpcCode::RequestCancelled, "the request was cancelled");
    requests.erase(found);
  }

  /// Whether a later request with the same question waits.
  bool is_superseded(std::size_t at) const {
    const Request& request = waiting[at];
    return request.method->only_asks && !request.is_begun &&
           std::any_of(std::next(waiting.begin(), static_cast<std::ptrdiff_t>(at) + 1),
                       waiting.end(), [&](const Request& later) {
                         return later.method == request.method && later.params == request.params;
                       });
  }
};

Service::Service(const FileReader& reader, LoadOptions options, ServiceParts parts)
    : state_(std::make_unique<State>(ServiceState{reader, std::move(options)})) {
  state_->service.pictures = parts.pictures;
  state_->service.shared = parts.shared;
  state_->service.modules = parts.modules;
}
Service::~Service() = default;

void Service::post(std::string_view body) {
  const Json message = Json::parse(body, nullptr, false);
  if (message.is_discarded()) {
    return state_->refuse("null", RpcCode::ParseError, "the message is not JSON");
  }
  const bool is_object = message.is_object();
  const auto id = is_object ? message.find("id") : message.end();
  const bool has_id = is_object && id != message.end();
  const bool is_plain_id = !has_id || id->is_string() || id->is_number_integer() || id->is_null();
  const std::string name = has_id && is_plain_id ? id->dump() : has_id ? "null" : "";
  const bool is_reply = is_object && !message.contains("method") &&
                        (message.contains("result") || message.contains("error"));
  if (is_reply) {
    return;  // the service asks nothing
  }
  if (!is_object || !is_plain_id || message.value("jsonrpc", Json()) != "2.0" ||
      !message.contains("method") || !message["method"].is_string()) {
    return state_->refuse(
        name.empty() ? "null" : name, RpcCode::InvalidRequest,
        message.is_array()
            ? "batches of messages are not taken: send several edits in one graph/change"
            : R"(a request is an object with "jsonrpc": "2.0", "method" and, for a reply, "id")");
  }
  const auto method = message["method"].get<std::string>();
  Json params = message.value("params", Json::object());
  if (method == "exit") {
    state_->service.has_ended = true;
    return;
  }
  if (method == "$/cancelRequest" && params.is_object()) {
    return state_->cancel(params);
  }
  const Method* found = find_method(method);
  if (found == nullptr) {
    if (has_id) {
      state_->refuse(name, RpcCode::MethodNotFound, unknown_method(method));
    }
    return;
  }
  if (params.is_null()) {
    params = Json::object();
  }
  std::string token;
  if (params.is_object() && params.contains(progress_member)) {
    const Json& given = params[progress_member];
    token = given.is_string() || given.is_number_integer() ? given.dump() : "";
    params.erase(progress_member);
  }
  const std::string fault =
      params.is_object() ? fault_of_params(*found, params) : "'params' is not an object";
  if (!fault.empty()) {
    if (has_id) {
      state_->refuse(name, RpcCode::InvalidParams, fmt::format("{}: {}", method, fault));
    }
    return;
  }
  state_->waiting.push_back({name, found, std::move(params), std::move(token)});
}

bool Service::has_work() const {
  return !has_ended() &&
         (state_->is_drawn() || state_->has_compiled() || state_->next().has_value());
}

bool Service::is_waiting() const {
  return !has_ended() && !has_work() && (state_->drawing || !state_->compiling.empty());
}

void Service::step() {
  if (state_->is_drawn()) {
    state_->answer(*state_->drawing);
    state_->drawing.reset();
    return;
  }
  state_->take_compiled();
  const std::optional<std::size_t> next = state_->next();
  if (!next) {
    return;
  }
  const auto at = std::next(state_->waiting.begin(), static_cast<std::ptrdiff_t>(*next));
  State::Request& request = *at;
  if (state_->is_superseded(*next)) {
    if (!request.id.empty()) {
      state_->refuse(request.id, RpcCode::ContentModified, "a later request asks the same");
    }
    state_->waiting.erase(at);
    return;
  }
  if (!std::exchange(request.is_begun, true) && !request.token.empty()) {
    return state_->tell(request, "begin");  // it is sent before the work begins
  }
  if (state_->answer(request)) {
    state_->waiting.erase(at);
  } else if (request.progress.picture) {
    state_->drawing.emplace(std::move(request));
    state_->waiting.erase(at);
  } else if (request.progress.modules) {
    state_->compiling.push_back(std::move(request));
    state_->waiting.erase(at);
  } else {
    state_->tell(request, "report");
  }
}

std::vector<std::string> Service::take_replies() { return std::exchange(state_->replies, {}); }

bool Service::has_ended() const { return state_->service.has_ended; }

}  // namespace weft::live
