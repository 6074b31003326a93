#include "live/session/preview_mapping.h"

#include <fmt/format.h>

#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

/// The name of a trait's stated value; empty if it is not stated.
std::string stated(const Library& library, const SemanticType& type, std::string_view trait) {
  const auto name = library.names.find(trait);
  const auto id = name ? library.lattice.find_trait(*name) : std::nullopt;
  const auto value = id ? type.stated(*id) : std::nullopt;
  return value ? std::string(library.text(library.lattice.value(*value).name)) : std::string();
}

using Choices = std::vector<PreviewMapping>;

Choices scalar_choices(const Library& library, const SemanticType& type, const std::string& value,
                       const std::optional<std::pair<double, double>>& range) {
  if (range) {
    return {{"", fmt::format("preview_scalar(float({}), {}, {})", value,
                             number_text(range->first, NumberForm::Float),
                             number_text(range->second, NumberForm::Float))}};
  }
  if (is_stated(library, type, "unit", "angle")) {
    return {{"float {unit: turn}", fmt::format("preview_turn(float({}))", value)}};
  }
  if (is_stated(library, type, "unit", "length")) {
    return {{"float {unit: metre}", fmt::format("preview_distance(float({}))", value)}};
  }
  if (is_stated(library, type, "unit", "time")) {
    return {{"float {unit: second}", fmt::format("preview_cycle(float({}))", value)}};
  }
  return {{"", fmt::format("preview_scalar(float({}), 0.0, 1.0)", value)}};
}

/// Normals and directions in world space, unpacked, of unit length; else as they are.
Choices vector_choices(const Library& library, const SemanticType& type, const std::string& value) {
  const std::string use = stated(library, type, "use");
  const std::string color = fmt::format("preview_vector({})", value);
  Choices choices;
  if (!stated(library, type, "basis").empty()) {
    choices.push_back(
        {fmt::format("float3 {{use: {}, basis: world, packing: plain, norm: unit}}", use), color});
    choices.push_back(
        {fmt::format("float3 {{use: {}, basis: world, packing: plain}}", use), color});
  }
  const bool is_packed = !stated(library, type, "packing").empty();
  if (is_packed) {
    choices.push_back({fmt::format("float3 {{use: {}, packing: plain}}", use), color});
  }
  const bool is_pair = type.data() == float2_type;
  choices.push_back(
      {"", is_pair
               ? fmt::format("preview_pair({})", value)
               : fmt::format("{}({})", is_packed ? "preview_triple" : "preview_vector", value)});
  return choices;
}

/// The type of a color that is shown as if it were displayed.
std::string displayed(const Library& library, SemanticType type, DataType data) {
  const auto state = [&](std::string_view trait, std::string_view value) {
    const auto trait_name = library.names.find(trait);
    const auto id = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
    const auto value_name = library.names.find(value);
    const auto found =
        id && value_name ? library.lattice.find_value(*id, *value_name) : std::nullopt;
    if (found) {
      type.set(*id, *found, library.lattice);
    }
  };
  type.set_data(data);
  state("use", "display_color");
  if (stated(library, type, "encoding").empty()) {
    state("encoding", "linear");
  }
  return library.type_name(type);
}

/// Radiance through the conversions to a display color, other colors as if they were one.
Choices color_choices(const Library& library, const SemanticType& type, const std::string& value) {
  const std::string missing = stated(library, type, "encoding").empty() ? ", encoding: linear" : "";
  const auto as_display = [&](const std::string& part, DataType data) {
    return PreviewMapping{"",
                          fmt::format("({}{} as {{use: display_color{}}})", value, part, missing),
                          displayed(library, type, data)};
  };
  Choices choices;
  if (is_stated(library, type, "use", "radiance") && missing.empty()) {
    choices.push_back({"", value, library.type_name(type)});
  }
  choices.push_back(as_display("", type.data()));
  if (type.data() == float4_type) {
    choices.push_back(as_display(".rgb", float3_type));
  }
  return choices;
}

Choices float_choices(const Library& library, const SemanticType& type, const std::string& value) {
  const int size = type.data().component_count();
  if (is_stated(library, type, "use", "vector")) {
    return vector_choices(library, type, value);
  }
  if (size == 2) {
    const bool is_place = is_stated(library, type, "use", "texcoord");
    return {{"", fmt::format("{}({})", is_place ? "preview_texcoord" : "preview_pair", value)}};
  }
  const std::string three = size == 4 ? ".xyz" : "";
  if (is_stated(library, type, "use", "position")) {
    return {{"float3 {use: position, basis: world}", fmt::format("preview_position({})", value)},
            {"", fmt::format("preview_position({}{})", value, three)}};
  }
  if (is_stated(library, type, "use", "color") || !stated(library, type, "encoding").empty()) {
    return color_choices(library, type, value);
  }
  return {{"", fmt::format("preview_triple({}{})", value, three)}};
}

Choices integer_choices(int size, const std::string& value,
                        const std::optional<std::pair<double, double>>& range) {
  if (size == 1 && range) {
    return {{"", fmt::format("preview_scalar(float({}), {}, {})", value,
                             number_text(range->first, NumberForm::Float),
                             number_text(range->second, NumberForm::Float))}};
  }
  if (size == 1) {
    return {{"", fmt::format("preview_index(int({}))", value)}};
  }
  return {{"", size == 2
                   ? fmt::format("preview_pair(float2(float({0}.x), float({0}.y)))", value)
                   : fmt::format("preview_triple(float3(float({0}.x), float({0}.y), float({0}.z)))",
                                 value)}};
}

}  // namespace

bool is_stated(const Library& library, const SemanticType& type, std::string_view trait,
               std::string_view value) {
  const auto name = library.names.find(trait);
  const auto id = name ? library.lattice.find_trait(*name) : std::nullopt;
  const auto value_name = library.names.find(value);
  const auto wanted =
      id && value_name ? library.lattice.find_value(*id, *value_name) : std::nullopt;
  const auto found = wanted ? type.stated(*id) : std::nullopt;
  return found && library.lattice.is_within(*found, *wanted);
}

PreviewMappings preview_mappings(const Library& library, const SemanticType& type,
                                 const std::string& value,
                                 const std::optional<std::pair<double, double>>& range) {
  const DataType data = type.data();
  if (data.is_struct()) {
    const StructMember& member = library.data_types.structure(data).members.front();
    return {{}, fmt::format(".{}", library.text(member.name)), SemanticType(member)};
  }
  if (data.is_array()) {
    SemanticType element = type;
    element.set_data(library.data_types.array(data).element);
    return {{}, "[0]", element};
  }
  if (data == bool_type) {
    return {{{"", fmt::format("preview_bool({})", value)}}, {}, {}};
  }
  if (data.is_integral()) {
    return {integer_choices(data.component_count(), value, range), {}, {}};
  }
  if (data == float_type) {
    return {scalar_choices(library, type, value, range), {}, {}};
  }
  if (data == float4_type && is_stated(library, type, "use", "vector")) {
    SemanticType first = type;  // the fourth is a handedness or nothing
    first.set_data(float3_type);
    return {{}, ".xyz", first};
  }
  if (data.is_vector() && data.is_float_based()) {
    return {float_choices(library, type, value), {}, {}};
  }
  return {};
}

}  // namespace weft::live
