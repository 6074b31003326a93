// Values of standard nodes, as MaterialX's shaders have them.

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_node_values_test {

TEST_CASE("materialx: gradient noise of two numbers is that of three", "[materialx]") {
  const std::string at = R"(<input name="texcoord" type="vector2" value="3.3,1.6"/>)";
  const std::string in = R"(<input name="position" type="vector3" value="3.3,1.6,0.4"/>)";
  for (const auto& [node, place] : {std::pair("noise2d", at), std::pair("noise3d", in)}) {
    const std::array<double, 4> two = value_of(node, "vector2", place);
    const std::array<double, 4> three = value_of(node, "vector3", place);
    CHECK(two[0] == three[0]);
    CHECK(two[1] == three[1]);
    CHECK(two[0] != two[1]);
  }
}

TEST_CASE("materialx: the fourth component of gradient noise is that of another place",
          "[materialx]") {
  const auto at = [](const char* type, const char* name, const char* place) {
    return std::string("<input name='") + name + "' type='" + type + "' value='" + place + "'/>";
  };
  for (const char* type : {"vector4", "color4"}) {
    CHECK(value_of("noise2d", type, at("vector2", "texcoord", "3.25,1.5"))[3] ==
          value_of("noise2d", "float", at("vector2", "texcoord", "22.25,74.5"))[0]);
    CHECK(value_of("noise3d", type, at("vector3", "position", "3.25,1.5,0.75"))[3] ==
          value_of("noise3d", "float", at("vector3", "position", "22.25,74.5,29.75"))[0]);
  }
}

TEST_CASE("materialx: noise that states no amplitude has 1", "[materialx]") {
  const std::string at = R"(<input name="texcoord" type="vector2" value="3.3,1.6"/>)";
  const std::string in = R"(<input name="position" type="vector3" value="3.3,1.6,0.4"/>)";
  for (const auto& [node, place] : {std::pair("noise2d", at), std::pair("fractal2d", at),
                                    std::pair("noise3d", in), std::pair("fractal3d", in)}) {
    for (const auto& [type, ones] :
         {std::pair("vector2", "1,1"), std::pair("vector3", "1,1,1"), std::pair("color3", "1,1,1"),
          std::pair("vector4", "1,1,1,1"), std::pair("color4", "1,1,1,1")}) {
      INFO(node << " " << type);
      const std::string vector = "vector" + std::string(1, type[std::string(type).size() - 1]);
      const std::array<double, 4> plain = value_of(node, type, place);
      CHECK(plain[0] != 0);
      CHECK(plain == value_of(node, type,
                              place + R"(<input name="amplitude" type=")" + vector +
                                  R"(" value=")" + ones + "\"/>"));
    }
  }
}

TEST_CASE("materialx: staggered circles are packed hexagonally", "[materialx]") {
  const auto circle = [](const std::string& at) {
    return value_of("tiledcircles", "color3",
                    R"(<input name="texcoord" type="vector2" value=")" + at +
                        R"("/><input name="size" type="float" value="0.9"/>
<input name="staggered" type="boolean" value="true"/>)")[0];
  };
  // Centers are at the corners of triangles with sides of 1.
  CHECK(circle("0.02, 0.02") == 1);
  CHECK(circle("0.5, 0.02") == 0);
  CHECK(circle("0.5, 0.86") == 1);
  CHECK(circle("0.02, 0.86") == 0);
  CHECK(circle("0.5, 0.29") == 0);
  CHECK(circle("1, 1.73") == 1);
}

TEST_CASE("materialx: a product of matrices does what they do in turn", "[materialx]") {
  // The first matrix moves by (1, 2), the second one doubles.
  const auto moved = [](const std::string& node) {
    const LoadedDocument document = load_document("<" + node + R"( name="m" type="matrix33">
  <input name="in1" type="matrix33" value="1,0,0, 0,1,0, 1,2,1"/>
  <input name="in2" type="matrix33" value="2,0,0, 0,2,0, 0,0,1"/></)" +
                                                  node + R"(>
<transformmatrix name="t" type="vector2"><input name="in" type="vector2" value="5,7"/>
  <input name="mat" type="matrix33" nodename="m"/></transformmatrix>
<output name="o" type="vector2" nodename="t"/>)");
    REQUIRE(document.messages().empty());
    const std::array<double, 4> value = drawn(document, "o");
    return std::array<double, 2>{value[0], value[1]};
  };
  CHECK(moved("multiply") == std::array<double, 2>{12, 18});
  CHECK(moved("divide") == std::array<double, 2>{3, 4.5});
}

TEST_CASE("materialx: a refracted vector", "[materialx]") {
  // sin 30° times the index
  const std::array<double, 4> bent =
      value_of("refract", "vector3", R"(<input name="in" type="vector3" value="0.5,0,-0.8660254"/>
<input name="normal" type="vector3" value="0,0,1"/><input name="ior" type="float" value="1.5"/>)");
  CHECK(bent[0] == Approx(0.75));
  CHECK(bent[2] == Approx(-std::sqrt(1 - 0.75 * 0.75)));
}

TEST_CASE("materialx: normals are unit vectors where no space changes, too", "[materialx]") {
  const std::array<double, 4> normal =
      value_of("transformnormal", "vector3", R"(<input name="in" type="vector3" value="0,3,4"/>
<input name="fromspace" type="string" value="model"/><input name="tospace" type="string" value="object"/>)");
  CHECK(normal[1] == Approx(0.6));
  CHECK(normal[2] == Approx(0.8));
}

TEST_CASE("materialx: a smoothstep whose bounds are not in order is a step", "[materialx]") {
  struct Row {
    const char* in;
    const char* low;
    const char* high;
    double expected;
  };
  for (const Row& row :
       {Row{"0.25", "0", "1", 0.15625}, Row{"0.3", "0.5", "0.2", 1}, Row{"0.6", "0.5", "0.2", 1},
        Row{"0.2", "0.5", "0.2", 1}, Row{"0.1", "0.5", "0.2", 0}, Row{"0.5", "0.5", "0.5", 1},
        Row{"0.4", "0.5", "0.5", 0}, Row{"0.6", "0.5", "0.5", 1}}) {
    INFO(row.in << " from " << row.low << " to " << row.high);
    const auto input = [](const char* name, const char* value) {
      return std::string("<input name='") + name + "' type='float' value='" + value + "'/>";
    };
    CHECK(value_of("smoothstep", "float",
                   input("in", row.in) + input("low", row.low) + input("high", row.high))[0] ==
          Approx(row.expected));
  }
}

TEST_CASE("materialx: colors without a hue, and over nothing", "[materialx]") {
  // Less saturation than none is gray.
  CHECK(value_of("hsvtorgb", "color3", "<input name='in' type='color3' value='0.1,-0.5,0.5'/>") ==
        std::array<double, 4>{0.5, 0.5, 0.5, 1});
  // The foreground is more than opaque, the background is nothing.
  CHECK(value_of("disjointover", "color4",
                 "<input name='fg' type='color4' value='0.5,0.25,0.125,1.5'/>") ==
        std::array<double, 4>{0, 0, 0, 1});
}

TEST_CASE("materialx: what an input of a graph passes on is the output that it states",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<separate3 name="s" type="multioutput"><input name="in" type="vector3" value="0.25, 0.5, 0.75"/></separate3>
<nodegraph name="inner">
  <input name="x" type="float" nodename="s" output="outy"/>
  <input name="y" type="float" nodename="s" output="outz"/>
  <output name="first" type="float" interfacename="x"/>
  <dot name="d" type="float"><input name="in" type="float" interfacename="y"/></dot>
  <output name="second" type="float" nodename="d"/>
</nodegraph>
<nodegraph name="outer">
  <input name="z" type="float" nodegraph="inner" output="second"/>
  <output name="third" type="float" interfacename="z"/>
</nodegraph>
<output name="o1" type="float" nodegraph="inner" output="first"/>
<output name="o2" type="float" nodegraph="inner" output="second"/>
<output name="o3" type="float" nodegraph="outer" output="third"/>)");
  REQUIRE(document.messages().empty());
  CHECK(drawn(document, "o1")[0] == 0.5);
  CHECK(drawn(document, "o2")[0] == 0.75);
  CHECK(drawn(document, "o3")[0] == 0.75);
}

TEST_CASE("materialx: indices of texture coordinates and of colors", "[materialx]") {
  struct Row {
    const char* node;
    const char* type;
    int index;
    const char* attribute;
  };
  for (const Row& row :
       {Row{"texcoord", "vector2", 0, "in_uv;"}, Row{"texcoord", "vector2", 1, "in_uv1;"},
        Row{"texcoord", "vector2", 2, "in_uv2;"}, Row{"geomcolor", "color3", 0, "in_color;"},
        Row{"geomcolor", "color4", 1, "in_color1;"},
        // MaterialX's shaders have one frame.
        Row{"tangent", "vector3", 1, "in_tangent;"}}) {
    INFO(row.node << " " << row.index);
    const LoadedDocument document = load_document(fmt::format(
        "<{0} name='n' type='{1}'><input name='index' type='integer' value='{2}'/></{0}>"
        "<output name='o' type='{1}' nodename='n'/>",
        row.node, row.type, row.index));
    EmitOptions options;
    options.glsl = true;
    const Emitted made = emit_source(document.module.text, "o", "materialx", options);
    REQUIRE(made.messages.empty());
    CHECK_THAT(made.text("vert.glsl"), Catch::Matchers::Contains(row.attribute));
  }
}

TEST_CASE("materialx: a ramp has as many colors as it states", "[materialx]") {
  const std::string colors = R"(<input name="texcoord" type="vector2" value="0.75,0"/>
<input name="interpolation" type="integer" value="0"/>
<input name="interval2" type="float" value="0.5"/><input name="color2" type="color4" value="1,0,0,1"/>
<input name="interval3" type="float" value="1"/><input name="color3" type="color4" value="0,1,0,1"/>)";
  CHECK(value_of("ramp", "color4", colors) == std::array<double, 4>{1, 0, 0, 1});
  CHECK(value_of("ramp", "color4",
                 colors + R"(<input name="num_intervals" type="integer" value="3"/>)") ==
        std::array<double, 4>{0.5, 0.5, 0, 1});
}

}  // namespace weft::testing::materialx_node_values_test
