#include "live/service/request_queue.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <variant>

namespace weft::live {
namespace {

/// Whether it concerns the service or all documents: such a request keeps its place among all.
bool is_about_all(const Request& request) {
  return std::holds_alternative<ServiceMethod>(request.method->answer) ||
         std::holds_alternative<EachDocument>(request.method->answer);
}

std::string_view document_name(const Request& request) {
  const auto found = request.params.find("document");
  return found != request.params.end() && found->is_string()
             ? std::string_view(found->get_ref<const std::string&>())
             : std::string_view();
}

const ServedDocument* document_of(const Request& request, const QueueSurroundings& around) {
  const auto found = around.documents.find(std::string(document_name(request)));
  return found != around.documents.end() ? found->second.document.get() : nullptr;
}

/// Whether a request about all documents may go on: the one whose turn it is must be free.
bool can_go_on(const Request& request, const QueueSurroundings& around) {
  if (!std::holds_alternative<EachDocument>(request.method->answer) ||
      request.progress.done >= around.documents.size()) {
    return true;
  }
  const auto document =
      std::next(around.documents.begin(), static_cast<std::ptrdiff_t>(request.progress.done));
  return document->second.document->is_free();
}

}  // namespace

bool can_begin(const Request& request, const ServedDocument* document) {
  const bool is_question = std::holds_alternative<QuestionMethod>(request.method->answer);
  return document == nullptr || (is_question ? document->can_answer() : document->is_free());
}

std::optional<std::vector<LiveEdit>> dragging_edits(const Request& request) {
  static const std::string no_port;
  const auto edits = request.params.find("edits");
  if (request.method->name != "graph/change" || edits == request.params.end()) {
    return std::nullopt;
  }
  std::vector<LiveEdit> found;
  for (const Json& edit : *edits) {
    const auto member = [&](const char* name) -> const std::string* {
      const auto at = edit.find(name);
      return at != edit.end() ? at->get_ptr<const std::string*>() : nullptr;
    };
    if (!edit.is_object() || edit.value("live", Json()) != Json(true)) {
      return std::nullopt;
    }
    const std::string* const node = member("node");
    const std::string* const port = member("port");
    if (node == nullptr) {
      return std::nullopt;
    }
    found.push_back({node, port != nullptr ? port : &no_port, nullptr});
  }
  return found.empty() ? std::nullopt : std::optional(std::move(found));
}

std::shared_ptr<Request> RequestQueue::next_value_edit(const QueueSurroundings& around) const {
  std::set<std::string_view> edited;  // documents with an earlier edit that waits
  for (const auto& request : waiting_) {
    if (request->only_asks() || std::holds_alternative<EachDocument>(request->method->answer)) {
      continue;
    }
    if (std::holds_alternative<ServiceMethod>(request->method->answer)) {
      return nullptr;
    }
    const std::string_view name = document_name(*request);
    const ServedDocument* const document = document_of(*request, around);
    if (document != nullptr && !edited.contains(name) && document->is_free() &&
        dragging_edits(*request)) {
      return request;
    }
    edited.insert(name);
    if (edited.size() >= around.documents.size()) {
      return nullptr;
    }
  }
  return nullptr;
}

std::shared_ptr<Request> RequestQueue::next(const QueueSurroundings& around) const {
  if (auto edit = next_value_edit(around)) {
    return edit;
  }
  std::set<std::string_view> busy;  // documents with an earlier request that waits
  for (const auto& request : waiting_) {
    if (request->draws() && !around.can_draw) {
      continue;
    }
    if (is_about_all(*request)) {
      return busy.empty() && around.is_idle && can_go_on(*request, around) ? request : nullptr;
    }
    const std::string_view name = document_name(*request);
    if (busy.contains(name)) {
      continue;
    }
    if (can_begin(*request, document_of(*request, around))) {
      return request;
    }
    busy.insert(name);
    if (busy.size() >= around.documents.size()) {
      return nullptr;
    }
  }
  return nullptr;
}

bool RequestQueue::is_superseded(const Request& request) const {
  if (!request.only_asks() || request.is_begun) {
    return false;
  }
  const auto asks_the_same = [&](const std::shared_ptr<Request>& later) {
    return later->method == request.method && later->params == request.params;
  };
  const auto last = std::find_if(waiting_.rbegin(), waiting_.rend(), asks_the_same);
  return last != waiting_.rend() && last->get() != &request;
}

void RequestQueue::remove(const Request& request) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const auto& each) { return each.get() == &request; });
  if (found != waiting_.end()) {
    waiting_.erase(found);
  }
}

std::shared_ptr<Request> RequestQueue::find(const std::string& id) const {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const auto& each) { return each->id == id; });
  return found != waiting_.end() ? *found : nullptr;
}

}  // namespace weft::live
