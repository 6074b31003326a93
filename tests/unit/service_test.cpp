// Conversations with the service: live/service/service.h.

#include "live/service/service.h"

#include <deque>
#include <filesystem>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/json_schema.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::service_test {

using namespace weft::live;

namespace {

const char* const source = R"(import "core";
import "profiles";

material m {
    param wear: float = 0.5;
    rough = mix(0.2, 0.8, wear);
    base = float3(rough) * saturate(surface.normal.y);
    output color = base as {use: radiance, encoding: linear};
}
)";

/// A client that calls and reads the reply.
class Client {
 public:
  Client() : service_(reader_, shipped_options()) {}

  void post(const Json& message) { service_.post(message.dump()); }
  void post(const std::string& bytes) { service_.post(bytes); }
  std::vector<Json> finish() {
    while (service_.has_work()) {
      service_.step();
    }
    std::vector<Json> replies;
    for (const std::string& reply : service_.take_replies()) {
      replies.push_back(Json::parse(reply));
    }
    return replies;
  }
  static Json request(int id, const std::string& method, Json params) {
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
  }
  /// The reply to a request.
  Json call(const std::string& method, Json params) {
    post(request(++id_, method, std::move(params)));
    const std::vector<Json> replies = finish();
    REQUIRE(replies.size() == 1);
    CHECK(replies[0]["jsonrpc"] == "2.0");
    CHECK(replies[0]["id"] == id_);
    return replies[0];
  }
  /// Params and result are as the schema says.
  Json result(const std::string& method, const Json& params) {
    Json reply = call(method, params);
    INFO(reply.dump());
    REQUIRE(reply.contains("result"));
    static const Json schema = Json::parse(service_schema());
    const Json& own = schema["$defs"][method]["properties"];
    CHECK(schema_fault(schema, own["params"], params, "params") == "");
    CHECK(schema_fault(schema, own["result"], reply["result"], "result") == "");
    return reply["result"];
  }
  /// `code: message` of a refusal.
  std::string refusal(const std::string& method, Json params) {
    const Json reply = call(method, std::move(params));
    REQUIRE(reply.contains("error"));
    return std::to_string(reply["error"]["code"].get<int>()) + ": " +
           reply["error"]["message"].get<std::string>();
  }
  Service& service() { return service_; }

 private:
  DiskReader reader_;
  Service service_;
  int id_ = 0;
};

Json edit(const char* node, const char* port, double value, bool is_live) {
  return Json::array({Json{
      {"op", "set_value"}, {"node", node}, {"port", port}, {"value", value}, {"live", is_live}}});
}

}  // namespace

TEST_CASE("service: a session of edits through messages") {
  Client client;
  CHECK(client.result("graph/open", {{"document", "m.weft"}, {"text", source}})["version"] == 1);
  const Json watched = client.result("graph/watch", {{"document", "m.weft"},
                                                     {"material", "m"},
                                                     {"profile", "forward"},
                                                     {"glsl", true},
                                                     {"modules", true},
                                                     {"reflection", true}});
  INFO(watched.dump());
  REQUIRE(watched["is_current"] == true);
  CHECK(watched["stem"] == "m.forward");
  CHECK(watched["files"].size() == 5);
  CHECK(watched["files"][0]["suffix"] == "vert.glsl");
  CHECK(watched["files"][2]["suffix"] == "vert.glsl.spv");
  CHECK(watched["files"][2]["base64"].get<std::string>().starts_with("AwIjB"));  // SPIR-V's magic
  CHECK(watched["stages"].size() == 2);

  const auto change = [&](const Json& edits) {
    return client.result("graph/change", {{"document", "m.weft"}, {"edits", edits}});
  };
  CHECK(change(edit("m/rough", "a", 0.25, true))["outputs"][0]["answer"] == "values only");
  const Json dragged = change(edit("m/rough", "a", 0.3, true));
  CHECK(dragged["outputs"][0]["answer"] == "values only");
  CHECK(dragged["outputs"][0]["bytes"].size() == 1);
  CHECK(client.result("graph/text", {{"document", "m.weft"}})["text"].get<std::string>().find(
            "mix(0.3, 0.8, wear)") != std::string::npos);
  const Json now = client.result("graph/generate", {{"document", "m.weft"}, {"output", 1}});
  CHECK(now["blocks"] != watched["blocks"]);
  CHECK(now["is_current"] == true);
  CHECK(now["files"][4]["text"].get<std::string>().find("0.3") != std::string::npos);
  client.result("graph/bake", {{"document", "m.weft"}});
  client.result("graph/undo", {{"document", "m.weft"}});
  CHECK(client.result("graph/text", {{"document", "m.weft"}})["text"] == source);
  client.result("graph/unwatch", {{"document", "m.weft"}, {"output", 1}});
  CHECK(client.refusal("graph/generate", {{"document", "m.weft"}, {"output", 1}}) ==
        "-32602: no output 1 is watched");
  client.result("graph/close", {{"document", "m.weft"}});
  CHECK(client.refusal("graph/text", {{"document", "m.weft"}}) ==
        "-32602: no document 'm.weft' is open");
}

/// Gives the sizes instead of a picture, at once unless `is_slow`.
class FakePictures : public PictureSource {
 public:
  std::string why_not_drawable(const Library& /*library*/, ProfileId /*profile*/) const override {
    return "";
  }
  std::future<PictureResult> draw(const PictureRequest& request) override {
    asked = std::to_string(request.size) + " " + request.mesh + " " + std::to_string(request.time) +
            (request.is_png ? " png " : " raw ") +
            std::string(
                request.library.text(request.library.materials[request.placed.plan.material].name));
    ++count;
    if (request.mesh == "cube") {
      return ready_picture(tl::unexpected<std::string>("no picture"));
    }
    Picture picture{request.size, request.size, {std::byte{1}, std::byte{2}, std::byte{3}}};
    if (!is_slow) {
      return ready_picture(std::move(picture));
    }
    held.emplace_back();
    pictures.push_back(std::move(picture));
    return held.back().get_future();
  }
  /// Ends the drawing of a slow picture.
  void finish(std::size_t which) { held[which].set_value(pictures[which]); }

  std::string asked;
  int count = 0;
  bool is_slow = false;
  std::deque<std::promise<PictureResult>> held;
  std::vector<Picture> pictures;
};

TEST_CASE("service: pictures of materials and ports") {
  DiskReader reader;
  FakePictures pictures;
  Service service(reader, shipped_options(), {&pictures});
  const auto call = [&](const std::string& method, Json params) {
    params["document"] = "m";
    service.post(Client::request(1, method, std::move(params)).dump());
    while (service.has_work()) {
      service.step();
    }
    Json reply = Json::parse(service.take_replies().front());
    return reply.contains("result") ? reply["result"] : reply["error"];
  };
  call("graph/open", {{"text", source}});
  const Json drawn = call("graph/preview", {{"node", "m/base"}, {"time", 1.5}, {"size", 64}});
  CHECK(drawn ==
        Json{{"version", 1}, {"format", "png"}, {"width", 64}, {"height", 64}, {"base64", "AQID"}});
  CHECK(pictures.asked == "64 sphere 1.500000 png m");
  CHECK(call("graph/preview", {{"material", "m"}, {"mesh", "plane"}, {"format", "raw"}})
            .contains("base64"));
  CHECK(pictures.asked == "256 plane 0.000000 raw m");
  pictures.asked.clear();
  const auto refusal = [&](Json params) {
    return call("graph/preview", std::move(params))["message"].get<std::string>();
  };
  CHECK(refusal({{"material", "m"}, {"mesh", "cube"}}) == "no picture");
  pictures.asked.clear();
  CHECK(refusal({{"material", "m"}, {"node", "m/base"}}).find("either") != std::string::npos);
  CHECK(refusal({{"material", "m"}, {"size", 0}}).find("'size' is from 1 to 4096") !=
        std::string::npos);
  CHECK(refusal({{"material", "m"}, {"size", 5000}}).find("'size'") != std::string::npos);
  CHECK(refusal({{"material", "m"}, {"mesh", "../x"}}).find("'mesh'") != std::string::npos);
  CHECK(refusal({{"material", "m"}, {"format", "jpg"}}).find("'format'") != std::string::npos);
  CHECK(refusal({{"material", "m"}, {"time", "now"}}).find("'time' is not a number") !=
        std::string::npos);
  CHECK(refusal({{"node", "m/none"}}) == "the picture does not compose");
  CHECK(refusal({{"material", "none"}}) == "the picture does not compose");
  CHECK(pictures.asked.empty());
  Client without;
  without.result("graph/open", {{"document", "m"}, {"text", source}});
  CHECK(without.refusal("graph/preview", {{"document", "m"}, {"material", "m"}})
            .find("draws no pictures") != std::string::npos);
}

TEST_CASE("service: a picture that is drawn holds up nothing") {
  DiskReader reader;
  FakePictures pictures;
  pictures.is_slow = true;
  Service service(reader, shipped_options(), {&pictures});
  const auto post = [&](int id, const std::string& method, Json params) {
    params["document"] = "m";
    service.post(Client::request(id, method, std::move(params)).dump());
  };
  /// The ids of what is answered now, with the code of an error.
  const auto answered = [&] {
    while (service.has_work()) {
      service.step();
    }
    std::string all;
    for (const std::string& each : service.take_replies()) {
      const Json reply = Json::parse(each);
      all += (all.empty() ? "" : " ") + reply["id"].dump() +
             (reply.contains("error") ? reply["error"]["code"].dump() : "");
    }
    return all;
  };
  post(1, "graph/open", {{"text", source}});
  post(2, "graph/preview", {{"material", "m"}});
  CHECK(answered() == "1");
  CHECK(service.is_waiting());
  CHECK_FALSE(service.has_work());

  // Other requests are answered; further pictures wait their turn.
  post(3, "graph/preview", {{"node", "m/base"}});
  post(4, "graph/preview", {{"node", "m/base"}});
  post(5, "graph/change", {{"edits", edit("m/rough", "a", 0.25, true)}});
  post(6, "graph/text", Json::object());
  CHECK(answered() == "5 6");
  CHECK(pictures.count == 1);

  // The finished picture has the version that it shows. Of equal questions the last is answered.
  pictures.finish(0);
  CHECK_FALSE(service.is_waiting());
  CHECK(service.has_work());
  service.step();
  const Json drawn = Json::parse(service.take_replies().front());
  CHECK(drawn["id"] == 2);
  CHECK(drawn["result"]["version"] == 1);
  CHECK(answered() == "3-32801");
  CHECK(pictures.count == 2);

  // A picture that is being drawn can be cancelled, and the next one is begun.
  post(7, "graph/preview", {{"material", "m"}});
  service.post(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":4}})");
  CHECK(answered() == "4-32800");
  CHECK(pictures.count == 3);
  pictures.finish(1);
  CHECK(answered().empty());
  pictures.finish(2);
  CHECK(answered() == "7");

  // Drags come before a picture that is not begun, ordinary edits do not.
  post(8, "graph/preview", {{"material", "m"}});
  post(9, "graph/change", {{"edits", edit("m/rough", "a", 0.5, true)}});
  post(10, "graph/preview", {{"node", "m/rough"}});
  post(11, "graph/change", {{"edits", edit("m/rough", "b", 0.5, false)}});
  service.step();
  CHECK(Json::parse(service.take_replies().front())["id"] == 9);
  service.step();
  CHECK(service.take_replies().empty());
  CHECK(pictures.count == 4);
  CHECK(answered() == "11");
  pictures.finish(3);
  CHECK(answered() == "8");
  CHECK(service.is_waiting());
  service.post(R"({"jsonrpc":"2.0","method":"exit"})");
  CHECK_FALSE(service.is_waiting());
  CHECK_FALSE(service.has_work());
}

TEST_CASE("service: clients share documents, or have their own") {
  DiskReader reader;
  SharedDocuments shared;
  Service one(reader, shipped_options(), {nullptr, &shared});
  auto two = std::make_unique<Service>(reader, shipped_options(), ServiceParts{nullptr, &shared});
  Service three(reader, shipped_options(), {nullptr, &shared});
  const auto call = [](Service& service, const std::string& method, Json params) {
    params["document"] = "m";
    service.post(Client::request(1, method, std::move(params)).dump());
    while (service.has_work()) {
      service.step();
    }
    Json reply = Json::parse(service.take_replies().back());
    return reply.contains("result") ? reply["result"] : reply["error"];
  };
  const auto set = [](double value, int version) {
    return Json{{"edits", edit("m/rough", "a", value, false)}, {"version", version}};
  };
  CHECK(call(one, "graph/open", {{"text", source}, {"shared", true}})["version"] == 1);
  CHECK(call(*two, "graph/open", {{"shared", true}, {"text", source}})["message"] ==
        "another client shares 'm': open it without 'text'");
  CHECK(call(*two, "graph/open", {{"shared", true}})["version"] == 1);
  CHECK(call(three, "graph/open", {{"text", source}})["version"] == 1);
  const Json watched = call(*two, "graph/watch", {{"material", "m"}, {"glsl", true}});
  CHECK(watched["output"] == 1);
  CHECK(call(one, "graph/unwatch", {{"output", 1}})["message"] == "no output 1 is watched");

  // Whoever comes second has an old version, and is told what happened.
  const Json first = call(one, "graph/change", set(0.25, 1));
  CHECK(first["version"] == 2);
  REQUIRE(first["outputs"].size() == 1);
  two->post(Client::request(
                7, "graph/change",
                {{"document", "m"}, {"edits", edit("m/rough", "a", 0.75, false)}, {"version", 1}})
                .dump());
  two->step();
  const std::vector<std::string> replies = two->take_replies();
  REQUIRE(replies.size() == 2);
  const Json told = Json::parse(replies[0]);
  CHECK(told["method"] == "graph/didChange");
  CHECK(told["params"]["document"] == "m");
  CHECK(told["params"]["answer"] == first);
  const Json refused = Json::parse(replies[1])["error"];
  CHECK(refused["code"] == -32803);
  CHECK(refused["data"]["version"] == 2);
  CHECK(one.take_replies().empty());
  CHECK(call(*two, "graph/change", set(0.75, 2))["version"] == 3);
  CHECK(Json::parse(one.take_replies().front())["params"]["answer"]["version"] == 3);
  CHECK(call(one, "graph/undo", Json::object())["version"] == 4);
  CHECK(three.take_replies().empty());
  CHECK(call(three, "graph/text", Json::object())["text"] == source);

  // A client that ends takes its outputs along; the document stays for the others.
  two.reset();
  CHECK(call(one, "graph/change", set(0.5, 4))["outputs"].empty());
  call(one, "graph/close", Json::object());
  CHECK_FALSE(shared.has("m"));
  CHECK(call(one, "graph/open", {{"text", ""}, {"shared", true}})["version"] == 1);
}

TEST_CASE("service: candidates for a port") {
  Client client;
  client.result("graph/open", {{"document", "m"}, {"text", source}});
  const Json found = client.result(
      "graph/candidates", {{"document", "m"}, {"node", "m/rough"}, {"wire", true}, {"most", 300}});
  CHECK(found["version"] == 1);
  bool has_step = false;
  for (const Json& each : found["candidates"]) {
    if (each["kind"] == "fragment" && each["name"] == "smoothstep") {
      has_step = true;
      CHECK(each["difficulty"] == 0.0);
      CHECK(each["lossy"] == 0);
      CHECK(each["port"].is_string());
      CHECK(each["conversions"].empty());
    }
  }
  CHECK(has_step);
  const Json first =
      client.result("graph/candidates", {{"document", "m"}, {"node", "m/base"}, {"most", 1}});
  CHECK(first["candidates"].size() == 1);
  CHECK(client.refusal("graph/candidates", {{"document", "m"}, {"node", "m/none"}})
            .find("nothing can be offered there") != std::string::npos);
}

TEST_CASE("service: questions about a document") {
  Client client;
  client.result("graph/open", {{"document", "m.weft"}, {"text", source}});
  const Json explained = client.result(
      "graph/explain", {{"document", "m.weft"}, {"material", "m"}, {"name", "color"}});
  CHECK(explained.contains("links"));
  const Json reflected =
      client.result("graph/reflect", {{"document", "m.weft"}, {"material", "m"}});
  CHECK(reflected["parameters"][0]["name"] == "wear");
  const Json listed =
      client.result("library/list", {{"document", "m.weft"}, {"kind", "materials"}});
  CHECK(listed["declarations"][0]["name"] == "m");
  CHECK(client.result("graph/diagnostics", {{"document", "m.weft"}})["diagnostics"].empty());
  CHECK(client.result("graph/nodes", {{"document", "m.weft"}})["graphs"][0]["id"] == "m");
  CHECK(client.result("graph/document", {{"document", "m.weft"}}).is_object());
  CHECK(client.result("graph/copy", {{"document", "m.weft"}, {"nodes", {"m/rough"}}})["text"] ==
        "rough = mix(0.2, 0.8, wear);\n");
  CHECK(explained["version"] == 1);
  CHECK(reflected["version"] == 1);
  CHECK(client.result("graph/nodes", {{"document", "m.weft"}})["version"] == 1);
  CHECK(client.result("graph/copy", {{"document", "m.weft"}, {"nodes", {"m/rough"}}})["version"] ==
        1);
  const Json changed = client.result("library/didChange", Json::object());
  CHECK(changed["documents"][0]["document"] == "m.weft");
}

TEST_CASE("service: several documents and outputs are independent") {
  Client client;
  for (const char* const name : {"a", "b"}) {
    client.result("graph/open", {{"document", name}, {"text", source}});
    client.result("graph/watch", {{"document", name}, {"material", "m"}, {"glsl", true}});
  }
  client.result("graph/change", {{"document", "a"}, {"edits", edit("m/rough", "a", 0.9, false)}});
  CHECK(client.result("graph/text", {{"document", "b"}})["text"] == source);
  CHECK(client.result("graph/generate", {{"document", "a"}, {"output", 1}})["files"] !=
        client.result("graph/generate", {{"document", "b"}, {"output", 1}})["files"]);
}

TEST_CASE("service: a refused change says why and changes nothing") {
  Client client;
  client.result("graph/open", {{"document", "m"}, {"text", source}});
  const Json reply = client.call(
      "graph/change",
      {{"document", "m"},
       {"edits",
        Json::array(
            {Json{{"op", "connect"}, {"node", "m/rough"}, {"port", "a"}, {"from", "m/none"}}})}});
  CHECK(reply["error"]["code"] == -32803);
  CHECK(reply["error"]["data"]["refused"][0]["node"] == "m/none");
  CHECK(client.refusal(
            "graph/change",
            {{"document", "m"}, {"version", 7}, {"edits", edit("m/rough", "a", 0.9, false)}}) ==
        "-32803: the change is refused");
  CHECK(client.result("graph/text", {{"document", "m"}})["text"] == source);
}

TEST_CASE("service: messages that are no requests are refused as JSON-RPC says") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"{", R"([null,-32700,"the message is not JSON: it ends too early"])"},
      {R"({"jsonrpc":"2.0","id":1,"method":"a\ud800b"})",
       R"([null,-32700,"the message is not JSON at byte 42"])"},
      {R"({"jsonrpc":"2.0","id":1,"method":"graph/open","params":)" + std::string(200'000, '[') +
           std::string(200'000, ']') + "}",
       R"([null,-32700,"the message is nested deeper than 10000 levels"])"},
      {"7", R"([null,-32600])"},
      {"[]", R"([null,-32600])"},
      {R"({"id":1,"method":"initialize"})", R"([1,-32600])"},
      {R"({"jsonrpc":"1.0","id":1,"method":"initialize"})", R"([1,-32600])"},
      {R"({"jsonrpc":"2.0","id":1})", R"([1,-32600])"},
      {R"({"jsonrpc":"2.0","id":1,"method":3})", R"([1,-32600])"},
      {R"({"jsonrpc":"2.0","id":{},"method":"initialize"})", R"([null,-32600])"},
      {R"({"jsonrpc":"2.0","id":"x","method":"graph/opem"})",
       R"(["x",-32601,"there is no method 'graph/opem': did you mean 'graph/open'?"])"},
      {R"({"jsonrpc":"2.0","id":2,"method":"graph/text"})",
       R"([2,-32602,"graph/text: 'document' is missing"])"},
      {R"({"jsonrpc":"2.0","id":2,"method":"graph/text","params":{"document":3}})",
       R"([2,-32602,"graph/text: 'document' is not a string"])"},
      {R"({"jsonrpc":"2.0","id":2,"method":"graph/text","params":[1]})",
       R"([2,-32602,"graph/text: 'params' is not an object"])"},
      {R"({"jsonrpc":"2.0","id":2,"method":"graph/text","params":{"document":"a","documnt":1}})",
       R"([2,-32602,"graph/text: 'documnt' is not a parameter of graph/text: did you mean 'document'?"])"},
      {R"({"jsonrpc":"2.0","id":2,"method":"graph/generate","params":{"document":"a","output":-1}})",
       R"([2,-32602,"graph/generate: 'output' is not a whole number"])"},
      {R"({"jsonrpc":"2.0","id":2,"method":"graph/text","params":{"document":"a","workDoneToken":[1]}})",
       R"([2,-32602,"graph/text: 'workDoneToken' is not a string or a whole number"])"},
  };
  for (const auto& [message, expected] : table) {
    Client client;
    client.post(message);
    const std::vector<Json> replies = client.finish();
    INFO(message);
    REQUIRE(replies.size() == 1);
    INFO(replies[0].dump());
    const Json wanted = Json::parse(expected);
    CHECK(replies[0]["id"] == wanted[0]);
    CHECK(replies[0]["error"]["code"] == wanted[1]);
    CHECK((wanted.size() < 3 || replies[0]["error"]["message"] == wanted[2]));
  }
}

TEST_CASE("service: a param that is null is as if missing") {
  Client client;
  const TempDir place;
  place.write("m.weft", source);
  const std::string file = (place.path() / "m.weft").string();
  CHECK(client.call("graph/open", {{"document", file}, {"text", nullptr}, {"shared", nullptr}})
            .contains("result"));
  CHECK(client.result("graph/text", {{"document", file}})["text"] == source);
}

TEST_CASE("service: the fault of an edit says which one of several it is") {
  Client client;
  client.result("graph/open", {{"document", "m.weft"}, {"text", source}});
  Json edits = edit("m/rough", "0", 0.3, false);
  edits.push_back({{"op", "renam"}, {"node", "m/rough"}, {"name", "x"}});
  CHECK(client.refusal("graph/change", {{"document", "m.weft"}, {"edits", edits}}) ==
        "-32602: there is no edit 'renam', in edit 2 of 2: did you mean 'rename'?");
  edits.erase(0);
  CHECK(client.refusal("graph/change", {{"document", "m.weft"}, {"edits", edits}}) ==
        "-32602: there is no edit 'renam': did you mean 'rename'?");
}

TEST_CASE("service: notifications and replies get no reply") {
  Client client;
  client.post(std::string(
      R"({"jsonrpc":"2.0","method":"graph/open","params":{"document":"m","text":""}})"));
  client.post(std::string(R"({"jsonrpc":"2.0","method":"graph/none"})"));
  client.post(std::string(R"({"jsonrpc":"2.0","method":"graph/text","params":{}})"));
  client.post(std::string(R"({"jsonrpc":"2.0","id":1,"result":null})"));
  CHECK(client.finish().empty());
  CHECK(client.result("graph/text", {{"document", "m"}})["text"] == "");
}

TEST_CASE("service: requests that wait are cancelled or superseded") {
  Client client;
  client.result("graph/open", {{"document", "m"}, {"text", source}});
  client.result("graph/watch", {{"document", "m"}, {"material", "m"}, {"glsl", true}});
  const Json generate{{"document", "m"}, {"output", 1}};
  client.post(Client::request(101, "graph/generate", generate));
  client.post(Client::request(102, "graph/change",
                              {{"document", "m"}, {"edits", edit("m/rough", "a", 0.9, false)}}));
  client.post(Client::request(103, "graph/generate", generate));
  client.post(Client::request(104, "graph/diagnostics", {{"document", "m"}}));
  client.post(Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", 104}}}});
  client.post(Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", 999}}}});
  std::vector<std::string> seen;
  for (const Json& reply : client.finish()) {
    seen.push_back(reply["id"].dump() + " " +
                   (reply.contains("error") ? reply["error"]["code"].dump() : "fine"));
  }
  CHECK(seen == std::vector<std::string>{"104 -32800", "101 -32801", "102 fine", "103 fine"});
}

TEST_CASE("service: progress is told of requests that ask for it") {
  Client client;
  for (const char* const name : {"a", "b", "c"}) {
    client.result("graph/open", {{"document", name}, {"text", source}});
  }
  const auto post = [&](int id, const std::string& method, Json params) {
    params["workDoneToken"] = "t";
    client.post(Client::request(id, method, std::move(params)));
  };
  const auto told = [](const std::vector<Json>& replies) {
    std::string all;
    for (const Json& reply : replies) {
      if (reply.contains("method")) {
        CHECK(reply["method"] == "$/progress");
        CHECK(reply["params"]["token"] == "t");
        const Json& value = reply["params"]["value"];
        all += value["kind"].get<std::string>() +
               (value.contains("percentage") ? " " + value["percentage"].dump() : "") + ", ";
      } else {
        all += (reply.contains("error") ? reply["error"]["code"] : reply["id"]).dump() + ", ";
      }
    }
    return all;
  };
  post(1, "library/didChange", Json::object());
  std::vector<Json> replies = client.finish();
  CHECK(told(replies) == "begin, report 33, report 66, end, 1, ");
  REQUIRE(replies.back()["result"]["documents"].size() == 3);
  CHECK(replies.back()["result"]["documents"][2]["document"] == "c");
  post(2, "graph/text", {{"document", "a"}});
  CHECK(told(client.finish()) == "begin, end, 2, ");
  post(3, "graph/text", {{"document", "none"}});
  CHECK(told(client.finish()) == "begin, end, -32602, ");
  // A request in parts can be cancelled while it is worked on; the next one starts anew.
  post(4, "library/didChange", Json::object());
  client.service().step();
  client.service().step();
  client.post(Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", 4}}}});
  CHECK_FALSE(client.service().has_work());
  CHECK(told(client.finish()) == "begin, report 33, end, -32800, ");
  post(5, "library/didChange", Json::object());
  replies = client.finish();
  CHECK(told(replies) == "begin, report 33, report 66, end, 5, ");
  CHECK(replies.back()["result"]["documents"].size() == 3);
}

TEST_CASE("service: it ends by shutdown or exit") {
  for (const bool by_exit : {false, true}) {
    Client client;
    client.post(by_exit ? std::string(R"({"jsonrpc":"2.0","method":"exit"})")
                        : std::string(R"({"jsonrpc":"2.0","id":1,"method":"shutdown"})"));
    CHECK(client.finish().size() == (by_exit ? 0 : 1));
    CHECK(client.service().has_ended());
  }
}

TEST_CASE("service: ten thousand requests at once are all answered") {
  Client client;
  client.result("graph/open", {{"document", "m"}, {"text", source}});
  for (int i = 0; i < 10'000; ++i) {
    client.post(Client::request(i, "graph/text", {{"document", "m"}}));
  }
  CHECK(client.finish().size() == 10'000);
}

}  // namespace weft::testing::service_test
