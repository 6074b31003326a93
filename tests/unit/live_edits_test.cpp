// Edits of a document: each is a splice of its text.

#include <limits>
#include <string>
#include <vector>

#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_edits_test {
namespace {

using namespace weft::live;

const char* const head = "import \"core\";\nimport \"profiles\";\n\n";

/// A material of these lines, each indented.
std::string material(const std::vector<std::string>& lines) {
  std::string text = std::string(head) + "material m {\n";
  for (const std::string& line : lines) {
    text += line.empty() ? "\n" : "    " + line + "\n";
  }
  return text + "}\n";
}

struct Case {
  std::vector<std::string> before;
  Edit edit;
  std::vector<std::string> after;
};

const std::vector<std::string> plain = {
    "param wear: float = 0.5 [min: 0, max: 1];",
    "// How rough it is.",
    "rough = mix(0.2,   0.8, wear);  // a comment",
    "base = float3(0.1, 0.2, 0.3) * rough;",
    "output albedo = base as {use: reflectance, encoding: linear};",
    "output rough_out = rough;",
};

std::vector<std::string> with(std::vector<std::string> lines, std::size_t line,
                              const std::string& text) {
  lines[line] = text;
  return lines;
}

TEST_CASE("an edit of a live document changes only the edited text") {
  const std::vector<Case> cases = {
      {plain, SetValue{"m/rough", "a", std::vector{0.25}},
       with(plain, 2, "rough = mix(0.25,   0.8, wear);  // a comment")},
      {plain, SetValue{"m/rough", "1", std::vector{1.0}},
       with(plain, 2, "rough = mix(0.2,   1.0, wear);  // a comment")},
      {plain, SetValue{"m/base", "left", std::vector{0.1, -2.0, 0.3}},
       with(plain, 3, "base = float3(0.1, -2.0, 0.3) * rough;")},
      {plain, SetValue{"m/base/1", "", std::string("rough + 0.5")},
       with(plain, 3, "base = float3(0.1, 0.2, 0.3) * (rough + 0.5);")},
      {plain, SetValue{"m/base/0/1", "", std::vector{0.5}},
       with(plain, 3, "base = float3(0.1, 0.5, 0.3) * rough;")},
      {plain, SetParameter{"m/wear", std::vector{0.75}},
       with(plain, 0, "param wear: float = 0.75 [min: 0, max: 1];")},
      {plain, SetParameter{"m/wear", std::string()},
       with(plain, 0, "param wear: float [min: 0, max: 1];")},
      {plain, Connect{"m/rough", "b", "m/wear", ""},
       with(plain, 2, "rough = mix(0.2,   wear, wear);  // a comment")},
      {plain, Connect{"m/out:rough_out", "", "m/base", "x"},
       with(plain, 5, "output rough_out = base.x;")},
      {plain, Disconnect{"m/rough", "t"}, with(plain, 2, "rough = mix(0.2,   0.8);  // a comment")},
      {plain, ReplaceFragment{"m/rough", "smoothstep"},
       with(plain, 2, "rough = smoothstep(0.2,   0.8, wear);  // a comment")},
      {plain, RemoveNode{"m/rough"}, {plain[0], plain[1], plain[3], plain[4], plain[5]}},
      {plain,
       AddNode{"m", "more", "rough * 2.0"},
       {plain[0], plain[1], plain[2], plain[3], "more = rough * 2.0;", plain[4], plain[5]}},
      {plain,
       AddOutput{"m", "extra", "base.x"},
       {plain[0], plain[1], plain[2], plain[3], plain[4], plain[5], "output extra = base.x;"}},
      {plain,
       AddParameter{"m", "param tint: float = 1.0;"},
       {plain[0], "param tint: float = 1.0;", plain[1], plain[2], plain[3], plain[4], plain[5]}},
      {plain,
       InsertOnWire{"m/base", "right", "saturate", "inner", ""},
       {plain[0], plain[1], plain[2], "inner = saturate(rough);",
        "base = float3(0.1, 0.2, 0.3) * inner;", plain[4], plain[5]}},
      {plain,
       Extract{"m/base/0", "color"},
       {plain[0], plain[1], plain[2], "color = float3(0.1, 0.2, 0.3);", "base = color * rough;",
        plain[4], plain[5]}},
      {plain, SetEditorData{"m/rough", "at 10 20"},
       with(plain, 2, "rough = mix(0.2,   0.8, wear);  // a comment //@ at 10 20")},
      {plain, SetEditorData{"m/base", "at 1 2"},
       with(plain, 3, "base = float3(0.1, 0.2, 0.3) * rough;  //@ at 1 2")},
  };
  for (const Case& each : cases) {
    LiveDocument document(material(each.before));
    CHECK(document.edit(each.edit) == "");
    CHECK(document.text() == material(each.after));
    REQUIRE(document.session().undo());
    CHECK(document.text() == material(each.before));
    REQUIRE(document.session().redo());
    CHECK(document.text() == material(each.after));
  }
}

TEST_CASE("renaming a live node renames its uses and keeps its id") {
  LiveDocument document(material({
      "param wear: float = 0.5;",
      "rough = wear * 2.0;",
      "sum = loop 3 with (wear_2: float = rough) { wear_2 = wear_2 + rough; };",
      "output rough;",
      "output extra = sum.wear_2 + rough;",
  }));
  CHECK(document.edit(Rename{"m/rough", "r"}) == "");
  CHECK(document.text() == material({
                               "param wear: float = 0.5;",
                               "r = wear * 2.0;",
                               "sum = loop 3 with (wear_2: float = r) { wear_2 = wear_2 + r; };",
                               "output rough = r;",
                               "output extra = sum.wear_2 + r;",
                           }));
  // The node keeps its id; a new node with the old name gets another one.
  CHECK(document.edit(SetValue{"m/rough", "right", std::vector{3.0}}) == "");
  CHECK(document.edit(AddNode{"m", "rough", "0.25"}) == "");
  CHECK(document.edit(SetValue{"m/rough~2", "", std::vector{0.5}}) == "");
  CHECK(document.text().find("r = wear * 3.0;") != std::string::npos);
  CHECK(document.text().find("rough = 0.5;") != std::string::npos);
  while (document.session().can_undo()) {
    REQUIRE(document.session().undo());
  }
  CHECK(document.edit(SetValue{"m/rough", "right", std::vector{4.0}}) == "");
  CHECK(document.text().find("rough = wear * 4.0;") != std::string::npos);
}

TEST_CASE("a live document can be built from nothing") {
  LiveDocument document("");
  CHECK(document.edit(
            {AddDeclaration{"import \"core\";"}, AddDeclaration{"import \"profiles\";"},
             AddDeclaration{"material m {\n}"}, AddNode{"m", "n", "normalize(surface.normal)"},
             AddNode{"m", "s", "n.y"}, AddParameter{"m", "param gain: float = 1.0;"},
             AddOutput{"m", "albedo",
                       "float3(s * gain) as {use: reflectance, encoding: linear}"}}) == "");
  CHECK(document.text() ==
        "import \"core\";\n\nimport \"profiles\";\n\nmaterial m {\n    param gain: float = 1.0;\n"
        "    n = normalize(surface.normal);\n"
        "    s = n.y;\n"
        "    output albedo = float3(s * gain) as {use: reflectance, encoding: linear};\n}\n");
  CHECK(live::diagnostics_text(live::check(document.session().loaded())) == "");
}

TEST_CASE("editor data of live nodes survives fmt") {
  LiveDocument document(material({"a = 1.0;", "b = a + 2.0;  // why", "output albedo = b;"}));
  CHECK(document.edit({SetEditorData{"m/a", "x 1 y 2 #ff8800"}, SetEditorData{"m/b", "x 3 y 4"}}) ==
        "");
  const SourceFile source("test.weft", document.text());
  Interner names;
  const ParsedModule parsed = parse_module(FileId(0), source, names);
  const std::string formatted = print_module(parsed.module, source, names);
  LiveDocument again(formatted);
  const DocumentText& text = again.session().document();
  CHECK(editor_data(text, text.nodes()[*text.find_node(0, "a", false)]) == "x 1 y 2 #ff8800");
  CHECK(editor_data(text, text.nodes()[*text.find_node(0, "b", false)]) == "x 3 y 4");
  CHECK(document.edit({SetEditorData{"m/b", "x 9"}, SetEditorData{"m/a", ""}}) == "");
  CHECK(document.text() ==
        material({"a = 1.0;", "b = a + 2.0;  // why //@ x 9", "output albedo = b;"}));
}

TEST_CASE("live nodes are grouped into a graph and ungrouped") {
  const std::string text = material({
      "param tint: float3 {use: reflectance, encoding: srgb} = #3a6ea5;",
      "param gain: float = 0.5;",
      "n = normalize(surface.normal);",
      "base = mix(tint, float3(0.5), gain);  // blended",
      "lit = base * (n.y * 0.5 + 0.5);  //@ x 1",
      "output albedo = lit;",
  });
  LiveDocument document(text);
  const OutputId id = document.session().watch(unlit());
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
  CHECK(document.edit(Group{{"m/base", "m/lit"}, "painted"}) == "");
  INFO(document.text());
  CHECK(document.text().find("    lit = painted(tint, gain, n);\n") != std::string::npos);
  CHECK(document.text().find("  // blended\n") != std::string::npos);
  CHECK(document.session().output(id)->is_current);
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
  CHECK(files_text(*document.session().output(id)) ==
        composed_from_scratch(document.text(), unlit()));
  CHECK(document.edit(Ungroup{"m/lit"}) == "");
  CHECK(document.text() == text);
}

TEST_CASE("a live group's results are read by name") {
  LiveDocument document(material({
      "param gain: float = 0.5;",
      "a = gain * 2.0;",
      "b = a + 1.0;",
      "c = a * b;",
      "output albedo = float3(b, c, 1.0) as {use: reflectance, encoding: linear};",
  }));
  const OutputId id = document.session().watch(unlit());
  CHECK(document.edit(Group{{"m/a", "m/b", "m/c"}, "both"}) == "");
  CHECK(document.text().find("both = both(gain);") != std::string::npos);
  CHECK(document.text().find("float3(both.b, both.c, 1.0)") != std::string::npos);
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
  CHECK(document.session().output(id)->is_current);
  CHECK(document.edit(Ungroup{"m/both"}) == "");
  CHECK(document.session().output(id)->is_current);
  CHECK(document.text().find("graph") == std::string::npos);
}

struct Refused {
  Edit edit;
  std::string message;
};

TEST_CASE("a rejected edit names its node and port and changes nothing") {
  const std::vector<Refused> cases = {
      {SetValue{"m/nothing", "a", std::vector{1.0}}, "m/nothing: error: there is no node"},
      {SetValue{"x/base", "a", std::vector{1.0}}, "x/base: error: there is no node"},
      {SetValue{"m/rough/7", "", std::vector{1.0}}, "has no operand 7"},
      {SetValue{"m/rough", "wearr", std::vector{1.0}}, "m/rough, port wearr: error: 'mix' has no"},
      {Connect{"m/rough", "t", "m/base", ""}, "m/rough, port t: error: 'rough' would depend on"},
      {Connect{"m/rough", "t", "m/rough", ""}, "rough -> rough"},
      {SetValue{"m/rough", "t", std::string("base.x")}, "graph-cycle"},
      {Connect{"m/wear", "", "m/base", ""}, "is given from outside"},
      {Connect{"m/rough", "t", "m/gone", ""}, "m/gone"},
      {AddNode{"m", "base", "1.0"}, "m/base: error: 'm' has a node 'base' already"},
      {AddNode{"m", "return", "1.0"}, "'return' is a reserved word"},
      {AddNode{"m", "two words", "1.0"}, "is not a name"},
      {AddNode{"m", "surface", "1.0"}, "would hide the features surface"},
      {AddNode{"m", "x", "1.0; y = 2.0"}, "is not an expression"},
      {AddNode{"m", "x", "1.0 // hidden"}, "is not an expression"},
      {Rename{"m/rough", "base"}, "has a node 'base' already"},
      {SetValue{"m/rough", "a", std::vector{std::numeric_limits<double>::quiet_NaN()}},
       "m/rough, port a: error: nan cannot be the value"},
      {SetValue{"m/rough", "a", std::vector{std::numeric_limits<double>::infinity()}},
       "values are finite floats"},
      {SetParameter{"m/wear", std::vector{std::numeric_limits<double>::infinity()}}, "m/wear"},
      {SetParameter{"m/rough", std::vector{1.0}}, "is not a parameter"},
      {Disconnect{"m/base", "left"}, "cannot do without this operand"},
      {RemoveNode{"m/rough/0"}, "is part of an expression"},
      {AddParameter{"m", "param a: float; evil = 1.0;"}, "is not one parameter"},
      {AddDeclaration{"material m {}"}, "the document has 'm' already"},
      {AddDeclaration{"material"}, "syntax-error"},
      {SetEditorData{"m/rough", "two\nlines"}, "one line"},
      {Group{{"m/rough", "m/out:albedo"}, "g"}, "m/out:albedo"},
      {Group{{"m/rough"}, "mix"}, "'mix' exists already"},
      {Ungroup{"m/rough"}, "is not the one graph of that name"},
  };
  for (const Refused& each : cases) {
    LiveDocument document(material(plain));
    const std::string message = document.edit(each.edit);
    CHECK_THAT(message, contains(each.message));
    CHECK(document.text() == material(plain));
    CHECK(document.session().version() == 1);
    CHECK_FALSE(document.session().can_undo());
  }
}

TEST_CASE("numbers of a live edit are written as the type of the parameter or port") {
  struct Row {
    const char* before;
    double number;
    const char* after;
  };
  const Row parameters[] = {
      {"param p: int = 1 + 2;", 4, "param p: int = 4;"},
      {"param p: int;", 5, "param p: int = 5;"},
      {"param p: int = soft [enum: one_of(soft, hard)];", 1,
       "param p: int = 1 [enum: one_of(soft, hard)];"},
      {"param p: int = 3;", -2147483648.0, "param p: int = (-2147483647 - 1);"},
      {"param p: int = 4.0;", 5, "param p: int = 5;"},
      {"param p: uint = 3u;", 4294967295.0, "param p: uint = 4294967295u;"},
      {"param p: bool = true;", 0, "param p: bool = false;"},
      {"param p: float;", 5, "param p: float = 5.0;"},
      {"param p: float = 1 + 2;", 5, "param p: float = 5.0;"},
  };
  for (const Row& row : parameters) {
    INFO(row.before);
    LiveDocument document(material({row.before, "output value = 1.0;"}));
    CHECK(document.edit(SetParameter{"m/p", std::vector{row.number}}) == "");
    CHECK(document.text() == material({row.after, "output value = 1.0;"}));
  }
  LiveDocument vectors(material({"param p: int3;", "output value = 1.0;"}));
  CHECK(vectors.edit(SetParameter{"m/p", std::vector{1.0, -2.0, 3.0}}) == "");
  CHECK(vectors.text() == material({"param p: int3 = int3(1, -2, 3);", "output value = 1.0;"}));

  struct PortRow {
    const char* before;
    const char* port;
    double number;
    const char* after;
  };
  const PortRow ports[] = {
      {"a = fbm(surface.uv);", "octaves", 6, "a = fbm(surface.uv, 6);"},
      {"a = fbm(surface.uv, 2 + 1);", "octaves", 6, "a = fbm(surface.uv, 6);"},
      {"a = fbm(surface.uv, 3);", "gain", 1, "a = fbm(surface.uv, 3, gain: 1.0);"},
      {"a = own(0.5);", "count", 2, "a = own(0.5, 2);"},
      {"a = own(0.5);", "is_on", 1, "a = own(0.5, is_on: true);"},
  };
  const std::string own =
      "fragment own(x: float, count: int = 1, is_on: bool = false) -> float { return x; }\n";
  for (const PortRow& row : ports) {
    INFO(row.before);
    LiveDocument document(material({row.before, "output value = a;"}) + own);
    CHECK(document.edit(SetValue{"m/a", row.port, std::vector{row.number}}) == "");
    CHECK(document.text() == material({row.after, "output value = a;"}) + own);
  }
}

TEST_CASE("a live edit that changes nothing adds no undo step") {
  const Edit same[] = {SetValue{"m/rough", "a", std::vector{0.2}},
                       SetValue{"m/base", "left", std::vector{0.1, 0.2, 0.3}},
                       SetParameter{"m/wear", std::vector{0.5}}};
  for (const Edit& edit : same) {
    LiveDocument document(material(plain));
    CHECK(document.edit(edit) == "");
    CHECK(document.text() == material(plain));
    CHECK(document.session().version() == 1);
    CHECK_FALSE(document.session().can_undo());
    CHECK(document.edit(SetValue{"m/rough", "b", std::vector{0.9}}) == "");
    REQUIRE(document.session().undo());
    CHECK(document.edit(edit) == "");
    CHECK(document.session().can_redo());
  }
}

TEST_CASE("a batch of live edits is applied whole or not at all") {
  LiveDocument document(material(plain));
  const std::string message = document.edit(
      {SetValue{"m/rough", "a", std::vector{0.9}}, AddNode{"m", "x", "1.0"}, RemoveNode{"m/y"}});
  CHECK_THAT(message, contains("m/y"));
  CHECK(document.text() == material(plain));
  const auto old = document.session().apply({SetValue{"m/rough", "a", std::vector{0.9}}}, 7);
  REQUIRE_FALSE(old);
  CHECK_THAT(live::diagnostics_text(old.error()), contains("version 7"));
  CHECK(document.text() == material(plain));
}

TEST_CASE("a batch of live edits of one kind is what they are one after the other") {
  const std::string source =
      material({"a = saturate(surface.uv.x);", "b = saturate(surface.uv.y); c = saturate(a);",
                "output albedo = float3(a * b * c) as {use: reflectance, encoding: linear};"});
  const std::vector<std::vector<Edit>> batches = {
      {Connect{"m/a", "0", "m/b", ""}, Connect{"m/b", "0", "m/a", ""}},
      {Connect{"m/a", "0", "m/b", ""}, Disconnect{"m/a", "0"}, Connect{"m/b", "0", "m/a", ""}},
      {SetEditorData{"m/b", "one"}, SetEditorData{"m/c", "two"}},
      {Disconnect{"m/c", "0"}, SetEditorData{"m/c", "two"}, SetValue{"m/b", "0", std::vector{0.5}},
       SetEditorData{"m/b", "one"}},
      // Not on the text with all first edits, where b reads a already.
      {SetValue{"m/a", "0", std::vector{0.5}}, Connect{"m/a", "0", "m/b", ""},
       Disconnect{"m/a", "0"}, Connect{"m/b", "0", "m/a", ""}},
  };
  for (std::size_t i = 0; i < batches.size(); ++i) {
    INFO(i);
    LiveDocument document(source);
    std::string refused;
    for (const Edit& edit : batches[i]) {
      refused += document.edit(edit);
    }
    LiveDocument together(source);
    CHECK((together.edit(batches[i]) == "") == (refused == ""));
    CHECK(together.text() == (refused == "" ? document.text() : source));
  }
}

TEST_CASE("a batch of live edits groups values with the types that they have by then") {
  LiveDocument document(material({"a = surface.uv.x * 4.0;", "b = a * 2.0;",
                                  "output albedo = float3(b) as {use: reflectance, encoding: "
                                  "linear};"}));
  REQUIRE(document.edit({SetValue{"m/a", "", std::string("surface.uv * 4.0")},
                         SetValue{"m/out:albedo", "0", std::string("b.x")}, Group{{"m/b"}, "g"}}) ==
          "");
  CHECK_THAT(document.text(), contains("graph g(a: float2 {"));
}

}  // namespace
}  // namespace weft::testing::live_edits_test
