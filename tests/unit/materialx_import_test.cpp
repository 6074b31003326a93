// Documents as modules: what is printed, what is refused and where, and the constant elements of
// the handed documents.

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"
#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_import_test {
namespace {

/// The messages about a document that begin with a path and a code.
std::string refused(const std::string& body) { return load_document(body).messages(); }

}  // namespace

TEST_CASE("materialx: a node graph becomes a graph, an output a material", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodegraph name="NG_paint">
  <input name="amount" type="float" value="0.5"/>
  <constant name="base" type="color3"><input name="value" type="color3" value="1, 0.5, 0"/></constant>
  <multiply name="dimmed" type="color3">
    <input name="in1" type="color3" nodename="base"/>
    <input name="in2" type="float" interfacename="amount"/>
  </multiply>
  <output name="out" type="color3" nodename="dimmed"/>
</nodegraph>
)",
                                                materialx::Parameters::Authored);
  REQUIRE(document.messages().empty());
  CHECK(document.module.text == R"(// From document.mtlx, for the profile materialx.

import "materialx";

graph NG_paint_graph(amount: float = 0.5, base_value: float3 = float3(1.0, 0.5, 0.0)) -> (out: float3)
{
    base = mx_constant(value: base_value);
    dimmed = mx_multiply(in1: base, in2: amount);
    output out = dimmed;
}

material NG_paint_out {
    param NG_paint_amount: float = 0.5;
    param NG_paint_base_value: float3 = float3(1.0, 0.5, 0.0);
    NG_paint = NG_paint_graph(amount: NG_paint_amount, base_value: NG_paint_base_value);
    output color = mx_draw(NG_paint.out);
}
)");
}

TEST_CASE("materialx: the color space of a value is a meaning, its conversion is folded",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<constant name="n" type="color3">
  <input name="value" type="color3" value="0.5, 0.5, 0.5" colorspace="srgb_texture"/>
</constant>
<output name="o" type="color3" nodename="n"/>
)");
  REQUIRE(document.messages().empty());
  CHECK(document.module.text.find("as {use: color, encoding: srgb, primaries: rec709}") !=
        std::string::npos);
  const double linear = std::pow((0.5 + 0.055) / 1.055, 2.4);
  CHECK(std::abs(drawn(document, "o")[0] - linear) < 1e-6);
}

TEST_CASE("materialx: definitions of the document, with their defaults", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_twice" node="twice">
  <input name="in" type="float" value="3"/>
  <output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_twice" nodedef="ND_twice">
  <multiply name="m" type="float">
    <input name="in1" type="float" interfacename="in"/>
    <input name="in2" type="float" value="2"/>
  </multiply>
  <output name="out" type="float" nodename="m"/>
</nodegraph>
<twice name="a" type="float"><input name="in" type="float" value="5"/></twice>
<twice name="b" type="float"/>
<add name="sum" type="float">
  <input name="in1" type="float" nodename="a"/>
  <input name="in2" type="float" nodename="b"/>
</add>
<output name="o" type="float" nodename="sum"/>
)");
  REQUIRE(document.messages().empty());
  CHECK(drawn(document, "o")[0] == 16.0);
}

TEST_CASE("materialx: color spaces and units of defaults count as those of values", "[materialx]") {
  const std::string inputs = R"(
<input name="c" type="color3" value="0.5, 0.25, 1" colorspace="srgb_texture"/>
<input name="k" type="color4" value="0.5, 0.25, 1, 0.5" colorspace="g22_ap1"/>
<input name="a" type="float" value="3.1415927" unit="radian" unittype="angle"/>
<input name="d" type="vector3" value="2, 4, 6" unit="inch" unittype="distance"/>)";
  const std::string definitions = fmt::format(R"(
<nodedef name="ND_g" node="g">{0}<output name="out" type="color3"/></nodedef>
<nodedef name="ND_e" node="e">{0}<output name="out" type="color3"/></nodedef>
<nodegraph name="NG_g" nodedef="ND_g">
  <multiply name="ca" type="color3"><input name="in1" type="color3" interfacename="c"/><input name="in2" type="float" interfacename="a"/></multiply>
  <convert name="dc" type="color3"><input name="in" type="vector3" interfacename="d"/></convert>
  <convert name="kc" type="color3"><input name="in" type="color4" interfacename="k"/></convert>
  <add name="s1" type="color3"><input name="in1" type="color3" nodename="ca"/><input name="in2" type="color3" nodename="dc"/></add>
  <add name="s2" type="color3"><input name="in1" type="color3" nodename="s1"/><input name="in2" type="color3" nodename="kc"/></add>
  <output name="out" type="color3" nodename="s2"/>
</nodegraph>)",
                                              inputs);
  const std::string code =
      R"(<implementation name="I" nodedef="ND_e" target="genglsl" sourcecode="{{c}} * {{a}} + {{d}} + {{k}}.rgb"/>)";
  const std::string uses = fmt::format(R"(
<g name="g1" type="color3"/><g name="g2" type="color3">{0}</g>
<e name="e1" type="color3"/><e name="e2" type="color3">{0}</e>
<output name="graph_default" type="color3" nodename="g1"/><output name="graph_given" type="color3" nodename="g2"/>
<output name="code_default" type="color3" nodename="e1"/><output name="code_given" type="color3" nodename="e2"/>)",
                                       inputs);
  const LoadedDocument document = load_document(definitions + code + uses);
  REQUIRE(document.messages() == "");
  const std::array<double, 4> given = drawn(document, "graph_given");
  const double linear = std::pow((0.5 + 0.055) / 1.055, 2.4);
  CHECK(given[0] > linear * 180);
  CHECK(drawn(document, "code_given") == given);
  CHECK(drawn(document, "graph_default") == given);
  CHECK(drawn(document, "code_default") == given);
}

TEST_CASE("materialx: defaults that are no values are refused", "[materialx]") {
  const auto messages = [](const std::string& attributes) {
    return refused(fmt::format(R"(<nodedef name="ND_e" node="e"><input name="c" {}/>
<output name="out" type="color3"/></nodedef>
<implementation name="I" nodedef="ND_e" target="genglsl" sourcecode="{{{{c}}}}"/>
<e name="n" type="color3"/><output name="o" type="color3" nodename="n"/>)",
                               attributes));
  };
  CHECK(messages(R"(type="color3" value="1, 0, 0" colorspace="lin_rec709")").empty());
  CHECK(messages(R"(type="color3" value="1, 0, 0" colorspace="my_display")") ==
        "ND_e/c: unknown-name: 'my_display' is no color space that Weft knows\n");
  CHECK(messages(R"(type="color3" value="1, 0")") ==
        "ND_e/c: bad-parameter-value: '1, 0' of 'ND_e/c' is not a value of the type 'color3'\n");
}

TEST_CASE("materialx: a file that a graph is given is what its image says", "[materialx]") {
  // The image states how the file is sampled, and whether it has colors. Its file comes from the
  // graph's own input, from the default of a definition, and from a node of a definition, through
  // another graph.
  const std::string graph = R"(
  <image name="img" type="color3">
    <input name="file" type="filename" interfacename="file"/>
    <input name="uaddressmode" type="string" value="clamp"/>
    <input name="vaddressmode" type="string" value="clamp"/>
    <input name="filtertype" type="string" value="closest"/>
    <input name="default" type="color3" value="1,0,0"/>
  </image>
  <output name="out" type="color3" nodename="img"/>
</nodegraph>
)";
  const std::string file =
      R"(<input name="file" type="filename" value="a.png" colorspace="srgb_texture"/>)";
  const std::string definition = R"(
<nodedef name="ND_tex" node="tex">)" +
                                 file + R"(<output name="out" type="color3"/></nodedef>
<nodegraph name="NG_tex" nodedef="ND_tex">)" +
                                 graph;
  const std::string color =
      "texture2d {use: color, encoding: srgb, primaries: rec709} [filter: nearest, wrap: clamp, "
      "file: \"a.png\", fallback: float4(";
  struct Row {
    std::string document;
    std::string parameter;
  };
  const Row rows[] = {
      {R"(<nodegraph name="NG">)" + file + graph, "param NG_file: "},
      {definition + R"(<tex name="t" type="color3"/><output name="o" type="color3" nodename="t"/>)",
       "param ND_tex_file: "},
      {definition + R"(<tex name="t" type="color3">)" + file +
           R"(</tex><output name="o" type="color3" nodename="t"/>)",
       "param t_file: "},
      {definition + R"(<nodegraph name="NG">)" + file +
           R"(<tex name="t" type="color3">
                <input name="file" type="filename" interfacename="file"/></tex>
              <output name="out" type="color3" nodename="t"/></nodegraph>)",
       "param NG_file: "},
  };
  for (const Row& row : rows) {
    INFO(row.document);
    const LoadedDocument document = load_document(row.document, materialx::Parameters::Authored);
    CHECK(document.messages().empty());
    INFO(document.module.text);
    CHECK_THAT(document.module.text, Catch::Matchers::Contains(row.parameter + color));
  }
}

TEST_CASE("materialx: a file of numbers has no encoding, whatever the graph is", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodegraph name="NG">
  <input name="file" type="filename" value="r.png" colorspace="srgb_texture"/>
  <image name="img" type="float"><input name="file" type="filename" interfacename="file"/></image>
  <output name="out" type="float" nodename="img"/>
</nodegraph>
)",
                                                materialx::Parameters::Authored);
  CHECK_THAT(document.module.text,
             Catch::Matchers::Contains("param NG_file: texture2d [file: \"r.png\"];"));
}

TEST_CASE("materialx: the nearest token of a name stands for all of its places", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<token name="res" type="string" value="4k"/>
<nodegraph name="NG">
  <token name="res" type="string" value="2k"/>
  <image name="img" type="float">
    <input name="file" type="filename" value="tex_[res]_[res]_[res]/wood_[res].png"/>
  </image>
  <output name="out" type="float" nodename="img"/>
</nodegraph>
)",
                                                materialx::Parameters::Authored);
  CHECK_THAT(document.module.text, Catch::Matchers::Contains("tex_2k_2k_2k/wood_2k.png"));
}

TEST_CASE("materialx: an element that fails leaves the others", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<unheard_of name="bad" type="float"/>
<constant name="good" type="float"><input name="value" type="float" value="2"/></constant>
<output name="first" type="float" nodename="bad"/>
<output name="second" type="float" nodename="good"/>
)");
  REQUIRE(document.module.elements.size() == 2);
  CHECK(document.module.elements[0].material.empty());
  CHECK(document.module.elements[1].material == "second");
  CHECK(drawn(document, "second")[0] == 2.0);
  CHECK(document.messages().starts_with(
      "bad: unknown-name: 'bad' is a node of the kind 'unheard_of', of the type 'float', which is "
      "not known\n"));
}

TEST_CASE("materialx: a faulty link that nothing reads leaves the element", "[materialx]") {
  const std::string graph = R"(<nodegraph name="g">
<input name="tint" type="float" nodename="none"/>
<constant name="c" type="float"><input name="value" type="float" %/></constant>
<output name="out" type="float" nodename="c"/>
</nodegraph><output name="o" type="float" nodegraph="g" output="out"/>)";
  const auto with = [&](const std::string& value) {
    std::string body = graph;
    return load_document(body.replace(body.find('%'), 1, value));
  };
  const LoadedDocument unread = with("value=\"0.5\"");
  CHECK(drawn(unread, "o")[0] == 0.5);
  CHECK(unread.messages().starts_with("g/tint: unknown-name: 'g/tint' is linked to 'none'"));
  const LoadedDocument read = with("interfacename=\"tint\"");
  CHECK(read.messages() == unread.messages());
  REQUIRE(read.module.elements.size() == 2);
  CHECK(read.module.elements[1].path == "o");
  CHECK(read.module.elements[1].material.empty());
}

TEST_CASE("materialx: what follows a number is ignored, with a message", "[materialx]") {
  const struct {
    const char* type;
    const char* value;
    double expected;
    const char* message;
  } rows[] = {
      {"float", "0.5, 1, 2", 0.5, "'0.5, 1, 2' of 'c/value' is read without ', 1, 2'"},
      {"float", "0.5.0", 0.5, "'0.5.0' of 'c/value' is read without '.0'"},
      {"float", " +0.5 ", 0.5, ""},
      {"float", "5e-1", 0.5, ""},
      {"integer", "7.5", 7, "'7.5' of 'c/value' is read without '.5'"},
      {"integer", " 7 ", 7, ""},
  };
  for (const auto& row : rows) {
    INFO(row.value);
    const LoadedDocument document = load_document(fmt::format(
        "<constant name='c' type='{0}'><input name='value' type='{0}' value='{1}'/></constant>"
        "<output name='o' type='{0}' nodename='c'/>",
        row.type, row.value));
    CHECK(drawn(document, "o")[0] == row.expected);
    const std::string place = row.message[0] == '\0' ? "" : "c/value: bad-parameter-value: ";
    CHECK(document.messages().starts_with(place + row.message));
    CHECK(document.messages().empty() == place.empty());
    CHECK_FALSE(has_errors(document.module.diagnostics));
  }
}

TEST_CASE("materialx: bad documents are refused with the element and its place", "[materialx]") {
  const LoadedDocument place = load_document(R"(
<add name="sum" type="float">
  <input name="in3" type="float" value="1"/>
</add>
<output name="o" type="float" nodename="sum"/>
)");
  REQUIRE(place.module.diagnostics.size() == 1);
  const Diagnostic& found = place.module.diagnostics.front();
  CHECK(found.node == "sum/in3");
  CHECK(place.module.sources[found.span->file].position(found.span->begin) == Position{4, 4});
  CHECK(found.message == "the node 'add' has no input 'in3'");

  CHECK(refused(R"(<add name="n" type="float"><input name="in1" type="float" nodename="none"/></add>
<output name="o" type="float" nodename="n"/>)")
            .starts_with("n/in1: unknown-name: 'n/in1' is linked to 'none'"));
  CHECK(
      refused(
          R"(<constant name="c" type="color3"><input name="value" type="color3" value="1, 2"/></constant>
<output name="o" type="color3" nodename="c"/>)")
          .starts_with(
              "c/value: bad-parameter-value: '1, 2' of 'c/value' is not a value of the type"));
  CHECK(
      refused(
          R"(<constant name="c" type="vector2"><input name="value" type="vector2" value="1, 2"/></constant>
<sqrt name="s" type="float"><input name="in" type="float" nodename="c"/></sqrt>
<output name="o" type="float" nodename="s"/>)")
          .starts_with("s/in: type-mismatch: 's/in' has the type 'float' (float)"));
  CHECK(refused(R"(<add name="a" type="float"><input name="in1" type="float" nodename="b"/></add>
<add name="b" type="float"><input name="in1" type="float" nodename="a"/></add>
<output name="o" type="float" nodename="a"/>)")
            .starts_with("b/in1: graph-cycle: 'a' depends on itself"));
  CHECK(refused(R"(<nodedef name="ND_g" node="g"><output name="out" type="float"/></nodedef>
<nodegraph name="NG_g" nodedef="ND_g"><g name="n" type="float"/>
<output name="out" type="float" nodename="n"/></nodegraph>
<g name="n" type="float"/><output name="o" type="float" nodename="n"/>)")
            .starts_with("NG_g: graph-cycle: the node graph 'NG_g' uses itself"));
  CHECK(refused(R"(<nodedef name="ND_g" node="g"><output name="out" type="float"/></nodedef>
<nodegraph name="NG_g" nodedef="ND_g"/><g name="n" type="float"/>
<output name="o" type="float" nodename="n"/>)")
            .starts_with("NG_g: wrong-arguments: the node graph 'NG_g' has no output"));
  CHECK(refused(R"(<multiply name="m"/><output name="o" type="float" nodename="m"/>)") ==
        "m: wrong-arguments: 'm' states no type that a node 'multiply' has\n");
  CHECK(refused(R"(<swizzle name="s" type="float"><input name="in" type="integer" value="5"/>
<input name="channels" type="string" value="x"/></swizzle><output name="o" type="float" nodename="s"/>)")
            .starts_with("s: wrong-arguments: 's' needs the input 'in' and 'channels' of it"));
}

TEST_CASE("materialx: names and numbers that Weft has no words for", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<geompropvalue name="for" type="float"><input name="geomprop" type="string" value="while"/></geompropvalue>
<multiply name="true" type="float">
  <input name="in1" type="float" nodename="for"/><input name="in2" type="float" value="1e-310"/>
</multiply>
<output name="return" type="float" nodename="true"/>
)");
  CHECK(document.messages() == "");
  CHECK(document.module.text.find("for_ = geomprop.while_;") != std::string::npos);
  CHECK(
      refused(
          R"(<constant name="c" type="float"><input name="value" type="float" value="1e300"/></constant>
<output name="o" type="float" nodename="c"/>)")
          .starts_with("c/value: bad-parameter-value: '1e300'"));
}

TEST_CASE("materialx: a node without a type has that of its inputs", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<multiply name="m"><input name="in1" type="color3" value="0.5, 0.25, 1"/><input name="in2" type="float" value="2"/></multiply>
<output name="o" type="color3" nodename="m"/>
)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "o") == std::array<double, 4>{1, 0.5, 2, 1});
}

TEST_CASE("materialx: texts that are no documents", "[materialx]") {
  const LoadedDocument cut = load_document("<?xml version=\"1.0\"?><materialx><add name=\"a\"");
  CHECK(cut.module.failed);
  CHECK(cut.messages().find("syntax-error: this is not XML") != std::string::npos);
  const LoadedDocument other = load_document("<?xml version=\"1.0\"?><svg/>");
  CHECK(other.module.failed);
  CHECK(other.messages().find("it has no element <materialx>") != std::string::npos);
  const LoadedDocument latin = load_document(
      "<image name=\"i\" type=\"float\"><input name=\"file\" type=\"filename\" "
      "value=\"caf\xe9.png\"/>"
      "</image><output name=\"o\" type=\"float\" nodename=\"i\"/>");
  CHECK(latin.module.failed);
  CHECK(latin.messages().find("not-text: the name or an attribute of this element is not UTF-8") !=
        std::string::npos);
  const LoadedDocument stated = load_document(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><materialx version=\"1.39\">"
      "<image name=\"i\" type=\"float\"><input name=\"file\" type=\"filename\" "
      "value=\"caf\xe9.png\"/>"
      "</image><output name=\"o\" type=\"float\" nodename=\"i\"/></materialx>");
  CHECK(stated.messages().empty());
  CHECK(stated.module.text.find("[file: \"caf\u00e9.png\"]") != std::string::npos);
  // A billion laughs: entities that a document defines are not expanded.
  const LoadedDocument laughs = load_document(R"(<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
<materialx version="1.39"><constant name="c" type="float"><input name="value" type="float" value="&lol2;"/>
</constant><output name="o" type="float" nodename="c"/></materialx>)");
  CHECK(laughs.messages().starts_with("c/value: bad-parameter-value"));
}

TEST_CASE("materialx: what is not well-formed but common is read", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<image name="i" type="float"><input name="file" type="filename" value="a.<UDIM>.png"/></image>
<ns:other name="x" type="float"/>
<output name="o" type="float" nodename="i"/>
)");
  CHECK(document.messages().empty());
  CHECK(document.module.text.find("param i_file: texture2d [file: \"a.<UDIM>.png\"") !=
        std::string::npos);
}

TEST_CASE("materialx: 100,000 nodes in a chain", "[materialx]") {
  std::string text = "<constant name=\"n0\" type=\"float\"/>\n";
  for (int i = 1; i < 100'000; ++i) {
    text += fmt::format(
        "<sqrt name=\"n{}\" type=\"float\"><input name=\"in\" type=\"float\" "
        "nodename=\"n{}\"/></sqrt>\n",
        i, i - 1);
  }
  text += "<output name=\"o\" type=\"float\" nodename=\"n99999\"/>\n";
  const LoadedDocument document = load_document(text);
  CHECK(document.module.diagnostics.empty());
  CHECK(document.module.elements.size() == 1);
}

// What 186 elements draw, computed by a program that shares nothing with this one.
TEST_CASE("materialx: the constant elements of the handed documents", "[materialx]") {
  const std::filesystem::path handed = handed_materialx();
  std::ifstream table(handed / "expected_math.csv");
  std::string line;
  std::getline(table, line);
  std::map<std::string, LoadedDocument> documents;
  std::size_t rows = 0;
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    std::array<std::string, 7> row;
    for (std::string& field : row) {
      std::getline(fields, field, ',');
    }
    auto known = documents.find(row[0]);
    if (known == documents.end()) {
      known = documents
                  .emplace(row[0], load_document_file((handed / "documents" / row[0]).string(),
                                                      materialx::Parameters::None))
                  .first;
    }
    const std::array<double, 4> value = drawn(known->second, row[1]);
    ++rows;
    for (std::size_t i = 0; i < 4; ++i) {
      const double expected = std::stod(row[3 + i]);
      INFO(row[0] << " " << row[1] << " channel " << i << ": " << value[i] << ", not " << expected);
      CHECK(std::abs(value[i] - expected) <= 1e-5 * std::abs(expected) + 1e-7);
    }
  }
  CHECK(rows == (std::filesystem::exists(handed) ? 186U : 0U));
}

}  // namespace weft::testing::materialx_import_test
