// The language server: signatures, renaming, formatting, tokens, hints, fixes.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/language_client.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::language_server_editing_test {

namespace {

using Texts = LanguageClient::Texts;

const std::string parts = R"(import "core";

trait heat { cold, warm }

/// Half of a value.
fragment half_of(x: float, times: float = 1.0) -> float { return x * 0.5 * times; }
)";

const std::string material = R"(import "core";
import "./parts.weft";

material m {
    param wear: float = 0.5;
    param tint: float3 {use: reflectance, encoding: srgb} = #808080;
    rough = half_of(wear);
    base = mix(tint, float3(0.5) as {use: reflectance, encoding: linear}, rough);
    output albedo = base;
}
)";

class Workspace {
 public:
  explicit Workspace(const std::string& text = material) : client(Texts{{"/w/parts.weft", parts}}) {
    client.open("/w/m.weft", text);
  }

  LanguageClient client;
};

}  // namespace

TEST_CASE("lsp: signatures show the argument that is written") {
  Workspace at;
  const Json help =
      at.client.result("textDocument/signatureHelp", at.client.place("/w/m.weft", "(wear)", 1));
  CHECK(help["signatures"][0]["label"] ==
        "fragment half_of(x: float, times: float = 1.0) -> float");
  CHECK(help["signatures"][0]["parameters"][1]["label"] == "times: float = 1.0");
  CHECK(help["activeParameter"] == 0);
  at.client.replace("/w/m.weft", "half_of(wear)", "half_of(wear, times: 2.0)");
  CHECK(at.client.result("textDocument/signatureHelp",
                         at.client.place("/w/m.weft", "times: 2.0", 8))["activeParameter"] == 1);
  CHECK(at.client
            .result("textDocument/signatureHelp", at.client.place("/w/m.weft", "output albedo", 2))
            .is_null());
}

TEST_CASE("lsp: renaming changes every file, and nothing else") {
  Workspace at;
  Json params = at.client.place("/w/m.weft", "half_of(wear)", 2);
  params["newName"] = "halved";
  const Json changes = at.client.result("textDocument/rename", params)["changes"];
  CHECK(changes.size() == 2);
  std::string expected = material;
  expected.replace(expected.find("half_of"), 7, "halved");
  CHECK(at.client.edited("/w/m.weft", changes[LanguageClient::uri("/w/m.weft")]) == expected);
  CHECK(changes[LanguageClient::uri("/w/parts.weft")].size() == 1);

  params = at.client.place("/w/m.weft", "rough =", 2);
  params["newName"] = "r";
  const Json local = at.client.result("textDocument/rename", params)["changes"];
  std::string text = at.client.edited("/w/m.weft", local[LanguageClient::uri("/w/m.weft")]);
  CHECK_THAT(text, contains("    r = half_of(wear);"));
  CHECK_THAT(text, contains("encoding: linear}, r);"));
  CHECK(text.find("rough") == std::string::npos);
}

TEST_CASE("lsp: renaming a member finds it behind members, calls, arrays and loops") {
  const std::string text = R"(import "core";
struct In { float d; float3 c; }
struct Nest { In one; In[2] many; }
fragment f(i: In) -> float { return i.d; }
fragment g(n: Nest) -> float { In loc = n.many[1]; loc.d = 2.0; return n.one.d + n.many[0].d + loc.d; }
fragment h(x: float) -> In { return In(x, float3(x)); }
fragment two(x: float) -> (d: float, made: In) { d = x; made = h(x); }
graph k1(i: In) -> float { output i.d; }
material m {
    a = In(0.5, float3(1.0));
    b = Nest(a, In[2](a, a));
    o = b.one;
    c = a.d + b.one.d + b.many[1].d + h(0.3).d + o.d;
    t = two(0.5);
    e = k1(a) + f(a) + g(b) + t.d + t.made.d;
    ll = loop 2 with (s: In = a) { s = In(s.d * 2.0, s.c); };
    output albedo = float3(c + e + ll.s.d) as {use: reflectance, encoding: linear};
}
)";
  const auto renamed = [&](const std::string& of, const std::string& name) {
    Workspace at;
    at.client.open("/w/s.weft", text);
    Json params = at.client.place("/w/s.weft", of);
    params["newName"] = name;
    const Json changes = at.client.result("textDocument/rename", params)["changes"];
    return at.client.edited("/w/s.weft", changes[LanguageClient::uri("/w/s.weft")]);
  };
  std::string expected = text;
  const auto replace = [&](const std::string& old, const std::string& now) {
    for (std::size_t at = expected.find(old); at != std::string::npos;
         at = expected.find(old, at + now.size())) {
      expected.replace(at, old.size(), now);
    }
  };
  replace("float d; float3", "float depth; float3");
  for (const char* of : {"i.", "loc.", "n.one.", "n.many[0].", "a.", "b.one.", "b.many[1].",
                         "h(0.3).", "o.", "t.made.", "(s.", "ll.s."}) {
    replace(std::string(of) + "d", std::string(of) + "depth");
  }
  CHECK(renamed("d; float3", "depth") == expected);
  CHECK(renamed("d + n.many", "depth") == expected);
  CHECK(renamed("d + o.d", "depth") == expected);
  expected = text;
  replace("(s: In", "(state: In");
  replace("{ s = In(s.d * 2.0, s.c)", "{ state = In(state.d * 2.0, state.c)");
  replace("ll.s.d", "ll.state.d");
  CHECK(renamed("s: In", "state") == expected);
  CHECK(renamed("s.d) as", "state") == expected);
}

TEST_CASE("lsp: names that cannot be given, and things that cannot be renamed") {
  Workspace at;
  struct Row {
    const char* of;
    const char* name;
    const char* why;
  };
  const std::vector<Row> rows = {
      {"half_of(wear)", "for", "'for' is a reserved word"},
      {"half_of(wear)", "a b", "'a b' is not a name"},
      {"half_of(wear)", "", "'' is not a name"},
      {"half_of(wear)", "mix", "'mix'"},
      {"rough =", "base", "'base'"},
      {"rough =", "surface", "'surface' would hide the features surface.*"},
      {"mix(tint", "blend", "'mix' is declared in a shipped file"},
      {"albedo = base", "other", "'albedo' is an output"},
      {"rough =", "float3", "'float3' is the name of a data type"},
      {"half_of(wear)", "float3", "'float3' is the name of a data type"},
  };
  for (const Row& row : rows) {
    Json params = at.client.place("/w/m.weft", row.of, 0);
    params["newName"] = row.name;
    INFO(row.of << " -> " << row.name);
    CHECK_THAT(at.client.refusal("textDocument/rename", params), contains(row.why));
  }
  CHECK(at.client.refusal("textDocument/prepareRename", at.client.place("/w/m.weft", "mix(tint"))
            .find("shipped") != std::string::npos);
  const Json range =
      at.client.result("textDocument/prepareRename", at.client.place("/w/m.weft", "half_of", 3));
  CHECK(at.client.covered("/w/m.weft", range.contains("range") ? range["range"] : range) ==
        "half_of");
}

TEST_CASE("lsp: values are not renamed to namespaces and data types that their file sees") {
  const std::string text = R"(import "core";
struct wave { float height; };
fragment bend(port: float) -> (first: float, other: float) {
    float local = port;
    first = local;
    other = local;
}
material m { output albedo = float3(bend(0.5).first) as {use: reflectance, encoding: linear}; }
)";
  for (const char* const of : {"port: float", "local = port", "first: float"}) {
    for (const auto& [name, why] : std::vector<std::pair<std::string, std::string>>{
             {"surface", "'surface' would hide the features surface.*"},
             {"float3", "'float3' is the name of a data type"},
             {"wave", "'wave' is the name of a data type"}}) {
      Workspace at(text);
      Json params = at.client.place("/w/m.weft", of, 0);
      params["newName"] = name;
      INFO(of << " -> " << name);
      CHECK_THAT(at.client.refusal("textDocument/rename", params), contains(why));
    }
  }
  // Members of structs are found by their struct alone.
  Workspace at(text);
  Json params = at.client.place("/w/m.weft", "height", 0);
  params["newName"] = "surface";
  CHECK(at.client.result("textDocument/rename", params)["changes"].size() == 1);
}

TEST_CASE("lsp: a name that would be an error is refused with the error") {
  const std::string text = R"(import "core";
import "./shared.weft";
struct Wave { float height; }
fragment bend(port: float) -> float {
    float local = port * 2.0;
    for (int counter = 0; counter < 2; ++counter) { float inner = local; local = inner; }
    return local;
}
material m { output albedo = float3(bend(0.5)) as {use: reflectance, encoding: linear}; }
)";
  const std::string shared =
      "struct Shared { float at; }\n"
      "fragment lone(x: float) -> float { return x; }\n";
  const std::string user =
      "import \"./shared.weft\";\n"
      "fragment f(x: float) -> float { float used = max(x, 0.5); return used; }\n";
  struct Row {
    const char* of;
    const char* name;
    const char* why;
  };
  for (const Row& row : std::vector<Row>{
           {"local = port", "port", "'port' would be an error in /w/m.weft:5: 'port' is already"},
           {"counter = 0", "inner", "'inner' would be an error in /w/m.weft:6: 'inner' is already"},
           {"Wave", "local",
            "'local' would be an error in /w/m.weft:5: 'local' is the name of a data"},
           {"Shared", "used",
            "'used' would be an error in /w/user.weft:2: 'used' is the name of a"},
           {"lone", "max", "'max' means something else in '/w/user.weft' already"}}) {
    INFO(row.of << " -> " << row.name);
    LanguageClient client(Texts{});
    client.open("/w/m.weft", text);
    client.open("/w/shared.weft", shared);
    client.open("/w/user.weft", user);
    const std::string file =
        text.find(row.of) == std::string::npos ? "/w/shared.weft" : "/w/m.weft";
    Json params = client.place(file, row.of, 0);
    params["newName"] = row.name;
    CHECK_THAT(client.refusal("textDocument/rename", params), contains(row.why));
    params["newName"] = "fresh";
    CHECK(client.result("textDocument/rename", params)["changes"].size() == 1);
  }
  // An error that the file already has does not block a rename, even if its message changes.
  Workspace at(
      "import \"core\";\nmaterial m { lost = missing(one); one = unknown; output albedo = one; "
      "}\n");
  Json params = at.client.place("/w/m.weft", "one)", 0);
  params["newName"] = "other";
  CHECK(at.client.result("textDocument/rename", params)["changes"].size() == 1);
}

TEST_CASE("lsp: formatting is that of weft fmt") {
  Workspace at(
      "import   \"core\";\nmaterial m {\n  a=1.0 ; // kept\n output albedo =float3( a );\n}\n");
  const Json params = {{"textDocument", {{"uri", LanguageClient::uri("/w/m.weft")}}},
                       {"options", {{"tabSize", 4}, {"insertSpaces", true}}}};
  CHECK(at.client.edited("/w/m.weft", at.client.result("textDocument/formatting", params)) ==
        "import \"core\";\n\nmaterial m {\n    a = 1.0;  // kept\n    output albedo = "
        "float3(a);\n}\n");
  Workspace windows("import   \"core\";\r\nmaterial m {\r\n  a=1.0 ;\r\n}\r\n");
  CHECK(windows.client.edited("/w/m.weft",
                              windows.client.result("textDocument/formatting", params)) ==
        "import \"core\";\r\n\r\nmaterial m {\r\n    a = 1.0;\r\n}\r\n");
  at.client.open("/w/bad.weft", "material {{{");
  CHECK_THAT(at.client.refusal("textDocument/formatting",
                               {{"textDocument", {{"uri", LanguageClient::uri("/w/bad.weft")}}},
                                {"options", Json::object()}}),
             contains("syntax errors"));
}

TEST_CASE("lsp: semantic tokens cover names in order") {
  Workspace at;
  const Json data =
      at.client.result("textDocument/semanticTokens/full",
                       {{"textDocument", {{"uri", LanguageClient::uri("/w/m.weft")}}}})["data"];
  REQUIRE(data.size() % 5 == 0);
  REQUIRE(data.size() > 50);
  std::vector<std::string> lines(1);
  for (const char c : material) {
    c == '\n' ? lines.emplace_back() : lines.back() += c;
  }
  std::size_t line = 0;
  std::size_t column = 0;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < data.size(); i += 5) {
    const auto down = data[i].get<std::size_t>();
    line += down;
    column = (down == 0 ? column : 0) + data[i + 1].get<std::size_t>();
    REQUIRE(line < lines.size());
    words.push_back(lines[line].substr(column, data[i + 2].get<std::size_t>()));
  }
  for (const char* const word : {"m", "wear", "tint", "use", "reflectance", "half_of", "mix"}) {
    INFO(word);
    CHECK(std::find(words.begin(), words.end(), word) != words.end());
  }
}

TEST_CASE("lsp: inlay hints show types, rates and conversions") {
  Workspace at;
  const Json hints = at.client.result(
      "textDocument/inlayHint",
      {{"textDocument", {{"uri", LanguageClient::uri("/w/m.weft")}}},
       {"range",
        {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 20}, {"character", 0}}}}}});
  std::string shown;
  for (const Json& hint : hints) {
    shown += std::to_string(hint["position"]["line"].get<int>()) + " " +
             hint["label"].get<std::string>() + "\n";
  }
  INFO(shown);
  CHECK_THAT(shown, contains("6 : float\n"));
  CHECK_THAT(shown, contains("6 per material\n"));
  CHECK_THAT(shown, contains("7 : float3 {use: reflectance, encoding: linear}\n"));
  CHECK_THAT(shown, contains("7 decode_srgb:\n"));
}

TEST_CASE("lsp: fixes write what the hint says") {
  struct Row {
    const char* text;
    const char* fixed;
  };
  const std::vector<Row> rows = {
      {"import \"core\";\nmaterial m { output albedo = mxi(0.1, 0.2, 0.3) * float3(1.0); }\n",
       "import \"core\";\nmaterial m { output albedo = mix(0.1, 0.2, 0.3) * float3(1.0); }\n"},
      {"import \"core\";\nmaterial m { output albedo = float3(surface.vu.x); }\n",
       "import \"core\";\nmaterial m { output albedo = float3(surface.uv.x); }\n"},
      {"import \"core\";\nmaterial m { output albedo = hsv_to_rgb_of(1.0); }\n", nullptr},
      // The exact name in a shipped file comes before one that is like it (`mad`).
      {"import \"core\";\nfragment f(x: float[3]) -> float { return map(x, (a) => a)[0]; }\n",
       "import \"core\";\nimport \"arrays\";\nfragment f(x: float[3]) -> float { return map(x, (a) "
       "=> "
       "a)[0]; }\n"},
      // Line breaks as in the text.
      {"import \"core\";\r\nfragment f(x: float[3]) -> float { return map(x, (a) => a)[0]; }\r\n",
       "import \"core\";\r\nimport \"arrays\";\r\nfragment f(x: float[3]) -> float { return map(x, "
       "(a) => a)[0]; }\r\n"},
      {"import \"core\";\r\nmaterial m {\r\n    param a: float;\r\n    output albedo = "
       "float3(1.0);\r\n}\r\n",
       "import \"core\";\r\nmaterial m {\r\n    output albedo = float3(1.0);\r\n}\r\n"},
      // Code in place of the existing text, in parentheses where it needs them.
      {"import \"core\";\nfragment f(x: int) -> float { return x; }\n",
       "import \"core\";\nfragment f(x: int) -> float { return float(x); }\n"},
      {"import \"core\";\nfragment f(x: float4) -> float2 { return x + x; }\n",
       "import \"core\";\nfragment f(x: float4) -> float2 { return (x + x).xy; }\n"},
      // About an operand, not the whole expression.
      {"import \"core\";\nfragment f(i: int) -> float { return i * 0.5; }\n",
       "import \"core\";\nfragment f(i: int) -> float { return float(i) * 0.5; }\n"},
      {"import \"core\";\nfragment f(y: float, z: float, k: int) -> float { return y + z + k; }\n",
       "import \"core\";\nfragment f(y: float, z: float, k: int) -> float { return y + z + "
       "float(k); "
       "}\n"},
      // About a binding: its expression, not its name.
      {"import \"core\";\nmaterial m { t: float {unit: second} = frame.time; output albedo = "
       "float3(float(t)) as {use: reflectance, encoding: linear}; }\n",
       "import \"core\";\nmaterial m { t: float {unit: second} = frame.time as {unit: "
       "millisecond}; output albedo = "
       "float3(float(t)) as {use: reflectance, encoding: linear}; }\n"},
      {"import \"core\";\nmaterial m { n: float3 = 0.5 * surface.uv.x; output albedo = n as {use: "
       "reflectance, encoding: linear}; }\n",
       "import \"core\";\nmaterial m { n: float3 = float3(0.5 * surface.uv.x); output albedo = n "
       "as "
       "{use: reflectance, encoding: linear}; }\n"},
      {"import \"core\";\nmaterial m { u: float = surface.normal + 1.0; output albedo = float3(u) "
       "as "
       "{use: reflectance, encoding: linear}; }\n",
       "import \"core\";\nmaterial m { u: float = (surface.normal + 1.0).x; output albedo = "
       "float3(u) as {use: reflectance, encoding: linear}; }\n"},
      // A parameter that nothing reads.
      {"import \"core\";\nmaterial m {\n    param a: float;\n    output albedo = float3(1.0);\n}\n",
       "import \"core\";\nmaterial m {\n    output albedo = float3(1.0);\n}\n"},
  };
  for (const Row& row : rows) {
    Workspace at(row.text);
    INFO(row.text);
    const Json actions = at.client.result(
        "textDocument/codeAction",
        {{"textDocument", {{"uri", LanguageClient::uri("/w/m.weft")}}},
         {"range",
          {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 5}, {"character", 0}}}}},
         {"context", {{"diagnostics", Json::array()}}}});
    INFO(actions.dump() << at.client.diagnostics("/w/m.weft"));
    CHECK(actions.empty() == (row.fixed == nullptr));
    if (!actions.empty() && row.fixed != nullptr) {
      CHECK(at.client.edited("/w/m.weft",
                             actions[0]["edit"]["changes"][LanguageClient::uri("/w/m.weft")]) ==
            row.fixed);
      CHECK(actions[0]["kind"] == "quickfix");
    }
  }
}

TEST_CASE("lsp: graph fragments show types, and rates that no call changes") {
  Workspace at(R"(import "core";
graph soft(x: float, n: float3 {use: normal, basis: world}) -> float {
    twice = x * 2.0;
    up = n.y;
    tiled = surface.uv * 4.0;
    output twice * up + tiled.x;
}
graph any<T: numeric>(a: T) -> T {
    doubled = a + a;
    half = 0.5;
    output doubled;
}
)");
  const Json hints = at.client.result(
      "textDocument/inlayHint",
      {{"textDocument", {{"uri", LanguageClient::uri("/w/m.weft")}}},
       {"range",
        {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 20}, {"character", 0}}}}}});
  std::string shown;
  for (const Json& hint : hints) {
    shown += std::to_string(hint["position"]["line"].get<int>()) + " " +
             hint["label"].get<std::string>() + "\n";
  }
  CHECK(shown ==
        "2 : float\n"
        "3 : float\n"
        "4 : float2 {use: texcoord}\n4 per fragment\n"
        "9 : float\n9 per constant\n");
  const Json hover =
      at.client.result("textDocument/hover", at.client.place("/w/m.weft", "tiled.x"));
  CHECK_THAT(hover["contents"]["value"].get<std::string>(),
             contains("rate `fragment`, needs `surface.uv`"));
}

}  // namespace weft::testing::language_server_editing_test
