// What documents have besides nodes: materials of old versions, tokens, structs and code, closures
// as inputs.

#include <string>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::materialx_documents_test {
namespace {

bool has(const LoadedDocument& document, const std::string& text) {
  return document.module.text.find(text) != std::string::npos;
}

/// The messages of composing an element in both languages.
std::string composed(const LoadedDocument& document, const std::string& material) {
  EmitOptions options;
  options.glsl = options.hlsl = options.spirv = true;
  return emit_source(document.module.text, material, "materialx", options).messages;
}

}  // namespace

TEST_CASE("materialx: materials of old versions bind, override and inherit", "[materialx]") {
  const LoadedDocument document = load_document(R"(<?xml version="1.0"?>
<materialx version="1.25">
<shader name="paint" shadertype="surface" shaderprogram="surface_unlit">
  <input name="emission" type="float" value="1" publicname="strength"/>
  <input name="emission_color" type="color3" value="1, 1, 1" publicname="tint"/>
</shader>
<material name="first">
  <shaderref name="paint" shadertype="surface"/>
  <override name="strength" type="float" value="0.5"/>
</material>
<material name="base">
  <shaderref name="sr" node="surface_unlit">
    <bindinput name="emission" type="float" value="2"/>
    <bindinput name="emission_color" type="color3" value="1, 0.5, 0"/>
  </shaderref>
</material>
<material name="derived" inherit="base">
  <shaderref name="sr" node="surface_unlit"><bindinput name="emission" type="float" value="4"/></shaderref>
</material>
</materialx>)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "first") == std::array<double, 4>{0.5, 0.5, 0.5, 1});
  CHECK(drawn(document, "base") == std::array<double, 4>{2, 1, 0, 1});
  CHECK(drawn(document, "derived") == std::array<double, 4>{4, 2, 0, 1});
}

TEST_CASE("materialx: an override takes the place of a link, and volumes are not drawn",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(<?xml version="1.0"?>
<materialx version="1.35">
<nodegraph name="NG">
  <constant name="c" type="float"><input name="value" type="float" value="8"/></constant>
  <output name="out" type="float" nodename="c"/>
</nodegraph>
<material name="m">
  <shaderref name="fog" type="volumeshader" node="volume"/>
  <shaderref name="mist" shadertype="volume" node="volume"/>
  <shaderref name="lamp" node="surface_unlit">
    <bindinput name="emission" type="float" nodegraph="NG" output="out" publicname="strength"/>
  </shaderref>
  <override name="strength" type="float" value="0.5"/>
</material>
</materialx>)");
  CHECK(document.messages().empty());
  CHECK(drawn(document, "m") == std::array<double, 4>{0.5, 0.5, 0.5, 1});
}

TEST_CASE("materialx: tokens of file names", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_look" node="look">
  <token name="kind" type="string" value="cloth"/><output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_look" nodedef="ND_look">
  <image name="i" type="float">
    <token name="ending" type="string" value="png"/>
    <input name="file" type="filename" value="a/[kind].[ending]"/>
  </image>
  <output name="out" type="float" nodename="i"/>
</nodegraph>
<look name="l" type="float"/>
<output name="o" type="float" nodename="l"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "[file: \"a/cloth.png\"]"));
}

TEST_CASE("materialx: a node that names no file has a parameter for it", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_n" node="n"><output name="out" type="color3"/></nodedef>
<nodegraph name="NG_n" nodedef="ND_n">
  <image name="i" type="color3"><input name="default" type="color3" value="0.25, 0.5, 1"/></image>
  <output name="out" type="color3" nodename="i"/>
</nodegraph>
<n name="a" type="color3"/>
<output name="o" type="color3" nodename="a"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "param a_i_file: texture2d [fallback: float4(0.25, 0.5, 1.0, 1.0)];"));
  CHECK(composed(document, "o").empty());
}

TEST_CASE("materialx: tokens that a node states of the definition that it uses", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_cloth" node="cloth">
  <token name="kind" type="string" value="linen"/><token name="ending" type="string" value="png"/>
  <input name="mask" type="filename" value="[kind]_mask.[ending]"/>
  <output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_cloth" nodedef="ND_cloth">
  <image name="i" type="float"><input name="file" type="filename" value="[kind].[ending]"/></image>
  <image name="m" type="float"><input name="file" type="filename" interfacename="mask"/></image>
  <multiply name="both" type="float">
    <input name="in1" type="float" nodename="i"/><input name="in2" type="float" nodename="m"/>
  </multiply>
  <output name="out" type="float" nodename="both"/>
</nodegraph>
<nodedef name="ND_sofa" node="sofa"><output name="out" type="float"/></nodedef>
<nodegraph name="NG_sofa" nodedef="ND_sofa">
  <cloth name="c" type="float"><token name="ending" type="string" value="exr"/></cloth>
  <output name="out" type="float" nodename="c"/>
</nodegraph>
<nodedef name="ND_bed" node="bed"><output name="out" type="float"/></nodedef>
<nodegraph name="NG_bed" nodedef="ND_bed">
  <sofa name="s" type="float"><token name="kind" type="string" value="wool"/></sofa>
  <output name="out" type="float" nodename="s"/>
</nodegraph>
<bed name="soft" type="float"><token name="kind" type="string" value="felt"/>
  <token name="ending" type="string" value="tif"/></bed>
<output name="q" type="float" nodename="soft"/>
<sofa name="plain" type="float"/>
<sofa name="silken" type="float"><token name="kind" type="string" value="silk"/></sofa>
<output name="o" type="float" nodename="plain"/>
<output name="p" type="float" nodename="silken"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "param plain_c_i_file: texture2d [file: \"linen.exr\"];"));
  CHECK(has(document, "param plain_ND_cloth_mask: texture2d [file: \"linen_mask.exr\"];"));
  CHECK(has(document, "param silken_c_i_file: texture2d [file: \"silk.exr\"];"));
  CHECK(has(document, "param silken_ND_cloth_mask: texture2d [file: \"silk_mask.exr\"];"));
  CHECK(has(document, "param soft_s_c_i_file: texture2d [file: \"wool.exr\"];"));
}

TEST_CASE("materialx: geometric properties that Weft cannot tell apart", "[materialx]") {
  const auto document_of = [](const char* first, const char* second) {
    return load_document(fmt::format(R"(
<geompropvalue name="a" type="float"><input name="geomprop" type="string" value="{}"/>
  <input name="default" type="float" value="0.25"/></geompropvalue>
<geompropvalue name="b" type="float"><input name="geomprop" type="string" value="{}"/>
  <input name="default" type="float" value="7.5"/></geompropvalue>
<add name="s" type="float"><input name="in1" type="float" nodename="a"/>
  <input name="in2" type="float" nodename="b"/></add>
<output name="o" type="float" nodename="s"/>
)",
                                     first, second));
  };
  CHECK(document_of("wet", "dry").messages().empty());
  CHECK(
      document_of("wet", "wet").messages() ==
      "b: bad-parameter-value: 'b' states the default 7.5 for the geometric property 'wet', which "
      "is 0.25 at another node: all of them get that one\n");
  CHECK_THAT(document_of("st-1", "st_1").messages(),
             Catch::Matchers::Contains("b: duplicate-name: the geometric properties 'st-1' and "
                                       "'st_1' have one name in Weft, geomprop.st_1: rename one"));
}

TEST_CASE("materialx: geometric properties that are no numbers leave the other elements",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<geompropvalueuniform name="f" type="filename"><input name="geomprop" type="string" value="map"/></geompropvalueuniform>
<image name="i" type="color3"><input name="file" type="filename" nodename="f"/></image>
<constant name="c" type="float"><input name="value" type="float" value="0.5"/></constant>
<output name="o" type="color3" nodename="i"/>
<output name="other" type="float" nodename="c"/>
)");
  CHECK(document.messages() ==
        "f: unsupported: 'f' names no geometric property with a value that a shader can have\n");
  CHECK(drawn(document, "other")[0] == 0.5);
}

TEST_CASE("materialx: defaults of geometric properties", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<geompropdef name="Nface" type="vector3" geomprop="normal" space="world"/>
<geompropdef name="UV1" type="vector2" geomprop="texcoord" index="1"/>
<nodedef name="ND_lean" node="lean">
  <input name="n" type="vector3" defaultgeomprop="Nface"/>
  <input name="at" type="vector2" defaultgeomprop="UV1"/>
  <output name="out" type="vector3"/>
</nodedef>
<nodegraph name="NG_lean" nodedef="ND_lean">
  <geompropvalue name="wear" type="float">
    <input name="geomprop" type="string" value="wear"/><input name="default" type="float" value="0.25"/>
  </geompropvalue>
  <geompropvalue name="wet" type="boolean">
    <input name="geomprop" type="string" value="wet"/><input name="default" type="boolean" value="true"/>
  </geompropvalue>
  <ifequal name="amount" type="float">
    <input name="value1" type="boolean" nodename="wet"/><input name="value2" type="boolean" value="true"/>
    <input name="in1" type="float" nodename="wear"/>
  </ifequal>
  <multiply name="m" type="vector3">
    <input name="in1" type="vector3" interfacename="n"/><input name="in2" type="float" nodename="amount"/>
  </multiply>
  <output name="out" type="vector3" nodename="m"/>
</nodegraph>
<lean name="l" type="vector3"/>
<output name="o" type="vector3" nodename="l"/>
)");
  CHECK(document.messages().empty());
  CHECK(has(document, "feature geomprop.wear: float at vertex = 0.25;\n"));
  CHECK(has(document, "feature geomprop.wet: int at vertex = 1;\n"));
  CHECK(has(document, "n: float3 = mx_normal(space: 1)"));
  CHECK(has(document, "at: float2 = mx_default_UV1()"));
  // The document's profile provides the properties; another one takes the defaults.
  for (const char* profile : {"materialx_geometry", "materialx"}) {
    EmitOptions options;
    options.glsl = options.hlsl = options.spirv = true;
    CHECK(emit_source(document.module.text, "o", profile, options).messages.empty());
  }
}

TEST_CASE("materialx: a profile chooses the prefiltered environment", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<geompropvalue name="wear" type="float"><input name="geomprop" type="string" value="wear"/></geompropvalue>
<standard_surface name="s" type="surfaceshader">
  <input name="specular_roughness" type="float" nodename="wear"/>
  <input name="transmission" type="float" value="0.5"/>
</standard_surface>
<surfacematerial name="M" type="material"><input name="surfaceshader" type="surfaceshader" nodename="s"/></surfacematerial>
)");
  REQUIRE(document.messages().empty());
  EmitOptions options;
  options.glsl = options.hlsl = options.spirv = true;
  const auto text = [&](const char* profile) {
    const Emitted made = emit_source(document.module.text, "M", profile, options);
    CHECK(made.messages.empty());
    return made.text("frag.glsl");
  };
  const auto reads = [](const std::string& made, const char* name) {
    return made.find(name) != std::string::npos;
  };
  const std::string sampled = text("materialx_geometry");
  CHECK(reads(sampled, "frame.materialx_environment_samples"));
  CHECK(reads(sampled, "materialx_environment_irradiance"));
  CHECK(!reads(sampled, "environment_map"));
  const std::string filtered = text("materialx_prefiltered_geometry");
  CHECK(!reads(filtered, "materialx_environment"));
  CHECK(reads(filtered, "environment_map"));
  CHECK(reads(filtered, "frame.environment_irradiance_sh"));
  CHECK(reads(filtered, "wear"));
}

TEST_CASE("materialx: functions of GLSL in files are leaves", "[materialx]") {
  const TempDir place;
  place.write("code/spots.glsl", R"(#include "shapes.glsl"
/* Two results. */
void spots(vec2 at, const in float size, out float inside, out vec3 tint)
{
    inside = disk(at, size);  // a helper
    tint = mix(vec3(1.0, 0.5, 0.25), vec3(0.0), inside);
}
)");
  place.write("code/shapes.glsl",
              "float disk(vec2 p, float r) { return length(p) < r ? 1.0 : 0.0; }\n"
              "float unused(vec2 p) { return texture(u_map, p).x; }\n");
  place.write("document.mtlx", R"(<materialx version="1.39">
<nodedef name="ND_spots" node="spots">
  <input name="texcoord" type="vector2" value="0.1, 0.2"/><input name="size" type="float" value="0.5"/>
  <output name="inside" type="float"/><output name="color" type="color3"/>
</nodedef>
<implementation name="IM" nodedef="ND_spots" file="code/spots.glsl" function="spots" target="genglsl"/>
<spots name="near" type="multioutput"/>
<spots name="far" type="multioutput"><input name="size" type="float" value="0.125"/></spots>
<output name="o" type="float" nodename="near" output="inside"/>
<output name="p" type="color3" nodename="far" output="color"/>
</materialx>)");
  const LoadedDocument document =
      load_document_file((place.path() / "document.mtlx").string(), materialx::Parameters::None);
  CHECK(document.messages().empty());
  CHECK(drawn(document, "o") == std::array<double, 4>{1, 1, 1, 1});
  CHECK(drawn(document, "p") == std::array<double, 4>{1, 0.5, 0.25, 1});
}

TEST_CASE("materialx: structs within structs, before those that they have", "[materialx]") {
  const auto node = [](const std::string& name, const std::string& code) {
    return "<nodedef name='ND_" + name + "' node='" + name +
           "'><input name='in' type='panel' value=''/><output name='out' type='float'/></nodedef>"
           "<implementation name='I_" +
           name + "' nodedef='ND_" + name + "' target='genglsl' sourcecode='" + code + "'/><" +
           name + " name='" + name + "_default' type='float'/><output name='o_" + name +
           "' type='float' nodename='" + name + "_default'/>";
  };
  const LoadedDocument document =
      load_document(R"(
<typedef name="panel"><member name="first" type="float" value="2"/>
<member name="inner" type="layered" value="{ 3; {4} }"/><member name="plain" type="layered"/></typedef>
<typedef name="layered"><member name="second" type="float" value="5"/>
<member name="leaf" type="grain"/></typedef>
<typedef name="grain"><member name="third" type="float" value="6"/></typedef>
)" + node("sum", "{{in}}.first * 100.0 + {{in}}.inner.second * 10.0 + {{in}}.inner.leaf.third") +
                    node("plain", "{{in}}.plain.second * 10.0 + {{in}}.plain.leaf.third") +
                    R"(
<sum name="stated" type="float"><input name="in" type="panel" value="{1; {2; {3}}; {4; {5}}}"/></sum>
<sum name="short" type="float"><input name="in" type="panel" value="{1; {2; 3}; {4; {5}}}"/></sum>
<output name="o" type="float" nodename="stated"/><output name="bad" type="float" nodename="short"/>)");
  CHECK(document.messages().starts_with("short/in: bad-parameter-value: "));
  CHECK(drawn(document, "o_sum")[0] == 234);
  CHECK(drawn(document, "o_plain")[0] == 56);
  CHECK(drawn(document, "o")[0] == 123);
}

TEST_CASE("materialx: structs that hold themselves, or more than a text can state", "[materialx]") {
  std::string types = R"(<typedef name="t"><member name="a" type="t"/></typedef>
<typedef name="stack0"><member name="a" type="float"/></typedef>)";
  for (int i = 1; i < 60; ++i) {
    const std::string last = std::to_string(i - 1);
    types += "<typedef name='stack" + std::to_string(i) + "'><member name='a' type='stack" + last +
             "'/><member name='b' type='stack" + last + "'/></typedef>";
  }
  const LoadedDocument document =
      load_document(types + R"(<constant name="c" type="float"/><constant name="d" type="stack59"/>
<output name="o" type="float" nodename="c"/><output name="p" type="float" nodename="d"/>)");
  CHECK_THAT(document.messages(),
             Catch::Matchers::StartsWith("d: unknown-name: 'd' has the type 'stack59'"));
  CHECK(drawn(document, "o")[0] == 0);
}

TEST_CASE("materialx: structs and code of a document", "[materialx]") {
  const std::string types = R"(
<typedef name="pair"><member name="first" type="float"/><member name="second" type="color3"/></typedef>
<nodedef name="ND_scaled" node="scaled">
  <input name="in" type="pair" value="{2; 1, 0.5, 0}"/><input name="by" type="float" value="0.5"/>
  <output name="out" type="color3"/>
</nodedef>
)";
  const std::string use = R"(
<scaled name="n" type="color3"><input name="in" type="pair" value="{4; 1, 1, 0}"/></scaled>
<scaled name="d" type="color3"/>
<output name="o" type="color3" nodename="n"/>
<output name="p" type="color3" nodename="d"/>
)";
  const LoadedDocument fine =
      load_document(types +
                    R"x(<implementation name="I" nodedef="ND_scaled" target="genglsl"
  sourcecode="{{in}}.second * ({{in}}.first * {{by}})"/>)x" +
                    use);
  CHECK(fine.messages().empty());
  CHECK(drawn(fine, "o") == std::array<double, 4>{2, 2, 0, 1});
  CHECK(drawn(fine, "p") == std::array<double, 4>{1, 0.5, 0, 1});
  // Code that is not one expression of Weft is refused, and spoils nothing else.
  for (const char* code : {"foo({{in}}.first)", "1.0; } fragment f() -> float { return 1.0",
                           "vec3(1.0) // {{in}}", "{{in}}.third", "\\"}) {
    INFO(code);
    const LoadedDocument bad = load_document(
        types +
        "<implementation name=\"I\" nodedef=\"ND_scaled\" target=\"genglsl\" sourcecode=\"" + code +
        "\"/>" + use +
        R"(<constant name="c" type="float"/><output name="q" type="float" nodename="c"/>)");
    CHECK(
        bad.messages().starts_with("n: unsupported: the definition of 'scaled' has no node graph"));
    CHECK(drawn(bad, "q")[0] == 0);
  }
}

TEST_CASE("materialx: all parameters, also of defaults, words are static", "[materialx]") {
  const std::string text = R"(
<image name="i" type="color3">
  <input name="file" type="filename" value="a.png"/>
</image>
<saturate name="s" type="color3">
  <input name="in" type="color3" nodename="i"/><input name="amount" type="float" value="0.5"/>
</saturate>
<position name="p" type="vector3"><input name="space" type="string" value="world"/></position>
<add name="sum" type="color3">
  <input name="in1" type="color3" nodename="s"/><input name="in2" type="color3" nodename="v"/>
</add>
<convert name="v" type="color3"><input name="in" type="vector3" nodename="p"/></convert>
<output name="o" type="color3" nodename="sum"/>
)";
  const LoadedDocument all = load_document(text, materialx::Parameters::All);
  REQUIRE(all.messages().empty());
  CHECK(has(all, "    static param p_space: int = 1 [description: \"world\"];\n"));
  CHECK(has(all, "    param s_amount: float = 0.5;\n"));
  CHECK(has(all, "    param s_lumacoeffs: float3 = float3(0.2722287, 0.6740818, 0.0536895);\n"));
  CHECK(composed(all, "o").empty());
  const LoadedDocument authored = load_document(text, materialx::Parameters::Authored);
  CHECK(has(authored, "    param s_amount: float = 0.5;\n"));
  CHECK(!has(authored, "static"));
  CHECK(!has(authored, "lumacoeffs"));
  CHECK(!has(load_document(text), "s_amount"));
}

TEST_CASE("materialx: BSDFs are inputs and outputs of graphs", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_lacquer" node="lacquer">
  <input name="below" type="BSDF"/><input name="weight" type="float" value="1"/>
  <output name="out" type="BSDF"/>
</nodedef>
<nodegraph name="NG_lacquer" nodedef="ND_lacquer">
  <dielectric_bsdf name="d" type="BSDF"><input name="weight" type="float" interfacename="weight"/></dielectric_bsdf>
  <layer name="l" type="BSDF">
    <input name="top" type="BSDF" nodename="d"/><input name="base" type="BSDF" interfacename="below"/>
  </layer>
  <output name="out" type="BSDF" nodename="l"/>
</nodegraph>
<oren_nayar_diffuse_bsdf name="matt" type="BSDF"/>
<lacquer name="once" type="BSDF"><input name="below" type="BSDF" nodename="matt"/></lacquer>
<lacquer name="twice" type="BSDF"><input name="below" type="BSDF" nodename="once"/></lacquer>
<surface name="s" type="surfaceshader"><input name="bsdf" type="BSDF" nodename="twice"/></surface>
<displacement name="bumps" type="displacementshader"><input name="displacement" type="float" value="0.1"/></displacement>
<surfacematerial name="m" type="material">
  <input name="surfaceshader" type="surfaceshader" nodename="s"/>
  <input name="backsurfaceshader" type="surfaceshader" nodename="s"/>
  <input name="displacementshader" type="displacementshader" nodename="bumps"/>
</surfacematerial>
)");
  REQUIRE(document.messages().empty());
  CHECK(has(document, "below: eval(light.direction) -> Bsdf = mtlx_no_bsdf()"));
  CHECK(has(document, "output position_offset = bumps as {use: direction, basis: model};"));
  CHECK(has(document, "both_sides = mtlx_two_sided(s, s);"));
  CHECK(composed(document, "m").empty());
}

TEST_CASE("materialx: address modes that a sampler has, and others", "[materialx]") {
  const auto image = [](const char* u, const char* v) {
    return load_document(std::string(R"(
<image name="i" type="float">
  <input name="file" type="filename" value="a.png"/>
  <input name="uaddressmode" type="string" value=")") +
                         u + R"("/><input name="vaddressmode" type="string" value=")" + v +
                         R"("/>
</image>
<output name="o" type="float" nodename="i"/>
)");
  };
  CHECK(has(image("mirror", "mirror"), "[wrap: mirror, file: \"a.png\"]"));
  CHECK(!has(image("mirror", "mirror"), "uaddressmode"));
  CHECK(has(image("clamp", "mirror"), "[wrap_u: clamp, wrap_v: mirror, file: \"a.png\"]"));
  CHECK(has(image("periodic", "clamp"), "[wrap_u: repeat, wrap_v: clamp, file: \"a.png\"]"));
  CHECK(has(image("constant", "mirror"), "uaddressmode: 0, vaddressmode: 3"));
  CHECK(has(image("constant", "constant"), "uaddressmode: 0, vaddressmode: 0"));
  CHECK(composed(image("constant", "mirror"), "o").empty());
  const LoadedDocument of_usd = load_document(R"(
<UsdUVTexture name="t" type="multioutput">
  <input name="file" type="filename" value="a.png"/><input name="wrapS" type="string" value="black"/>
  <input name="wrapT" type="string" value="black"/>
</UsdUVTexture>
<output name="o" type="float" nodename="t" output="r"/>
)");
  CHECK(of_usd.messages().empty());
  CHECK(has(of_usd, "[file: \"a.png\"]"));
  CHECK(has(of_usd, "wrapS: 0, wrapT: 0"));
}

TEST_CASE("materialx: materials without a surface, and closures, are not drawn", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<nodegraph name="g">
  <oren_nayar_diffuse_bsdf name="b" type="BSDF"/>
  <output name="out" type="BSDF" nodename="b"/>
</nodegraph>
<surfacematerial name="empty" type="material"/>
)");
  CHECK(document.messages().empty());
  CHECK(document.module.elements.empty());
}

}  // namespace weft::testing::materialx_documents_test
