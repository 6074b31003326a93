// Elements of the handed MaterialX documents beside the pictures that MaterialX's own shaders draw:
// the mesh, the camera, the lights and the environment are those that the README of the pictures
// states.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "render/png.h"
#include "tests/render/material_drawing.h"
#include "tests/render/materialx_setup.h"
#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_pictures_test {
namespace {

using namespace weft::render;
namespace fs = std::filesystem;

constexpr MaterialxLight direct_light{2, 0};
constexpr MaterialxLight environment_light{0, 256};

/// How far the channels of covered pixels are apart after encoding.
struct Difference {
  double mean = 0;
  double most = 0;  ///< that of the pixel which 0.95 of the others do not exceed
};

Difference difference_of(const FloatImage& first, const FloatImage& second) {
  std::vector<double> differences;
  for (std::size_t at = 0; at < first.values.size(); at += 4) {
    double largest = 0;
    bool is_covered = false;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const float one = first.values[at + channel];
      const float other = second.values[at + channel];
      is_covered = is_covered || one != 0 || other != 0;
      largest =
          std::max(largest, std::abs(static_cast<double>(shown_level(one) - shown_level(other))));
    }
    if (is_covered) {
      differences.push_back(largest);
    }
  }
  REQUIRE(!differences.empty());
  std::sort(differences.begin(), differences.end());
  double sum = 0;
  for (const double difference : differences) {
    sum += difference;
  }
  return {sum / static_cast<double>(differences.size()),
          differences[differences.size() * 95 / 100]};
}

/// Writes what was drawn, for looking, into the folder that the environment variable names.
void keep(const FloatImage& drawn, const std::string& name) {
  const char* folder = std::getenv("WEFT_MATERIALX_PICTURES");
  if (folder == nullptr) {
    return;
  }
  Image image{drawn.width, drawn.height, std::vector<std::uint8_t>(drawn.values.size(), 255)};
  for (std::size_t i = 0; i < drawn.values.size(); ++i) {
    image.rgba[i] = i % 4 == 3 ? 255 : to_unorm8(shown_level(drawn.values[i]));
  }
  REQUIRE(write_png((fs::path(folder) / (name + ".png")).string(), image));
}

constexpr double allowed_share = 0.001;  // of the pixels may differ

struct Row {
  std::string name;
  std::string document;
  std::string element;
  bool has_lit = false;
  bool has_images = false;  ///< whether the images that it was drawn with are handed
};

/// Whether all images of a list are handed, but for those that were absent for the pictures too.
bool are_handed(const std::string& images, const std::string& absent) {
  std::istringstream names(images);
  std::string name;
  bool all = true;
  while (names >> name) {
    all = all && (absent.find(name) != std::string::npos ||
                  fs::exists(handed_materialx() / "images" / name));
  }
  return all;
}

std::vector<Row> rows() {
  std::vector<Row> result;
  std::ifstream table(handed_materialx() / "reference/elements.tsv");
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    Row row;
    std::string kind;
    std::string pictures;
    std::getline(fields, row.name, '\t');
    std::getline(fields, row.document, '\t');
    std::getline(fields, row.element, '\t');
    std::getline(fields, kind, '\t');
    std::getline(fields, pictures, '\t');
    std::string images;
    std::string absent;
    std::getline(fields, images, '\t');
    std::getline(fields, absent, '\t');
    row.has_lit = pictures == "env lit";
    row.has_images = are_handed(images, absent);
    result.push_back(row);
  }
  return result;
}

/// Draws an element with both languages, and compares with its pictures. Returns a line for the
/// table.
std::string compare(const Row& row) {
  const LoadedDocument document = load_document_file(
      (handed_materialx() / "documents" / row.document).string(), materialx::Parameters::Authored);
  const std::string profile =
      document.module.text.find("profile materialx_geometry") == std::string::npos
          ? "materialx"
          : "materialx_geometry";
  const ComposedMaterial material =
      compose_text(document.module.text, row.element, profile,
                   {.is_on = std::getenv("WEFT_MATERIALX_NAIVE") == nullptr});
  std::string line = row.name;
  for (const bool is_lit : {false, true}) {
    if (is_lit && !row.has_lit) {
      continue;
    }
    View view;
    view.mesh = materialx_sphere();
    view.scene = materialx_scene(is_lit ? direct_light : environment_light);
    view.settings.format = ColorFormat::Rgba32Float;
    view.settings.cull = Cull::Back;
    view.inputs.textures = materialx_images(*material.library, material.material);
    const std::string picture = row.name + (is_lit ? ".lit" : ".env");
    const FloatImage expected = read_pfm(handed_materialx() / "reference" / (picture + ".pfm.gz"));
    for (const ShadingLanguage language : both_languages) {
      const FloatImage drawn = draw(material, language, view).floats;
      const double share = share_of_differences(drawn, expected);
      line += fmt::format("  {} {:.3f}%", is_lit ? "lit" : "env", share * 100);
      keep(drawn, picture);
      INFO(picture << " in " << (language == ShadingLanguage::Glsl ? "GLSL" : "HLSL"));
      CHECK((share <= allowed_share || !row.has_images));
    }
  }
  return line;
}

}  // namespace

TEST_CASE("materialx: pictures beside those of MaterialX's own shaders", "[materialx]") {
  const char* only = std::getenv("WEFT_MATERIALX_ONLY");
  std::size_t compared = 0;
  for (const Row& row : rows()) {
    if (only == nullptr || row.name.find(only) != std::string::npos) {
      const std::string line = compare(row);
      compared += row.has_images ? 1 : 0;
      if (std::getenv("WEFT_MATERIALX_PICTURES") != nullptr) {
        fmt::print("{}\n", line);
      }
    }
  }
  const bool is_whole = only == nullptr && fs::exists(handed_materialx());
  CHECK((!is_whole || compared == 28));
}

TEST_CASE("materialx: a prefiltered environment draws what sampling it draws", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<standard_surface name="metal" type="surfaceshader">
  <input name="base_color" type="color3" value="0.9, 0.6, 0.3"/>
  <input name="metalness" type="float" value="1"/>
  <input name="specular_roughness" type="float" value="0.333333"/>
</standard_surface>
<standard_surface name="paint" type="surfaceshader">
  <input name="base_color" type="color3" value="0.2, 0.4, 0.7"/>
  <input name="specular_roughness" type="float" value="0.5"/>
</standard_surface>
<standard_surface name="glass" type="surfaceshader">
  <input name="transmission" type="float" value="1"/>
  <input name="specular_roughness" type="float" value="0.333333"/>
</standard_surface>
<surfacematerial name="Metal" type="material"><input name="surfaceshader" type="surfaceshader" nodename="metal"/></surfacematerial>
<surfacematerial name="Paint" type="material"><input name="surfaceshader" type="surfaceshader" nodename="paint"/></surfacematerial>
<surfacematerial name="Glass" type="material"><input name="surfaceshader" type="surfaceshader" nodename="glass"/></surfacematerial>
)");
  REQUIRE(document.messages().empty());
  View view;
  view.mesh = materialx_sphere();
  view.scene.camera.position = {0.0F, 0.0F, 3.0F};
  view.scene.camera.vertical_fov = 0.785398163F;
  view.scene.given["materialx_environment.samples"] = {1024};
  view.settings.format = ColorFormat::Rgba32Float;
  view.settings.cull = Cull::Back;
  struct Expected {
    std::string name;
    double mean;
    double most;
  };
  for (const Expected& expected :
       {Expected{"Metal", 0.025, 0.09}, {"Paint", 0.006, 0.02}, {"Glass", 0.045, 0.14}}) {
    const FloatImage sampled =
        draw(compose_text(document.module.text, expected.name, "materialx", {}),
             ShadingLanguage::Glsl, view)
            .floats;
    keep(sampled, expected.name + ".sampled");
    const ComposedMaterial material =
        compose_text(document.module.text, expected.name, "materialx_prefiltered", {});
    for (const ShadingLanguage language : both_languages) {
      const FloatImage filtered = draw(material, language, view).floats;
      keep(filtered, expected.name + ".prefiltered");
      const Difference found = difference_of(filtered, sampled);
      INFO(expected.name << ": mean " << found.mean << ", 0.95 within " << found.most);
      CHECK(found.mean <= expected.mean);
      CHECK(found.most <= expected.most);
    }
  }
}

TEST_CASE("materialx: measured emission goes by the angle to the normal", "[materialx]") {
  const LoadedDocument document = load_document(R"(
<measured_edf name="m" type="EDF">
  <input name="color" type="color3" value="0.5, 1, 0.25"/>
  <input name="file" type="filename" value="lamp.png"/>
</measured_edf>
<surface name="s" type="surfaceshader"><input name="edf" type="EDF" nodename="m"/></surface>
<surfacematerial name="Lamp" type="material"><input name="surfaceshader" type="surfaceshader" nodename="s"/></surfacematerial>
)");
  REQUIRE(document.messages().empty());
  const ComposedMaterial material = compose_text(document.module.text, "Lamp", "materialx", {});
  View view;
  view.mesh = materialx_sphere();
  view.scene.camera.position = {0.0F, 0.0F, 3.0F};
  view.scene.camera.vertical_fov = 0.785398163F;
  view.settings.format = ColorFormat::Rgba32Float;
  view.settings.cull = Cull::Back;
  // All of it near the normal; at 67.5 degrees half of it on the side of the bitangent, none on the
  // other.
  FloatImage profile{2, 4, 4, {1, 0, 0, 1, 1, 0, 0, 1, 0.5F, 0, 0, 1, 0, 0, 0, 1,
                               0, 0, 0, 1, 0, 0, 0, 1, 0,    0, 0, 1, 0, 0, 0, 1}};
  auto texture = make_float_texture(std::move(profile), false);
  REQUIRE(texture);
  view.inputs.textures.emplace("m_file", std::move(*texture));
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw(material, language, view).floats;
    const auto at = [&](double x, double y) {
      const auto column = static_cast<std::size_t>(x * drawn.width);
      const auto row = static_cast<std::size_t>(y * drawn.height);
      return &drawn.values[(row * static_cast<std::size_t>(drawn.width) + column) * 4];
    };
    CHECK(at(0.5, 0.5)[0] == Approx(0.5).margin(1e-4));
    CHECK(at(0.5, 0.5)[1] == Approx(1).margin(1e-4));
    CHECK(at(0.5, 0.5)[2] == Approx(0.25).margin(1e-4));
    // Here the eye is 68 degrees from the normal, on the side of the bitangent and on the other.
    CHECK(at(0.5, 0.892)[1] == Approx(0.49).margin(0.03));
    CHECK(at(0.5, 0.108)[1] == Approx(0).margin(0.03));
  }
}

}  // namespace weft::testing::materialx_pictures_test
