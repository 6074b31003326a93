// Acceptance cases MX: MaterialX documents. The numbers are those of MaterialX's specification.

#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_acceptance_test {
namespace {

using Channels = std::array<double, 4>;

bool are_near(const Channels& first, const Channels& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (std::abs(first[i] - second[i]) > 1e-5 * std::abs(second[i]) + 1e-7) {
      return false;
    }
  }
  return true;
}

/// A node with inputs, `name=type:value`, and an output that draws it.
std::string node(const std::string& kind, const std::string& type,
                 const std::vector<std::array<std::string, 3>>& inputs) {
  std::string text = fmt::format("<{0} name=\"n\" type=\"{1}\">\n", kind, type);
  for (const auto& [name, input_type, value] : inputs) {
    text +=
        fmt::format("  <input name=\"{}\" type=\"{}\" value=\"{}\"/>\n", name, input_type, value);
  }
  return text +
         fmt::format("</{0}>\n<output name=\"o\" type=\"{1}\" nodename=\"n\"/>\n", kind, type);
}

Channels draw(const std::string& body) { return drawn(load_document(body), "o"); }

}  // namespace

TEST_CASE("MX1: a logarithm in a node graph", "[acceptance]") {
  const LoadedDocument document = load_document(R"(
<nodegraph name="ln_nodegraph">
  <ln name="ln1" type="float"><input name="in" type="float" nodename="constant1"/></ln>
  <constant name="constant1" type="float"><input name="value" type="float" value="1.5"/></constant>
  <output name="out" type="float" nodename="ln1"/>
</nodegraph>
)");
  CHECK(document.messages().empty());
  CHECK(are_near(drawn(document, "ln_nodegraph_out"), {0.405465, 0.405465, 0.405465, 1}));
}

TEST_CASE("MX2: safepower keeps the sign of its base", "[acceptance]") {
  CHECK(are_near(draw(node("safepower", "vector3",
                           {{"in1", "vector3", "-2, 2, 0"}, {"in2", "vector3", "3, 3, 2"}})),
                 {-8, 8, 0, 1}));
  CHECK(are_near(
      draw(node("safepower", "color3", {{"in1", "color3", "-4, 9, 1"}, {"in2", "float", "0.5"}})),
      {-2, 3, 1, 1}));
}

TEST_CASE("MX3: smoothstep of a vector4 keeps its w", "[acceptance]") {
  CHECK(are_near(draw(node("smoothstep", "vector4",
                           {{"in", "vector4", "0.6666667, 0.5, 0.2, 1"},
                            {"low", "vector4", "0, 0, 0, 0"},
                            {"high", "vector4", "1, 1, 1, 1"}})),
                 {0.7407407, 0.5, 0.104, 1}));
}

TEST_CASE("MX4: luminance weighs with AP1's luminances", "[acceptance]") {
  const double gray = 0.2722287 * 1 + 0.6740818 * 0.5 + 0.0536895 * 0.25;
  CHECK(are_near(draw(node("luminance", "color3", {{"in", "color3", "1, 0.5, 0.25"}})),
                 {gray, gray, gray, 1}));
}

TEST_CASE("MX5: burn and dodge are 0 where they would divide by zero", "[acceptance]") {
  CHECK(draw(node("burn", "float", {{"fg", "float", "0"}, {"bg", "float", "0.5"}})) ==
        Channels{0, 0, 0, 1});
  CHECK(draw(node("dodge", "float", {{"fg", "float", "1"}, {"bg", "float", "0.5"}})) ==
        Channels{0, 0, 0, 1});
}

TEST_CASE("MX6: premult and unpremult", "[acceptance]") {
  CHECK(are_near(draw(node("premult", "color4", {{"in", "color4", "1, 0, 0.5, 0.5"}})),
                 {0.5, 0, 0.25, 0.5}));
  CHECK(are_near(draw(node("unpremult", "color4", {{"in", "color4", "1, 0, 0.5, 0.5"}})),
                 {2, 0, 1, 0.5}));
}

TEST_CASE("MX7: cross products and determinants", "[acceptance]") {
  CHECK(are_near(draw(node("crossproduct", "vector3",
                           {{"in1", "vector3", "1, 1, 0"}, {"in2", "vector3", "0, 1, 1"}})),
                 {1, -1, 1, 1}));
  CHECK(are_near(
      draw(node("determinant", "float", {{"in", "matrix33", "1, 0, 0, 0, 0.5, 0, 0, 0, 1"}})),
      {0.5, 0.5, 0.5, 1}));
}

TEST_CASE("MX8: extract takes a row of a matrix as the document writes it", "[acceptance]") {
  CHECK(are_near(
      draw(node("extract", "vector3",
                {{"in", "matrix33", "1, 2, 3, 4, 5, 6, 7, 8, 9"}, {"index", "integer", "1"}})),
      {4, 5, 6, 1}));
}

TEST_CASE("MX9: a matrix draws black", "[acceptance]") {
  CHECK(draw(node("transpose", "matrix33", {{"in", "matrix33", "1, 2, 3, 4, 5, 6, 7, 8, 9"}})) ==
        Channels{0, 0, 0, 1});
}

TEST_CASE("MX10: a distance unit converts all components of a vector4", "[acceptance]") {
  const Channels value = draw(R"(
<constant name="n" type="vector4">
  <input name="value" type="vector4" value="100, 200, 300, 400" unittype="distance" unit="centimeter"/>
</constant>
<output name="o" type="vector4" nodename="n"/>
)");
  CHECK(are_near(value, {1, 2, 3, 4}));
}

TEST_CASE("MX11: remap does not clamp", "[acceptance]") {
  CHECK(are_near(draw(node("remap", "float",
                           {{"in", "float", "3"},
                            {"inlow", "float", "0"},
                            {"inhigh", "float", "2"},
                            {"outlow", "float", "1"},
                            {"outhigh", "float", "2"}})),
                 {2.5, 2.5, 2.5, 1}));
}

TEST_CASE("MX12: nodes of one name in two graphs stay two parameters", "[acceptance]") {
  const std::string text = R"(
<nodegraph name="first">
  <constant name="n" type="float"><input name="value" type="float" value="0.25"/></constant>
  <output name="out" type="float" nodename="n"/>
</nodegraph>
<nodegraph name="second">
  <constant name="n" type="float"><input name="value" type="float" value="7.5"/></constant>
  <output name="out" type="float" nodename="n"/>
</nodegraph>
<add name="sum" type="float">
  <input name="in1" type="float" nodegraph="first" output="out"/>
  <input name="in2" type="float" nodegraph="second" output="out"/>
</add>
<output name="o" type="float" nodename="sum"/>
)";
  CHECK(are_near(draw(text), {7.75, 7.75, 7.75, 1}));
  const LoadedDocument editable = load_document(text, materialx::Parameters::Authored);
  REQUIRE(editable.messages().empty());
  const Library& library = editable.loaded->library;
  const auto& parameters = library.materials[*library.find_material("o")].parameters;
  REQUIRE(parameters.size() == 2);
  CHECK(library.text(parameters[0].name) != library.text(parameters[1].name));
  CHECK(editable.module.text.find("param first_n_value: float = 0.25") != std::string::npos);
  CHECK(editable.module.text.find("param second_n_value: float = 7.5") != std::string::npos);
}

}  // namespace weft::testing::materialx_acceptance_test
