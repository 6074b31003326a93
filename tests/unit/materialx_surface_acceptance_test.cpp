// Acceptance cases MX13 to MX25: color spaces, files, closures, surfaces and lights of MaterialX
// documents.

#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::materialx_surface_acceptance_test {
namespace {

using Values = std::array<double, 4>;

bool near_to(const Values& first, const Values& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!(std::abs(first[i] - second[i]) <= 1e-5 * std::abs(second[i]) + 1e-6)) {
      return false;
    }
  }
  return true;
}

/// The value of an expression of Weft, with the fragments of materialx.weft.
Values value_of_expression(const std::string& bindings, const std::string& drawn_expression) {
  LoadedDocument made;
  made.module.text =
      fmt::format("import \"materialx\";\nmaterial m {{\n{}\noutput color = mx_draw({});\n}}\n",
                  bindings, drawn_expression);
  LoadOptions load;
  load.shipped_directories = {(repository_root() / "shaders").string()};
  made.loaded = std::make_unique<LoadedLibrary>(
      load_text("module.weft", made.module.text, DiskReader(), load));
  return drawn(made, "m");
}

/// A place on a surface whose normal has the cosine `nv` to the eye and `nl` to the light.
std::string place(double nv, double nl) {
  return fmt::format(
      "with (surface.world_normal: float3(0.0, 0.0, 1.0) as {{basis: world}}, "
      "surface.world_tangent: float4(1.0, 0.0, 0.0, -1.0) as {{basis: world}}, "
      "surface.world_position: float3(0.0) as {{basis: world}}, "
      "view.position: float3({}, 0.0, {}) as {{use: position, basis: world, unit: metre}}, "
      "light.direction: float3(0.0, {}, {}) as {{use: direction, basis: world}})",
      std::sqrt(1 - nv * nv), nv, std::sqrt(1 - nl * nl), nl);
}

/// With modules it takes a few times longer.
Emitted emitted(const std::string& text, const std::string& material,
                const std::string& profile = "materialx", bool has_modules = true) {
  EmitOptions options;
  options.glsl = options.reflection = true;
  options.hlsl = options.spirv = has_modules;
  return emit_source(text, material, profile, options);
}

std::filesystem::path handed(const std::string& path) {
  return handed_materialx() / "documents" / path;
}

}  // namespace

TEST_CASE("MX13: the conversion of a literal leaves nothing in the text", "[acceptance]") {
  for (const char* space :
       {"srgb_texture", "acescg", "lin_ap1_scene", "g18_rec709", "g22_rec709", "rec709_display",
        "g22_ap1", "lin_adobergb", "adobergb", "srgb_displayp3", "lin_displayp3", "lin_rec2020",
        "ACES2065-1", "CIE XYZ-D65 - Scene-referred", "Utility - sRGB - Texture", "gamma24"}) {
    INFO(space);
    const LoadedDocument document = load_document(fmt::format(R"(
<constant name="n" type="color3">
  <input name="value" type="color3" value="0.5, 0.25, 0.75" colorspace="{}"/>
</constant>
<output name="o" type="color3" nodename="n"/>
)",
                                                              space));
    REQUIRE(document.messages().empty());
    const bool is_first = std::string(space) == "srgb_texture";
    const Emitted made = emitted(document.module.text, "o", "materialx", is_first);
    REQUIRE(made.messages.empty());
    const std::string text = made.text("frag.glsl");
    const std::size_t main = text.find("void main()");
    CHECK(text.substr(main).find('(', text.substr(main).find("out_color = vec4(") + 17) ==
          std::string::npos);
    CHECK(text.find("pow(") == std::string::npos);
  }
  // Adobe Systems, Adobe RGB (1998): the power 2 51/256, then its primaries.
  for (const auto& [space, power] : {std::pair("adobergb", 2.19921875), {"rec709_display", 2.4}}) {
    const double gray = std::pow(0.25, power);
    const Values linear = drawn(load_document(fmt::format(R"(
<constant name="n" type="color3">
  <input name="value" type="color3" value="0.25, 0.25, 0.25" colorspace="{}"/>
</constant>
<output name="o" type="color3" nodename="n"/>
)",
                                                          space)),
                                "o");
    CHECK(near_to(linear, {gray, gray, gray, 1}));
  }
}

TEST_CASE("MX14: names of color configurations are conversions", "[acceptance]") {
  for (const char* space :
       {"ACES2065-1", "CIE XYZ-D65 - Scene-referred", "Gamma 2.2 Encoded AdobeRGB",
        "Gamma 2.4 Encoded Rec.709", "Linear P3-D65", "Linear Rec.2020", "sRGB Encoded P3-D65"}) {
    INFO(space);
    // White stays white, by every conversion.
    CHECK(std::abs(drawn(load_document(fmt::format(R"(
<constant name="n" type="color3">
  <input name="value" type="color3" value="1, 1, 1" colorspace="{}"/>
</constant>
<output name="o" type="color3" nodename="n"/>
)",
                                                   space)),
                         "o")[1] -
                   1) < (std::string(space).find("XYZ") == std::string::npos ? 1e-4 : 0.2));
  }
  // The published matrix from AP1 to Rec. 709.
  const Values red = drawn(load_document(R"(
<constant name="n" type="color3">
  <input name="value" type="color3" value="1, 0, 0" colorspace="acescg"/>
</constant>
<output name="o" type="color3" nodename="n"/>
)"),
                           "o");
  CHECK(std::abs(red[0] - 1.70505) < 1e-3);
  CHECK(std::abs(red[1] + 0.13026) < 1e-3);
  CHECK(std::abs(red[2] + 0.024) < 1e-3);
  const auto file = handed("TestSuite/stdlib/color_management/ocio_color_management.mtlx");
  if (std::filesystem::exists(file)) {
    const LoadedDocument document =
        load_document_file(file.string(), materialx::Parameters::Authored);
    CHECK(document.messages().empty());
    CHECK(emitted(document.module.text, "Standard_Surface1").messages.empty());
  }
  CHECK(load_document(R"(
<constant name="n" type="color3">
  <input name="value" type="color3" value="1, 1, 1" colorspace="lin_rec907"/>
</constant>
<output name="o" type="color3" nodename="n"/>
)")
            .messages()
            .starts_with("n/value: unknown-name: 'lin_rec907' is no color space"));
}

TEST_CASE("MX15: bare tags in attributes, prefixes without a declaration", "[acceptance]") {
  const TempDir place_of;
  place_of.write("part.mtlx", R"(<materialx version="1.39">
<constant name="c" type="float"><input name="value" type="float" value="2"/></constant>
</materialx>)");
  const auto file = place_of.write("whole.mtlx", R"(<?xml version="1.0"?>
<materialx version="1.39">
<xi:include href="part.mtlx"/>
<nodedef name="ND_twice" node="twice" namespace="ns">
  <input name="in" type="float" value="1"/><output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_twice" namespace="ns" nodedef="ND_twice">
  <multiply name="m" type="float">
    <input name="in1" type="float" interfacename="in"/><input name="in2" type="float" value="2"/>
  </multiply>
  <output name="out" type="float" nodename="m"/>
</nodegraph>
<ns:twice name="t" type="float"><input name="in" type="float" nodename="c"/></ns:twice>
<image name="i" type="color3"><input name="file" type="filename" value="a/grid.<UDIM>.png"/></image>
<output name="o" type="float" nodename="t"/>
<output name="p" type="color3" nodename="i"/>
</materialx>)");
  const LoadedDocument document = load_document_file(file.string(), materialx::Parameters::None);
  CHECK(document.messages().empty());
  CHECK(near_to(drawn(document, "o"), {4, 4, 4, 1}));
  CHECK(document.module.text.find("file: \"a/grid.<UDIM>.png\"") != std::string::npos);
}

TEST_CASE("MX15: files with namespaces that have the same names", "[acceptance]") {
  const TempDir place;
  const auto part = [](const std::string& space, const std::string& factor,
                       const std::string& reference) {
    return R"(<materialx version="1.39" namespace=")" + space + R"(">
<nodedef name="ND_grow" node="grow">
  <input name="in" type="float" value="1"/><output name="out" type="float"/>
</nodedef>
<nodedef name="ND_grow_more" node="grow_more" inherit=")" +
           reference + R"(ND_grow"/>
<nodegraph name="NG_grow" nodedef=")" +
           reference + R"(ND_grow">
  <multiply name="m" type="float">
    <input name="in1" type="float" interfacename="in"/>
    <input name="in2" type="float" value=")" +
           factor + R"("/>
  </multiply>
  <output name="out" type="float" nodename="m"/>
</nodegraph>
<nodegraph name="NG_grow_more">
  <grow name="once" type="float"><input name="in" type="float" interfacename="in"/></grow>
  <grow name="twice" type="float" nodedef=")" +
           reference + R"(ND_grow"><input name="in" type="float" nodename="once"/></grow>
  <output name="out" type="float" nodename="twice"/>
</nodegraph>
<implementation name="IM_grow_more" nodedef=")" +
           reference + R"(ND_grow_more" nodegraph=")" + reference + R"(NG_grow_more"/>
<nodegraph name="NG_shared">
  <constant name="c" type="float"><input name="value" type="float" value=")" +
           factor + R"("/></constant>
  <output name="out" type="float" nodename="c"/>
</nodegraph>
</materialx>)";
  };
  // Names inside of a file with a namespace are written with it or without.
  place.write("mine.mtlx", part("mine", "2", ""));
  place.write("theirs.mtlx", part("theirs", "3", "theirs:"));
  const auto file = place.write("whole.mtlx", R"(<?xml version="1.0"?>
<materialx version="1.39" xmlns:xi="http://www.w3.org/2001/XInclude">
<xi:include href="mine.mtlx"/>
<xi:include href="theirs.mtlx"/>
<mine:grow name="a" type="float"/>
<theirs:grow name="b" type="float"/>
<grow name="c" type="float" nodedef="theirs:ND_grow"/>
<mine:grow name="d" type="float" nodedef="mine:ND_grow"/>
<theirs:grow_more name="e" type="float"/>
<grow_more name="f" type="float" nodedef="mine:ND_grow_more"/>
<constant name="g" type="float"><input name="value" type="float" value="5"/></constant>
<add name="h" type="float">
  <input name="in1" type="float" nodegraph="theirs:NG_shared"/>
  <input name="in2" type="float" nodegraph="mine:NG_shared" output="out"/>
</add>
<output name="a_out" type="float" nodename="a"/>
<output name="b_out" type="float" nodename="b"/>
<output name="c_out" type="float" nodename="c"/>
<output name="d_out" type="float" nodename="d"/>
<output name="e_out" type="float" nodename="e"/>
<output name="f_out" type="float" nodename="f"/>
<output name="h_out" type="float" nodename="h"/>
</materialx>)");
  const LoadedDocument document = load_document_file(file.string(), materialx::Parameters::None);
  CHECK(document.messages().empty());
  const std::vector<std::pair<const char*, double>> values = {
      {"a_out", 2}, {"b_out", 3}, {"c_out", 3}, {"d_out", 2},
      {"e_out", 9}, {"f_out", 4}, {"h_out", 5}};
  for (const auto& [output, value] : values) {
    INFO(output);
    CHECK(near_to(drawn(document, output), {value, value, value, 1}));
  }
}

TEST_CASE("MX15: a document with a namespace prefers its own nodes", "[acceptance]") {
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_own" node="add" namespace="mine">
  <input name="in1" type="float" value="7"/><input name="in2" type="float" value="0"/>
  <output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_own" nodedef="mine:ND_own" namespace="mine">
  <subtract name="s" type="float">
    <input name="in1" type="float" interfacename="in1"/>
    <input name="in2" type="float" interfacename="in2"/>
  </subtract>
  <output name="out" type="float" nodename="s"/>
</nodegraph>
<add name="plain" type="float">
  <input name="in1" type="float" value="4"/><input name="in2" type="float" value="1"/>
</add>
<add name="own" type="float" namespace="mine">
  <input name="in1" type="float" value="4"/><input name="in2" type="float" value="1"/>
</add>
<output name="p" type="float" nodename="plain"/>
<output name="o" type="float" nodename="own"/>
)");
  CHECK(document.messages().empty());
  CHECK(near_to(drawn(document, "p"), {5, 5, 5, 1}));
  CHECK(near_to(drawn(document, "o"), {3, 3, 3, 1}));
}

TEST_CASE("MX16: the texel of a missing file is a fact of its parameter", "[acceptance]") {
  const LoadedDocument document = load_document(R"(
<image name="i" type="color3">
  <input name="file" type="filename" value="none.png"/>
  <input name="default" type="color3" value="0.25, 0.5, 1"/>
</image>
<output name="o" type="color3" nodename="i"/>
)");
  REQUIRE(document.messages().empty());
  CHECK(document.module.text.find("[file: \"none.png\", fallback: float4(0.25, 0.5, 1.0, 1.0)]") !=
        std::string::npos);
  const Emitted made = emitted(document.module.text, "o");
  REQUIRE(made.messages.empty());
  const std::string reflection = std::regex_replace(made.text("json"), std::regex("\\s+"), "");
  CHECK(reflection.find("\"file\":\"none.png\",\"fallback\":[0.25,0.5,1") != std::string::npos);
}

TEST_CASE("MX17: a file with a color space is decoded after filtering", "[acceptance]") {
  const LoadedDocument document = load_document(R"(
<image name="i" type="color3">
  <input name="file" type="filename" value="a.png" colorspace="srgb_texture"/>
</image>
<output name="o" type="color3" nodename="i"/>
)");
  REQUIRE(document.messages().empty());
  CHECK(document.module.text.find("Colors of files are decoded after filtering") !=
        std::string::npos);
  const Emitted made = emitted(document.module.text, "o");
  REQUIRE(made.messages.empty());
  const std::string text = made.text("frag.glsl");
  const std::size_t sampled = text.find("texture(sampler2D(");
  CHECK(sampled != std::string::npos);
  CHECK(text.find("srgb_to_linear(", sampled) != std::string::npos);
  const LoadedDocument plain = load_document(R"(
<image name="i" type="color3"><input name="file" type="filename" value="a.png"/></image>
<output name="o" type="color3" nodename="i"/>
)");
  CHECK(plain.module.text.find("decoded") == std::string::npos);
}

namespace {

/// The standard surface of gold, written anew.
const char* const gold = R"(
<standard_surface name="SR_gold" type="surfaceshader">
  <input name="base" type="float" value="1"/>
  <input name="base_color" type="color3" value="0.944, 0.776, 0.373"/>
  <input name="specular" type="float" value="1"/>
  <input name="specular_color" type="color3" value="0.998, 0.981, 0.751"/>
  <input name="specular_roughness" type="float" value="0.02"/>
  <input name="metalness" type="float" value="1"/>
</standard_surface>
<surfacematerial name="Gold" type="material">
  <input name="surfaceshader" type="surfaceshader" nodename="SR_gold"/>
</surfacematerial>
)";

}  // namespace

TEST_CASE("MX18: gold has six parameters, and the reflectance of its color", "[acceptance]") {
  const LoadedDocument document = load_document(gold, materialx::Parameters::Authored);
  REQUIRE(document.messages().empty());
  const Library& library = document.loaded->library;
  CHECK(library.materials[*library.find_material("Gold")].parameters.size() == 6);
  const std::string optics =
      "o = mx_artistic_ior(float3(0.944, 0.776, 0.373), float3(0.998, 0.981, 0.751));";
  const Values ior = value_of_expression(optics, "o.ior");
  const Values extinction = value_of_expression(optics, "o.extinction");
  CHECK(std::abs(ior[0] - 0.16758) < 1e-5);
  CHECK(std::abs(extinction[0] - 3.25677) < 3e-5);
  const Values facing =
      value_of_expression(optics, "mtlx_fresnel_conductor(1.0, o.ior, o.extinction)");
  CHECK(std::abs(facing[0] - 0.944) < 1e-5);
}

TEST_CASE("MX19: literal gold has only what gold needs", "[acceptance]") {
  const LoadedDocument document = load_document(gold);
  REQUIRE(document.messages().empty());
  const Emitted made = emitted(document.module.text, "Gold");
  REQUIRE(made.messages.empty());
  const std::string text = made.text("frag.glsl");
  for (const char* lobe : {"fibers", "cloth", "subsurface", "oren_nayar", "lambert", "film",
                           "fresnel_dielectric", "translucent", "refraction"}) {
    INFO(lobe);
    CHECK(text.find(lobe) == std::string::npos);
  }
  CHECK(text.find("mtlx_fresnel_conductor") != std::string::npos);
}

TEST_CASE("MX20: a layer below a dielectric", "[acceptance]") {
  const double weight = 0.75;
  for (const double nv : {0.2, 0.6, 1.0}) {
    for (const double alpha : {0.0025, 0.09, 0.6}) {
      const double x = nv;
      const double y = alpha;
      const double a =
          (0.1003 - 0.6303 * x + 9.748 * y - 2.038 * x * y + 29.34 * x * x - 8.245 * y * y -
           26.44 * x * x * y + 19.99 * x * y * y - 5.448 * x * x * y * y) /
          (1.0 - 1.765 * x + 8.263 * y + 11.53 * x * y + 28.96 * x * x - 7.507 * y * y -
           36.11 * x * x * y + 15.86 * x * y * y + 33.37 * x * x * y * y);
      const double b =
          (0.9345 - 2.323 * x + 2.229 * y - 3.748 * x * y + 1.424 * x * x - 0.7684 * y * y +
           1.436 * x * x * y + 0.2913 * x * y * y + 0.6286 * x * x * y * y) /
          (1.0 + 0.2281 * x + 15.94 * y - 55.83 * x * y + 13.08 * x * x + 41.26 * y * y +
           54.9 * x * x * y + 300.2 * x * y * y - 285.1 * x * x * y * y);
      const double f0 = 0.04;
      const double whole = std::clamp(a, 0.0, 1.0) + std::clamp(b, 0.0, 1.0);
      const double gain = 1 + (f0 + (1 - f0) / 21) * (1 - whole) / whole;
      const double share =
          1 - weight * (f0 * std::clamp(a, 0.0, 1.0) + std::clamp(b, 0.0, 1.0)) * gain;
      const std::string bindings = fmt::format(
          "layers = mx_layer_BSDF(mx_dielectric_bsdf({}, roughness: float2({})), "
          "Bsdf(float3(0.5), float3(0.0), float3(0.0), float3(0.0), float3(0.0)));\n"
          "top = mx_dielectric_bsdf({}, roughness: float2({}));\n"
          "below = (layers.response - top.response) {};",
          weight, alpha, weight, alpha, place(nv, 0.8));
      INFO(nv << " " << alpha);
      CHECK(std::abs(value_of_expression(bindings, "below")[0] - 0.5 * share) < 2e-5);
    }
  }
}

TEST_CASE("MX21: opacity, transparency and coverage of a surface", "[acceptance]") {
  const auto unlit = [](const char* inputs) {
    return load_document(fmt::format(R"(
<surface_unlit name="s" type="surfaceshader">
  <input name="emission_color" type="color3" value="1, 0.5, 0.25"/>{}
</surface_unlit>
<surfacematerial name="m" type="material">
  <input name="surfaceshader" type="surfaceshader" nodename="s"/>
</surfacematerial>
)",
                                     inputs));
  };
  const LoadedDocument half = unlit(R"(
  <input name="opacity" type="float" value="0.5"/>
  <input name="transmission" type="float" value="0.5"/>
  <input name="transmission_color" type="color3" value="1, 0, 0.5"/>)");
  // transparency = mix(1, (0.5, 0, 0.25), 0.5) = (0.75, 0.5, 0.625)
  CHECK(near_to(drawn(half, "m"), {0.5, 0.25, 0.125, 1 - 1.875 * 0.3333}));
  CHECK(near_to(drawn(unlit(""), "m"), {1, 0.5, 0.25, 1}));
  const Emitted opaque_one = emitted(unlit("").module.text, "m");
  REQUIRE(opaque_one.messages.empty());
  CHECK(opaque_one.text("frag.glsl").find("discard") == std::string::npos);
  const LoadedDocument faded = load_document(R"(
<texcoord name="t" type="vector2"/>
<extract name="u" type="float"><input name="in" type="vector2" nodename="t"/></extract>
<surface name="s" type="surfaceshader">
  <input name="opacity" type="float" nodename="u"/>
</surface>
<surfacematerial name="m" type="material">
  <input name="surfaceshader" type="surfaceshader" nodename="s"/>
</surfacematerial>
)");
  const Emitted transparent_one = emitted(faded.module.text, "m");
  REQUIRE(transparent_one.messages.empty());
  CHECK(transparent_one.text("frag.glsl").find("discard") != std::string::npos);
  CHECK(near_to(value_of_expression("s = mtlx_mixed(ShadedSurface(float3(1.0), float3(0.0)), "
                                    "ShadedSurface(float3(0.0), float3(1.0)), 0.25);",
                                    "s"),
                {0.75, 0.75, 0.75, 1 - 0.75 * 0.3333}));
}

TEST_CASE("MX22: the default bitangent does not read the handedness", "[acceptance]") {
  for (const char* handedness : {"1.0", "-1.0"}) {
    const Values bitangent = value_of_expression(
        fmt::format(
            "b = mx_default_Bworld() with (surface.world_normal: float3(0.0, 0.0, 2.0) as "
            "{{basis: world}}, surface.world_tangent: float4(3.0, 0.0, 0.0, {}) as {{basis: "
            "world}});",
            handedness),
        "b");
    CHECK(near_to(bitangent, {0, 1, 0, 1}));
  }
}

TEST_CASE("MX23: directional, point and spot lights", "[acceptance]") {
  const std::string color = "float3(1.0, 0.5, 0.25)";
  const std::string sun =
      fmt::format("s = mx_directional_light(float3(0.0, -1.0, 0.0), {}, 3.0);", color);
  CHECK(near_to(value_of_expression(sun, "s.direction"), {0, 1, 0, 1}));
  CHECK(near_to(value_of_expression(sun, "s.intensity"), {3, 1.5, 0.75, 1}));
  const std::string bulb = fmt::format(
      "s = mx_point_light(float3(0.0, 3.0, 0.0), {}, 8.0, 2.0) {};", color, place(1, 1));
  CHECK(near_to(value_of_expression(bulb, "s.direction"), {0, 1, 0, 1}));
  CHECK(near_to(value_of_expression(bulb, "s.intensity"), {0.5, 0.25, 0.125, 1}));
  const std::string spot = fmt::format(
      "s = mx_spot_light(float3(0.0, 3.0, 0.0), float3(0.0, -1.0, 0.0), {}, 8.0, 2.0, 0.9, 0.5) "
      "{};",
      color, place(1, 1));
  CHECK(near_to(value_of_expression(spot, "s.intensity"), {0.5, 0.25, 0.125, 1}));
}

TEST_CASE("MX24: an integer property of the geometry is flat", "[acceptance]") {
  const LoadedDocument document = load_document(R"(
<geompropvalue name="g" type="integer">
  <input name="geomprop" type="string" value="count"/>
</geompropvalue>
<convert name="f" type="float"><input name="in" type="integer" nodename="g"/></convert>
<output name="o" type="float" nodename="f"/>
)");
  REQUIRE(document.messages().empty());
  const Emitted made = emitted(document.module.text, "o", "materialx_geometry");
  REQUIRE(made.messages.empty());
  const std::string vertex = made.text("vert.glsl");
  const std::string fragment = made.text("frag.glsl");
  std::smatch attribute;
  std::smatch varying;
  REQUIRE(std::regex_search(vertex, attribute, std::regex(R"(in int (\w+);)")));
  REQUIRE(std::regex_search(fragment, varying, std::regex(R"(flat in int (\w+);)")));
  CHECK(attribute[1] != varying[1]);
}

TEST_CASE("MX25: rotations, missing values and missing BSDFs", "[acceptance]") {
  CHECK(near_to(
      value_of_expression("", "mx_rotate3d(float3(1.0, 0.0, 0.0), 90.0, float3(0.0, 0.0, 1.0))"),
      {0, -1, 0, 1}));
  const LoadedDocument document = load_document(R"(
<nodedef name="ND_way" node="way">
  <input name="distance" type="float"/><output name="out" type="float"/>
</nodedef>
<nodegraph name="NG_way" nodedef="ND_way">
  <add name="sum" type="float">
    <input name="in1" type="float" interfacename="distance"/>
    <input name="in2" type="float" value="0.5"/>
  </add>
  <output name="out" type="float" nodename="sum"/>
</nodegraph>
<way name="w" type="float"/>
<output name="o" type="float" nodename="w"/>
)");
  CHECK(near_to(drawn(document, "o"), {0.5, 0.5, 0.5, 1}));
  CHECK(near_to(value_of_expression("b = mtlx_no_bsdf();", "b.response"), {0, 0, 0, 1}));
  CHECK(near_to(value_of_expression("b = mtlx_no_bsdf();", "b.throughput"), {1, 1, 1, 1}));
  const auto throughput = [](const std::string& closure) {
    return value_of_expression(
        fmt::format("b = {};\nt = b.throughput {};", closure, place(0.5, 0.5)), "t")[0];
  };
  CHECK(throughput("mx_dielectric_bsdf(0.0)") == 1);
  CHECK(throughput("mx_sheen_bsdf(0.0)") == 1);
  CHECK(throughput("mx_conductor_bsdf(0.0)") == 0);
  CHECK(throughput("mx_oren_nayar_diffuse_bsdf(0.0)") == 0);
  CHECK(throughput("mx_subsurface_bsdf(0.0)") == 0);
}

}  // namespace weft::testing::materialx_surface_acceptance_test
