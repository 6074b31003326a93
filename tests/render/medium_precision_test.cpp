// Pictures of shipped materials with medium precision. A desktop's driver may ignore the
// permission, so a third picture emulates it: everything that GLSL declares as `mediump` is rounded
// to 16 bits.

#include <cstddef>
#include <string>
#include <string_view>

#include "codegen/spirv/spirv.h"
#include "render/image.h"
#include "render/showcase.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::medium_precision_test {

namespace {

using namespace weft::render;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw;
using weft::testing::shipped_text;
using weft::testing::View;

/// As GLSL: a number with the digits of 16 bits, and one with few digits.
constexpr std::string_view half = "unpackHalf2x16(packHalf2x16(v))";
constexpr std::string_view coarse = "floor(v * 16.0 + 0.5) / 16.0";

constexpr std::string_view rounding = R"(
float to_medium(float v) { return to_medium(vec2(v, 0.0)).x; }
vec3 to_medium(vec3 v) { return vec3(to_medium(v.xy), to_medium(v.z)); }
vec4 to_medium(vec4 v) { return vec4(to_medium(v.xy), to_medium(v.zw)); }
)";

/// Without the qualifiers.
std::string unqualified(std::string line) {
  const std::string_view word = "mediump ";
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word)) {
    line.erase(at, word.size());
  }
  return line;
}

/// What `line` gives after `before`, rounded.
std::string rounded_after(const std::string& line, std::string_view before) {
  const std::size_t value = line.find(before) + before.size();
  const std::size_t semicolon = line.find(';');
  return line.substr(0, value) + "to_medium(" + line.substr(value, semicolon - value) + ")" +
         line.substr(semicolon);
}

/// The text with each local and each result of medium precision rounded, and how many there are.
struct RoundedText {
  std::string text;
  std::size_t count = 0;
};

RoundedText rounded(const std::string& glsl, std::string_view digits) {
  const std::string_view word = "    mediump ";
  RoundedText result;
  std::size_t at = glsl.find('\n') + 1;  // after the version
  bool is_medium_function = false;
  result.text = glsl.substr(0, at) + "vec2 to_medium(vec2 v) { return " + std::string(digits) +
                "; }" + std::string(rounding);
  while (at < glsl.size()) {
    const std::size_t end = glsl.find('\n', at) + 1;
    std::string line = glsl.substr(at, end - at);
    is_medium_function = line.starts_with("mediump ") || (is_medium_function && line != "}\n");
    const bool returns = is_medium_function && line.starts_with("    return ");
    if (line.starts_with(word) || returns) {
      line = rounded_after(line, returns ? "return " : " = ");
      ++result.count;
    }
    line = unqualified(line);
    result.text += line;
    at = end;
  }
  return result;
}

ComposedMaterial with_rounding(ComposedMaterial material, std::string_view digits,
                               std::size_t least) {
  const RoundedText text = rounded(material.glsl.fragment_text, digits);
  INFO(text.text);
  CHECK(text.count >= least);
  const auto module = compile_glsl(Stage::Fragment, text.text);
  if (!module) {
    FAIL(module.error());
  }
  material.glsl.fragment = *module;
  return material;
}

struct Shown {
  const char* material;
  const char* profile;
  std::size_t locals;          ///< of medium precision, at least
  const char* text = nullptr;  ///< null: it is shipped
};

constexpr const char* bleached = R"(
import "core";
fragment faded(c: float3 {use: reflectance, encoding: linear}, by: float) -> float3 {use: reflectance, encoding: linear}
{
    float gray = dot(c, float3(0.2126, 0.7152, 0.0722));
    float3 pale = mix(float3(gray), float3(0.9, 0.85, 0.7), 0.4);
    return mix(c, pale, by);
}
material bleached {
    param cloth: float3 {use: reflectance, encoding: srgb} = #3050c0;
    param trim: float3 {use: reflectance, encoding: srgb} = #c02040;
    sun = smoothstep(0.2, 0.9, fract(surface.uv.x * 5.0));
    output albedo = faded(mix(cloth, trim, saturate(surface.uv.y)), sun);
}
)";

}  // namespace

TEST_CASE("medium precision: pictures of shipped materials stay within 2/255") {
  for (const Shown& shown :
       {Shown{"worn_metal", "forward", 6}, Shown{"glazed", "forward", 6},
        Shown{"latticework", "forward", 7}, Shown{"verdigris", "forward", 4},
        Shown{"skin", "forward", 5}, Shown{"marble", "forward", 5}, Shown{"gold_leaf", "unlit", 5},
        Shown{"bleached", "unlit", 7, bleached}}) {
    INFO(shown.material << " for " << shown.profile);
    const std::string text =
        "import \"profiles\";\n" +
        (shown.text != nullptr
             ? shown.text
             : shipped_text("materials/" + std::string(shown.material) + ".weft")) +
        "profile mobile: " + shown.profile + " { set precision medium; }\n";
    const ComposedMaterial full = compose_text(text, shown.material, shown.profile);
    const ComposedMaterial medium = compose_text(text, shown.material, "mobile");
    CHECK(full.glsl.fragment_text.find("mediump") == std::string::npos);
    CHECK(full.hlsl.fragment_text.find("min16float") == std::string::npos);
    Showcase showcase = default_showcase(full.shader(ShadingLanguage::Glsl), std::nullopt);
    View view;
    view.mesh = std::move(showcase.mesh);
    view.scene = std::move(showcase.scene);
    view.settings.width = view.settings.height = 96;
    const Image expected = draw(full, ShadingLanguage::Glsl, view).image;
    const auto difference_of = [&](const Image& image) {
      const auto difference = compare_images(expected, image, 2);
      REQUIRE(difference.has_value());
      return difference->max_difference;
    };
    for (const ShadingLanguage language : both_languages) {
      CHECK(difference_of(draw(medium, language, view).image) <= 2);
    }
    const auto emulated = [&](std::string_view digits) {
      const ComposedMaterial material = with_rounding(medium, digits, shown.locals);
      return difference_of(draw(material, ShadingLanguage::Glsl, view).image);
    };
    CHECK(emulated(half) <= 2);
    CHECK(emulated(coarse) > 2);  // the locals reach the picture
  }
}

}  // namespace weft::testing::medium_precision_test
