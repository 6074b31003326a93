// The service while modules are compiled elsewhere: live/service/module_compiler.h.

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/service/module_threads.h"
#include "live/service/service.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/held_compiler.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"

namespace weft::testing::service_modules_test {

using namespace weft::live;

namespace {

const char* const source = R"(import "core";
import "profiles";

fragment halved(x: float) -> float
native glsl """float halved(float x) { return x * 0.5; }"""
native hlsl """float halved(float x) { return x * 0.5; }"""

material m {
    param wear: float = 0.5;
    rough = mix(0.2, 0.8, wear);
    bent = mix(surface.normal.y, 0.9, 0.1);
    base = float3(rough) * saturate(bent);
    output color = base as {use: radiance, encoding: linear};
}
)";

/// A client of a service whose compiler is held.
class Conversation {
 public:
  explicit Conversation(ModuleCompiler* compiler)
      : service(reader_, shipped_options(), {nullptr, nullptr, compiler}) {}

  /// Sends a request about the document `m`.
  void post(const std::string& method, Json params) {
    params["document"] = "m";
    service.post(
        Json{{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", std::move(params)}}
            .dump());
  }
  /// The ids of what is answered now, with the codes of errors. `last` has the last reply.
  std::string answered() {
    while (service.has_work()) {
      service.step();
    }
    std::string all;
    for (const std::string& each : service.take_replies()) {
      last = Json::parse(each);
      all += (all.empty() ? "" : " ") + last["id"].dump() +
             (last.contains("error") ? last["error"]["code"].dump() : "");
    }
    return all;
  }
  void cancel(int id) {
    service.post(
        Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", id}}}}.dump());
  }
  void open_and_watch(const char* text = source) {
    post("graph/open", {{"text", text}});
    post("graph/watch", {{"material", "m"}, {"glsl", true}, {"modules", true}, {"header", true}});
  }

  Service service;  // `reader_` is made before
  Json last;

 private:
  DiskReader reader_;
  int id_ = 0;
};

Json edit(const char* node, const char* port, double value, bool is_live = false) {
  return {{"edits", Json::array({Json{{"op", "set_value"},
                                      {"node", node},
                                      {"port", port},
                                      {"value", value},
                                      {"live", is_live}}})}};
}

std::vector<std::string> suffixes(const Json& output) {
  std::vector<std::string> found;
  for (const Json& file : output["files"]) {
    found.push_back(file["suffix"]);
  }
  return found;
}

const std::vector<std::string> whole = {"vert.glsl", "frag.glsl", "vert.glsl.spv", "frag.glsl.spv",
                                        "h"};

}  // namespace

TEST_CASE("service: modules that are compiled hold up nothing") {
  HeldCompiler compiler;
  Conversation client(&compiler);
  client.open_and_watch();
  CHECK(client.answered() == "1");
  CHECK(client.service.is_waiting());
  CHECK_FALSE(client.service.has_work());
  CHECK(compiler.tasks.size() == 2);

  // Values are dragged meanwhile; the first drag makes a parameter of the number.
  client.post("graph/change", edit("m/bent", "b", 0.25, true));
  client.post("graph/change", edit("m/bent", "b", 0.3, true));
  CHECK(client.answered() == "3 4");
  CHECK(client.last["result"]["outputs"][0]["answer"] == "values only");

  // The first texts are compiled, then those that have the parameter.
  compiler.finish();
  CHECK(client.service.has_work());
  CHECK(client.answered().empty());
  CHECK(client.service.is_waiting());
  compiler.finish();
  CHECK(client.answered() == "2");
  const Json watched = client.last["result"];
  CHECK(suffixes(watched) == whole);
  CHECK(watched["version"] == 3);
  CHECK_FALSE(client.service.is_waiting());

  // What it has is what a service without a compiler has.
  Conversation plain(nullptr);
  plain.open_and_watch();
  plain.post("graph/change", edit("m/bent", "b", 0.25, true));
  plain.post("graph/change", edit("m/bent", "b", 0.3, true));
  plain.post("graph/generate", {{"output", 1}});
  CHECK(plain.answered() == "1 2 3 4 5");
  for (const char* const member : {"files", "stages", "blocks", "version"}) {
    CHECK(plain.last["result"][member] == watched[member]);
  }
}

TEST_CASE("service: a change answers before its modules are compiled") {
  HeldCompiler compiler;
  Conversation client(&compiler);
  client.open_and_watch();
  client.answered();
  compiler.finish();
  CHECK(client.answered() == "2");
  const Json first = client.last["result"];

  client.post("graph/change", edit("m/bent", "b", 0.5));
  client.post("graph/generate", {{"output", 1}});
  client.post("graph/text", Json::object());
  CHECK(client.answered() == "3 5");
  CHECK(compiler.tasks.size() == 1);  // the fragment stage is the same
  compiler.finish();
  CHECK(client.answered() == "4");
  CHECK(suffixes(client.last["result"]) == whole);
  CHECK(client.last["result"]["files"][2] != first["files"][2]);

  // What was compiled once is there at once.
  client.post("graph/undo", Json::object());
  client.post("graph/generate", {{"output", 1}});
  CHECK(client.answered() == "6 7");
  CHECK(client.last["result"]["files"] == first["files"]);
  CHECK(compiler.tasks.empty());

  // A text with errors that follows keeps what was whole, although the texts in between are newer.
  client.post("graph/change", edit("m/bent", "b", 0.7));
  client.post("graph/change", {{"edits", Json::array({Json{{"op", "set_value"},
                                                           {"node", "m/rough"},
                                                           {"port", "a"},
                                                           {"value", "nothing_has_this_name"}}})}});
  client.post("graph/generate", {{"output", 1}});
  CHECK(client.answered() == "8 9 10");
  CHECK(client.last["result"]["is_current"] == false);
  CHECK(client.last["result"]["files"] == first["files"]);
}

TEST_CASE("service: native code that a compiler refuses is told when modules are asked for") {
  std::string wrong = source;
  wrong.replace(wrong.find("x * 0.5"), 1, "y");
  HeldCompiler compiler;
  Conversation client(&compiler);
  client.open_and_watch(wrong.c_str());
  client.answered();
  compiler.finish();
  CHECK(client.answered() == "2");
  const Json first = client.last["result"];
  client.post(
      "graph/change",
      {{"edits",
        Json::array({Json{
            {"op", "set_value"}, {"node", "m/rough"}, {"port", "a"}, {"value", "halved(0.5)"}}})}});
  client.post("graph/generate", {{"output", 1}});
  client.answered();
  compiler.finish();
  client.answered();
  INFO(client.last.dump());
  CHECK(client.last["result"]["is_current"] == false);
  CHECK(client.last["result"]["files"] == first["files"]);
  CHECK(client.last["result"]["diagnostics"][0]["code"] == "native-refused");
}

TEST_CASE("service: requests that wait for modules are cancelled, and documents closed") {
  HeldCompiler compiler;
  Conversation client(&compiler);
  client.open_and_watch();
  CHECK(client.answered() == "1");
  client.cancel(2);
  CHECK(client.answered() == "2-32800");
  CHECK_FALSE(client.service.is_waiting());
  compiler.finish();
  CHECK(client.answered().empty());
  client.post("graph/generate", {{"output", 1}});
  CHECK(client.answered() == "3-32602");  // it is not watched any more

  client.post("graph/watch", {{"material", "m"}, {"hlsl", true}, {"modules", true}});
  CHECK(client.answered().empty());
  client.post("graph/close", Json::object());
  CHECK(client.answered() == "5");
  compiler.finish();
  CHECK(client.answered() == "4-32602");
}

TEST_CASE("service: many requests for the same modules are all answered") {
  HeldCompiler compiler;
  Conversation client(&compiler);
  client.open_and_watch();
  client.answered();
  compiler.finish();
  client.answered();
  client.post("graph/change", edit("m/bent", "b", 0.5));
  client.answered();
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i) {
    client.post("graph/generate", {{"output", 1}});
    client.service.step();
  }
  compiler.finish();
  const std::string all = client.answered();
  CHECK(std::count(all.begin(), all.end(), ' ') == count - 1);
}

TEST_CASE("service: modules are compiled on threads") {
  std::mutex mutex;
  std::condition_variable compiled;
  int count = 0;
  ModuleThreads threads([&] {
    const std::lock_guard lock(mutex);
    ++count;
    compiled.notify_one();
  });
  Conversation client(&threads);
  client.open_and_watch();
  std::string all = client.answered();
  while (client.service.is_waiting()) {
    std::unique_lock lock(mutex);
    compiled.wait(lock, [&] { return count > 0 || client.service.has_work(); });
    count = 0;
    lock.unlock();
    all += " " + client.answered();
  }
  CHECK(client.last["id"] == 2);
  CHECK(suffixes(client.last["result"]) == whole);
}

}  // namespace weft::testing::service_modules_test
