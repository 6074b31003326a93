// The JSON output for programs: its keys are fixed.

#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_json_test {

namespace {

using Json = nlohmann::json;

Finished run_weft(std::vector<std::string> arguments, const std::string& input = "") {
  Command command;
  command.program = weft_program();
  command.arguments = std::move(arguments);
  command.arguments.emplace_back("--format=json");
  command.stdin_text = input;
  return run(command);
}

std::string worn_metal() {
  return (repository_root() / "shaders" / "materials" / "worn_metal.weft").string();
}

void check_keys(const Json& object, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    INFO(key);
    CHECK(object.contains(key));
  }
}

}  // namespace

TEST_CASE("cli json: convert") {
  const std::vector<std::string> keys = {
      "possible", "exact",    "difficulty", "lossy",  "result",
      "steps",    "features", "ambiguous",  "reason", "would_succeed_with"};
  const Finished found = run_weft(
      {"convert", "type:float3,use:color,encoding:srgb", "type:float3,use:color,encoding:linear"});
  REQUIRE(found.exit_code == 0);
  const Json chain = Json::parse(found.out);
  check_keys(chain, keys);
  CHECK(chain["possible"] == true);
  CHECK(chain["exact"] == false);
  CHECK(chain["difficulty"] == 2);
  CHECK(chain["result"] == "type:float3,use:color,encoding:linear");
  REQUIRE(chain["steps"].size() == 1);
  check_keys(chain["steps"][0], {"conversion", "difficulty", "from", "to", "features"});
  CHECK(chain["reason"].is_null());
  CHECK(chain["diagnostics"].empty());

  const Finished impossible = run_weft({"convert", "type:float3", "type:float3,basis:world"});
  CHECK(impossible.exit_code == 1);
  const Json none = Json::parse(impossible.out);
  check_keys(none, keys);
  CHECK(none["possible"] == false);
  CHECK(none["difficulty"].is_null());
  CHECK(none["result"].is_null());
  CHECK(none["missing_meaning"] == "basis");
  REQUIRE(none["diagnostics"].size() == 1);
  check_keys(none["diagnostics"][0], {"severity", "code", "message", "file", "line", "column",
                                      "node", "port", "notes", "hint"});
  CHECK(none["diagnostics"][0]["code"] == "no-conversion");

  const Finished same = run_weft({"convert", "type:float3", "type:float3"});
  CHECK(Json::parse(same.out)["exact"] == true);
  CHECK(Json::parse(same.out)["difficulty"] == 0);
}

TEST_CASE("cli json: convert with the features of a host") {
  const std::string from = "type:float3,use:position,basis:view";
  const std::string to = "type:float3,use:position,basis:world";
  const Json all = Json::parse(run_weft({"convert", from, to}).out);
  CHECK(all["features"] == Json{"view.to_world"});
  // A derived feature is available if its inputs are.
  const Json derived =
      Json::parse(run_weft({"convert", from, to, "--features", "view.from_world"}).out);
  CHECK(derived["possible"] == true);
  const Json without = Json::parse(run_weft({"convert", from, to, "--features", "frame.time"}).out);
  CHECK(without["possible"] == false);
  // Names the primitive features, not the derived ones.
  CHECK(without["would_succeed_with"] == Json{"view.from_world"});
  CHECK(run_weft({"convert", from, to, "--features", "view.nothing"}).exit_code == 1);
}

TEST_CASE("cli json: advice names the fewest features that the host must provide") {
  const TempDir place;
  const std::string file = place
                               .write("advice.weft", R"(
import "core";
trait side { left, right }
feature host.one: float at view;
feature host.two: float at view;
feature host.other: float at view;
feature host.both: float at view = host.one + host.two;
conversion easy(v: float3 {side: left}) -> {side: right} difficulty 1 { return v * host.both; }
conversion hard(v: float3 {side: left}) -> {side: right} difficulty 5 { return v * host.other; }
)")
                               .string();
  const auto ask = [&](const std::string& features) {
    return Json::parse(run_weft({"convert", "type:float3,side:left", "type:float3,side:right", "-L",
                                 file, "--features", features})
                           .out);
  };
  const auto names = [](std::vector<std::string> all) { return Json(std::move(all)); };
  CHECK(ask("frame.time")["would_succeed_with_any"] == Json::array({names({"host.other"})}));
  // One of the two is already available.
  CHECK(ask("host.one")["would_succeed_with_any"] ==
        Json::array({names({"host.two"}), names({"host.other"})}));
  CHECK(ask("host.one,host.two")["features"] == names({"host.both"}));
  CHECK(ask("host.both")["features"] == names({"host.both"}));
}

TEST_CASE("cli json: -L can exclude the shipped library") {
  const TempDir place;
  const std::string file =
      place
          .write("r.weft",
                 "trait basis { model, world }\n"
                 "conversion up(p: float4 {basis: model}) -> {basis: world} difficulty 0.25 "
                 "{ return p; }\n")
          .string();
  const Json answer = Json::parse(run_weft({"convert", "type:float4,basis:model",
                                            "type:float4,basis:world", "--no-shipped", "-L", file})
                                      .out);
  CHECK(answer["difficulty"] == 0.25);
  CHECK(answer["steps"][0]["conversion"] == "up");
}

TEST_CASE("cli json: dump writes the plan") {
  const Finished finished = run_weft({"dump", worn_metal(), "--stage=plan"});
  INFO(finished.out.substr(0, 2000));
  REQUIRE(finished.exit_code == 0);
  const Json plan = Json::parse(finished.out);
  check_keys(plan, {"nodes", "interpolants", "uniform_program"});
  REQUIRE_FALSE(plan["nodes"].empty());
  bool has_place = false;
  for (std::size_t i = 0; i < plan["nodes"].size(); ++i) {
    const Json& node = plan["nodes"][i];
    check_keys(node, {"id", "name", "source", "rate", "stage", "inputs", "type", "needs", "cost",
                      "set", "offset"});
    CHECK(node["id"] == i);
    for (const Json& input : node["inputs"]) {
      CHECK(input.get<std::size_t>() < i);
    }
    has_place = has_place || (node["set"].is_number() && node["offset"].is_number());
  }
  CHECK(has_place);
  CHECK_FALSE(plan["interpolants"].empty());
}

TEST_CASE("cli json: each dumped stage and list is one document") {
  for (const char* stage : {"graph", "types", "fields", "contexts", "plan", "program"}) {
    const Finished finished = run_weft({"dump", worn_metal(), std::string("--stage=") + stage});
    INFO(stage);
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.empty());
    CHECK(Json::parse(finished.out, nullptr, false).is_object());
  }
  for (const char* kind :
       {"fragments", "conversions", "traits", "features", "profiles", "materials"}) {
    const Finished finished = run_weft({"list", kind, worn_metal()});
    INFO(kind);
    CHECK(finished.exit_code == 0);
    CHECK_FALSE(Json::parse(finished.out).at(kind).empty());
  }
}

TEST_CASE("cli json: signatures include function ports") {
  const Finished finished = run_weft({"list", "fragments", "-"},
                                     "import \"core\";\n"
                                     "/// Both.\n"
                                     "fragment both<T, N: int>(f: fn(x: T, index: int) -> bool, g: "
                                     "eval(surface.uv) -> T, xs: T[N])"
                                     " -> T[N] { return xs; }\n");
  REQUIRE(finished.exit_code == 0);
  const Json document = Json::parse(finished.out);
  for (const Json& fragment : document["fragments"]) {
    if (fragment["name"] == "both") {
      CHECK(fragment["signature"] ==
            "<T, N: int>(f: fn(x: T, index: int) -> bool, g: eval(surface.uv) -> T, xs: T[N]) -> "
            "T[N]");
      CHECK(fragment["doc"] == "Both.");
      return;
    }
  }
  FAIL("it is not listed");
}

TEST_CASE("cli json: errors are part of the document on standard output") {
  const Finished finished = run_weft({"check", "-"}, "fragment f() -> float { return x; }\n");
  CHECK(finished.exit_code == 1);
  CHECK(finished.err.empty());
  const Json document = Json::parse(finished.out);
  REQUIRE(document["diagnostics"].size() == 1);
  const Json& diagnostic = document["diagnostics"][0];
  CHECK(diagnostic["severity"] == "error");
  CHECK(diagnostic["code"] == "unknown-name");
  CHECK(diagnostic["file"] == "<stdin>");
  CHECK(diagnostic["line"] == 1);
  CHECK(diagnostic["column"] == 32);

  const Finished value = run_weft({"eval", "float2(0.1, 2.0)"});
  CHECK(Json::parse(value.out)["type"] == "float2");
  CHECK_THAT(value.out, contains("0.1,"));
}

TEST_CASE("cli json: eval reads declarations from standard input") {
  const Finished value =
      run_weft({"eval", "-", "twice((x) => Pair(x.a, x.b + k), Pair(1.0, 2.0))", "-D", "k=3.0"},
               "struct Pair { float a; float b; }\n"
               "fragment twice<T>(f: fn(x: T) -> T, x: T) -> T { return f(f(x)); }\n");
  REQUIRE(value.exit_code == 0);
  const Json document = Json::parse(value.out);
  CHECK(document["text"] == "Pair(1.0, 8.0)");
  CHECK(document["value"]["b"] == 8.0);
}

}  // namespace weft::testing::cli_json_test
