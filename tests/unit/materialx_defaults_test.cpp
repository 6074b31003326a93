// What standard nodes take where a document states nothing, by MaterialX's definitions.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "composer/compose.h"
#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_defaults_test {
namespace {

/// What is wrong with the first material of a document for the profile `materialx`.
std::string composing_errors(const LoadedDocument& document) {
  const Library& library = document.loaded->library;
  if (has_errors(document.loaded->diagnostics)) {
    return document.messages();
  }
  const auto plan =
      compose(Composer(library), {MaterialId(0), *library.find_profile("materialx"), {}, {}});
  return plan ? "" : render_text(plan.error(), library.sources);
}

}  // namespace

TEST_CASE("materialx: inputs that are not stated have the defaults of the definitions",
          "[materialx]") {
  using Values = std::array<double, 4>;
  struct Row {
    const char* node;
    const char* type;
    Values expected;
  };
  for (const Row& row : {
           Row{"colorcorrect", "color4", {1, 1, 1, 0}},
           Row{"hsvadjust", "color4", {0, 0, 0, 0}},
           Row{"g18_rec709_to_lin_rec709", "color4", {0, 0, 0, 1}},
           Row{"srgb_texture_to_lin_rec709", "color4", {0, 0, 0, 1}},
           Row{"acescg_to_lin_rec709", "color4", {0, 0, 0, 1}},
           Row{"atan2", "vector2", {0, 0, 0, 1}},
       }) {
    INFO(row.node << " " << row.type);
    CHECK(value_of(row.node, row.type, "") == row.expected);
  }
}

TEST_CASE("materialx: matrices that are not stated", "[materialx]") {
  // What a node makes of the row (1, 2, 3), multiplied from the left.
  const auto product = [](const std::string& node, const std::string& inputs) {
    const LoadedDocument document =
        load_document("<" + node + " name='m' type='matrix33'>" + inputs + "</" + node + R"(>
<transformmatrix name="t" type="vector3"><input name="in" type="vector3" value="1,2,3"/>
  <input name="mat" type="matrix33" nodename="m"/></transformmatrix>
<output name="o" type="vector3" nodename="t"/>)");
    REQUIRE(document.messages().empty());
    const std::array<double, 4> value = drawn(document, "o");
    return std::array<double, 3>{value[0], value[1], value[2]};
  };
  struct Row {
    const char* node;
    const char* inputs;
    std::array<double, 3> expected;
  };
  const char* doubled = "<input name='in1' type='matrix33' value='2,0,0, 0,2,0, 0,0,2'/>";
  for (const Row& row : {
           Row{"constant", "", {1, 2, 3}},
           Row{"creatematrix", "", {1, 2, 3}},
           Row{"creatematrix", "<input name='in1' type='vector3' value='0,0,5'/>", {0, 2, 8}},
           Row{"creatematrix", "<input name='in3' type='vector3' value='0,0,5'/>", {1, 2, 15}},
           Row{"add", "", {1, 2, 3}},
           Row{"add", doubled, {2, 4, 6}},
           Row{"subtract", doubled, {2, 4, 6}},
           Row{"multiply", doubled, {2, 4, 6}},
           Row{"ifgreater", "", {0, 0, 0}},
           Row{"ifgreatereq", "", {0, 0, 0}},
           Row{"ifequal", "", {0, 0, 0}},
           Row{"switch", "", {0, 0, 0}},
           Row{"ifgreater", doubled, {2, 4, 6}},
       }) {
    INFO(row.node << row.inputs);
    CHECK(product(row.node, row.inputs) == row.expected);
  }
  CHECK(value_of("extract", "vector3", "<input name='index' type='integer' value='1'/>") ==
        std::array<double, 4>{0, 0, 0, 1});
}

TEST_CASE("materialx: numbers compared by default", "[materialx]") {
  const auto chosen = [](const std::string& inputs) {
    return value_of("ifequal", "boolean", inputs)[0];
  };
  CHECK(chosen("<input name='value2' type='float' value='1'/>") == 1);
  CHECK(chosen("<input name='value2' type='integer' value='0'/>") == 0);
}

TEST_CASE("materialx: the texel of a file that is not there is that of the definition",
          "[materialx]") {
  const auto text = [](const std::string& node, const std::string& type,
                       const std::string& inputs) {
    const LoadedDocument document =
        load_document("<" + node + " name='n' type='" + type + "'>" + inputs + "</" + node +
                      "><output name='o' type='" + type + "' nodename='n'/>");
    REQUIRE(document.messages().empty());
    return document.module.text;
  };
  using Catch::Matchers::Contains;
  const std::string file = "<input name='file' type='filename' value='a.png'/>";
  CHECK_THAT(text("image", "color4", ""), Contains("[fallback: float4(0.0, 0.0, 0.0, 0.0)]"));
  CHECK_THAT(text("image", "vector4", file),
             Contains(R"([file: "a.png", fallback: float4(0.0, 0.0, 0.0, 0.0)])"));
  CHECK_THAT(text("hextilednormalmap", "vector3", ""),
             Contains("[fallback: float4(0.5, 0.5, 1.0, 1.0)]"));
  CHECK_THAT(
      text("image", "color4", "<input name='default' type='color4' value='0.5, 0, 0.25, 0.75'/>"),
      Contains("[fallback: float4(0.5, 0.0, 0.25, 0.75)]"));
  CHECK_THAT(text("image", "float", "<input name='default' type='float' value='0.5'/>"),
             Contains("[fallback: float4(0.5, 0.5, 0.5, 1.0)]"));
  CHECK_THAT(text("image", "color3", file), !Contains("fallback"));
  const auto of_spaces = [&](const char* of_file, const char* of_default) {
    std::string made =
        text("image", "color4",
             fmt::format("<input name='file' type='filename' value='a.png' colorspace='{}'/>"
                         "<input name='default' type='color4' value='0.5, 0, 0.25, 0.75' "
                         "colorspace='{}'/>",
                         of_file, of_default));
    made.erase(
        std::remove_if(made.begin(), made.end(), [](char c) { return c == ' ' || c == '\n'; }),
        made.end());
    return made;
  };
  // The texel is in the encoding of the file.
  CHECK_THAT(of_spaces("srgb_texture", "srgb_texture"),
             Contains("fallback:float4(0.5,0.0,0.25,0.75)"));
  CHECK_THAT(of_spaces("lin_rec709", "srgb_texture"), Contains("fallback:float4(0.2140411"));
  CHECK_THAT(of_spaces("srgb_texture", "lin_rec709"), Contains("fallback:float4(0.73535"));
  CHECK_THAT(of_spaces("g22_ap1", "acescg"), Contains("fallback:float4(0.72974"));
  CHECK_THAT(text("UsdUVTexture", "multioutput", ""), !Contains("fallback"));
}

TEST_CASE("materialx: images of four channels move before they turn and scale", "[materialx]") {
  const auto order = [](const char* type) {
    const std::string node = std::string("<gltf_image name='n' type='") + type + "'/>";
    const LoadedDocument document = load_document(
        node + "<output name='o' type='" + type + "' nodename='n'/>", materialx::Parameters::All);
    const std::string name = "n_operationorder: int = ";
    return document.module.text.at(document.module.text.find(name) + name.size());
  };
  CHECK(order("color4") == '1');
  CHECK(order("color3") == '0');
}

TEST_CASE("materialx: the default of a geometric property is converted as other values are",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<geompropvalue name="p" type="color3" colorspace="srgb_texture">
  <input name="geomprop" type="string" value="tint"/>
  <input name="default" type="color3" value="0.5,0.25,1"/></geompropvalue>
<geompropvalue name="q" type="color4">
  <input name="geomprop" type="string" value="tint4"/>
  <input name="default" type="color4" value="0.5,0.25,1,0.5" colorspace="acescg"/></geompropvalue>
<geompropvalue name="l" type="float"><input name="geomprop" type="string" value="length"/>
  <input name="default" type="float" value="10" unit="inch" unittype="distance"/></geompropvalue>
<constant name="c" type="color3" colorspace="srgb_texture">
  <input name="value" type="color3" value="0.5,0.25,1"/></constant>
<constant name="d" type="color4">
  <input name="value" type="color4" value="0.5,0.25,1,0.5" colorspace="acescg"/></constant>
<output name="p" type="color3" nodename="p"/><output name="c" type="color3" nodename="c"/>
<output name="q" type="color4" nodename="q"/><output name="d" type="color4" nodename="d"/>
<output name="l" type="float" nodename="l"/>)");
  REQUIRE(document.messages().empty());
  CHECK(drawn(document, "p") == drawn(document, "c"));
  CHECK(std::abs(drawn(document, "p")[0] - 0.21404) < 1e-4);
  CHECK(drawn(document, "q") == drawn(document, "d"));
  CHECK(std::abs(drawn(document, "l")[0] - 0.254) < 1e-6);
}

TEST_CASE("materialx: images of files in every color space", "[materialx]") {
  for (const char* space :
       {"lin_rec709", "srgb_texture", "g18_rec709", "g22_rec709", "rec709_display", "acescg",
        "g22_ap1", "srgb_ap1", "ACES2065-1", "srgb_displayp3", "lin_displayp3", "lin_rec2020",
        "lin_adobergb", "adobergb", "CIE XYZ-D65 - Scene-referred", "none"}) {
    for (const char* node : {"image", "tiledimage", "hextiledimage", "triplanarprojection",
                             "gltf_colorimage", "latlongimage"}) {
      for (const char* type : {"color3", "color4"}) {
        const std::string_view tag = node;
        const bool is_projected = tag == "triplanarprojection";
        if ((tag == "gltf_colorimage" || tag == "latlongimage") &&
            std::string_view(type) != (tag == "latlongimage" ? "color3" : "color4")) {
          continue;
        }
        CAPTURE(space, node, type);
        const std::string file =
            fmt::format("<input name='{}' type='filename' value='a.png' colorspace='{}'/>",
                        is_projected ? "filex" : "file", space);
        const LoadedDocument document = load_document(
            fmt::format("<{0} name='n' type='{1}'>{2}</{0}><output name='o' type='{1}' "
                        "nodename='n'/>",
                        node, tag == "gltf_colorimage" ? "multioutput" : type, file));
        CHECK(document.messages() == "");
        CHECK(composing_errors(document) == "");
      }
    }
  }
}

}  // namespace weft::testing::materialx_defaults_test
