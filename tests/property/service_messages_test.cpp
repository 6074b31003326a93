// Conversations of random messages with the service: well-formed requests, some with members that
// are changed, removed or added. Every request has one reply, whose error says something, and a
// document is as before after a refused change.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/service/service.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"
#include "tests/support/seed.h"

namespace weft::testing::service_messages_test {
namespace {

using namespace weft::live;

const char* const source = R"(import "core";
import "profiles";

graph twice(x: float) -> float
{
    output x + x;
}

material m {
    param wear: float = 0.5 [min: 0, max: 1];
    f = (v) => v * wear;
    rough = mix(0.2, 0.8, wear);
    base = float3(rough, twice(rough), f(0.5)) * 0.5;
    output albedo = base as {use: reflectance, encoding: linear};
}
)";

const Json& pick(Random& random, const Json& all) { return all[random.below(all.size())]; }

/// Values that members may have where they should not.
Json any_value(Random& random) {
  static const Json values = Json::array({nullptr,
                                          true,
                                          0,
                                          1,
                                          -1,
                                          0.5,
                                          1e308,
                                          -1e-320,
                                          9007199254740993,
                                          18446744073709551615U,
                                          "",
                                          "x",
                                          "m",
                                          "m/base",
                                          "m/base/0/1",
                                          "m/out:albedo",
                                          "m//",
                                          std::string("a\0b", 3),
                                          "return",
                                          "albedo",
                                          "float3(0.5)",
                                          "wear + rough",
                                          "((",
                                          "1 /* ",
                                          "// x",
                                          "} material q {",
                                          "\xf0\x9f\x98\x80",
                                          std::string(5000, 'x'),
                                          Json::array(),
                                          Json::object(),
                                          Json::array({1, "a"}),
                                          Json::array({0.1, 0.2, 0.3}),
                                          Json::object({{"op", "rename"}}),
                                          Json::array({Json::array({nullptr})})});
  return pick(random, values);
}

/// A value that fits a member of a schema and its name.
Json fitting_value(Random& random, const std::string& name, const Json& schema) {
  static const Json texts = {
      {"document", {"d", "d", "d", "e", "none.weft"}},
      {"text",
       {source, "material m { a = 0.5; }", "graph g() -> float { output 1.0; }", "p = 2.0;"}},
      {"node", {"m/base", "m/rough", "m/wear", "m/out:albedo", "m/base/1", "m/f", "m/rough/0"}},
      {"from", {"m/rough", "m/wear", "m/base", "m/base/0"}},
      {"port", {"", "0", "1", "left", "a", "t"}},
      {"graph", {"m", "twice"}},
      {"material", {"m", "n"}},
      {"profile", {"unlit", "depth", "none"}},
      {"name", {"n1", "n2", "rough", "wear", "if"}},
      {"expression", {"0.5", "rough * 2.0", "wear", "float3(0.1)"}},
      {"value", {0.25, true, "wear * 0.5", {0.1, 0.2, 0.3}}},
      {"fragment", {"saturate", "fract", "none"}},
      {"declaration", {"param q: float = 0.5;", "param r: float3 = float3(1.0);"}},
      {"data", {"at 1 2", ""}}};
  if (texts.contains(name)) {
    return pick(random, texts[name]);
  }
  const Json& type = schema.contains("type") ? schema["type"] : schema;
  if (type == "boolean") {
    return random.chance(2);
  }
  if (type == "integer") {
    return random.below(4);
  }
  if (type == "array") {
    return Json::array({pick(random, texts["node"]), pick(random, texts["node"])});
  }
  return type == "object" ? Json::object() : Json("x");
}

/// An object as its schema says; one member in eight is another value, missing or not known.
Json random_object(Random& random, const Json& schema) {
  Json made = Json::object();
  std::vector<std::string> required;
  for (const Json& each : schema["required"]) {
    required.push_back(each.get<std::string>());
  }
  for (const auto& [name, member] : schema["properties"].items()) {
    const bool is_required = std::find(required.begin(), required.end(), name) != required.end();
    if (is_required || random.chance(3)) {
      made[name] = member.contains("const") ? member["const"] : fitting_value(random, name, member);
    }
  }
  if (random.chance(8) && !made.empty()) {
    auto at = made.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random.below(made.size())));
    if (random.chance(3)) {
      made.erase(at);
    } else {
      *at = any_value(random);
    }
  }
  if (random.chance(30)) {
    made["unknown"] = any_value(random);
  }
  return made;
}

class Conversation {
 public:
  explicit Conversation(Random& random) : random_(random), service_(reader_, shipped_options()) {
    call("graph/open", {{"document", "d"}, {"text", source}});
    call("graph/watch",
         {{"document", "d"}, {"material", "m"}, {"profile", "unlit"}, {"glsl", true}});
  }

  /// The one reply to a request.
  Json call(const std::string& method, const Json& params) {
    const int id = ++last_id_;
    service_.post(
        Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
    while (service_.has_work()) {
      service_.step();
    }
    Json found;
    for (const std::string& reply : service_.take_replies()) {
      Json message = Json::parse(reply);
      if (message.contains("method")) {
        continue;  // progress
      }
      INFO(method << " " << params.dump() << " " << reply);
      REQUIRE(message["id"] == id);
      REQUIRE(found.is_null());
      REQUIRE((message.contains("result") || !message["error"]["message"].empty()));
      found = std::move(message);
    }
    REQUIRE_FALSE(found.is_null());
    return found;
  }

  /// A request of the schema, and what follows from its reply.
  void ask() {
    static const Json schema = Json::parse(service_schema())["$defs"];
    static const std::vector<std::string> methods = [] {
      std::vector<std::string> names;
      for (const auto& [name, ignored] : schema.items()) {
        // `shutdown` ends all, and pictures need a renderer.
        if (schema[name].contains("properties") && name != "shutdown" && name != "graph/preview") {
          names.push_back(name);
        }
      }
      return names;
    }();
    const std::string method =
        random_.chance(2) ? "graph/change" : methods[random_.below(methods.size())];
    Json params = random_object(random_, schema[method]["properties"]["params"]);
    if (method == "graph/change" && !random_.chance(10)) {
      Json edits = Json::array();
      for (std::size_t i = random_.chance(4) ? 3 : 1; i > 0; --i) {
        edits.push_back(random_object(random_, pick(random_, schema["edit"]["oneOf"])));
      }
      params["edits"] = edits;
      params.erase("version");
    }
    const Json before = state();
    const Json reply = call(method, params);
    if (method == "graph/change" && reply.contains("error")) {
      INFO(params.dump() << reply.dump());
      REQUIRE(state() == before);
      ++refused;
    }
    if (method == "graph/change" && reply.contains("result")) {
      ++changed;
    }
    if (state()["text"].contains("error")) {
      call("graph/open", {{"document", "d"}, {"text", source}});
    }
  }

  std::size_t refused = 0;
  std::size_t changed = 0;

 private:
  /// What a refused change leaves alone.
  Json state() {
    Json all;
    for (const auto& [name, params] :
         std::map<std::string, Json>{{"text", {{"document", "d"}}},
                                     {"nodes", {{"document", "d"}}},
                                     {"generate", {{"document", "d"}, {"output", 1}}}}) {
      Json reply = call("graph/" + name, params);
      reply.erase("id");
      all[name] = std::move(reply);
    }
    return all;
  }

  Random& random_;
  DiskReader reader_;
  Service service_;
  int last_id_ = 0;
};

}  // namespace

TEST_CASE("service: random messages are answered, and a refused change changes nothing") {
  Random random(seed() ^ 0x5e41ce);
  std::size_t refused = 0;
  std::size_t changed = 0;
  const std::size_t cases = by_scale(6, 100, 2'000);
  for (std::size_t i = 0; i < cases; ++i) {
    INFO("seed " << seed() << ", case " << i);
    Conversation conversation(random);
    for (int k = 0; k < 60; ++k) {
      conversation.ask();
    }
    refused += conversation.refused;
    changed += conversation.changed;
  }
  CHECK(refused > cases * 5);
  CHECK(changed > cases);
}

}  // namespace weft::testing::service_messages_test
