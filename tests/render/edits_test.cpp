// No special treatment of one material: edits of the shipped one are valid in both languages, draw
// the same image from both, and have exactly the expected effect.

#include "tests/render/edits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fragments/types/data_type.h"
#include "render/image.h"
#include "render/textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::edits_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_both;
using weft::testing::edited;
using weft::testing::renamed;
using weft::testing::Replacements;
using weft::testing::shipped_text;
using weft::testing::shuffled_lines;
using weft::testing::View;

const std::string& original_text() {
  static const std::string text = shipped_text("materials/worn_metal.weft");
  return text;
}

ComposedMaterial compose(const std::string& text, const std::string& profile = "forward",
                         const std::string& name = "worn_metal") {
  return compose_text(text, name, profile, {.uniform_program = false});
}

View small_view() {
  View view;
  view.settings.width = 96;
  view.settings.height = 96;
  return view;
}

bool has_member(const ComposedMaterial& material, const std::string& name) {
  for (const weft::Block& block : material.interface().blocks) {
    for (const weft::BlockMember& member : block.members) {
      if (member.name == name) {
        return true;
      }
    }
  }
  return false;
}

bool reads_attribute(const ComposedMaterial& material, std::uint32_t location) {
  const auto& attributes = material.interface().attributes;
  return std::any_of(attributes.begin(), attributes.end(),
                     [location](const auto& attribute) { return attribute.location == location; });
}

constexpr std::uint32_t tangent_location = 3;  // as profiles.weft provides it

bool mentions(const ComposedMaterial& material, ShadingLanguage language, const std::string& word) {
  return material.in(language).fragment_text.find(word) != std::string::npos ||
         material.in(language).vertex_text.find(word) != std::string::npos;
}

/// In both languages.
void check_mentions(const ComposedMaterial& material, const std::string& word, bool expected) {
  for (const ShadingLanguage language : both_languages) {
    INFO((language == ShadingLanguage::Glsl ? "GLSL" : "HLSL") << ", " << word);
    CHECK(mentions(material, language, word) == expected);
  }
}

std::vector<std::uint32_t> stripped(const weft::SpirvModule& module) {
  const auto result = weft::strip_names(module);
  if (!result) {
    FAIL(result.error());
  }
  return result->words;
}

/// Checks that both stages are the same up to names, in either language.
void check_same_modules(const ComposedMaterial& a, const ComposedMaterial& b) {
  for (const ShadingLanguage language : both_languages) {
    INFO((language == ShadingLanguage::Glsl ? "from GLSL" : "from HLSL"));
    CHECK((stripped(a.in(language).vertex) == stripped(b.in(language).vertex)));
    CHECK((stripped(a.in(language).fragment) == stripped(b.in(language).fragment)));
  }
}

double fraction_changed(const Image& a, const Image& b, int threshold) {
  const auto difference = compare_images(a, b, threshold);
  REQUIRE(difference);
  return difference->fraction_above;
}

Texture flat_normals() {
  auto texture = make_texture(solid_color(1, {128, 128, 255, 255}), Encoding::Linear);
  REQUIRE(texture);
  return std::move(*texture);
}

/// The permitted effect of an edit on the image and the modules.
enum class Effect { SameModules, SameBits, SamePicture, OtherPicture };

struct Edit {
  const char* name;
  Replacements replacements;
  Effect effect;
  std::function<void(const ComposedMaterial&)> check = [](const ComposedMaterial&) {};
};

const Replacements no_normal_map = {
    {"    param normal_map: texture2d {use: normal, basis: tangent, packing: unorm} [label: "
     "\"Normal\"];\n",
     ""},
    {"    n = sample(normal_map).xyz;\n", ""},
    {", bare, n)", ", bare)"},
    {"    output normal = n;\n", ""},
};

std::vector<Edit> edits_of_values() {
  return {
      {"parameter made linear",
       {{"param paint: float3 {use: reflectance, encoding: srgb} = #3a6ea5",
         "param paint: float3 {use: reflectance, encoding: linear} = "
         "float3(0.0423114, 0.1559265, 0.3762621)"}},
       Effect::SamePicture,
       [](const ComposedMaterial& m) { check_mentions(m, "srgb_to_linear", false); }},
      {"texture removed",
       {{"    param roughness_map: texture2d [label: \"Roughness\"];\n", ""},
        {"sample(roughness_map).r", "0.45"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) {
         CHECK(m.interface().textures.size() == 2);
         check_mentions(m, "roughness_map", false);
       }},
      {"normal map removed", no_normal_map, Effect::OtherPicture,
       [](const ComposedMaterial& m) {
         CHECK(m.interface().textures.size() == 2);
         CHECK_FALSE(reads_attribute(m, tangent_location));
         check_mentions(m, "tangent", false);
       }},
      {"the normal's port left to its implicit default",
       {{", bare, n)", ", bare)"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) {
         check_same_modules(m, compose(edited(original_text(), no_normal_map)));
       }},
      {"basis of the normal map changed",
       {{"basis: tangent, packing: unorm", "basis: model, packing: unorm"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) {
         CHECK(m.interface().textures.size() == 3);
         CHECK_FALSE(reads_attribute(m, tangent_location));
         check_mentions(m, "tangent", false);
       }},
      {"normal map without packing",
       {{"basis: tangent, packing: unorm", "basis: tangent"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) { CHECK(reads_attribute(m, tangent_location)); }},
      {"default changed",
       {{"param wear: float = 0.6", "param wear: float = 0.95"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) { check_same_modules(m, compose(original_text())); }},
      {"sampler of one texture changed",
       {{"[label: \"Roughness\"];", "[label: \"Roughness\", filter: nearest, wrap: mirror];"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) { CHECK(m.interface().samplers.size() == 2); }},
      {"static parameter",
       {{"    param wear: float", "    static param wear: float"}},
       Effect::SamePicture,
       [](const ComposedMaterial& m) { CHECK_FALSE(has_member(m, "wear")); }},
      {"specialisation constant",
       {{"    param wear: float", "    spec param wear: float"}},
       Effect::SamePicture,
       [](const ComposedMaterial& m) {
         CHECK_FALSE(has_member(m, "wear"));
         CHECK(m.interface().spec_constants.size() == 1);
       }},
      {"a constant instead of a parameter",
       {{"    param wear: float = 0.6 [label: \"Wear\", group: \"Coat\", min: 0, max: 1];\n",
         "    wear = 0.6;\n"}},
       Effect::SamePicture,
       [](const ComposedMaterial& m) { CHECK_FALSE(has_member(m, "wear")); }},
      {"light of its own added",
       {{"output color;",
         "glow = float3(0.5, 0.1, 0.0) as {use: radiance, encoding: linear};\n"
         "    output color = color + glow;"}},
       Effect::OtherPicture,
       [](const ComposedMaterial& m) { CHECK(m.interface().textures.size() == 3); }},
  };
}

std::vector<Edit> edits_without_effect() {
  return {
      {"implicit default made explicit",
       {{"bare, n)", "bare, n, view.to_eye)"},
        {"sample(base_map)", "sample(base_map, surface.uv)"}},
       Effect::SameModules},
      {"binding inlined",
       {{"    texel = sample(base_map);\n", ""}, {"texel.rgb", "sample(base_map).rgb"}},
       Effect::SameModules},
      {"bindings extracted",
       {{"base = mix(paint, texel.rgb, bare);",
         "steel = texel.rgb;\n    base = mix(paint, steel, bare);"},
        {"roughness = saturate(rough * roughness_scale);",
         "scaled = rough * roughness_scale;\n    roughness = saturate(scaled);"}},
       Effect::SameBits},  // named values are separate lines
      {"binding without a use added",
       {{"    output color;",
         "    idle = sample(roughness_map).g * 2.0 + wear;\n    output color;"}},
       Effect::SameModules},
      {"binding with its type stated",
       {{"    rough = sample", "    rough: float = sample"}},
       Effect::SameModules},
      {"graph around a part",
       {{"material worn_metal {",
         "graph scaled(rough: float, scale: float) -> float {\n"
         "    product = rough * scale;\n    output saturate(product);\n}\n\n"
         "material worn_metal {"},
        {"saturate(rough * roughness_scale)", "scaled(rough, roughness_scale)"}},
       Effect::SameBits},
      {"graph around a part, without names for values",
       {{"bareness(rough, wear);", "bare_part(rough, wear);"},
        {"material worn_metal {",
         "graph bare_part(rough: float, wear: float) -> float {\n"
         "    output bareness(rough, wear);\n}\n\n"
         "material worn_metal {"}},
       Effect::SameModules},
      {"graph with colours and an implicit normal around a part",
       {{"material worn_metal {",
         "graph shade(\n    base: float3 {use: reflectance, encoding: linear},\n    rough: float,\n"
         "    bare: float,\n    n: float3 {use: normal, basis: world, norm: unit} = "
         "surface.normal,\n"
         ") -> float3 {use: radiance, encoding: linear} {\n"
         "    output sum_lights(metallic_roughness(base, rough, bare, n));\n}\n\nmaterial "
         "worn_metal {"},
        {"sum_lights(metallic_roughness(base, roughness, bare, n))",
         "shade(base, rough: roughness, bare: bare, n: n)"}},
       Effect::SameModules},
      {"other spellings of the data types",
       {{"param paint: float3", "param paint: vec3"}},
       Effect::SameModules},
      {"comments and blanks",
       {{"    texel =", "\n\n    // A comment.\n  texel="},
        {"import \"core\";", "  import   \"core\" ; // first"},
        {"float edge = 0.2;", "float edge =\n        0.2  // soft\n        ;"}},
       Effect::SameModules},
      {"imports the other way round",
       {{"import \"core\";\nimport \"bsdf\";\nimport \"display\";\nimport \"lights\";\nimport "
         "\"profiles\";",
         "import \"profiles\";\nimport \"lights\";\nimport \"display\";\nimport \"bsdf\";\nimport "
         "\"core\";"}},
       Effect::SameModules},
      {"metadata changed",
       {{"[label: \"Paint\", group: \"Coat\"]", "[label: \"Color of the paint\"]"}},
       Effect::SameModules},
  };
}

/// The source with the fragment after the material that calls it.
std::string with_fragment_last() {
  const std::string& text = original_text();
  const std::size_t fragment = text.find("/// The share of the paint");
  const std::size_t material = text.find("material worn_metal");
  REQUIRE(fragment < material);
  REQUIRE(material < text.size());
  return text.substr(0, fragment) + text.substr(material) + "\n" +
         text.substr(fragment, material - fragment);
}

/// All names that the file declares, in the order of a table. Profiles find outputs by name, so the
/// binding `color` is first separated from the output.
std::vector<std::string> names_of_the_file() {
  return {
      "worn_metal", "bareness",        "edge",  "base_map", "normal_map", "roughness_map", "paint",
      "wear",       "roughness_scale", "texel", "rough",    "bare",       "base",          "n",
      "roughness",  "shaded",          "direct"};
}

std::string renamed_to(const std::vector<std::string>& words) {
  const std::vector<std::string> names = names_of_the_file();
  REQUIRE(words.size() >= names.size());
  std::map<std::string, std::string> table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    table[names[i]] = words[i];
  }
  const std::string told = edited(original_text(), {{"    color =", "    shaded    ="},
                                                    {"output color;", "output color = shaded;"}});
  return renamed(told, table);
}

/// Reserved in GLSL, in HLSL, or in both, or used by the generated shaders themselves.
std::vector<std::string> reserved_words() {
  return {
      "main",      "discard",   "texture",      "buffer",    "half",          "varying",
      "cbuffer",   "attribute", "filter",       "common",    "shared",        "input",
      "precise",   "technique", "register",     "matrix",    "sampler2D",     "layout",
      "lowp",      "inout",     "asm",          "volatile",  "template",      "this",
      "goto",      "union",     "typedef",      "namespace", "class",         "groupshared",
      "snorm",     "output_",   "sample",       "active",    "gl_Position",   "SV_Position",
      "a__b",      "_",         "Material",     "Frame",     "view_to_clip",  "lights_count",
      "v_uv",      "in_normal", "out_color",    "Lights",    "linear_repeat", "object_to_world",
      "Varyings",  "dFdx",      "ddx",          "lerp_",     "min16float",    "string",
      "interface", "noise1",    "SamplerState", "Texture2D", "mul",           "clip",
      "isnan",     "tex2D",     "imageLoad",    "float16_t", "push",          "globallycoherent"};
}

}  // namespace

TEST_CASE("material edits draw the same in both languages and have the expected effect") {
  const ComposedMaterial original = compose(original_text());
  const View view = small_view();
  const Image picture = draw_both(original, view).image;
  check_mentions(original, "srgb_to_linear", true);
  check_mentions(original, "tangent", true);
  CHECK(original.interface().textures.size() == 3);
  CHECK(original.interface().samplers.size() == 1);
  CHECK(has_member(original, "wear"));
  CHECK(reads_attribute(original, tangent_location));

  std::vector<Edit> edits = edits_of_values();
  for (Edit& edit : edits_without_effect()) {
    edits.push_back(std::move(edit));
  }
  CHECK(edits.size() >= 14);
  for (const Edit& edit : edits) {
    INFO(edit.name);
    const ComposedMaterial changed = compose(edited(original_text(), edit.replacements));
    const Image now = draw_both(changed, view).image;
    switch (edit.effect) {
      case Effect::SameModules:
        check_same_modules(original, changed);
        check_alike(picture, now, 0);
        break;
      case Effect::SameBits:
        check_alike(picture, now, 0);
        break;
      case Effect::SamePicture:
        check_alike(picture, now, 1);
        break;
      case Effect::OtherPicture:
        CHECK(fraction_changed(picture, now, 4) > 0.03);
        break;
    }
    edit.check(changed);
  }
}

TEST_CASE("a material without its normal map looks as with a flat one") {
  View view = small_view();
  const ComposedMaterial without = compose(edited(original_text(), no_normal_map));
  const Image picture = draw_both(without, view).image;
  view.inputs.textures["normal_map"] = flat_normals();
  const Image flat = draw_both(compose(original_text()), view).image;
  // Bytes cannot represent 0.5: a flat map tilts by 0.3 degrees, which moves the edges of
  // highlights.
  CHECK(fraction_changed(picture, flat, 3) < 0.05);
  check_alike(picture, flat, 20);
}

TEST_CASE("an added light brightens surfaces that face it and darkens nothing") {
  const ComposedMaterial material = compose(original_text());
  View view = small_view();
  const Image before = draw_both(material, view).image;
  view.scene.lights.push_back({{0.2F, -0.9F, 0.6F}, {1.5F, 1.5F, 1.5F}});
  const Image after = draw_both(material, view).image;
  std::size_t brighter = 0;
  std::size_t darker = 0;
  for (std::size_t i = 0; i < before.rgba.size(); ++i) {
    brighter += after.rgba[i] > before.rgba[i] + 4 ? 1 : 0;
    darker += after.rgba[i] + 1 < before.rgba[i] ? 1 : 0;
  }
  CHECK(brighter * 20 > before.rgba.size());
  CHECK(darker == 0);
}

TEST_CASE("reordered declarations give the same modules") {
  weft::testing::Random random(weft::testing::seed());
  for (const std::string profile : {"forward", "unlit"}) {
    INFO(profile);
    const ComposedMaterial original = compose(original_text(), profile);
    check_same_modules(original, compose(with_fragment_last(), profile));
    for (std::size_t i = 0; i < weft::testing::scaled(4); ++i) {
      const std::string text =
          shuffled_lines(original_text(), "    param roughness_scale", "}", random);
      INFO(text);
      check_same_modules(original, compose(text, profile));
    }
  }
}

TEST_CASE("renaming everything, reserved words included, gives the same modules") {
  weft::testing::Random random(weft::testing::seed());
  const ComposedMaterial original = compose(original_text());
  const View view = small_view();
  const Image picture = draw_both(original, view).image;
  std::vector<std::string> words = reserved_words();
  for (std::size_t round = 0; round < weft::testing::scaled(6); ++round) {
    const std::string text = renamed_to(words);
    INFO(text);
    const ComposedMaterial changed = compose(text, "forward", words[0]);
    check_same_modules(original, changed);
    if (round == 0) {
      check_alike(picture, draw_both(changed, view).image, 0);
    }
    for (std::size_t i = words.size() - 1; i > 0; --i) {
      std::swap(words[i], words[random.below(i + 1)]);
    }
  }
}

}  // namespace weft::testing::edits_test
