// What standard nodes take where a document states nothing, by MaterialX's definitions.

#include <array>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_defaults_test {

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

}  // namespace weft::testing::materialx_defaults_test
