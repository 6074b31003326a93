// Closures and patterns that other tests do not draw, beside what they are made of.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/float_bits.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::library_closures_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;

struct Pair {
  const char* shown;
  const char* expected;
  double error = 1e-3;
};

const std::vector<Pair> pairs = {
    {"lit(unlit_surface(float3(0.2, 0.4, 0.6) as {use: radiance, encoding: linear}))",
     "float3(0.2, 0.4, 0.6) as {use: radiance, encoding: linear}"},
    {"lit(usd_preview_surface(gray))",
     "lit(layer(microfacets((c) => schlick_fresnel(c, float3(0.04)), 0.5), diffuse(gray)))"},
    {"lit(usd_preview_surface(gray, opacity: 0.25))", "0.25 * lit(usd_preview_surface(gray))"},
    {"lit(hair_strand(float3(0.3, 0.5, 0.9), 0.2, along))",
     "sum_lights(hair_scattering(float3(0.3, 0.5, 0.9), 0.2, along)) + "
     "strand_radiance(float3(0.3, 0.5, 0.9), 0.2, along)"},
    {"lit_by_all(diffuse(gray))", "lit(diffuse(gray)) + sum_punctual(lambert(gray))"},
    {"float3(direction_at(surface.frag_coord.xy / 24.0))", "normalize(-1.0 * float3(view.to_eye))"},
    {"float3(float2(screen_uv()), 0.0)", "float3(surface.frag_coord.xy / 24.0, 0.0)"},
    // All is reflected.
    {"lit(transmission(float3(1.0), 0.01))", "shade(0.0)"},
    // Dimmed at the rim, where the lobe alone reflects more than it gets.
    {"sum_lights(sheen(float3(1.0), 0.15).response)",
     "sum_lights(sheen_reflection(float3(1.0), 0.15)) * sheen_share(0.15).dimmed"},
    // Mortar of an eighth of a brick, a gap of a tenth of a hexagon.
    {"mean_of((at) => bricks(float2(at) as {use: texcoord}, 4.0, 4.0, 0.125).mask)",
     "shade(0.875 * 0.875)"},
    {"mean_of((at) => hexagons(float2(at) * 4.0, 0.1).mask)", "shade(0.9 * 0.9)", 0.03},
    {"shade(stripes(float2(1000.25, 0.0)))", "shade(1.0)"},
    // Far away they are their means; a brick is twice as wide as high.
    {"shade(bricks(float2(surface.uv) * 1000.0 as {use: texcoord}).mask)", "shade(0.92 * 0.96)"},
    {"shade(hexagons(float2(surface.uv) * 1000.0).mask)", "shade(0.92 * 0.92)"},
};

std::string source(const Pair& pair) {
  return std::string(R"(
import "hair";
import "openpbr";
import "procedural";
import "profiles";
import "punctual";
import "screen";
import "stylized";
import "usd_preview";
profile numbers: base_mesh {
    provide punctual as buffer [capacity: 4];
    fragment demand shown: float4 as target 0;
    fragment demand expected: float4 as target 1;
}
/// The mean of a pattern over the square of coordinates, by 64 × 64 points.
fragment mean_of(pattern: fn(at: float2) -> float) -> float3 {use: radiance, encoding: linear}
{
    float sum = 0.0;
    for (int i = 0; i < 4096; ++i)
        sum += pattern((float2(float(i / 64), float(i % 64)) + 0.5) / 64.0);
    return float3(sum / 4096.0);
}
fragment shade(x: float) -> float3 {use: radiance, encoding: linear} { return float3(x); }
material m {
    gray = float3(0.6, 0.5, 0.4) as {use: reflectance, encoding: linear};
    along = float4(1.0, 0.0, 0.0, 1.0).xyz as {basis: world};
    output shown = float4()") +
         pair.shown + ", 1.0);\n    output expected = float4(" + pair.expected + ", 1.0);\n}\n";
}

}  // namespace

TEST_CASE("shipped closures and patterns draw what they are made of") {
  View view;
  view.settings.width = view.settings.height = 24;
  view.settings.format = ColorFormat::Rgba32Float;
  view.scene.punctual_lights = {{{1.0F, 2.0F, 2.0F}, {3.0F, 2.0F, 1.0F}}};
  for (const Pair& pair : pairs) {
    INFO(pair.shown);
    const ComposedMaterial material = compose_text(source(pair), "m", "numbers");
    for (const ShadingLanguage language : both_languages) {
      const auto drawn = draw_all(material, language, view).colors;
      int covered = 0;
      for (int i = 0; i < 24 * 24; ++i) {
        if (value(drawn[1].floats, i % 24, i / 24, 3) == 0.0F) {
          continue;
        }
        ++covered;
        for (int channel = 0; channel < 3; ++channel) {
          CHECK(value(drawn[0].floats, i % 24, i / 24, channel) ==
                Approx(value(drawn[1].floats, i % 24, i / 24, channel))
                    .epsilon(pair.error)
                    .margin(1e-3));
        }
      }
      CHECK(covered > 100);
    }
  }
}

TEST_CASE("weights that are parameters draw what literals and varying weights draw") {
  // A parameter of 0 or 1 branches around the lobe that it leaves out, a literal removes it, and a
  // weight that varies blends it in.
  const std::vector<std::string> models = {
      "openpbr_surface(base_metalness: W, specular_weight: W, transmission_weight: W, "
      "subsurface_weight: W, fuzz_weight: W, coat_weight: W, geometry_opacity: W)",
      "standard_surface(metalness: W, specular: W, transmission_weight: W, subsurface_weight: W, "
      "sheen_weight: W, coat: W)",
      "gltf_material(metallic: W, clearcoat: W, transmission_weight: W, diffuse_transmission: W)",
      "usd_preview_surface(gray, metallic: W, clearcoat: W, opacity: W)"};
  View view;
  view.settings.width = view.settings.height = 16;
  view.settings.format = ColorFormat::Rgba32Float;
  for (const std::string& model : models) {
    for (const std::string weight : {"0.0", "0.4", "1.0"}) {
      INFO(model << " of " << weight);
      const auto weighted = [&model](const std::string& by) {
        std::string text = model;
        for (std::size_t at = text.find('W'); at != std::string::npos; at = text.find('W', at)) {
          text.replace(at, 1, by);
        }
        return "float4(lit(" + text + "), 1.0);\n";
      };
      const ComposedMaterial material = compose_text(
          "import \"gltf\";\nimport \"openpbr\";\nimport \"profiles\";\n"
          "import \"standard_surface\";\nimport \"usd_preview\";\n"
          "profile numbers: base_mesh {\n    fragment demand of_parameter: float4 as target 0;\n"
          "    fragment demand of_literal: float4 as target 1;\n"
          "    fragment demand of_varying: float4 as target 2;\n}\n"
          "material m {\n    param w: float = 0.5;\n"
          "    varying = w + max(surface.uv.x - 9.0, 0.0);\n"
          "    gray = float3(0.6, 0.5, 0.4) as {use: reflectance, encoding: linear};\n"
          "    output of_parameter = " +
              weighted("w") + "    output of_literal = " + weighted(weight) +
              "    output of_varying = " + weighted("varying") + "}\n",
          "m", "numbers");
      CHECK_THAT(material.glsl.fragment_text, contains("if (is_absent"));
      view.inputs.values = {{"w", {float_type, {float_bits(std::stof(weight))}}}};
      for (const ShadingLanguage language : both_languages) {
        const auto drawn = draw_all(material, language, view).colors;
        for (const std::size_t other : {1U, 2U}) {
          for (std::size_t i = 0; i < drawn[0].floats.values.size(); ++i) {
            CHECK(drawn[0].floats.values[i] ==
                  Approx(drawn[other].floats.values[i]).epsilon(1e-3).margin(1e-3));
          }
        }
      }
    }
  }
}

TEST_CASE("models are finite where their inputs leave the range of their specification") {
  const std::vector<std::string> models = {
      "gltf_material(metallic: w, roughness: w, ior: 1.0 + w, specular: w, clearcoat: w, "
      "clearcoat_roughness: w, sheen_color: tint, sheen_roughness: w, anisotropy_strength: w, "
      "transmission_weight: w, thickness: w, attenuation_distance: w, dispersion: w, "
      "iridescence: w, iridescence_thickness: w, diffuse_transmission: w)",
      "openpbr_surface(w, tint, w, w, w, tint, w, 1.0 + w, w, w, tint, w, tint, w, w, "
      "subsurface_weight: w, fuzz_weight: w, fuzz_roughness: w, coat_weight: w, coat_roughness: w, "
      "coat_ior: 1.0 + w, thin_film_weight: w, geometry_opacity: w, thickness: w)",
      "standard_surface(w, tint, w, w, w, tint, w, 1.0 + w, w, w, w, tint, w, tint, w, w, w, w, "
      "sheen_weight: w, sheen_roughness: w, coat: w, coat_roughness: w, thin_film_thickness: w, "
      "thickness: w)",
      "usd_preview_surface(tint, metallic: w, roughness: w, clearcoat: w, clearcoat_roughness: w, "
      "opacity: w, ior: 1.0 + w, occlusion: w)",
      "disney_principled(tint, w, w, w, w, w, w, w, w, w, w)"};
  View view;
  view.settings.width = view.settings.height = 24;
  view.settings.format = ColorFormat::Rgba32Float;
  for (const std::string& model : models) {
    const ComposedMaterial material = compose_text(
        "import \"disney\";\nimport \"gltf\";\nimport \"openpbr\";\nimport \"profiles\";\n"
        "import \"standard_surface\";\nimport \"usd_preview\";\n"
        "profile numbers: base_mesh { fragment demand shown: float4 as target 0; }\n"
        "material m { param w: float = 0.5;\n"
        "tint = float3(w) as {use: reflectance, encoding: linear};\n"
        "output shown = float4(lit(" +
            model + "), 1.0); }\n",
        "m", "numbers");
    for (const double weight : {-1.0, 0.0, 1.0, 2.0, 100.0}) {
      INFO(model << " " << weight);
      view.inputs.values = {{"w", {float_type, {float_bits(static_cast<float>(weight))}}}};
      const ColorResult drawn = draw(material, ShadingLanguage::Glsl, view);
      CHECK(std::all_of(drawn.floats.values.begin(), drawn.floats.values.end(),
                        [](float number) { return std::isfinite(number); }));
    }
  }
}

}  // namespace weft::testing::library_closures_test
