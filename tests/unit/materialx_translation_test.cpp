// The nodes that translate the inputs of one surface model to those of another, and measured
// emission.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/load/parsed_files.h"
#include "importers/materialx/standard_nodes.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/places.h"

namespace weft::testing::materialx_translation_test {
namespace {

struct Input {
  std::string name;
  std::string type;
  std::string value;
};

/// What one output of a translation is, drawn: gray for numbers.
std::array<double, 3> translated(const std::string& node, const std::vector<Input>& inputs,
                                 const std::string& output, const std::string& type) {
  std::string text = fmt::format("<{} name=\"t\" type=\"multioutput\">", node);
  for (const Input& input : inputs) {
    text += fmt::format("<input name=\"{}\" type=\"{}\" value=\"{}\"/>", input.name, input.type,
                        input.value);
  }
  text += fmt::format("</{}><output name=\"o\" type=\"{}\" nodename=\"t\" output=\"{}\"/>\n", node,
                      type, output);
  const auto color = drawn(load_document(text, materialx::Parameters::None), "o");
  return {color[0], color[1], color[2]};
}

void check(const std::array<double, 3>& value, const std::array<double, 3>& expected) {
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(value[i] == Approx(expected[i]).margin(1e-6));
  }
}

std::array<double, 3> gray(double value) { return {value, value, value}; }

}  // namespace

TEST_CASE("materialx: a translation has an output for inputs of its model alone", "[materialx]") {
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions options;
  options.shipped_directories = {shaders};
  const ParsedFiles files({shaders + "/materialx.weft"}, DiskReader(), options);
  const materialx::StandardNodes nodes(files);
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"standard_surface", "UsdPreviewSurface"},
        {"standard_surface", "gltf_pbr"},
        {"standard_surface", "open_pbr_surface"},
        {"open_pbr_surface", "standard_surface"}}) {
    INFO(from << " to " << to);
    REQUIRE(nodes.overloads(from + "_to_" + to).size() == 1);
    const materialx::NodeSignature& translation = nodes.overloads(from + "_to_" + to).front();
    const auto check_ports = [&](const std::string& model, const std::string& name,
                                 const std::string& type) {
      bool is_there = false;
      for (const materialx::NodePort& port : nodes.overloads(model).front().ports) {
        is_there = is_there || (port.name == name && port.type == type);
      }
      INFO(name << " of the type " << type);
      CHECK(is_there);
    };
    for (const materialx::NodePort& port : translation.ports) {
      check_ports(from, port.name, port.type);
    }
    for (const materialx::NodeResult& result : translation.results) {
      REQUIRE(result.name.ends_with("_out"));
      check_ports(to, result.name.substr(0, result.name.size() - 4), result.type);
    }
  }
}

TEST_CASE("materialx: Standard Surface as UsdPreviewSurface", "[materialx]") {
  const std::string node = "standard_surface_to_UsdPreviewSurface";
  const std::vector<Input> paint = {{"base", "float", "0.5"},
                                    {"base_color", "color3", "0.8, 0.4, 0.2"},
                                    {"subsurface", "float", "0.25"},
                                    {"subsurface_color", "color3", "1, 0, 0"},
                                    {"coat", "float", "0.5"},
                                    {"coat_color", "color3", "1, 0.5, 0"},
                                    {"emission", "float", "2"},
                                    {"emission_color", "color3", "0.5, 1, 1"},
                                    {"opacity", "color3", "0.3, 0.6, 0.9"}};
  check(translated(node, paint, "diffuseColor_out", "color3"), {0.55, 0.15 * 0.75, 0.075 * 0.5});
  check(translated(node, paint, "emissiveColor_out", "color3"), {1, 1.5, 1});
  check(translated(node, paint, "clearcoat_out", "float"), gray(0.25));
  check(translated(node, paint, "opacity_out", "float"), gray(0.6));
  check(translated(node, paint, "normal_out", "vector3"), {0, 0, 1});
  check(translated(node, {}, "roughness_out", "float"), gray(0.2));
}

TEST_CASE("materialx: Standard Surface as glTF PBR", "[materialx]") {
  const std::string node = "standard_surface_to_gltf_pbr";
  const std::vector<Input> coated = {
      {"base_color", "color3", "0.8, 0.4, 0.2"}, {"coat", "float", "0.5"},
      {"coat_color", "color3", "1, 0.5, 0"},     {"specular_roughness", "float", "0.5"},
      {"specular_anisotropy", "float", "0.75"},  {"specular_rotation", "float", "0.5"}};
  check(translated(node, coated, "base_color_out", "color3"), {0.8, 0.3, 0.1});
  check(translated(node, coated, "clearcoat_out", "float"), gray(0.25));
  check(translated(node, {{"coat", "float", "0.5"}}, "clearcoat_out", "float"), gray(0.5));
  check(translated(node, {{"coat", "float", "0.5"}}, "base_color_out", "color3"), gray(0.8));
  // Widths of 0.5 and 0.125.
  check(translated(node, coated, "roughness_out", "float"), gray(0.353553391));
  check(translated(node, coated, "anisotropy_strength_out", "float"), gray(0.654653671));
  check(
      translated(node, {{"specular_roughness", "float", "1"}}, "anisotropy_strength_out", "float"),
      gray(0));
  check(translated(node, coated, "anisotropy_rotation_out", "float"), gray(-3.1415));

  const std::vector<Input> glass = {
      {"transmission", "float", "0.5"},           {"transmission_color", "color3", "0, 1, 1"},
      {"transmission_dispersion", "float", "40"}, {"thin_film_thickness", "float", "300"},
      {"thin_walled", "boolean", "true"},         {"opacity", "color3", "0.5, 0.5, 0.5"}};
  check(translated(node, glass, "base_color_out", "color3"), {0.6, 0.85, 0.85});
  check(translated(node, glass, "attenuation_color_out", "color3"), gray(1));
  std::vector<Input> deep = glass;
  deep.push_back({"transmission_depth", "float", "2"});
  check(translated(node, deep, "base_color_out", "color3"), gray(0.85));
  check(translated(node, deep, "attenuation_color_out", "color3"), {0, 1, 1});
  check(translated(node, glass, "thickness_out", "float"), gray(0));
  check(translated(node, {}, "thickness_out", "float"), gray(1));
  check(translated(node, glass, "dispersion_out", "float"), gray(0.5));
  check(translated(node, {}, "dispersion_out", "float"), gray(0));
  check(translated(node, glass, "iridescence_out", "float"), gray(1));
  check(translated(node, glass, "iridescence_ior_out", "float"), gray(1.5));
  check(translated(node, {}, "iridescence_ior_out", "float"), gray(1.3));
  check(translated(node, glass, "alpha_out", "float"), gray(0.5));
  check(translated(node, glass, "alpha_mode_out", "integer"), gray(2));
  check(translated(node, {}, "alpha_mode_out", "integer"), gray(0));
  const std::vector<Input> velvet = {{"sheen", "float", "0.5"},
                                     {"sheen_roughness", "float", "0.25"}};
  check(translated(node, velvet, "sheen_roughness_out", "float"), gray(0.5));
  check(translated(node, velvet, "sheen_color_out", "color3"), gray(0.5));
  check(translated(node, {}, "sheen_roughness_out", "float"), gray(0));
}

TEST_CASE("materialx: Standard Surface as OpenPBR and back", "[materialx]") {
  const std::string there = "standard_surface_to_open_pbr_surface";
  const std::vector<Input> coated = {
      {"base_color", "color3", "0.8, 0.4, 0.2"}, {"specular", "float", "0.25"},
      {"specular_color", "color3", "0, 0, 0"},   {"coat", "float", "0.5"},
      {"coat_color", "color3", "1, 0.5, 0"},     {"sheen_roughness", "float", "0.5"},
      {"thin_film_thickness", "float", "500"}};
  check(translated(there, coated, "base_color_out", "color3"), {0.8, 0.3, 0.1});
  check(translated(there, coated, "coat_weight_out", "float"), gray(0.5));
  check(translated(there, coated, "specular_weight_out", "float"), gray(0.25));
  check(translated(there, coated, "specular_color_out", "color3"), gray(1));
  check(translated(there, coated, "fuzz_roughness_out", "float"), gray(0.757858283));
  check(translated(there, coated, "thin_film_thickness_out", "float"), gray(0.5));
  check(translated(there, coated, "thin_film_weight_out", "float"), gray(1));
  check(translated(there, {}, "thin_film_weight_out", "float"), gray(0));
  std::vector<Input> metal = coated;
  metal.push_back({"metalness", "float", "1"});
  check(translated(there, metal, "coat_weight_out", "float"), gray(0));
  check(translated(there, metal, "specular_weight_out", "float"), gray(1));

  const std::string back = "open_pbr_surface_to_standard_surface";
  const std::vector<Input> dark = {
      {"base_color", "color3", "0.5, 0.5, 0.5"}, {"subsurface_color", "color3", "1, 0, 0"},
      {"coat_weight", "float", "0.5"},           {"coat_ior", "float", "2"},
      {"coat_roughness", "float", "0.1"},        {"fuzz_roughness", "float", "0.757858283"},
      {"thin_film_weight", "float", "0.1"},      {"geometry_opacity", "float", "0.25"}};
  // A coat of index 2 keeps 8/9 / 4 of the light; the base darkens to (2/9) / (1 - 0.5 * 7/9).
  const double darkened = 0.5 + 0.5 * (2.0 / 9.0) / (1.0 - 0.5 * 7.0 / 9.0);
  check(translated(back, dark, "base_color_out", "color3"), gray(0.5 * darkened));
  check(translated(back, dark, "subsurface_color_out", "color3"), {darkened, 0, 0});
  check(translated(back, {}, "base_color_out", "color3"), gray(0.8));
  check(translated(back, dark, "specular_roughness_out", "float"), gray(0.2));
  check(translated(back, dark, "sheen_roughness_out", "float"), gray(0.5));
  check(translated(back, dark, "thin_film_thickness_out", "float"), gray(500));
  check(translated(back, {}, "thin_film_thickness_out", "float"), gray(0));
  check(translated(back, dark, "opacity_out", "color3"), gray(0.25));
  check(translated(back, {}, "coat_affect_roughness_out", "float"), gray(1));
}

TEST_CASE("materialx: a translated surface is drawn", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<standard_surface_to_gltf_pbr name="t" type="multioutput">
  <input name="base_color" type="color3" value="0.8, 0.4, 0.2"/>
</standard_surface_to_gltf_pbr>
<measured_edf name="lamp" type="EDF"><input name="file" type="filename" value="lamp.ies"/></measured_edf>
<surface name="glow" type="surfaceshader"><input name="edf" type="EDF" nodename="lamp"/></surface>
<gltf_pbr name="g" type="surfaceshader">
  <input name="base_color" type="color3" nodename="t" output="base_color_out"/>
  <input name="alpha_mode" type="integer" nodename="t" output="alpha_mode_out"/>
</gltf_pbr>
<surfacematerial name="Paint" type="material"><input name="surfaceshader" type="surfaceshader" nodename="g"/></surfacematerial>
<surfacematerial name="Lamp" type="material"><input name="surfaceshader" type="surfaceshader" nodename="glow"/></surfacematerial>
)");
  CHECK(document.messages().empty());
  CHECK(document.module.text.find("param lamp_file: texture2d [file: \"lamp.ies\"];") !=
        std::string::npos);
  EmitOptions options;
  options.glsl = options.hlsl = options.spirv = true;
  for (const char* material : {"Paint", "Lamp"}) {
    CHECK(emit_source(document.module.text, material, "materialx", options).messages.empty());
  }
}

}  // namespace weft::testing::materialx_translation_test
