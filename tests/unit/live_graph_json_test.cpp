// A document as JSON and back: live/session/graph_json.h.

#include <cstdlib>
#include <string>
#include <vector>

#include "live/session/graph_json.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::live_graph_json_test {
namespace {

using namespace weft::live;

std::string errors_of(const Diagnostics& errors) {
  std::string text;
  for (const Diagnostic& each : errors) {
    text += std::string(slug(each.code)) + " " + each.node +
            (each.port.empty() ? "" : ", port " + each.port) + ": " + each.message + "\n";
  }
  return text;
}

std::string json_of(const std::string& text) {
  const DocumentText document("test.weft", text);
  const auto json = graph_json(document);
  REQUIRE(json);
  return *json;
}

std::string text_of(const std::string& json) {
  const auto text = graph_text(json);
  INFO((text ? "" : errors_of(text.error())));
  REQUIRE(text);
  return *text;
}

TEST_CASE("the JSON schema of documents is generated from the table") {
  const auto path = repository_root() / "docs" / "graph.schema.json";
  const char* update = std::getenv("WEFT_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1" && std::getenv("CI") == nullptr) {
    write_file(path, graph_schema());
  }
  CHECK(text_diff(read_file(path), graph_schema()) == "");
}

const char* const source = R"(import "core";

// Before.
/// A graph.
graph twice(x: float = 0.5) -> float where same(x)
{
    output x * 2.0;
}

material m {
    /// How worn.
    static param wear: bool = false [label: "Wear \"it\""];
    param tint: float3 {use: reflectance, encoding: srgb} = #3a6ea5;

    stitch {
        // inside
        n = normalize(surface.normal);  // a comment //@ at 1 2
    }
    a: float = -(0x10 + 1.50) * (2 - -n.x);  //@ at 3 4
    f = (p, q) => p + q * a;
    s = loop 4 with (sum: float = (0.0), i: int = 0) {
        // in the loop
        sum = sum + f(sum, a);
        i = i + 1;
    };
    w = (a with (surface.uv: surface.uv * 2.0 keeps frame))[0];
    c = wear ? a : (wear ? s.sum : twice(x: a)) as {unit: second};

    output tint;
    output other = c;
    // at the end
}
// last
)";

TEST_CASE("the JSON of a document has its nodes, wires and literals as written") {
  const Json json = Json::parse(json_of(source));
  const Json& graph = json["declarations"][1];
  CHECK(graph["kind"] == "graph");
  CHECK(graph["before"] == Json({"", "// Before.", "/// A graph."}));
  CHECK(graph["nodes"][0] ==
        Json::parse(R"({"kind": "output", "id": "twice/out:", "value": {"operator": "*",
                        "operands": [{"node": "x"}, {"number": "2.0"}]}})"));
  const Json& nodes = json["declarations"][2]["nodes"];
  CHECK(nodes[0]["variant"] == "static");
  CHECK(nodes[0]["meta"][0]["value"]["string"] == "Wear \"it\"");
  CHECK(nodes[1]["type"] == "float3 {use: reflectance, encoding: srgb}");
  CHECK(nodes[1]["value"]["color"] == "#3a6ea5");
  const Json& n = nodes[2]["nodes"][0];
  CHECK(n["id"] == "m/n");
  CHECK(n["data"] == "at 1 2");
  CHECK(n["after"] == "// a comment");
  CHECK(n["value"]["arguments"][0]["value"] ==
        Json::parse(R"({"member": "normal", "of": {"name": "surface"}})"));
  CHECK(nodes[3]["value"]["operands"][0]["operands"][0]["operands"][0]["number"] == "0x10");
  CHECK(nodes[4]["value"]["body"]["operands"][0] == Json::parse(R"({"local": "p"})"));
  CHECK(nodes[5]["value"]["states"][0]["value"]["parentheses"] == 1);
  CHECK(nodes[7]["value"]["of"]["operands"][2]["parentheses"] == 1);
  CHECK(text_of(json_of(source)) == formatted(DocumentText("test.weft", source)));
}

TEST_CASE("the JSON of a document keeps comments among arguments before the node") {
  const std::string text =
      "import \"core\";\n\nmaterial m {\n    a = mix(\n        0.1,  // low\n"
      "        0.9,\n        /* weight */ 0.5\n    );\n}\n";
  CHECK(formatted(DocumentText("test.weft", text)) == text);
  const Json node = Json::parse(json_of(text))["declarations"][1]["nodes"][0];
  CHECK(node["before"] == Json({"// low", "/* weight */"}));
  CHECK_THAT(text_of(json_of(text)),
             contains("    // low\n    /* weight */\n    a = mix(0.1, 0.9, 0.5);\n"));
}

TEST_CASE("the JSON of a document keeps block comments of several lines behind statements") {
  const std::string text =
      "import \"core\";\n\nmaterial m {\n    a = surface.uv.x + 1.0;  /* one\n   two */\n"
      "    output albedo = float3(a);\n}\n";
  CHECK(formatted(DocumentText("test.weft", text)) == text);
  CHECK(text_of(json_of(text)) == text);
}

/// A material of one node `n` with that value; `a` is a parameter.
std::string with_value(const std::string& value) {
  return R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "parameter",
    "name": "a", "type": "float"}, {"kind": "value", "name": "n", "value": )" +
         value + "}]}]}";
}

TEST_CASE("text from JSON gets the parentheses that operators need") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"operator": "*", "operands": [{"operator": "+", "operands": [{"node": "a"},
          {"number": "1"}]}, {"operator": "-", "operands": [{"operator": "-", "operands":
          [{"node": "a"}]}]}]})",
       "(a + 1) * - -a"},
      {R"({"operator": "-", "operands": [{"node": "a"}, {"operator": "-", "operands":
          [{"node": "a"}, {"number": "1.0"}]}]})",
       "a - (a - 1.0)"},
      {R"({"member": "x", "of": {"as": "{unit: second}", "of": {"operator": "?:", "operands":
          [{"as": "{unit: second}", "of": {"node": "a"}}, {"as": "{unit: second}", "of":
          {"node": "a"}}, {"as": "{unit: second}", "of": {"node": "a"}}]}}})",
       "((a as {unit: second}) ? a as {unit: second} : (a as {unit: second}) as {unit: second}).x"},
      {R"({"as": "{unit: second}", "of": {"operator": "?:", "operands": [{"node": "a"},
          {"node": "a"}, {"function": ["p"], "body": {"local": "p"}}]}})",
       "(a ? a : (p) => p) as {unit: second}"},
      {R"({"apply": {"function": ["p"], "body": {"as": "{unit: second}", "of": {"local": "p"}}},
          "arguments": [{"value": {"node": "a"}}]})",
       "((p) => p as {unit: second})(a)"},
      {R"({"member": "x", "of": {"number": "1"}})", "1 .x"},
      {R"({"with": [{"feature": "surface.uv", "value": {"node": "a"}}], "of": {"operator": "+",
          "operands": [{"node": "a"}, {"node": "a"}]}})",
       "(a + a) with (surface.uv: a)"},
      {R"({"string": "a\"b\\\n"})", R"("a\"b\\\n")"},
  };
  for (const auto& [value, expected] : cases) {
    const std::string text = text_of(with_value(value));
    CHECK_THAT(text, contains("    n = " + expected + ";\n"));
    const Json again = Json::parse(json_of(text));
    CHECK(again["declarations"][0]["nodes"][1]["value"] == Json::parse(value));
  }
}

TEST_CASE("errors in a document's JSON name node and port") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"no", "syntax-error : the document is not JSON"},
      {"[]", "a document is an object"},
      {"{}", "the document has no 'declarations'"},
      {R"({"declarations": [{"kind": "materiel"}]})", "'materiel' is no kind of declaration"},
      {R"({"declarations": [{"kind": "text", "text": "import \"core\"; import \"bsdf\";"}]})",
       "syntax-error declarations/0: the text is not one declaration"},
      {R"({"declarations": [{"kind": "text", "text": "material m {}"}]})", "is a material"},
      {R"({"declarations": [{"kind": "graph", "name": "g", "signature": "() -> float {} graph h() -> float",
          "nodes": []}]})",
       "syntax-error g: the text is not what follows the name of a graph"},
      {with_value("3"), "m/n: 'value' of the value is not an object"},
      {with_value("{}"), "m/n: an object is no expression"},
      {with_value(R"({"number": 3})"), "m/n: 'number' of the number is not a string"},
      {with_value(R"({"number": "-3"})"), "bad-number m/n: '-3' is not a number"},
      {with_value(R"({"number": "3; x = 4"})"), "is not a number"},
      {with_value(R"({"color": "#12"})"), "is not a color"},
      {with_value(R"({"node": "b"})"), "unknown-name m/n: 'm' has no node 'b'"},
      {with_value(R"({"local": "b"})"), "nothing binds 'b'"},
      {with_value(R"({"name": "a"})"), "'a' is declared"},
      {with_value(R"({"name": "a b"})"), "'a b' is not a name"},
      {with_value(R"({"node": "n"})"), "graph-cycle m/n: 'n' depends on itself"},
      {with_value(R"({"call": "mix", "arguments": [{"value": {"node": "a"}}, {"port": "b", "value":
          {"operator": "+", "operands": [{"node": "a"}, {"node": "n"}]}}]})"),
       "graph-cycle m/n, port b/1: 'n' depends on itself"},
      {with_value(R"({"call": "mix", "arguments": [{"value": {"string": 1}}]})"),
       "wrong-arguments m/n, port 0: 'string' of the string is not a string"},
      {with_value(R"({"call": "mix", "argument": []})"), "the call has no 'arguments'"},
      {with_value(R"({"operator": "+", "operands": []})"), "no operator '+' of 0 operands"},
      {with_value(R"({"as": "{unit: second}; x = 1", "of": {"node": "a"}})"), "are not traits"},
      {with_value(R"({"with": [{"feature": "a.", "value": {"node": "a"}}], "of": {"node": "a"}})"),
       "'a.' is not a feature"},
      {with_value(R"({"loop": {"number": "1"}, "states": [{"name": "a", "type": "float", "value":
          {"number": "1.0"}}], "bindings": [{"kind": "value", "name": "a", "value": {"node": "a"}}]})"),
       "duplicate-name m/n, port 2: 'a' means something else there"},
      {with_value(R"({"operator": "*", "operands": [{"node": "a"}, {"operator": "+", "parentheses":
          0, "operands": [{"node": "a"}, {"node": "a"}]}]})"),
       "syntax-error m/n, port 1: the expression needs parentheses"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "value", "name": "a",
          "value": {"bool": true}}, {"kind": "value", "name": "a", "value": {"bool": true}}]}]})",
       "duplicate-name m/a: 'm' has several nodes 'a'"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": []}, {"kind": "material",
          "name": "m", "nodes": []}]})",
       "duplicate-name m~2"},
      {R"({"declarations": [{"kind": "material", "name": "if", "nodes": []}]})", "reserved word"},
      {R"({"declarations": [{"kind": "material", "name": "m", "id": "k", "nodes": []}]})",
       "the id is 'm' and not 'k'"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [], "before": ["x"]}]})",
       "'x' is not a comment"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "parameter",
          "name": "p", "type": "float = 1.0"}]}]})",
       "syntax-error m/p: 'float = 1.0' is not a type"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "value", "name": "p",
          "value": {"bool": true}, "data": "two\nlines"}]}]})",
       "m/p: an editor's data are one line"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "output"}]}]})",
       "an output without a name has a value"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "output", "name":
          "albedo"}]}]})",
       "unknown-name m/out:albedo: 'm' has no node 'albedo'"},
      {R"({"declarations": [{"kind": "material", "name": "m", "nodes": [{"kind": "value", "name": "p",
          "value": )" +
           std::string(49'000, '[') + std::string(49'000, ']') + "}]}]}",
       "m/p"},
      {R"({"declarations": )" + std::string(200'000, '[') + std::string(200'000, ']') + "}",
       "syntax-error : the document is nested deeper than 50000 levels"},
  };
  for (const auto& [json, message] : cases) {
    INFO(json);
    const auto text = graph_text(json);
    REQUIRE_FALSE(text);
    CHECK_THAT(errors_of(text.error()), contains(message));
  }
}

TEST_CASE("a document's JSON may nest as deep as its text") {
  std::string text = "material m {\n    a = 1.0";
  for (int i = 0; i < 20'000; ++i) {
    text += i % 2 == 0 ? " + 1.0" : " - 2.0";
  }
  text += ";\n}\n";
  CHECK(text_of(json_of(text)) == text);
  LiveDocument document("");
  CHECK(document.edit(SetDocument{json_of(text)}) == "");
  CHECK(document.text() == text);
}

TEST_CASE("setting a document from JSON is one undo step") {
  LiveDocument document(source);
  std::string json = json_of(source);
  const std::string number = R"({"number":"1.50"})";
  json.replace(json.find(number), number.size(), R"({"number":"2.5"})");
  CHECK(document.edit(SetDocument{json}) == "");
  CHECK_THAT(document.text(), contains("-(0x10 + 2.5)"));
  REQUIRE(document.session().undo());
  CHECK(document.text() == source);
  CHECK_THAT(document.edit(SetDocument{with_value(R"({"node": "b"})")}), contains("m/n"));
  CHECK(document.text() == source);
}

}  // namespace
}  // namespace weft::testing::live_graph_json_test
