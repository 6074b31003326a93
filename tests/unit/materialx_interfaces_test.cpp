// What a graph reads from its inputs as a text, definitions for several targets, and types and
// units that documents define.

#include <array>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::materialx_interfaces_test {
namespace {

bool has(const LoadedDocument& document, const std::string& text) {
  return document.module.text.find(text) != std::string::npos;
}

// An image whose words are inputs of its graph.
constexpr const char* wrapped_image = R"(
  <image name="i" type="color3">
    <input name="file" type="filename" interfacename="file"/>
    <input name="uaddressmode" type="string" interfacename="mode"/>
    <input name="filtertype" type="string" interfacename="filter"/>
  </image>
  <output name="out" type="color3" nodename="i"/>
</nodegraph>
)";

}  // namespace

TEST_CASE("materialx: words of an image that its graph is given", "[materialx]") {
  const std::string inputs = R"(
  <input name="file" type="filename" value="a.png"/>
  <input name="mode" type="string" value="mirror"/>
  <input name="filter" type="string" value="closest"/>
)";
  const LoadedDocument graph = load_document("<nodegraph name=\"NG\">" + inputs + wrapped_image);
  CHECK(graph.messages().empty());
  INFO(graph.module.text);
  CHECK(has(graph, "i = mx_image_color3(file: file, uaddressmode: mode);"));
  CHECK(has(graph, "NG = NG_graph(file: NG_file, mode: 3"));
  // What the code does at the border the sampler must not do.
  CHECK(has(graph, "param NG_file: texture2d [filter: nearest, file: \"a.png\"];"));

  // Each node of a definition has its own words, also through another definition.
  const LoadedDocument nodes = load_document(R"(
<nodedef name="ND_wrapped" node="wrapped">)" +
                                             inputs +
                                             R"(<output name="out" type="color3"/></nodedef>
<nodegraph name="NG_wrapped" nodedef="ND_wrapped">)" +
                                             wrapped_image + R"(
<nodedef name="ND_outer" node="outer">
  <input name="file" type="filename" value="o.png"/>
  <input name="smooth" type="string" value="linear"/>
  <output name="out" type="color3"/>
</nodedef>
<nodegraph name="NG_outer" nodedef="ND_outer">
  <wrapped name="w" type="color3">
    <input name="file" type="filename" interfacename="file"/>
    <input name="filter" type="string" interfacename="smooth"/>
  </wrapped>
  <output name="out" type="color3" nodename="w"/>
</nodegraph>
<wrapped name="n" type="color3"/>
<wrapped name="l" type="color3">
  <input name="file" type="filename" value="l.png"/>
  <input name="mode" type="string" value="clamp"/>
  <input name="filter" type="string" value="linear"/>
</wrapped>
<outer name="u" type="color3"/>
<outer name="v" type="color3"><input name="smooth" type="string" value="closest"/></outer>
<output name="o1" type="color3" nodename="n"/>
<output name="o2" type="color3" nodename="l"/>
<output name="o3" type="color3" nodename="u"/>
<output name="o4" type="color3" nodename="v"/>
)");
  CHECK(nodes.messages().empty());
  INFO(nodes.module.text);
  CHECK(has(
      nodes,
      "material o1 {\n    param ND_wrapped_file: texture2d [filter: nearest, file: \"a.png\"];"));
  CHECK(has(nodes, "param l_file: texture2d [file: \"l.png\"];"));
  CHECK(has(nodes, "(file: l_file, mode: 1)"));
  CHECK(has(nodes, "material o3 {\n    param ND_outer_file: texture2d [file: \"o.png\"];"));
  CHECK(
      has(nodes,
          "material o4 {\n    param ND_outer_file: texture2d [filter: nearest, file: \"o.png\"];"));
}

TEST_CASE("materialx: glTF's images have the modes of images", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<gltf_image name="i" type="color3">
  <input name="file" type="filename" value="a.png"/>
  <input name="uaddressmode" type="string" value="constant"/>
</gltf_image>
<output name="o" type="color3" nodename="i"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "uaddressmode: 0"));
}

TEST_CASE("materialx: geometric properties whose names graphs are given", "[materialx]") {
  const std::string definition = R"(
<nodedef name="ND_read" node="read">
  <input name="of" type="string" value="wear"/>
  <input name="none" type="float" value="0.25"/>
  <output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_read" nodedef="ND_read">
  <geompropvalue name="g" type="float">
    <input name="geomprop" type="string" interfacename="of"/>
    <input name="default" type="float" interfacename="none"/>
  </geompropvalue>
  <output name="out" type="float" nodename="g"/>
</nodegraph>
)";
  const LoadedDocument document = load_document(definition + R"(
<nodegraph name="NG">
  <input name="st" type="string" value="map1"/>
  <UsdPrimvarReader name="r" type="vector2">
    <input name="varname" type="string" interfacename="st"/>
  </UsdPrimvarReader>
  <read name="a" type="float"/>
  <read name="b" type="float">
    <input name="of" type="string" interfacename="st"/><input name="none" type="float" value="0.5"/>
  </read>
  <output name="o1" type="vector2" nodename="r"/>
  <output name="o2" type="float" nodename="a"/>
</nodegraph>
<read name="c" type="float"><input name="of" type="string" value="rust"/></read>
<output name="o3" type="float" nodename="c"/>
)");
  CHECK(document.messages().empty());
  INFO(document.module.text);
  CHECK(has(document, "feature geomprop.map1: float2 at vertex;"));
  CHECK(has(document, "feature geomprop.wear: float at vertex = 0.25;"));
  CHECK(has(document, "feature geomprop.rust: float at vertex = 0.25;"));
}

TEST_CASE("materialx: more texts than anybody needs are refused", "[materialx]") {
  // Each definition calls the next one twice, with one text more that differs.
  constexpr int depth = 16;
  std::string document;
  for (int i = 0; i < depth; ++i) {
    std::string inputs;
    for (int k = 0; k < depth; ++k) {
      inputs += "<input name=\"n" + std::to_string(k) + "\" type=\"string\" value=\"\"/>";
    }
    const std::string number = std::to_string(i);
    document += "<nodedef name=\"ND_" + number + "\" node=\"d" + number + "\">" + inputs +
                "<output name=\"out\" type=\"float\"/></nodedef><nodegraph name=\"NG_" + number +
                "\" nodedef=\"ND_" + number + "\">";
    std::string sum;
    for (const char* word : {"a", "b"}) {
      std::string given;
      for (int k = 0; k < depth; ++k) {
        const std::string name = "n" + std::to_string(k);
        given += "<input name=\"" + name + "\" type=\"string\" " +
                 (k == i ? std::string("value=\"") + word : "interfacename=\"" + name) + "\"/>";
      }
      document += "<d" + std::to_string(i + 1) + " name=\"" + word + "\" type=\"float\">" + given +
                  "</d" + std::to_string(i + 1) + ">";
    }
    document += R"(<add name="s" type="float"><input name="in1" type="float" nodename="a"/>
<input name="in2" type="float" nodename="b"/></add><output name="out" type="float" nodename="s"/></nodegraph>)";
  }
  const std::string last = std::to_string(depth);
  std::string inputs;
  std::string reads;
  std::string previous = "p0";
  for (int k = 0; k < depth; ++k) {
    const std::string number = std::to_string(k);
    inputs += "<input name=\"n" + number + "\" type=\"string\" value=\"\"/>";
    reads += "<geompropvalue name=\"p" + number + "\" type=\"float\"><input name=\"geomprop\" " +
             "type=\"string\" interfacename=\"n" + number + "\"/></geompropvalue>";
    if (k > 0) {
      reads += "<add name=\"s" + number + "\" type=\"float\"><input name=\"in1\" type=\"float\" " +
               "nodename=\"" + previous + "\"/><input name=\"in2\" type=\"float\" nodename=\"p" +
               number + "\"/></add>";
      previous = "s" + number;
    }
  }
  document += "<nodedef name=\"ND_" + last + "\" node=\"d" + last + "\">" + inputs +
              "<output name=\"out\" type=\"float\"/></nodedef><nodegraph name=\"NG_" + last +
              "\" nodedef=\"ND_" + last + "\">" + reads +
              "<output name=\"out\" type=\"float\" nodename=\"" + previous + "\"/></nodegraph>";
  document += R"(<d0 name="top" type="float"/><output name="o" type="float" nodename="top"/>)";
  CHECK_THAT(load_document(document).messages(), Catch::Matchers::Contains("expansion-limit"));
}

TEST_CASE("materialx: GLSL takes precedence over other targets", "[materialx]") {
  const auto graph = [](const std::string& attributes, const std::string& value) {
    return "<nodegraph " + attributes + R"(><constant name="c" type="float">
<input name="value" type="float" value=")" +
           value + R"("/></constant><output name="out" type="float" nodename="c"/></nodegraph>)";
  };
  const auto definition = [](const std::string& name, const std::string& node,
                             const std::string& more) {
    return "<nodedef name=\"" + name + "\" node=\"" + node + "\" " + more +
           "><output name=\"out\" type=\"float\"/></nodedef>";
  };
  const LoadedDocument document = load_document(
      // implementations that name graphs, graphs with a target, and definitions with one
      definition("ND_a", "aa", "") + graph("name=\"NG_a1\"", "1") + graph("name=\"NG_a2\"", "2") +
      R"(<implementation name="I1" nodedef="ND_a" nodegraph="NG_a1" target="genosl"/>
<implementation name="I2" nodedef="ND_a" nodegraph="NG_a2" target="genmsl, genglsl"/>)" +
      definition("ND_b", "bb", "") +
      graph("name=\"NG_b1\" nodedef=\"ND_b\" target=\"genmdl\"", "1") +
      graph("name=\"NG_b2\" nodedef=\"ND_b\"", "3") +
      definition("ND_c1", "cc", "target=\"genosl\"") +
      graph("name=\"NG_c1\" nodedef=\"ND_c1\"", "1") + definition("ND_c2", "cc", "") +
      graph("name=\"NG_c2\" nodedef=\"ND_c2\"", "4") +
      // code for GLSL is nearer than a graph for another target, which is better than nothing
      definition("ND_d", "dd", "") +
      graph("name=\"NG_d\" nodedef=\"ND_d\" target=\"genosl\"", "1") +
      R"(<implementation name="I3" nodedef="ND_d" target="genglsl" sourcecode="5.0"/>)" +
      definition("ND_e", "ee", "") +
      graph("name=\"NG_e\" nodedef=\"ND_e\" target=\"genosl\"", "6") +
      R"(<aa name="a" type="float"/><bb name="b" type="float"/><cc name="c" type="float"/>
<dd name="d" type="float"/><ee name="e" type="float"/>
<output name="oa" type="float" nodename="a"/><output name="ob" type="float" nodename="b"/>
<output name="oc" type="float" nodename="c"/><output name="od" type="float" nodename="d"/>
<output name="oe" type="float" nodename="e"/>)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "oa")[0] == 2);
  CHECK(drawn(document, "ob")[0] == 3);
  CHECK(drawn(document, "oc")[0] == 4);
  CHECK(drawn(document, "od")[0] == 5);
  CHECK(drawn(document, "oe")[0] == 6);
}

TEST_CASE("materialx: a node has the definition of its version and of its inputs", "[materialx]") {
  const auto definition = [](const std::string& name, const std::string& attributes,
                             const std::string& input, const char* value) {
    return "<nodedef name='ND_" + name + "' " + attributes + ">" + input +
           "<output name='out' type='float'/></nodedef><nodegraph name='NG_" + name +
           "' nodedef='ND_" + name + "'><constant name='c' type='float'><input name='value' " +
           "type='float' value='" + value + "'/></constant>" +
           "<output name='out' type='float' nodename='c'/></nodegraph>";
  };
  const LoadedDocument document = load_document(
      definition("n1", "node='n' version='1.0'", "", "1") +
      definition("n2", "node='n' version='2.0' isdefaultversion='true'", "", "2") +
      definition("n3", "node='n' version='3.0'", "", "3") +
      definition("m1", "node='m'", "<input name='in' type='float' value='0'/>", "4") +
      definition("m2", "node='m'", "<input name='in' type='vector3' value='0,0,0'/>", "5") + R"(
<n name="a" type="float" version="1.0"/><n name="b" type="float"/><n name="c" type="float" version="3.0"/>
<m name="d" type="float"><input name="in" type="float" value="1"/></m>
<m name="e" type="float"><input name="in" type="vector3" value="1,1,1"/></m>
<output name="oa" type="float" nodename="a"/><output name="ob" type="float" nodename="b"/>
<output name="oc" type="float" nodename="c"/><output name="od" type="float" nodename="d"/>
<output name="oe" type="float" nodename="e"/>)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "oa")[0] == 1);
  CHECK(drawn(document, "ob")[0] == 2);
  CHECK(drawn(document, "oc")[0] == 3);
  CHECK(drawn(document, "od")[0] == 4);
  CHECK(drawn(document, "oe")[0] == 5);
}

TEST_CASE("materialx: a name without a namespace is first one of the document's own",
          "[materialx]") {
  const TempDir place;
  const auto graph = [](const char* value) {
    return std::string(
               "<nodegraph name='NG'><constant name='c' type='float'><input name='value' ") +
           "type='float' value='" + value +
           "'/></constant><output name='out' type='float' nodename='c'/></nodegraph>";
  };
  place.write("theirs.mtlx",
              "<materialx version='1.39' namespace='theirs'>" + graph("2") + "</materialx>");
  place.write("document.mtlx",
              "<materialx version='1.39'><xi:include href='theirs.mtlx'/>" + graph("7") +
                  "<dot name='n' type='float'><input name='in' type='float' nodegraph='NG'/></dot>"
                  "<output name='o' type='float' nodename='n'/></materialx>");
  const LoadedDocument document =
      load_document_file((place.path() / "document.mtlx").string(), materialx::Parameters::None);
  CHECK(document.messages().empty());
  CHECK(drawn(document, "o")[0] == 7);
}

TEST_CASE("materialx: structs of namespaces", "[materialx]") {
  const TempDir place;
  const auto library = [&](const std::string& space, const std::string& members,
                           const std::string& value) {
    place.write(space + ".mtlx", "<materialx version=\"1.39\" namespace=\"" + space +
                                     "\"><typedef name=\"spec\">" + members +
                                     R"(</typedef><nodedef name="ND_own" node="own">
<input name="s" type="spec" value=")" +
                                     value + R"("/><output name="out" type="float"/></nodedef>
<implementation name="I_own" nodedef="ND_own" target="genglsl" sourcecode="{{s}}.k"/></materialx>)");
  };
  library("one", R"(<member name="k" type="float" value="0.5"/>)", "");
  library("two", R"(<member name="c" type="color3" value="1,2,3"/><member name="k" type="float"/>)",
          "{1,1,1; 7}");
  place.write("document.mtlx", R"(<materialx version="1.39">
<xi:include href="one.mtlx"/><xi:include href="two.mtlx"/>
<nodedef name="ND_x" node="x"><input name="s" type="two:spec" value="{1,1,1; 3}"/>
<output name="out" type="float"/></nodedef>
<implementation name="I_x" nodedef="ND_x" target="genglsl" sourcecode="{{s}}.k"/>
<one:own name="a" type="float"/><two:own name="b" type="float"/>
<x name="c" type="float"/><x name="d" type="float">
<input name="s" type="two:spec" value="{0,0,0; 4}"/></x>
<output name="oa" type="float" nodename="a"/><output name="ob" type="float" nodename="b"/>
<output name="oc" type="float" nodename="c"/><output name="od" type="float" nodename="d"/>
</materialx>)");
  const LoadedDocument document =
      load_document_file((place.path() / "document.mtlx").string(), materialx::Parameters::None);
  CHECK(document.messages().empty());
  INFO(document.module.text);
  CHECK(drawn(document, "oa")[0] == 0.5);  // members have defaults
  CHECK(drawn(document, "ob")[0] == 7);
  CHECK(drawn(document, "oc")[0] == 3);
  CHECK(drawn(document, "od")[0] == 4);
}

TEST_CASE("materialx: all units, those of the document, and unknown ones", "[materialx]") {
  const auto constant = [](const std::string& unit) {
    return load_document(R"(
<unittypedef name="mass"/>
<unitdef name="UD_mass" unittype="mass"><unit name="gram" scale="1"/><unit name="kilogram" scale="1000"/></unitdef>
<unitdef name="UD_own" unittype="distance"><unit name="cubit" scale="0.5"/></unitdef>
<constant name="c" type="float"><input name="value" type="float" value="2" unit=")" +
                         unit + R"("/></constant><output name="o" type="float" nodename="c"/>)");
  };
  struct Row {
    const char* unit;
    double value;
  };
  for (const Row& row :
       {Row{"nanometer", 2e-9}, Row{"micron", 2e-6}, Row{"yard", 1.8288}, Row{"mile", 3218.688},
        Row{"cubit", 1}, Row{"meter", 2}, Row{"foot", 0.6096},
        // nothing says what a mass is worked with
        Row{"kilogram", 2}}) {
    INFO(row.unit);
    const LoadedDocument document = constant(row.unit);
    CHECK(document.messages().empty());
    CHECK(drawn(document, "o")[0] == Approx(row.value).epsilon(1e-5));
  }
  CHECK(constant("parsec").messages() ==
        "c/value: unknown-name: 'parsec' is not a unit of MaterialX or of the document\n");

  // Films are worked with in nanometres, as their definitions say.
  const auto film = [](const std::string& text) {
    return load_document(
        "<dielectric_bsdf name=\"b\" type=\"BSDF\"><input "
        "name=\"thinfilm_thickness\" type=\"float\" " +
        text + R"(/></dielectric_bsdf>
<surface name="s" type="surfaceshader"><input name="bsdf" type="BSDF" nodename="b"/></surface>
<surfacematerial name="M" type="material">
  <input name="surfaceshader" type="surfaceshader" nodename="s"/></surfacematerial>)");
  };
  CHECK(has(film(R"(value="500" unit="nanometer")"), "thinfilm_thickness: 500.0"));
  CHECK(has(film(R"(value="0.5" unit="micron")"), " = 0.5 * 1000.0;"));
}

TEST_CASE("materialx: a link without an output reads the first one, and channels have two names",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodegraph name="NG">
  <constant name="c" type="float"><input name="value" type="float" value="0.25"/></constant>
  <constant name="d" type="float"><input name="value" type="float" value="0.75"/></constant>
  <output name="z" type="float" nodename="c"/>
  <output name="a" type="float" nodename="d"/>
</nodegraph>
<dot name="n" type="float"><input name="in" type="float" nodegraph="NG"/></dot>
<artistic_ior name="ior" type="multioutput"/>
<output name="o" type="float" nodename="n"/>
<output name="named" type="color3" nodename="ior" output="ior"/>
<output name="unnamed" type="color3" nodename="ior"/>
<separate3 name="s" type="multioutput"><input name="in" type="vector3" value="0.25, 0.5, 0.75"/></separate3>
<output name="red" type="float" nodename="s" output="outr"/>
<output name="green" type="float" nodename="s" output="outg"/>
)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "o")[0] == 0.25);
  CHECK(drawn(document, "red")[0] == 0.25);
  CHECK(drawn(document, "green")[0] == 0.5);
  CHECK(drawn(document, "unnamed") == drawn(document, "named"));
}

TEST_CASE("materialx: whole numbers with a sign", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<constant name="c" type="integer"><input name="value" type="integer" value="+3"/></constant>
<convert name="f" type="float"><input name="in" type="integer" nodename="c"/></convert>
<output name="o" type="float" nodename="f"/>
)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "o")[0] == 3);
}

TEST_CASE("materialx: the second texture coordinates", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<geompropdef name="UVdetail" type="vector2" geomprop="texcoord" index="1"/>
<nodedef name="ND_uv" node="uv"><input name="at" type="vector2" defaultgeomprop="UVdetail"/>
<output name="out" type="vector2"/></nodedef>
<nodegraph name="NG_uv" nodedef="ND_uv"><dot name="d" type="vector2">
<input name="in" type="vector2" interfacename="at"/></dot>
<output name="out" type="vector2" nodename="d"/></nodegraph>
<uv name="n" type="vector2"/><output name="o" type="vector2" nodename="n"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "at: float2 = mx_texcoord_vector2(index: 1)"));
}

TEST_CASE("materialx: files and words that constants and dots pass on", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<dot name="again" type="filename"><input name="in" type="filename" nodename="named"/></dot>
<constant name="named" type="filename" colorspace="srgb_texture" fileprefix="cloth/">
<input name="value" type="filename" value="weave.png"/></constant>
<constant name="mode" type="string"><input name="value" type="string" value="mirror"/></constant>
<image name="i" type="color3"><input name="file" type="filename" nodename="again"/>
<input name="uaddressmode" type="string" nodename="mode"/></image>
<dot name="round" type="filename"><input name="in" type="filename" nodename="trip"/></dot>
<dot name="trip" type="filename"><input name="in" type="filename" nodename="round"/></dot>
<image name="j" type="color3"><input name="file" type="filename" nodename="trip"/></image>
<output name="o" type="color3" nodename="i"/>
<output name="endless" type="color3" nodename="j"/>
)");
  CHECK_THAT(document.messages(), Catch::Matchers::Contains("graph-cycle"));
  CHECK(has(document,
            "i_file: texture2d {use: color, encoding: srgb, primaries: rec709} "
            "[wrap_u: mirror, wrap_v: repeat, file: \"cloth/weave.png\"]"));
}

TEST_CASE("materialx: the nearest prefix of a file is part of its name", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodegraph name="outer" fileprefix="../maps/">
  <image name="far" type="float"><input name="file" type="filename" value="a.png"/></image>
  <image name="near" type="float" fileprefix="b/"><input name="file" type="filename" value="b.png"/></image>
  <image name="none" type="float"><input name="file" type="filename" value=""/></image>
  <add name="s" type="float"><input name="in1" type="float" nodename="far"/><input name="in2" type="float" nodename="near"/></add>
  <add name="t" type="float"><input name="in1" type="float" nodename="s"/><input name="in2" type="float" nodename="none"/></add>
  <output name="o" type="float" nodename="t"/>
</nodegraph>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "file: \"../maps/a.png\""));
  CHECK(has(document, "file: \"b/b.png\""));
  CHECK(!has(document, "file: \"../maps/\""));
}

TEST_CASE("materialx: a map by longitude and latitude is mirrored at the poles", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<latlongimage name="l" type="color3"><input name="file" type="filename" value="sky.png"/></latlongimage>
<output name="o" type="color3" nodename="l"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "[wrap_u: repeat, wrap_v: mirror, file: \"sky.png\"]"));
}

TEST_CASE("materialx: names of images seen from another folder", "[materialx]") {
  const auto name_of = [](const std::string& name, const std::string& prefix = "") {
    const LoadedDocument document =
        load_document("<image name='i' type='float' fileprefix='" + prefix + "'>" +
                          "<input name='file' type='filename' value='" + name + "'/>" +
                          "<token name='at' type='string' value='/srv'/></image>" +
                          "<output name='o' type='float' nodename='i'/>",
                      materialx::Parameters::None, "../cloth");
    CHECK(document.messages().empty());
    const std::string& text = document.module.text;
    const std::size_t begin = text.find("[file: ") + 7;
    return text.substr(begin, text.find_first_of(",]", begin) - begin);
  };
  CHECK(name_of("weave.png") == R"("../cloth/weave.png")");
  CHECK(name_of("../maps/weave.&lt;UDIM>.png") == R"("../cloth/../maps/weave.<UDIM>.png")");
  CHECK(name_of("&lt;UVTILE>.png", "maps/") == R"("../cloth/maps/<UVTILE>.png")");
  CHECK(name_of("weave.png", "/maps/") == R"("/maps/weave.png")");
  CHECK(name_of("maps/10:20.png") == R"("../cloth/maps/10:20.png")");
  for (const std::string name :
       {"/maps/a.png", "C:/maps/a.png", "https://maps.org/a.png", "~/a.png", "$HIP/a.png"}) {
    CHECK(name_of(name) == '"' + name + '"');
    CHECK(name_of(name, "maps/") == '"' + name + '"');
  }
  CHECK(name_of("[at]/a.png") == R"("/srv/a.png")");
  CHECK(name_of(R"(\\maps\a.png)") == R"("\\\\maps\\a.png")");
}

TEST_CASE("materialx: graphs that are given names of one length", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_read" node="read"><input name="of" type="string" value="dry"/>
<output name="out" type="float"/></nodedef>
<nodegraph name="NG_read" nodedef="ND_read"><geompropvalue name="g" type="float">
<input name="geomprop" type="string" interfacename="of"/></geompropvalue>
<output name="out" type="float" nodename="g"/></nodegraph>
<read name="a" type="float"/>
<read name="b" type="float"><input name="of" type="string" value="wet"/></read>
<add name="s" type="float"><input name="in1" type="float" nodename="a"/>
<input name="in2" type="float" nodename="b"/></add>
<output name="o" type="float" nodename="s"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "geomprop.dry"));
  CHECK(has(document, "geomprop.wet"));
}

TEST_CASE("materialx: a derived definition has its own defaults", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_base" node="base"><input name="x" type="float" value="0.25"/>
<output name="out" type="float"/></nodedef>
<nodedef name="ND_more" node="more" inherit="ND_base"><input name="x" type="float" value="7.5"/></nodedef>
<nodegraph name="NG_more" nodedef="ND_more"><dot name="d" type="float">
<input name="in" type="float" interfacename="x"/></dot>
<output name="out" type="float" nodename="d"/></nodegraph>
<more name="n" type="float"/><output name="o" type="float" nodename="n"/>
)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "o")[0] == 7.5);
}

}  // namespace weft::testing::materialx_interfaces_test
