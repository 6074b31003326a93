#include "importers/materialx/color_spaces.h"

#include <array>

#include <fmt/format.h>

#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

struct ColorSpace {
  std::string_view name;
  std::string_view encoding;
  std::string_view primaries;
};

// MaterialX's own names, then those of the ACES configuration of OpenColorIO.
constexpr std::array<ColorSpace, 21> color_spaces = {{
    {"srgb_texture", "srgb", "rec709"},        {"lin_rec709", "linear", "rec709"},
    {"lin_rec709_scene", "linear", "rec709"},  {"lin_ap1", "linear", "acescg"},
    {"lin_ap1_scene", "linear", "acescg"},     {"acescg", "linear", "acescg"},
    {"g22_rec709", "gamma22", "rec709"},       {"g22_rec709_scene", "gamma22", "rec709"},
    {"g22_ap1", "gamma22", "acescg"},          {"g22_ap1_scene", "gamma22", "acescg"},
    {"srgb_rec709_scene", "srgb", "rec709"},   {"srgb_ap1_scene", "srgb", "acescg"},
    {"lin_srgb", "linear", "rec709"},          {"srgb_displayp3", "srgb", "p3_d65"},
    {"srgb_p3d65_scene", "srgb", "p3_d65"},    {"lin_displayp3", "linear", "p3_d65"},
    {"lin_p3d65_scene", "linear", "p3_d65"},   {"lin_rec2020_scene", "linear", "rec2020"},
    {"lin_rec2020", "linear", "rec2020"},      {"ACES2065-1", "linear", "aces2065_1"},
    {"lin_ap0_scene", "linear", "aces2065_1"},
}};

struct Unit {
  std::string_view name;
  std::string_view trait;
  std::string_view worked_with;
};

constexpr std::array<Unit, 8> units = {{
    {"meter", "metre", "metre"},
    {"kilometer", "kilometre", "metre"},
    {"centimeter", "centimetre", "metre"},
    {"millimeter", "millimetre", "metre"},
    {"inch", "inch", "metre"},
    {"foot", "foot", "metre"},
    {"radian", "radian", "degree"},
    {"degree", "degree", "degree"},
}};

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

constexpr std::string_view worked_in = " {use: color, encoding: linear, primaries: rec709}";

}  // namespace

bool is_color_space(std::string_view name) {
  return name.empty() || name == "none" || find_space(name) != nullptr;
}

ValueMeaning meaning_of_value(const Document& document, ElementId input) {
  const Element& element = document.elements[input];
  if (is_color(element.get("type"))) {
    const ColorSpace* space = find_space(inherited(document, input, "colorspace"));
    return space == nullptr || is_worked_in(*space)
               ? ValueMeaning{}
               : ValueMeaning{traits_of(*space), std::string(worked_in), ""};
  }
  for (const Unit& unit : units) {
    if (unit.name == element.get("unit") && unit.trait != unit.worked_with &&
        data_type_of(element.get("type")).starts_with("float")) {
      return {"", "",
              fmt::format(" * mtlx_{}s(1.0 as {{unit: {}}})", unit.worked_with, unit.trait)};
    }
  }
  return {};
}

std::string meaning_of_texture(const Document& document, ElementId input) {
  const Element& element = document.elements[input];
  const bool is_of_color =
      !element.parent || is_color(document.elements[*element.parent].get("type"));
  const ColorSpace* space = find_space(inherited(document, input, "colorspace"));
  return !is_of_color || space == nullptr || is_worked_in(*space) ? std::string()
                                                                  : traits_of(*space);
}

}  // namespace weft::materialx
