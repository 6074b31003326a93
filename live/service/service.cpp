#include "live/service/service.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <list>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "live/service/method_table.h"
#include "live/service/request_queue.h"
#include "live/session/read_json.h"
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

template <typename Value>
bool is_ready(const std::future<Value>& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// Removes the first that `is_wanted`; null if there is none.
template <typename Wanted>
std::shared_ptr<Request> take_first(std::list<std::shared_ptr<Request>>& requests,
                                    Wanted is_wanted) {
  const auto found = std::find_if(requests.begin(), requests.end(), is_wanted);
  if (found == requests.end()) {
    return nullptr;
  }
  std::shared_ptr<Request> request = std::move(*found);
  requests.erase(found);
  return request;
}

bool is_worked(const std::shared_ptr<Request>& request) { return is_ready(request->running); }

bool is_compiled(const std::shared_ptr<Request>& request) {
  return request->progress.modules->are_ready();
}

}  // namespace

struct Service::State : SharedDocumentClient {
  State(ServiceState owned, const ServiceParts& parts)
      : service(std::move(owned)), makers{parts.pictures, parts.modules}, threads(parts.threads) {
    service.shared = parts.shared;
    service.self = this;
  }
  ~State() override {
    for (const auto& request : working) {
      request->running.wait();
      request->running = {};  // its task holds the request
      give_back(*request);
    }
    while (!service.documents.empty()) {
      close_document(service, std::string(service.documents.begin()->first));
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  ServiceState service;
  Makers makers;
  WorkerThreads* threads;
  RequestQueue waiting = {};
  std::list<std::shared_ptr<Request>> working = {};    ///< on threads
  std::list<std::shared_ptr<Request>> compiling = {};  ///< their modules are being compiled
  std::shared_ptr<Request> drawing = {};               ///< its picture is being made
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

  /// The request to work on next, or null.
  std::shared_ptr<Request> next() const {
    const auto draws = [](const auto& request) { return request->draws(); };
    const bool can_draw = drawing == nullptr &&
                          std::none_of(compiling.begin(), compiling.end(), draws) &&
                          std::none_of(working.begin(), working.end(), draws);
    return waiting.next({service.documents, can_draw, working.empty()});
  }

  bool is_drawn() const {
    return drawing != nullptr && is_ready(drawing->progress.picture->result);
  }

  /// Begins to work on a request, which is in no list.
  void begin(const std::shared_ptr<Request>& request) {
    const Method& method = *request->method;
    if (const auto* answer = std::get_if<ServiceMethod>(&method.answer)) {
      return finish(*request, (*answer)(service, request->params));
    }
    if (const auto* each = std::get_if<EachDocument>(&method.answer)) {
      return begin_part(request, *each);
    }
    if (method.traits.begin != nullptr && !std::exchange(request->is_admitted, true)) {
      if (auto fault = method.traits.begin(service, request->params)) {
        return finish(*request, tl::unexpected(std::move(*fault)));
      }
    }
    request->name = string_param(request->params, "document");
    const auto found = service.documents.find(request->name);
    if (found == service.documents.end()) {
      return finish(*request, tl::unexpected(no_document(request->name)));
    }
    if (!can_begin(*request, found->second.document.get())) {
      return waiting.push_first(request);  // it joined a document that another client works on
    }
    if (const auto* question = std::get_if<QuestionMethod>(&method.answer)) {
      return ask(request, *found->second.document, *question);
    }
    work(request, found->second.document, std::get<DocumentMethod>(method.answer));
  }

  /// The next document of a request about all of them.
  void begin_part(const std::shared_ptr<Request>& request, const EachDocument& each) {
    request->progress.total = service.documents.size();
    if (request->progress.done >= request->progress.total) {
      return finish(*request, fmt::format(R"({{"documents":[{}]}})", request->progress.partial));
    }
    const auto document =
        std::next(service.documents.begin(), static_cast<std::ptrdiff_t>(request->progress.done));
    request->name = document->first;
    work(request, document->second.document, each.method);
  }

  void work(const std::shared_ptr<Request>& request,
            const std::shared_ptr<ServedDocument>& document, DocumentMethod method) {
    document->take();
    request->document = document;
    const auto edits = dragging_edits(*request);
    const bool is_short = edits && document->session().is_dragging(*edits);
    run(request, is_short, [request, document, method, client = service.self, all = makers] {
      request->answer = method({*document, client, request->progress, all}, request->params);
    });
  }

  void ask(const std::shared_ptr<Request>& request, ServedDocument& document,
           QuestionMethod method) {
    auto [desk, snapshot] = document.take_desk();
    request->desk = desk;
    run(request, false,
        [request, method, all = makers, desk = desk.get(), shown = std::move(snapshot)]() mutable {
          desk->copy.show(std::move(shown));
          request->answer = method({desk->copy, request->progress, all}, request->params);
        });
  }

  /// Runs a task of a request, on a thread unless it is short.
  template <typename Task>
  void run(const std::shared_ptr<Request>& request, bool is_short, Task task) {
    if (threads == nullptr || is_short) {
      task();
      return take_answer(request);
    }
    request->running = threads->run<void>(std::move(task));
    working.push_back(request);
  }

  static void give_back(Request& request) {
    if (request.document != nullptr) {
      request.document->give_back();
      request.document.reset();
    }
    if (request.desk != nullptr) {
      request.desk->is_taken = false;
      request.desk.reset();
    }
  }

  /// What became of the task of a request.
  void take_answer(const std::shared_ptr<Request>& request) {
    give_back(*request);
    RpcAnswer answer = std::exchange(request->answer, {});
    const bool is_part = std::holds_alternative<EachDocument>(request->method->answer);
    if (answer && answer->empty()) {
      if (request->progress.picture) {
        drawing = request;
      } else {
        compiling.push_back(request);
      }
      return;
    }
    if (const auto end = request->method->traits.end) {
      end(service, request->name, answer);
    }
    if (!is_part) {
      return finish(*request, answer);
    }
    RequestProgress& progress = request->progress;
    progress.partial +=
        fmt::format(R"({}{{"document":{},"answer":{}}})", progress.partial.empty() ? "" : ",",
                    quoted_json(request->name), *answer);
    ++progress.done;
    if (progress.done == progress.total) {
      return begin_part(request, std::get<EachDocument>(request->method->answer));
    }
    tell(*request, "report");
    waiting.push_first(request);
  }

  void finish(const Request& request, const RpcAnswer& answer) {
    tell(request, "end");
    if (!request.id.empty()) {
      replies.push_back(answer ? result_reply(request.id, *answer)
                               : error_reply(request.id, answer.error()));
    }
  }

  /// A picture that is drawn is encoded like any other work.
  void take_picture() {
    const auto request = std::exchange(drawing, nullptr);
    run(request, false, [request] {
      request->answer = request->method->traits.drawn(request->progress, request->params);
      request->progress.picture.reset();
    });
  }

  /// Cancels a request that waits. One that is being worked on is answered.
  void cancel(const Json& params) {
    const std::string id = params.contains("id") ? params["id"].dump() : std::string();
    if (id.empty()) {
      return;
    }
    const auto has_id = [&](const auto& request) { return request->id == id; };
    std::shared_ptr<Request> found = waiting.find(id);
    if (found != nullptr) {
      waiting.remove(*found);
    } else if (drawing != nullptr && has_id(drawing)) {
      found = std::exchange(drawing, nullptr);
    } else {
      found = take_first(compiling, has_id);
    }
    if (found == nullptr) {
      return;
    }
    if (found->is_begun) {
      tell(*found, "end");
    }
    if (found->progress.output) {  // nobody knows its number
      waiting.push(std::make_shared<Request>(
          Request{"",
                  find_method("graph/unwatch"),
                  {{"document", found->name}, {"output", *found->progress.output}}}));
    }
    refuse(id, RpcCode::RequestCancelled, "the request was cancelled");
  }
};

Service::Service(const FileReader& reader, LoadOptions options, ServiceParts parts)
    : state_(std::make_unique<State>(ServiceState{reader, std::move(options)}, parts)) {}
Service::~Service() = default;

void Service::post(std::string_view body) {
  const auto parsed = read_json(body);
  if (!parsed) {
    return state_->refuse("null", RpcCode::ParseError, "the message is " + parsed.error());
  }
  const Json& message = *parsed;
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
        : !is_plain_id
            ? "the 'id' of a request is a string, a whole number or null"
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
  const std::string fault = take_params(*found, params, token);
  if (!fault.empty()) {
    if (has_id) {
      state_->refuse(name, RpcCode::InvalidParams, fmt::format("{}: {}", method, fault));
    }
    return;
  }
  state_->waiting.push(
      std::make_shared<Request>(Request{name, found, std::move(params), std::move(token)}));
}

bool Service::has_work() const {
  const auto& compiling = state_->compiling;
  return !has_ended() && (has_worked() || state_->is_drawn() ||
                          std::any_of(compiling.begin(), compiling.end(), is_compiled) ||
                          state_->next() != nullptr);
}

bool Service::has_worked() const {
  return std::any_of(state_->working.begin(), state_->working.end(), is_worked);
}

bool Service::is_working() const { return !state_->working.empty(); }

bool Service::is_waiting() const {
  return !has_ended() && !has_work() &&
         (state_->drawing != nullptr || !state_->compiling.empty() || is_working() ||
          !state_->waiting.is_empty());
}

void Service::step() {
  if (const auto worked = take_first(state_->working, is_worked)) {
    worked->running.get();
    return state_->take_answer(worked);
  }
  if (state_->is_drawn()) {
    return state_->take_picture();
  }
  std::erase_if(state_->compiling, [this](const auto& request) {
    const bool is_done = is_compiled(request);
    if (is_done) {
      state_->waiting.push_first(request);
    }
    return is_done;
  });
  const std::shared_ptr<Request> next = state_->next();
  if (next == nullptr) {
    return;
  }
  if (state_->waiting.is_superseded(*next)) {
    state_->waiting.remove(*next);
    if (!next->id.empty()) {
      state_->refuse(next->id, RpcCode::ContentModified, "a later request asks the same");
    }
    return;
  }
  if (!std::exchange(next->is_begun, true) && !next->token.empty()) {
    return state_->tell(*next, "begin");  // it is sent before the work begins
  }
  state_->waiting.remove(*next);
  state_->begin(next);
}

std::vector<std::string> Service::take_replies() { return std::exchange(state_->replies, {}); }

bool Service::has_ended() const { return state_->service.has_ended; }

}  // namespace weft::live
