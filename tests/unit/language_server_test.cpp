// Conversations with the language server: lifecycle, texts, places, diagnostics.

#include "live/language_server/language_server.h"

#include <algorithm>
#include <string>
#include <vector>

#include "live/language_server/document_uri.h"
#include "live/language_server/text_places.h"
#include "tests/support/catch.h"
#include "tests/support/language_client.h"

namespace weft::testing::language_server_test {

using namespace weft::lsp;

namespace {

const std::string material = R"(import "core";

material m {
    param wear: float = 0.5;
    rough = mix(0.2, 0.8, wear);
    output albedo = float3(rough) as {use: reflectance, encoding: linear};
}
)";

}  // namespace

TEST_CASE("lsp: places count UTF-16 code units") {
  struct Row {
    std::string text;
    std::uint32_t offset;
    LinePlace place;
  };
  const std::vector<Row> rows = {
      {"", 0, {0, 0}},
      {"ab", 1, {0, 1}},
      {"ab", 2, {0, 2}},
      {"ä b", 2, {0, 1}},
      {"€x", 3, {0, 1}},
      {"\U0001F600x", 4, {0, 2}},
      {"\U0001F600x", 5, {0, 3}},
      {"a\nbc", 3, {1, 1}},
      {"a\r\nbc", 3, {1, 0}},
      {"a\r\nbc", 5, {1, 2}},
      {"a\rbc", 2, {1, 0}},
      {"a\n", 2, {1, 0}},
      {"\r\n\r\n", 2, {1, 0}},
      {"// \U0001F600\U0001F600\r\n\xC3\xA4=\U0001F600;", 20, {1, 4}},
      {"\xFFx", 1, {0, 1}},  // not UTF-8
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const SourceFile source("m.weft", row.text);
    CHECK(place_of(source, row.offset) == row.place);
    CHECK(offset_of(source, row.place) == row.offset);
  }
}

TEST_CASE("lsp: places of ascending offsets are those of each") {
  const SourceFile source("m.weft", "a\U0001F600\xC3\xA4 b\r\n\r\n\xFF\U0001F600x\ny");
  PlaceFinder ascending(source);
  PlaceFinder descending(source);
  const auto size = static_cast<std::uint32_t>(source.text().size());
  for (std::uint32_t i = 0; i <= size; ++i) {
    INFO(i);
    CHECK(ascending.place(i) == place_of(source, i));
    CHECK(descending.place(size - i) == place_of(source, size - i));
  }
}

TEST_CASE("lsp: places outside of a text are its nearest") {
  struct Row {
    std::string text;
    LinePlace place;
    std::uint32_t offset;
  };
  const std::vector<Row> rows = {
      {"", {7, 9}, 0},
      {"ab\ncd", {0, 9}, 2},
      {"ab\r\ncd", {0, 9}, 2},
      {"ab\r\ncd", {1, 9}, 6},
      {"ab\r\ncd", {2, 0}, 6},
      {"ab\ncd\n", {2, 0}, 6},
      {"\U0001F600x", {0, 1}, 0},  // inside of a pair
      {"ab", {4294967294U, 4294967294U}, 2},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(offset_of(SourceFile("m.weft", row.text), row.place) == row.offset);
  }
}

TEST_CASE("lsp: URIs and paths") {
  CHECK(path_of_uri("file:///a/b.weft") == "/a/b.weft");
  CHECK(path_of_uri("file:///a%20b/%C3%A4%3a.weft") == "/a b/\xC3\xA4:.weft");
  CHECK(path_of_uri("file://host/a.weft") == "/a.weft");
  CHECK(path_of_uri("file:///50%.weft") == "/50%.weft");
  CHECK(path_of_uri("untitled:One") == "untitled:One");
  CHECK(uri_of_path("/a b/\xC3\xA4#?.weft") == "file:///a%20b/%C3%A4%23%3F.weft");
  CHECK(uri_of_path("untitled:One") == "untitled:One");
}

TEST_CASE("lsp: requests before, after and twice") {
  LanguageClient client(LanguageClient::Texts{}, false);
  CHECK(client.refusal("shutdown", {}) == "-32002: the first request is 'initialize'");
  client.open("/w/m.weft", material);  // dropped
  client.finish();
  const Json capabilities = client.result("initialize", Json::object())["capabilities"];
  CHECK(capabilities["positionEncoding"] == "utf-16");
  CHECK(capabilities["textDocumentSync"]["change"] == 2);
  CHECK(client.refusal("initialize", {}) == "-32600: the server is initialized already");
  CHECK(client.refusal("textDocument/none", {}) ==
        "-32601: there is no method 'textDocument/none'");
  client.notify("textDocument/none", Json::object());
  client.notify("$/setTrace", Json::object());
  client.finish();
  CHECK(client.result("shutdown", {}).is_null());
  CHECK(client.refusal("shutdown", {}) == "-32600: the server was asked to shut down");
  CHECK_FALSE(client.server().has_ended());
  client.notify("exit", {});
  client.finish();
  CHECK(client.server().has_ended());
  CHECK(client.server().was_shut_down());
}

TEST_CASE("lsp: an end without shutdown is told apart") {
  LanguageClient client;
  client.notify("exit", {});
  client.finish();
  CHECK(client.server().has_ended());
  CHECK_FALSE(client.server().was_shut_down());
}

TEST_CASE("lsp: a request that waits can be cancelled") {
  LanguageClient client;
  client.finish();
  client.received().clear();
  client.post(Json{{"id", "x"}, {"method", "shutdown"}});
  client.notify("$/cancelRequest", {{"id", "x"}});
  client.notify("$/cancelRequest", {{"id", "y"}});
  client.finish();
  REQUIRE(client.received().size() == 1);
  CHECK(client.received()[0]["error"]["code"] == -32800);
  CHECK_FALSE(client.server().was_shut_down());
}

TEST_CASE("lsp: messages that are no requests") {
  LanguageClient client;
  client.finish();
  client.received().clear();
  client.server().post("{");
  client.server().post("[]");
  client.server().post(R"({"id": {}, "method": "shutdown"})");
  client.server().post(R"({"id": 1})");
  client.server().post(R"({"id": "weft-files", "result": null})");
  client.server().post("\"\xFF\"");
  client.finish();
  std::vector<int> codes;
  for (const Json& reply : client.received()) {
    codes.push_back(reply["error"]["code"].get<int>());
  }
  CHECK(codes == std::vector<int>{-32700, -32600, -32600, -32600, -32700});
}

TEST_CASE("lsp: diagnostics follow the text") {
  LanguageClient client;
  client.open("/w/m.weft", material);
  CHECK(client.diagnostics("/w/m.weft").empty());
  client.replace("/w/m.weft", "0.8, wear", "0.8, waer");
  CHECK(client.diagnostics("/w/m.weft") == "4:26 unknown-name: unknown name 'waer'\n");
  const Json& found = client.published("/w/m.weft");
  CHECK(found["version"] == 2);
  CHECK(found["diagnostics"][0]["severity"] == 1);
  CHECK(client.covered("/w/m.weft", found["diagnostics"][0]["range"]) == "waer");
  CHECK(found["diagnostics"][0]["relatedInformation"][0]["message"] ==
        "hint: did you mean 'wear'?");
  client.replace("/w/m.weft", "waer", "wear");
  CHECK(client.diagnostics("/w/m.weft").empty());
  client.replace("/w/m.weft", client.text("/w/m.weft"), "");
  CHECK(client.diagnostics("/w/m.weft").empty());
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///w/m.weft"}}}});
  CHECK(client.diagnostics("/w/m.weft").empty());
}

TEST_CASE("lsp: columns of diagnostics are UTF-16") {
  LanguageClient client;
  std::string text = material;
  text.replace(text.find("rough = mix"), 5, "/* \U0001F600\U0001F600 \xC3\xA4 */ rough");
  text.replace(text.find("0.8, wear"), 9, "0.8, waer");
  client.open("/w/m.weft", text);
  CHECK(client.diagnostics("/w/m.weft") == "4:39 unknown-name: unknown name 'waer'\n");
  std::string crlf;
  for (const char c : text) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
  }
  client.open("/w/c.weft", crlf);
  CHECK(client.diagnostics("/w/c.weft") == "4:39 unknown-name: unknown name 'waer'\n");
}

TEST_CASE("lsp: several errors of a text, and those of syntax alone, as weft check has them") {
  const std::string text = R"(import "core";

material m {
    param amount: float3;
    albedo: float3 {use: reflectance} = amount;
    wrong: float3 {use: normal} = amount;
    output albedo;
}
)";
  LanguageClient client;
  client.open("/w/m.weft", text);
  const std::string both = client.diagnostics("/w/m.weft");
  INFO(both);
  CHECK(both.starts_with("4:4 no-conversion: "));
  CHECK(both.find("\n5:4 no-conversion: ") != std::string::npos);
  client.replace("/w/m.weft", "output albedo;", "output = albedo;");
  const std::string syntax = client.diagnostics("/w/m.weft");
  INFO(syntax);
  CHECK(syntax.starts_with("6:11 syntax-error: "));
  CHECK(std::count(syntax.begin(), syntax.end(), '\n') == 1);
  client.open("/w/n.weft", "import \"core\"\nmaterial m { output albedo = float3(0.5); }\n");
  const std::string cut = client.diagnostics("/w/n.weft");
  INFO(cut);
  CHECK(std::count(cut.begin(), cut.end(), '\n') == 1);
  CHECK(cut.find("found 'material'") != std::string::npos);
}

TEST_CASE("lsp: a text sees the unsaved state of what it imports") {
  LanguageClient client(LanguageClient::Texts{
      {"/w/parts.weft", "fragment half_of(x: float) -> float { return x * 0.5; }\n"}});
  client.open("/w/m.weft", R"(import "core";
import "./parts.weft";
material m {
    output albedo = float3(half_of(0.5)) as {use: reflectance, encoding: linear};
}
)");
  CHECK(client.diagnostics("/w/m.weft").empty());
  client.open("/w/parts.weft", "fragment third_of(x: float) -> float { return x * 0.3; }\n");
  CHECK(client.diagnostics("/w/m.weft") == "3:27 unknown-fragment: unknown fragment 'half_of'\n");
  client.replace("/w/parts.weft", "third_of", "half_of");
  CHECK(client.diagnostics("/w/m.weft").empty());
  client.replace("/w/parts.weft", "return", "retrun");
  const std::string found = client.diagnostics("/w/m.weft");
  INFO(found);
  CHECK(found.starts_with("1:7 "));  // at the import that leads there
  CHECK(found.find("/w/parts.weft:1:") != std::string::npos);
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///w/parts.weft"}}}});
  CHECK(client.diagnostics("/w/m.weft").empty());
}

TEST_CASE("lsp: files that import each other have that one error, where it is") {
  const std::string a = R"(import "core";
import "./b.weft";
fragment first(x: float) -> float { return second(x); }
)";
  const std::string b = R"(import "core";
import "./a.weft";
fragment second(x: float) -> float { return x; }
material m { output albedo = float3(first(1.0)) as {use: reflectance, encoding: linear}; }
)";
  LanguageClient client(LanguageClient::Texts{{"/w/a.weft", a}, {"/w/b.weft", b}});
  client.open("/w/a.weft", a);
  const std::string in_a = client.diagnostics("/w/a.weft");
  CHECK(in_a.starts_with("1:7 import-cycle: /w/b.weft:2:8: files import each other in a cycle: "));
  CHECK(std::count(in_a.begin(), in_a.end(), '\n') == 1);
  client.open("/w/b.weft", b);
  const std::string in_b = client.diagnostics("/w/b.weft");
  CHECK(in_b.starts_with("1:7 import-cycle: /w/a.weft:2:8: files import each other in a cycle: "));
  CHECK(std::count(in_b.begin(), in_b.end(), '\n') == 1);
  client.replace("/w/b.weft", "import \"./a.weft\";\n", "");
  CHECK(client.diagnostics("/w/a.weft").empty());
}

TEST_CASE("lsp: files that are missing, and that come") {
  LanguageClient client;
  client.open("/w/m.weft", "import \"./later.weft\";\n");
  CHECK(client.diagnostics("/w/m.weft").find("file-not-found") != std::string::npos);
  client.open("/w/later.weft", "struct S { float x; }\n");
  CHECK(client.diagnostics("/w/m.weft").empty());
}

TEST_CASE("lsp: wrong params of synchronization") {
  LanguageClient client;
  client.open("/w/m.weft", material);
  const auto change = [&](Json changes) {
    return client.refusal(
        "textDocument/didChange",
        {{"textDocument", {{"uri", "file:///w/m.weft"}}}, {"contentChanges", std::move(changes)}});
  };
  CHECK(change(Json::object()) == "-32602: 'contentChanges' is not an array");
  CHECK(change(Json::array({1})) == "-32602: a change has no text, or a range that is none");
  CHECK(change(Json::array({Json{{"text", "x"}, {"range", {{"start", -1}}}}})) ==
        "-32602: a change has no text, or a range that is none");
  CHECK(client.refusal("textDocument/didChange", {{"textDocument", {{"uri", "file:///none"}}}}) ==
        "-32602: the document 'file:///none' is not open");
  CHECK(client.refusal("textDocument/didOpen", {}) == "-32602: 'textDocument' has no uri and text");
  CHECK(client.diagnostics("/w/m.weft").empty());
  // A range whose end is before its start, and one outside of the text.
  const Json far{{"line", 4000000000U}, {"character", 7}};
  const Json zero{{"line", 0}, {"character", 0}};
  CHECK(change(Json::array({Json{{"text", "// end"}, {"range", {{"start", far}, {"end", zero}}}}}))
            .empty());
  CHECK(client.diagnostics("/w/m.weft").empty());
}

TEST_CASE("lsp: a text of 100,000 lines") {
  LanguageClient client;
  std::string text = "import \"core\";\n";
  for (int i = 0; i < 100'000; ++i) {
    text += "// line\n";
  }
  text += material.substr(material.find("material"));
  client.open("/w/m.weft", text);
  CHECK(client.diagnostics("/w/m.weft").empty());
  client.replace("/w/m.weft", "0.8, wear", "0.8, waer");
  CHECK(client.diagnostics("/w/m.weft") == "100003:26 unknown-name: unknown name 'waer'\n");
}

}  // namespace weft::testing::language_server_test
