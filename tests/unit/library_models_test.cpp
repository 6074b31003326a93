// Rows L22 and L23 of tests/acceptance/library.tsv: the complete models, against their
// specifications in tests/library/model_inputs.tsv.

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_models_test {

namespace {

/// What is said of a port.
struct Input {
  std::string value;  ///< the default
  std::string range;  ///< `min: 0, max: 1`; may be empty
};
using Inputs = std::map<std::string, Input>;

std::string snake_case(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0) {
      result += '_';
    }
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// The graphs of model_inputs.tsv.
std::map<std::string, Inputs> specified() {
  std::ifstream file(repository_root() / "tests/library/model_inputs.tsv");
  std::map<std::string, Inputs> graphs;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) {
      continue;
    }
    std::istringstream cells(line);
    std::string graph;
    std::string input;
    std::string port;
    std::string value;
    std::getline(cells, graph, '\t');
    std::getline(cells, input, '\t');
    std::getline(cells, port, '\t');
    std::getline(cells, value, '\t');
    std::string range;
    std::getline(cells, range, '\t');
    graphs[graph][port.empty() ? snake_case(input) : port] = {value, range};
  }
  return graphs;
}

/// The ports of a graph or fragment, whose signature has one port a line or is one line.
Inputs written(const std::string& text, const std::string& name) {
  std::size_t at = text.find(" " + name + "(");
  REQUIRE(at != std::string::npos);
  at += name.size() + 2;
  std::string ports = text.substr(at, text.find("->", at) - at);
  Inputs result;
  int depth = 0;
  std::string port;
  for (const char c : ports) {
    depth += std::string_view("({[").find(c) != std::string_view::npos   ? 1
             : std::string_view(")}]").find(c) != std::string_view::npos ? -1
                                                                         : 0;
    if ((c == ',' && depth == 0) || depth < 0) {
      const std::size_t begin = port.find_first_not_of(" \n");
      const std::size_t equals = port.find(" = ");
      if (begin != std::string::npos) {
        INFO(port);
        REQUIRE(equals != std::string::npos);
        const std::size_t range = std::min(port.find(" ["), port.size());
        Input& input = result[port.substr(begin, port.find(':') - begin)];
        input.value = port.substr(equals + 3, range - equals - 3);
        input.range = range == port.size() ? "" : port.substr(range + 2, port.size() - range - 3);
      }
      port.clear();
    } else {
      port += c;
    }
  }
  return result;
}

std::string model_file(const std::string& graph) {
  const std::map<std::string, std::string> files = {{"gltf_material", "gltf"},
                                                    {"usd_preview_surface", "usd_preview"},
                                                    {"usd_preview_coverage", "usd_preview"},
                                                    {"openpbr_surface", "openpbr"},
                                                    {"standard_surface", "standard_surface"},
                                                    {"disney_principled", "disney"}};
  return files.at(graph);
}

/// The shaders of a material without comments.
std::string composed(const TempDir& place, const std::string& name) {
  const Finished finished =
      run_weft(place, {"compose", "models.weft", "-m", name, "-p", "forward"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  std::istringstream lines(finished.out);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    text += line.substr(0, line.find("//")) + "\n";
  }
  return text;
}

const std::string models_text = R"(
import "gltf";
import "openpbr";
import "standard_surface";
import "disney";
import "usd_preview";
import "profiles";
material three_times { output color = lit(gltf_material(emissive: float3(0.75, 0.375, 1.5) as {use: radiance, encoding: linear})); }
material strength {
    output color = lit(gltf_material(emissive: float3(0.25, 0.125, 0.5) as {use: radiance, encoding: linear}, emissive_strength: 3.0));
}
material by_hand {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    output color = lit(layer(microfacets((c) => float3(dielectric_fresnel(c, 1.5)), 0.3), diffuse(tint)));
}
material open_pbr {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    output color = lit(openpbr_surface(base_color: tint));
}
material gltf {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    output color = lit(gltf_material(tint, 0.0));
}
material standard {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    output color = lit(standard_surface(base_color: tint));
}
material metal_alone {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    output color = lit(openpbr_surface(base_color: tint, base_metalness: 1.0));
}
material nothing_specular {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    output color = lit(openpbr_surface(base_color: tint, specular_weight: 0.0));
}
material mixed {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    param t: float = 0.5;
    rusty = gltf_material(tint, 0.0, roughness: 0.9);
    bare = layer(openpbr_surface(base_metalness: 1.0), standard_surface(base_color: tint));
    output color = lit(mix(rusty, bare, t) + cover(disney_principled(tint), 0.5));
}
material everything {
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    param w: float = 0.3;
    output color = lit(openpbr_surface(w, tint, w, w, w, tint, w, 1.0 + w, w, w, tint, w, subsurface_weight: w, fuzz_weight: w, coat_weight: w, coat_roughness_anisotropy: w, thin_film_weight: w, emission_luminance: w, geometry_opacity: w));
}
)";

}  // namespace

TEST_CASE("L22: glTF's defaults, and the factor of emission", "[acceptance][cli]") {
  const TempDir place;
  place.write("models.weft", models_text);
  const Finished f0 = run_weft(place, {"eval", "models.weft", "gltf_f0(1.5, 1.0, float3(1.0)).x"});
  CHECK(std::stod(f0.out) == Approx(0.04));
  const std::string shone = composed(place, "strength");
  CHECK_THAT(shone, contains("vec3(0.75, 0.375, 1.5)"));
  const std::size_t body = shone.find("void main", shone.find("out_color"));
  const std::string other = composed(place, "three_times");
  CHECK(shone.substr(body) == other.substr(other.find("void main", other.find("out_color"))));
  const Inputs inputs =
      written(read_file(repository_root() / "shaders/gltf.weft"), "gltf_material");
  CHECK(inputs.at("metallic").value == "1.0");
  CHECK(inputs.at("roughness").value == "1.0");
  CHECK(inputs.at("ior").value == "1.5");
}

TEST_CASE("L23: the models have the inputs and defaults of their specifications", "[acceptance]") {
  const std::map<std::string, Inputs> graphs = specified();
  REQUIRE(graphs.size() == 6);
  for (const auto& [graph, inputs] : graphs) {
    const std::string text =
        read_file(repository_root() / "shaders" / (model_file(graph) + ".weft"));
    const Inputs ports = written(text, graph);
    for (const auto& [port, value] : inputs) {
      INFO(graph << ": " << port);
      REQUIRE(ports.contains(port));
      CHECK(ports.at(port).value == value.value);
      CHECK(ports.at(port).range == value.range);
    }
    for (const auto& [port, value] : ports) {
      INFO(graph << ": the specification has no " << port);
      CHECK(inputs.contains(port));
    }
  }
}

TEST_CASE("models: lobes with the weight 0 leave nothing in the shader", "[cli]") {
  const TempDir place;
  place.write("models.weft", models_text);
  const std::string all_lobes = composed(place, "everything");
  for (const char* name : {"open_pbr", "standard", "gltf"}) {
    INFO(name);
    const std::string text = composed(place, name);
    for (const char* lobe :
         {"sheen", "transmission", "conductor", "f82", "spectral_film", "flat_subsurface",
          "translucent", "anisotropic", "oren_nayar", "Closure"}) {
      CHECK_THAT(text, !contains(lobe));
    }
    CHECK_THAT(text, contains("lambert"));
    // No longer than what an author would pick by hand.
    CHECK(100 * text.size() <= 115 * composed(place, "by_hand").size());
  }
  for (const char* lobe : {"sheen_reflection", "ggx_transmission", "f82_fresnel",
                           "spectral_film_fresnel", "flat_subsurface", "oren_nayar"}) {
    CHECK_THAT(all_lobes, contains(lobe));
  }
  CHECK_THAT(composed(place, "metal_alone"), !contains("lambert"));
  CHECK_THAT(composed(place, "metal_alone"), !contains("dielectric"));
  CHECK_THAT(composed(place, "nothing_specular"), !contains("ggx"));
}

TEST_CASE("models: mixed and layered surfaces share one loop over the lights", "[cli]") {
  const TempDir place;
  place.write("models.weft", models_text);
  const std::string text = composed(place, "mixed");
  const std::size_t first = text.find("lights.count");
  CHECK(first != std::string::npos);
  CHECK(text.find("lights.count", first + 1) == std::string::npos);
}

TEST_CASE("surfaces: the examples of docs/surfaces.md compose", "[cli]") {
  const TempDir place;
  const std::string text = read_file(repository_root() / "docs/surfaces.md");
  const std::string fence = "```weft\n";
  int count = 0;
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
    at += fence.size();
    const std::string example = text.substr(at, text.find("```", at) - at);
    place.write("example.weft", example);
    const bool has_profile = example.find("profile in_studio") != std::string::npos;
    const Finished finished =
        run_weft(place, {"compose", "example.weft", "-p", has_profile ? "in_studio" : "forward"});
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    ++count;
  }
  CHECK(count == 5);
}

}  // namespace weft::testing::library_models_test
