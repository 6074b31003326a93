// The language server: hover, definitions, references, symbols.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/language_client.h"

namespace weft::testing::language_server_symbols_test {

namespace {

const std::string parts = R"(import "core";

trait flavor { sweet { honey }, sour }
feature wind.speed: float at frame;

/// A coat of paint.
struct Coat {
    float3 color;
    float {unit: metre} depth;
}

/// Half of a value.
fragment half_of(x: float) -> float
{
    float half = x * 0.5;
    for (int i = 0; i < 2; ++i) {
        float more = half;
        half = more;
    }
    return half;
}

graph twice(amount: float) -> (sum: float, rest: float)
{
    both = amount + amount;
    output sum = both;
    output rest = half_of(both);
}
)";

const std::string material = R"(import "core";
import "./parts.weft";

material m {
    /// How worn.
    param wear: float = 0.5 [min: 0, max: 1];
    param tint: float3 {use: reflectance, encoding: srgb} = #808080;
    rough = mix(0.2, half_of(x: wear), wind.speed);
    two = twice(rough);
    coat = Coat(tint, 1.0);
    sums = loop 3 with (wear_sum: float = two.sum) { wear_sum = wear_sum + wear; };
    output albedo = coat.color * sums.wear_sum * surface.uv.x as {use: reflectance, encoding: linear};
}
)";

/// `file line:character` of each location.
std::string places(const Json& locations) {
  std::vector<std::string> lines;
  for (const Json& each : locations) {
    const auto uri = each["uri"].get<std::string>();
    const Json& start = each["range"]["start"];
    lines.push_back(uri.substr(uri.rfind('/') + 1) + " " +
                    std::to_string(start["line"].get<int>()) + ":" +
                    std::to_string(start["character"].get<int>()) + "\n");
  }
  std::string all;
  for (const std::string& line : lines) {
    all += line;
  }
  return all;
}

class Workspace {
 public:
  Workspace() : client(LanguageClient::Texts{{"/w/parts.weft", parts}}) {
    client.open("/w/m.weft", material);
  }

  std::string definition(const std::string& text, std::size_t at = 0) {
    return places(client.result("textDocument/definition", client.place("/w/m.weft", text, at)));
  }
  std::string references(const std::string& path, const std::string& text, std::size_t at = 0) {
    Json params = client.place(path, text, at);
    params["context"] = {{"includeDeclaration", true}};
    return places(client.result("textDocument/references", params));
  }
  std::string hover(const std::string& text, std::size_t at = 0) {
    const Json shown = client.result("textDocument/hover", client.place("/w/m.weft", text, at));
    return shown.is_null() ? "" : shown["contents"]["value"].get<std::string>();
  }

  LanguageClient client;
};

}  // namespace

TEST_CASE("lsp: definitions of every kind of name") {
  struct Row {
    std::string text;
    std::size_t at;
    std::string expected;
  };
  const std::vector<Row> rows = {
      {"half_of(x", 0, "parts.weft 12:9\n"},
      {"half_of(x", 7, "parts.weft 12:9\n"},  // at its end
      {"half_of(x", 8, "parts.weft 12:17\n"},
      {"wear),", 0, "m.weft 5:10\n"},
      {"wind.speed", 6, "parts.weft 3:13\n"},
      {"twice(rough)", 0, "parts.weft 22:6\n"},
      {"twice(rough)", 6, "m.weft 7:4\n"},
      {"Coat(tint", 0, "parts.weft 6:7\n"},
      {"two.sum", 0, "m.weft 8:4\n"},
      {"two.sum", 4, "parts.weft 22:31\n"},
      {"coat.color", 5, "parts.weft 7:11\n"},
      {"wear_sum + wear", 0, "m.weft 10:24\n"},
      {"wear_sum = wear_sum", 0, "m.weft 10:24\n"},
      {"./parts", 2, "parts.weft 0:0\n"},
      {"material", 2, ""},
      {"0.2", 1, ""},
  };
  Workspace workspace;
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(workspace.definition(row.text, row.at) == row.expected);
  }
  CHECK(workspace.definition("mix(").find("core") != std::string::npos);
  CHECK(workspace.definition("surface.uv", 8).find(".weft ") != std::string::npos);
  CHECK(workspace.definition("use: reflectance", 0).find(".weft ") != std::string::npos);
  CHECK(workspace.definition("use: reflectance", 6).find(".weft ") != std::string::npos);
}

TEST_CASE("lsp: references across files, and of locals in their scope") {
  Workspace workspace;
  workspace.client.open("/w/other.weft",
                        "fragment half_of(y: float) -> float { return y; }\n"
                        "graph g(a: float) -> float { output half_of(a); }\n");
  CHECK(workspace.references("/w/m.weft", "half_of(x") ==
        "m.weft 7:21\nparts.weft 12:9\nparts.weft 26:18\n");
  CHECK(workspace.references("/w/m.weft", "wear: float") ==
        "m.weft 5:10\nm.weft 7:32\nm.weft 10:75\n");
  CHECK(workspace.references("/w/m.weft", "two.sum", 4) ==
        "m.weft 10:46\nparts.weft 22:31\nparts.weft 25:11\n");
  workspace.client.open("/w/parts.weft", parts);
  CHECK(workspace.references("/w/parts.weft", "half = x") ==
        "parts.weft 14:10\nparts.weft 16:21\nparts.weft 17:8\nparts.weft 19:11\n");
  CHECK(workspace.references("/w/parts.weft", "i = 0") ==
        "parts.weft 15:13\nparts.weft 15:20\nparts.weft 15:29\n");
  const Json marked = workspace.client.result("textDocument/documentHighlight",
                                              workspace.client.place("/w/m.weft", "wear)"));
  CHECK(marked.size() == 3);
  CHECK(marked[0]["kind"] == 3);
  CHECK(marked[1]["kind"] == 2);
}

TEST_CASE("lsp: many uses on one line are all found") {
  constexpr int count = 10'000;  // in time that grows with its square, minutes in a sanitized build
  LanguageClient client;
  std::string text = "fragment f(x: float) -> float\n{\n    float y = x;\n    ";
  for (int i = 0; i < count; ++i) {
    text += "y = x; ";
  }
  client.open("/w/m.weft", text + "\n    return y;\n}\n");
  client.diagnostics("/w/m.weft");
  const Json document{{"textDocument", {{"uri", "file:///w/m.weft"}}}};
  const Json tokens = client.result("textDocument/semanticTokens/full", document)["data"];
  CHECK(tokens.size() == 5 * (2 * count + 8));
  Json place = client.place("/w/m.weft", "x: float");
  CHECK(client.result("textDocument/documentHighlight", place).size() == count + 2);
  place["context"] = {{"includeDeclaration", true}};
  CHECK(client.result("textDocument/references", place).size() == count + 2);
}

TEST_CASE("lsp: hover shows declarations, documentation and what the composer found") {
  Workspace workspace;
  CHECK(workspace.hover("half_of(x") ==
        "```weft\nfragment half_of(x: float) -> float\n```\n\nHalf of a value.");
  CHECK(workspace.hover("Coat(").find("A coat of paint.") != std::string::npos);
  CHECK(workspace.hover("wear),") ==
        "```weft\nparam wear: float = 0.5 [min: 0, max: 1];\n```\n\nHow worn.\n\n"
        "type `float`, rate `material`");
  const std::string rough = workspace.hover("rough = mix");
  CHECK(rough.find("rough = mix(0.2, half_of(x: wear), wind.speed);") != std::string::npos);
  CHECK(rough.find("type `float`, rate `material`, needs `wind.speed`") != std::string::npos);
  CHECK(workspace.hover("0.2").empty());
  CHECK(workspace.hover("surface.uv", 9).find("feature surface.uv: float2") != std::string::npos);
}

TEST_CASE("lsp: hover shows the conversions on an argument") {
  LanguageClient client;
  client.open("/w/m.weft", R"(import "core";
fragment bright(c: float3 {use: reflectance, encoding: linear}) -> float3 {use: reflectance, encoding: linear} { return c; }
material m {
    param tint: float3 {use: reflectance, encoding: srgb} = #808080;
    output albedo = bright(tint);
}
)");
  const Json shown = client.result("textDocument/hover", client.place("/w/m.weft", "tint);"));
  const auto text = shown["contents"]["value"].get<std::string>();
  INFO(text);
  CHECK(text.find("converted for `bright.c`: `decode_srgb` from `float3 {use: reflectance, "
                  "encoding: srgb}`") != std::string::npos);
}

TEST_CASE("lsp: hover shows what a named value is") {
  LanguageClient client;
  client.open("/w/m.weft", R"(import "core";
fragment shade(x: float, pattern: int = plain [enum: one_of(plain, striped: 4)]) -> float { return pattern == striped ? x : 0.0; }
material m { output albedo = float3(shade(surface.uv.x, pattern: striped)) as {use: reflectance, encoding: linear}; }
)");
  const Json shown =
      client.result("textDocument/hover", client.place("/w/m.weft", "striped)) as", 3));
  CHECK(shown["contents"]["value"] == "`striped` of `pattern` in `shade` is 4");
  CHECK(shown["range"]["start"]["line"] == 2);
}

TEST_CASE("lsp: a text with errors still has the names of the rest") {
  Workspace workspace;
  workspace.client.replace("/w/m.weft", "two = twice(rough);", "two = twice(rough;");
  CHECK(workspace.definition("half_of(x") == "parts.weft 12:9\n");
  CHECK(workspace.definition("wear),") == "m.weft 5:10\n");
  CHECK(workspace.hover("rough = mix").find("type `float`") != std::string::npos);
}

TEST_CASE("lsp: the outline of a document, and symbols of the workspace") {
  Workspace workspace;
  workspace.client.open("/w/parts.weft", parts);
  const Json outline = workspace.client.result(
      "textDocument/documentSymbol", {{"textDocument", {{"uri", "file:///w/parts.weft"}}}});
  std::string names;
  for (const Json& each : outline) {
    names += each["name"].get<std::string>() + "(";
    for (const Json& child : each["children"]) {
      names += child["name"].get<std::string>() + " ";
    }
    names += ") ";
  }
  CHECK(names ==
        "flavor(sweet honey sour ) wind.speed() Coat(color depth ) half_of(x ) "
        "twice(amount sum rest both ) ");
  const auto found = [&](const std::string& query) {
    std::string all;
    for (const Json& each : workspace.client.result("workspace/symbol", {{"query", query}})) {
      all += each["name"].get<std::string>() + " ";
    }
    return all;
  };
  CHECK(found("hof") == "half_of ");
  CHECK(found("COAT") == "Coat ");
  CHECK(found("nothing").empty());
}

TEST_CASE("lsp: questions about places and documents that there are not") {
  Workspace workspace;
  const Json far{{"textDocument", {{"uri", "file:///w/m.weft"}}},
                 {"position", {{"line", 9999}, {"character", 9999}}}};
  CHECK(workspace.client.result("textDocument/definition", far).empty());
  CHECK(workspace.client.result("textDocument/hover", far).is_null());
  Json closed = far;
  closed["textDocument"]["uri"] = "file:///w/none.weft";
  CHECK(workspace.client.refusal("textDocument/hover", closed) ==
        "-32602: the document 'file:///w/none.weft' is not open");
  CHECK(workspace.client.refusal("textDocument/hover",
                                 {{"textDocument", {{"uri", "file:///w/m.weft"}}}}) ==
        "-32602: 'position' is not a line and a character");
  // A file that vanished: its names lead nowhere.
  workspace.client.replace("/w/m.weft", "./parts.weft", "./gone.weft");
  CHECK(workspace.definition("half_of(x").empty());
  workspace.client.replace("/w/m.weft", workspace.client.text("/w/m.weft"), "");
  CHECK(workspace.client.result("textDocument/hover", far).is_null());
}

}  // namespace weft::testing::language_server_symbols_test
