#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/service/method_table.h"
#include "support/json.h"

namespace weft::live {

/// A request and how far it is. While `running` is not ready, a thread has `progress` and `answer`.
struct Request {
  std::string id;  ///< JSON; empty: a notification, which gets no reply
  const Method* method = nullptr;
  Json params;
  std::string token = {};  ///< for `$/progress`, as JSON; empty: the client did not ask for it
  bool is_begun = false;
  bool is_admitted = false;  ///< MethodTraits::begin was called
  RequestProgress progress = {};
  RpcAnswer answer = {};
  std::future<void> running = {};

  // What it works on.
  std::string name = {};  ///< of the document
  std::shared_ptr<ServedDocument> document = {};
  std::shared_ptr<QuestionDesk> desk = {};

  bool draws() const { return method->traits.drawn != nullptr; }
  bool only_asks() const { return method->traits.only_asks; }
};

/// The edits of a request that drags numbers and does nothing else. They point into the request.
std::optional<std::vector<LiveEdit>> dragging_edits(const Request& request);

/// Whether the document is free for the request. Null, for one that is not open: always.
bool can_begin(const Request& request, const ServedDocument* document);

/// What else decides which request is next.
struct QueueSurroundings {
  const std::map<std::string, OpenDocument>& documents;
  bool can_draw = true;  ///< no picture is being made
  bool is_idle = true;   ///< no request is being worked on
};

/// The requests of a client that wait.
class RequestQueue {
 public:
  void push(std::shared_ptr<Request> request) { waiting_.push_back(std::move(request)); }
  /// Before all others.
  void push_first(std::shared_ptr<Request> request) { waiting_.push_front(std::move(request)); }
  bool is_empty() const { return waiting_.empty(); }

  /// The request to work on next: the first whose document nobody works on. Edits of values come
  /// before requests that only ask or read files again; pictures let all others by while one is
  /// being made; requests about the service itself wait for all others. Null: each waits for
  /// something.
  std::shared_ptr<Request> next(const QueueSurroundings& around) const;
  /// Whether a later request asks the same.
  bool is_superseded(const Request& request) const;
  void remove(const Request& request);
  /// Null if no request has the id.
  std::shared_ptr<Request> find(const std::string& id) const;

 private:
  std::shared_ptr<Request> next_value_edit(const QueueSurroundings& around) const;

  std::deque<std::shared_ptr<Request>> waiting_;
};

}  // namespace weft::live
