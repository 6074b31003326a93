// The service while threads work on documents: what holds up what.

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/service/service.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"

namespace weft::testing::service_threads_test {

using namespace weft::live;

namespace {

/// How long a test waits before it fails.
constexpr std::chrono::seconds patience{60};

/// Reading `gate.weft` waits while the gate is closed.
class GatedReader : public FileReader {
 public:
  ReadResult read(const std::string& path) const override {
    if (!path.ends_with("gate.weft")) {
      return disk_.read(path);
    }
    std::unique_lock lock(mutex_);
    ++readers_;
    changed_.notify_all();
    changed_.wait_for(lock, 2 * patience, [&] { return is_open_; });
    return {ReadResult::Status::Text, text_, ""};
  }
  std::string identity(const std::string& path) const override { return disk_.identity(path); }

  void close() {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
    readers_ = 0;
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  void write(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }
  /// Waits until so many reads have reached the closed gate.
  void wait_for(int readers) const {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, patience, [&] { return readers_ >= readers; }));
  }

 private:
  DiskReader disk_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable int readers_ = 0;
  bool is_open_ = true;
  std::string text_;
};

const char* const source = R"(import "core";
import "profiles";
import "./gate.weft";

material m {
    param wear: float = 0.5;
    rough = mix(0.2, 0.8, wear);
    base = float3(rough) * saturate(surface.normal.y);
    output color = base as {use: radiance, encoding: linear};
}
)";

/// A service with threads, and the loop that a program has around it.
class Loop {
 public:
  explicit Loop(SharedDocuments* shared = nullptr)
      : threads_(4, [this] { wake(); }),
        service(std::make_unique<Service>(reader, shipped_options(),
                                          ServiceParts{nullptr, shared, nullptr, &threads_})) {}

  int post(const char* document, const std::string& method, Json params = Json::object()) {
    if (document != nullptr) {
      params["document"] = document;
    }
    service->post(
        Json{{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", std::move(params)}}
            .dump());
    return id_;
  }
  int drag(const char* document, double value) { return change(document, value, true); }
  int change(const char* document, double value, bool is_live = false) {
    return post(document, "graph/change",
                {{"edits", Json::array({Json{{"op", "set_value"},
                                             {"node", "m/rough"},
                                             {"port", "a"},
                                             {"value", value},
                                             {"live", is_live}}})}});
  }
  void cancel(int id) {
    service->post(
        Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", id}}}}.dump());
  }
  /// What can be answered without waiting for a thread: the ids.
  std::vector<int> answered() {
    while (service->has_work()) {
      service->step();
    }
    std::vector<int> ids;
    for (const std::string& each : service->take_replies()) {
      const Json reply = Json::parse(each);
      if (!reply.contains("id")) {
        continue;  // what others did
      }
      ids.push_back(reply["id"].get<int>());
      replies[ids.back()] = reply;
    }
    return ids;
  }
  /// Waits until a request is answered.
  Json reply(int id) {
    for (;;) {
      answered();
      if (const auto found = replies.find(id); found != replies.end()) {
        return found->second;
      }
      std::unique_lock lock(mutex_);
      REQUIRE(woken_.wait_for(lock, patience, [&] { return is_woken_; }));
      is_woken_ = false;
    }
  }
  Json result(int id) { return reply(id)["result"]; }
  /// A document that somebody watches, and whose number is live.
  void open_dragged(const char* document) {
    post(document, "graph/open", {{"text", source}});
    post(document, "graph/watch", {{"material", "m"}, {"glsl", true}});
    CHECK(result(drag(document, 0.21))["outputs"][0]["answer"] == "values only");
  }

  GatedReader reader;
  std::map<int, Json> replies;

 private:
  void wake() {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    woken_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  bool is_woken_ = false;
  int id_ = 0;
  WorkerThreads threads_;

 public:
  std::unique_ptr<Service> service;  // before the threads end
};

}  // namespace

TEST_CASE("service: a document that is worked on holds up no other") {
  Loop loop;
  loop.open_dragged("b");
  loop.reader.close();
  const int open = loop.post("a", "graph/open", {{"text", source}});
  loop.reply(open);
  const int watch = loop.post("a", "graph/watch", {{"material", "m"}, {"glsl", true}});
  CHECK(loop.answered().empty());
  loop.reader.wait_for(1);

  // A drag is answered at once, an edit once it is composed.
  const int drag = loop.drag("b", 0.22);
  CHECK(loop.answered() == std::vector{drag});
  CHECK(loop.result(drag)["outputs"][0]["bytes"].size() == 1);
  CHECK(loop.result(loop.change("b", 0.3))["version"] == 4);

  // Edits of the held document keep their order. Only what waits can be cancelled.
  const int first = loop.change("a", 0.4);
  const int cancelled = loop.drag("a", 0.6);
  const int second = loop.drag("a", 0.5);
  const int text = loop.post("a", "graph/text");
  loop.cancel(watch);
  loop.cancel(cancelled);
  CHECK(loop.answered() == std::vector{cancelled});
  CHECK(loop.reply(cancelled)["error"]["code"] == -32800);
  CHECK(loop.service->is_working());
  CHECK(loop.service->is_waiting());

  loop.reader.open();
  CHECK(loop.result(watch)["version"] == 1);
  CHECK(loop.result(first)["version"] == 2);
  CHECK(loop.result(second)["version"] == 3);
  CHECK(loop.result(text)["text"].get<std::string>().find("mix(0.5, 0.8, wear)") !=
        std::string::npos);
  CHECK_FALSE(loop.service->is_waiting());
}

TEST_CASE("service: questions hold up no edits of their document") {
  Loop loop;
  loop.open_dragged("m");
  loop.reader.close();
  const int asked = loop.post("m", "graph/reflect", {{"material", "m"}});
  CHECK(loop.answered().empty());
  loop.reader.wait_for(1);  // the copy is being loaded

  const int drag = loop.drag("m", 0.22);
  CHECK(loop.answered() == std::vector{drag});
  CHECK(loop.result(drag)["version"] == 3);
  const int change = loop.change("m", 0.3);
  CHECK(loop.result(change)["version"] == 4);

  // A second question waits for the first one, and edits that follow it for its begin.
  const int next = loop.post("m", "graph/diagnostics");
  const int later = loop.change("m", 0.4);
  CHECK(loop.answered().empty());
  loop.reader.open();
  CHECK(loop.result(asked)["parameters"][0]["name"] == "wear");
  CHECK(loop.result(next)["version"] == 4);
  CHECK(loop.result(later)["version"] == 5);

  // A question does not end a drag.
  CHECK(loop.result(loop.drag("m", 0.41))["outputs"][0]["answer"] == "values only");
  loop.result(loop.post("m", "graph/explain", {{"material", "m"}, {"name", "color"}}));
  const int still = loop.drag("m", 0.42);
  CHECK(loop.answered() == std::vector{still});
}

TEST_CASE("service: files that changed are read document by document") {
  Loop loop;
  loop.open_dragged("a");
  loop.open_dragged("b");
  loop.reader.close();
  const int reload = loop.post(nullptr, "library/didChange");
  CHECK(loop.answered().empty());
  loop.reader.wait_for(1);
  const int drag = loop.drag("b", 0.22);
  CHECK(loop.answered() == std::vector{drag});
  const int shutdown = loop.post(nullptr, "shutdown");
  CHECK(loop.answered().empty());
  loop.reader.open();
  CHECK(loop.result(reload)["documents"].size() == 2);
  CHECK(loop.reply(shutdown)["result"].is_null());
  CHECK(loop.service->has_ended());
}

TEST_CASE("service: questions see files that are read again") {
  Loop loop;
  loop.open_dragged("m");
  const auto has_fresh = [&] {
    const Json listed = loop.result(loop.post("m", "library/list", {{"kind", "fragments"}}));
    return listed.dump().find("fresh_fragment") != std::string::npos;
  };
  CHECK_FALSE(has_fresh());
  loop.reader.write("fragment fresh_fragment(x: float) -> float { return x; }");
  CHECK_FALSE(has_fresh());
  loop.result(loop.post(nullptr, "library/didChange"));
  CHECK(has_fresh());
}

TEST_CASE("service: values do not wait for files that are read again") {
  SharedDocuments shared;
  Loop one(&shared);
  Loop two(&shared);
  two.result(two.post("b", "graph/open", {{"text", source}, {"shared", true}}));
  two.result(two.post("b", "graph/watch", {{"material", "m"}, {"glsl", true}}));
  one.open_dragged("a");
  one.result(one.post("b", "graph/open", {{"shared", true}}));
  two.reader.close();
  const int reading = two.post(nullptr, "library/didChange");
  CHECK(two.answered().empty());
  two.reader.wait_for(1);

  // The first client reads the files of `a`, and waits for `b`.
  const int reload = one.post(nullptr, "library/didChange");
  const int drag = one.drag("a", 0.4);
  const int next = one.drag("a", 0.5);
  CHECK(one.result(drag)["outputs"][0]["answer"] == "values only");
  CHECK(one.result(next)["outputs"][0]["answer"] == "values only");
  CHECK(one.replies.count(reload) == 0);
  two.reader.open();
  two.result(reading);
  CHECK(one.result(reload)["documents"].size() == 2);
}

TEST_CASE("service: a client that ends lets others go on with a document") {
  SharedDocuments shared;
  auto one = std::make_unique<Loop>(&shared);
  Loop two(&shared);
  const Json sharing = {{"shared", true}};
  one->result(one->post("m", "graph/open", {{"text", source}, {"shared", true}}));
  one->result(one->post("m", "graph/watch", {{"material", "m"}, {"glsl", true}}));
  CHECK(two.result(two.post("m", "graph/open", sharing))["version"] == 1);
  two.result(two.post("m", "graph/watch", {{"material", "m"}, {"glsl", true}}));

  // The first client reloads the library when it ends; the second one's edit waits.
  one->reader.close();
  one->post(nullptr, "library/didChange");
  CHECK(one->answered().empty());
  one->reader.wait_for(1);
  CHECK(one->service->is_working());
  const int change = two.change("m", 0.3);
  Loop three(&shared);
  const int join = three.post("m", "graph/open", sharing);
  CHECK(two.answered().empty());
  CHECK(two.service->is_waiting());
  CHECK(three.answered().empty());
  CHECK(three.service->is_waiting());
  std::thread opener([&] { one->reader.open(); });
  one->service.reset();
  opener.join();
  CHECK(three.result(join)["version"] == 1);
  const Json changed = two.result(change);
  CHECK(changed["version"] == 2);
  REQUIRE(changed["outputs"].size() == 1);  // what the first one watched ended with it
  CHECK(changed["outputs"][0]["output"] == 2);
}

TEST_CASE("service: answers are the same with threads and without") {
  constexpr int rounds = 40;
  Loop loop;
  Service plain(loop.reader, shipped_options());
  std::vector<int> asked;
  std::vector<std::string> expected;
  const auto both = [&](const char* document, const std::string& method, Json params) {
    asked.push_back(loop.post(document, method, params));
    params["document"] = document;
    plain.post(
        Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}}
            .dump());
    while (plain.has_work()) {
      plain.step();
    }
    expected.push_back(Json::parse(plain.take_replies().front())["result"].dump());
    if (method == "graph/reflect") {
      loop.reply(asked.back());  // later drags would come before it
    }
  };
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  for (const std::string& name : names) {
    both(name.c_str(), "graph/open", {{"text", source}});
    both(name.c_str(), "graph/watch", {{"material", "m"}, {"glsl", true}, {"reflection", true}});
  }
  for (int i = 0; i < rounds; ++i) {
    const char* const name = names[static_cast<std::size_t>(i * 7 % 4)].c_str();
    const bool is_live = i % 3 != 0;
    both(name, "graph/change",
         {{"edits", Json::array({Json{{"op", "set_value"},
                                      {"node", "m/rough"},
                                      {"port", i % 5 == 0 ? "b" : "a"},
                                      {"value", 0.001 * i},
                                      {"live", is_live}}})}});
    if (i % 4 == 1) {
      both(name, "graph/reflect", {{"material", "m"}});
    }
    if (i % 6 == 2) {
      both(name, "graph/undo", Json::object());
    }
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    INFO("request " << asked[i]);
    CHECK(loop.result(asked[i]).dump() == expected[i]);
  }
}

}  // namespace weft::testing::service_threads_test
