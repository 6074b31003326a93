#include "importers/materialx/color_spaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

struct ColorSpace {
  std::string_view name;
  std::string_view encoding;
  std::string_view primaries;
};

// MaterialX's own names, then those of the ACES configurations of OpenColorIO, with their aliases.
constexpr std::array<ColorSpace, 74> color_spaces = {{
    {"lin_rec709", "linear", "rec709"},
    {"lin_rec709_scene", "linear", "rec709"},
    {"lin_rec709_srgb", "linear", "rec709"},
    {"lin_srgb", "linear", "rec709"},
    {"Linear Rec.709 (sRGB)", "linear", "rec709"},
    {"Utility - Linear - Rec.709", "linear", "rec709"},
    {"Utility - Linear - sRGB", "linear", "rec709"},
    {"srgb_texture", "srgb", "rec709"},
    {"srgb_rec709_scene", "srgb", "rec709"},
    {"srgb_tx", "srgb", "rec709"},
    {"sRGB Encoded Rec.709 (sRGB)", "srgb", "rec709"},
    {"sRGB - Texture", "srgb", "rec709"},
    {"Utility - sRGB - Texture", "srgb", "rec709"},
    {"Input - Generic - sRGB - Texture", "srgb", "rec709"},
    {"g18_rec709", "gamma18", "rec709"},
    {"g18_rec709_scene", "gamma18", "rec709"},
    {"gamma18", "gamma18", "rec709"},
    {"Gamma 1.8 Encoded Rec.709", "gamma18", "rec709"},
    {"Gamma 1.8 Rec.709 - Texture", "gamma18", "rec709"},
    {"Utility - Gamma 1.8 - Rec.709 - Texture", "gamma18", "rec709"},
    {"g22_rec709", "gamma22", "rec709"},
    {"g22_rec709_scene", "gamma22", "rec709"},
    {"gamma22", "gamma22", "rec709"},
    {"Gamma 2.2 Encoded Rec.709", "gamma22", "rec709"},
    {"Gamma 2.2 Rec.709 - Texture", "gamma22", "rec709"},
    {"Utility - Gamma 2.2 - Rec.709 - Texture", "gamma22", "rec709"},
    {"rec709_display", "gamma24", "rec709"},
    {"g24_rec709_scene", "gamma24", "rec709"},
    {"gamma24", "gamma24", "rec709"},
    {"Gamma 2.4 Encoded Rec.709", "gamma24", "rec709"},
    {"Gamma 2.4 Rec.709 - Texture", "gamma24", "rec709"},
    {"Utility - Rec.709 - Display", "gamma24", "rec709"},
    {"acescg", "linear", "acescg"},
    {"lin_ap1", "linear", "acescg"},
    {"lin_ap1_scene", "linear", "acescg"},
    {"ACEScg", "linear", "acescg"},
    {"ACES - ACEScg", "linear", "acescg"},
    {"g22_ap1", "gamma22", "acescg"},
    {"g22_ap1_scene", "gamma22", "acescg"},
    {"Gamma 2.2 Encoded AP1", "gamma22", "acescg"},
    {"Gamma 2.2 AP1 - Texture", "gamma22", "acescg"},
    {"Utility - Gamma 2.2 - AP1 - Texture", "gamma22", "acescg"},
    {"srgb_ap1", "srgb", "acescg"},
    {"srgb_ap1_scene", "srgb", "acescg"},
    {"sRGB Encoded AP1", "srgb", "acescg"},
    {"sRGB Encoded AP1 - Texture", "srgb", "acescg"},
    {"ACES2065-1", "linear", "aces2065_1"},
    {"aces2065_1", "linear", "aces2065_1"},
    {"lin_ap0", "linear", "aces2065_1"},
    {"lin_ap0_scene", "linear", "aces2065_1"},
    {"ACES - ACES2065-1", "linear", "aces2065_1"},
    {"srgb_displayp3", "srgb", "p3_d65"},
    {"srgb_p3d65_scene", "srgb", "p3_d65"},
    {"sRGB Encoded P3-D65", "srgb", "p3_d65"},
    {"sRGB Encoded P3-D65 - Texture", "srgb", "p3_d65"},
    {"lin_displayp3", "linear", "p3_d65"},
    {"lin_p3d65", "linear", "p3_d65"},
    {"lin_p3d65_scene", "linear", "p3_d65"},
    {"Linear P3-D65", "linear", "p3_d65"},
    {"Utility - Linear - P3-D65", "linear", "p3_d65"},
    {"lin_rec2020", "linear", "rec2020"},
    {"lin_rec2020_scene", "linear", "rec2020"},
    {"Linear Rec.2020", "linear", "rec2020"},
    {"Utility - Linear - Rec.2020", "linear", "rec2020"},
    {"lin_adobergb", "linear", "adobe_rgb"},
    {"lin_adobergb_scene", "linear", "adobe_rgb"},
    {"Linear AdobeRGB", "linear", "adobe_rgb"},
    {"Utility - Linear - Adobe RGB", "linear", "adobe_rgb"},
    {"adobergb", "gamma_adobe", "adobe_rgb"},
    {"g22_adobergb_scene", "gamma_adobe", "adobe_rgb"},
    {"Gamma 2.2 Encoded AdobeRGB", "gamma_adobe", "adobe_rgb"},
    {"Utility - Gamma 2.2 - Adobe RGB - Texture", "gamma_adobe", "adobe_rgb"},
    {"CIE XYZ-D65 - Scene-referred", "linear", "xyz"},
    {"lin_ciexyzd65_scene", "linear", "xyz"},
}};

struct Unit {
  std::string_view name;
  double scale;                  ///< in metres or degrees
  std::string_view trait;        ///< Weft's, or empty: it has none
  std::string_view worked_with;  ///< the unit that values are converted to, if there is a trait
};

// Those of MaterialX's unit definitions.
constexpr std::array<Unit, 12> units = {{
    {"meter", 1.0, "metre", "metre"},
    {"kilometer", 1000.0, "kilometre", "metre"},
    {"centimeter", 0.01, "centimetre", "metre"},
    {"millimeter", 0.001, "millimetre", "metre"},
    {"micron", 1e-6, "", ""},
    {"nanometer", 1e-9, "", ""},
    {"inch", 0.0254, "inch", "metre"},
    {"foot", 0.3048, "foot", "metre"},
    {"yard", 0.9144, "", ""},
    {"mile", 1609.344, "", ""},
    {"radian", 57.29577951308232, "radian", "degree"},
    {"degree", 1.0, "degree", "degree"},
}};

const Unit* find_unit(std::string_view name) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : &*found;
}

/// The factor that converts a value in a unit to what the input is worked with: metres, degrees,
/// and nanometres for the thickness of a film, as its definition says.
std::string factor_of(const Element& input, const OwnDeclarations& own) {
  const std::string_view name = input.get("unit");
  if (name.empty() || !data_type_of(input.get("type")).starts_with("float")) {
    return {};
  }
  const Unit* unit = find_unit(name);
  const std::optional<double> scale = unit != nullptr ? unit->scale : own.scale_of_unit(name);
  const double worked_with = input.name == "thinfilm_thickness" ? 1e-9 : 1.0;
  if (!scale || *scale == worked_with) {
    return {};
  }
  return unit != nullptr && !unit->trait.empty() && worked_with == 1.0
             ? fmt::format(" * mtlx_{}s(1.0 as {{unit: {}}})", unit->worked_with, unit->trait)
             : fmt::format(" * {}", *literal_of("float", fmt::format("{}", *scale / worked_with)));
}

const ColorSpace* find_space(std::string_view name) {
  for (const ColorSpace& space : color_spaces) {
    if (space.name == name) {
      return &space;
    }
  }
  return nullptr;
}

bool is_worked_in(const ColorSpace& space) {
  return space.encoding == "linear" && space.primaries == "rec709";
}

std::string traits_of(const ColorSpace& space) {
  return fmt::format(" {{use: color, encoding: {}, primaries: {}}}", space.encoding,
                     space.primaries);
}

double exponent_of(std::string_view encoding) {
  return encoding == "gamma18"       ? 1.8
         : encoding == "gamma22"     ? 2.2
         : encoding == "gamma24"     ? 2.4
         : encoding == "gamma_adobe" ? 563.0 / 256.0
                                     : 1.0;
}

/// IEC 61966-2-1 for sRGB; powers are mirrored at zero.
double decoded(std::string_view encoding, double c) {
  const double size = std::abs(c);
  const double linear = encoding != "srgb" ? std::pow(size, exponent_of(encoding))
                        : size <= 0.04045  ? size / 12.92
                                           : std::pow((size + 0.055) / 1.055, 2.4);
  return std::copysign(linear, c);
}

double encoded(std::string_view encoding, double c) {
  const double size = std::abs(c);
  const double made = encoding != "srgb"  ? std::pow(size, 1.0 / exponent_of(encoding))
                      : size <= 0.0031308 ? size * 12.92
                                          : 1.055 * std::pow(size, 1.0 / 2.4) - 0.055;
  return std::copysign(made, c);
}

constexpr std::string_view worked_in = " {use: color, encoding: linear, primaries: rec709}";

}  // namespace

bool is_color_space(std::string_view name) {
  return name.empty() || name == "none" || name == "raw" || name == "Raw" ||
         name == "Utility - Raw" || find_space(name) != nullptr;
}

std::vector<std::string_view> color_space_names() {
  std::vector<std::string_view> names = {"none", "raw", "Raw", "Utility - Raw"};
  for (const ColorSpace& space : color_spaces) {
    names.push_back(space.name);
  }
  return names;
}

std::vector<std::string_view> unit_names(const OwnDeclarations& own) {
  std::vector<std::string_view> names = own.unit_names();
  for (const Unit& unit : units) {
    names.push_back(unit.name);
  }
  return names;
}

bool is_unit(std::string_view name, const OwnDeclarations& own) {
  return name.empty() || find_unit(name) != nullptr || own.has_unit(name);
}

ValueMeaning meaning_of_value(const Document& document, ElementId input,
                              const OwnDeclarations& own) {
  const Element& element = document.elements[input];
  if (is_color(element.get("type"))) {
    const ColorSpace* space = find_space(inherited(document, input, "colorspace"));
    return space == nullptr || is_worked_in(*space)
               ? ValueMeaning{}
               : ValueMeaning{traits_of(*space), std::string(worked_in), ""};
  }
  return {"", "", factor_of(element, own)};
}

std::string with_meaning(const std::string& literal, const ValueMeaning& meaning) {
  return meaning.stated.empty() ? literal + meaning.factor
                                : fmt::format("mtlx_color({} as{})", literal, meaning.stated);
}

double in_encoding_of(const Document& document, ElementId from, ElementId to, double component) {
  constexpr ColorSpace linear{"", "linear", "rec709"};
  const ColorSpace* given = find_space(inherited(document, from, "colorspace"));
  const ColorSpace* wanted = find_space(inherited(document, to, "colorspace"));
  given = given != nullptr ? given : &linear;
  wanted = wanted != nullptr ? wanted : &linear;
  return given->encoding == wanted->encoding || given->primaries != wanted->primaries
             ? component
             : encoded(wanted->encoding, decoded(given->encoding, component));
}

std::string meaning_of_texture(const Document& document, ElementId input, ElementId image) {
  const std::string_view type = document.elements[image].get("type");
  const bool is_of_color = is_color(type) || type == "multioutput";
  const ColorSpace* space = find_space(inherited(document, input, "colorspace"));
  return !is_of_color || space == nullptr || is_worked_in(*space) ? std::string()
                                                                  : traits_of(*space);
}

}  // namespace weft::materialx
