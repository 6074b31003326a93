// The language server: what completion offers at a place.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/language_client.h"

namespace weft::testing::language_server_completion_test {

namespace {

using Texts = LanguageClient::Texts;

const std::string parts = R"(import "core";

trait heat { cold, warm }

/// Half of a value.
fragment half_of(x: float, times: float = 1.0) -> float { return x * 0.5 * times; }
)";

/// The labels of completions, in the order in which editors show them.
std::vector<std::string> labels(const Json& items) {
  std::vector<std::pair<std::string, std::string>> sorted;
  for (const Json& item : items) {
    sorted.emplace_back(item["sortText"].get<std::string>(), item["label"].get<std::string>());
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> names;
  names.reserve(sorted.size());
  for (auto& [key, name] : sorted) {
    names.push_back(std::move(name));
  }
  return names;
}

std::size_t rank(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

class Workspace {
 public:
  Workspace() : client(Texts{{"/w/parts.weft", parts}}) {}
  /// Completions at the mark `|` in a text.
  std::vector<std::string> completed(const std::string& marked) {
    const std::size_t at = marked.find('|');
    client.open("/w/c.weft", marked.substr(0, at) + marked.substr(at + 1));
    const std::string before = marked.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n');
    const std::size_t begin = before.rfind('\n');
    items = client.result(
        "textDocument/completion",
        {{"textDocument", {{"uri", LanguageClient::uri("/w/c.weft")}}},
         {"position",
          {{"line", line}, {"character", at - (begin == std::string::npos ? 0 : begin + 1)}}}});
    client.notify("textDocument/didClose",
                  {{"textDocument", {{"uri", LanguageClient::uri("/w/c.weft")}}}});
    return labels(items);
  }

  LanguageClient client;
  Json items;
};

/// What is offered at a mark, in part, and what is not.
struct Row {
  const char* text;
  std::vector<const char*> offered;
  std::vector<const char*> missing;
};

void check_rows(const std::vector<Row>& rows) {
  Workspace at;
  for (const Row& row : rows) {
    const std::vector<std::string> names = at.completed(row.text);
    INFO(row.text);
    for (const char* const name : row.offered) {
      INFO(name);
      CHECK(rank(names, name) < names.size());
    }
    for (const char* const name : row.missing) {
      INFO(name);
      CHECK(rank(names, name) == names.size());
    }
  }
}

}  // namespace

TEST_CASE("lsp: completions by place") {
  const std::vector<Row> rows = {
      {"im|", {"import", "material", "fragment"}, {"mix"}},
      {"import \"|", {"core", "display", "./parts.weft"}, {"mix"}},
      {"import \"./parts.weft\";\nfragment f(x: float {|}) -> float { return x; }",
       {"heat", "encoding"},
       {"mix"}},
      {"import \"./parts.weft\";\nfragment f(x: float {heat: |}) -> float { return x; }",
       {"cold", "warm"},
       {"srgb", "mix"}},
      {"import \"core\";\nfragment f(x: |) -> float { return x; }",
       {"float3", "texture2d", "fn"},
       {"mix"}},
      {"import \"core\";\nmaterial m { |\n}", {"output", "param"}, {"return"}},
      {"import \"core\";\nfragment f(x: float) -> float { |\n}",
       {"return", "for", "float"},
       {"param"}},
      {"import \"core\";\nmaterial m { a = surface.| }", {"uv", "normal"}, {"mix", "direction"}},
      {"import \"core\";\nmaterial m { a = float3(1.0); b = a.| }", {"x", "xyz"}, {"uv"}},
      {"import \"./parts.weft\";\nmaterial m { a = half_of(|) }", {"x:", "times:", "half_of"}, {}},
      {"import \"./parts.weft\";\nmaterial m { a = half_of(x: 1.0, |) }", {"times:"}, {"x:"}},
      {"import \"core\";\nfragment f(x: int = 0 [enum: one_of(plain, striped)]) -> float { return "
       "0.0; }\n"
       "material m { a = f(|) }",
       {"plain", "striped", "x:"},
       {}},
      {"import \"core\";\nfragment f(x: int = 0 [enum: one_of(plain, striped)]) -> float { return "
       "0.0; }\n"
       "material m { a = f(x: st|) }",
       {"striped"},
       {}},
      {"// im|", {}, {"import"}},
      {"import \"core\";\nfragment f(x: float) -> float { float a = x; return |; float b = x; }",
       {"x", "a"},
       {"b"}},
  };
  check_rows(rows);
}

TEST_CASE("lsp: completions of profiles, bounds, metadata and features") {
  const std::vector<Row> rows = {
      {"import \"profiles\";\nprofile p: | { }", {"forward"}, {"float", "fn"}},
      {"import \"core\";\nbound color_like: float3, float4;\nfragment f<T: |>(x: T) -> T { return "
       "x; }",
       {"floating", "numeric", "color_like"},
       {"float", "mix"}},
      {"import \"core\";\nfragment f<T: floating>(x: |) -> T { return x; }",
       {"float", "uniform"},
       {"mix"}},
      {"import \"core\";\nfragment f(x: float) -> (hot: |, cold: float) { hot = x; }",
       {"float"},
       {"mix", "uniform"}},
      {"import \"core\";\nmaterial m { param x: | }", {"float3"}, {"eval", "fn", "uniform"}},
      {"import \"core\";\nmaterial m { param x: texture2d [wrap: |]; }",
       {"repeat", "mirror"},
       {"float", "mix"}},
      {"import \"core\";\nmaterial m { param x: texture2d {use: color} [label: \"a\", filter: |]; "
       "}",
       {"nearest"},
       {"float"}},
      {"import \"core\";\nprofile p: | { }", {"forward"}, {"float", "fn"}},
      {"import \"core\";\nmaterial m { param x: float {unit: metre} = 0.5 [min: 0.0, |]; }",
       {"max", "label"},
       {"mix"}},
      {"import \"core\";\nfragment f(x: float = 0.5 [|]) -> float { return x; }",
       {"label"},
       {"mix"}},
      {"import \"core\";\nmaterial m { a = noise_table [|]; }", {"mix"}, {"label"}},
      {"import \"core\";\nprofile p { provide | }", {"surface.uv"}, {"mix"}},
      {"import \"core\";\nprofile p { set | }", {"clip_y", "samplers"}, {"mix"}},
      {"import \"core\";\nprofile p { set clip_y |; }", {"up", "down"}, {"mix"}},
      {"import \"core\";\nfeature a.b: float at |;", {"frame", "fragment"}, {"mix"}},
  };
  check_rows(rows);
}

TEST_CASE("lsp: completions of values") {
  const std::vector<Row> rows = {
      {"import \"core\";\nmaterial m { a = |; }",
       {"float3", "float4x4", "PI", "INV_PI", "mix"},
       {"texture2d"}},
      {"import \"core\";\ngraph g(port: float) -> float { output |; }",
       {"port", "mix", "surface.uv"},
       {"albedo"}},
      {"import \"core\";\nfragment f(x: float) -> float { | }", {"x", "return"}, {}},
      {"import \"core\";\nfragment f(x: float2) -> float { return x.|; }",
       {"x", "y"},
       {"z", "xyz"}},
      {"import \"core\";\nfragment f(x: float) -> float { return surface.uv.|; }",
       {"x", "y"},
       {"z", "rgb"}},
      {"import \"core\";\nfragment f(x: float4) -> float { float3 a = x.xyz; return a.xy.|; }",
       {"x"},
       {"z"}},
      {"import \"core\";\nfragment f(x: float3) -> float { return x.|; }", {"z", "rgb"}, {"w"}},
      {"import \"core\";\nmaterial m { alpha = |; beta = 1.0; }", {"beta"}, {"alpha"}},
      {"import \"core\";\nfragment f(x: float) -> float { { float a = x; } float b = |; return b; "
       "}",
       {"x"},
       {"a", "b"}},
      {"import \"core\";\nfragment f(x: float) -> float { for (int i = 0; i < 3; ++i) { float a = "
       "|; } "
       "return x; }",
       {"i"},
       {"a"}},
      {"import \"core\";\nfragment f(x: float) -> float { for (int i = 0; i < 3; ++i) { } return "
       "|; }",
       {"x"},
       {"i"}},
      {"import \"core\";\nmaterial m { a = fold(3, 0.0, (sum, index) => sum + i|); }",
       {"sum", "index"},
       {}},
      {"import \"core\";\nmaterial m { a = fold(3, 0.0, (sum, index) => sum) + i|; }",
       {"mix"},
       {"index"}},
      {"import \"core\";\nmaterial m { a = loop 3 with (state: float = 0.0) { state = s|; }; }",
       {"state"},
       {}},
  };
  check_rows(rows);
}

TEST_CASE("lsp: the name of an argument that has its colon gets no other") {
  Workspace at;
  for (const bool has_colon : {false, true}) {
    at.completed(std::string("import \"./parts.weft\";\nmaterial m { a = half_of(1.0, ti|") +
                 (has_colon ? ": 2.0) }" : ") }"));
    const auto found = std::find_if(at.items.begin(), at.items.end(),
                                    [](const Json& item) { return item["label"] == "times:"; });
    REQUIRE(found != at.items.end());
    CHECK((*found)["insertText"] == (has_colon ? "times" : "times: "));
  }
}

TEST_CASE("lsp: what fits by its type comes first") {
  Workspace at;
  const std::vector<std::string> names = at.completed(
      "import \"./parts.weft\";\nmaterial m { param map: texture2d; param k: float; a = "
      "half_of(|); "
      "output albedo = a; }");
  INFO(at.items.dump());
  CHECK(rank(names, "k") < rank(names, "map"));
  CHECK(rank(names, "half_of") < rank(names, "sample"));
}

TEST_CASE("lsp: completions of other files bring their import") {
  Workspace at;
  at.completed("import \"core\";\nmaterial m { a = | }");
  const auto found = std::find_if(at.items.begin(), at.items.end(), [](const Json& item) {
    return item["label"] == "metallic_roughness";
  });
  REQUIRE(found != at.items.end());
  CHECK((*found)["additionalTextEdits"][0]["newText"] == "import \"bsdf\";\n");
  CHECK((*found)["additionalTextEdits"][0]["range"]["start"]["line"] == 1);
}

}  // namespace weft::testing::language_server_completion_test
