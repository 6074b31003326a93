#include "importers/materialx/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::materialx {
namespace {

struct TypeRow {
  std::string_view name;
  std::string_view data_type;
  std::size_t components;
};

constexpr std::array<TypeRow, 18> types = {{
    {"float", "float", 1},
    {"integer", "int", 1},
    {"boolean", "bool", 1},
    {"color3", "float3", 3},
    {"color4", "float4", 4},
    {"vector2", "float2", 2},
    {"vector3", "float3", 3},
    {"vector4", "float4", 4},
    {"matrix33", "float3x3", 9},
    {"matrix44", "float4x4", 16},
    {"filename", "texture2d", 0},
    {"BSDF", "Bsdf", 0},
    {"EDF", "float3", 0},  // the radiance toward the eye
    {"VDF", "float3", 0},  // the share of light that gets through
    {"surfaceshader", "ShadedSurface", 0},
    {"material", "ShadedSurface", 0},
    {"displacementshader", "float3", 0},  // the offset in object space
    {"lightshader", "LightSample", 0},
}};

const TypeRow* row_of(std::string_view type) {
  for (const TypeRow& row : types) {
    if (row.name == type) {
      return &row;
    }
  }
  return nullptr;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// The shortest literal of the float32 nearest to the number, or nothing. Like MaterialX, reads
/// what begins as a number and ignores the rest of it: `0.5.0`.
std::optional<std::string> float_literal(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
  }
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = code == std::errc() && end != text.data() &&
                         std::abs(value) <= double{std::numeric_limits<float>::max()};
  if (!is_number) {
    return std::nullopt;
  }
  std::string literal = fmt::format("{}", static_cast<float>(value));
  if (literal.find_first_of(".e") == std::string::npos) {
    literal += ".0";
  }
  return literal;
}

std::optional<std::string> int_literal(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  std::int32_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc()) {
    return std::nullopt;
  }
  return fmt::format("{}", value);
}

}  // namespace

std::string_view data_type_of(std::string_view type) {
  const TypeRow* row = row_of(type);
  return row == nullptr ? std::string_view() : row->data_type;
}

std::vector<std::string_view> shader_types() {
  std::vector<std::string_view> names;
  names.reserve(types.size());
  for (const TypeRow& row : types) {
    names.push_back(row.name);
  }
  return names;
}

bool has_values(std::string_view type) {
  const TypeRow* row = row_of(type);
  return row != nullptr && row->components != 0;
}

bool is_color(std::string_view type) { return type == "color3" || type == "color4"; }

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> split_numbers(std::string_view text) {
  constexpr std::string_view separators = ", \t\r\n";
  std::vector<std::string> parts;
  for (std::size_t begin = text.find_first_not_of(separators); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(separators, end);
  }
  return parts;
}

std::optional<std::string> literal_of(std::string_view type, std::string_view text) {
  const TypeRow* row = row_of(type);
  if (row == nullptr || row->components == 0) {
    return std::nullopt;
  }
  if (type == "boolean") {
    const std::string_view word = trimmed(text);
    return word == "true" || word == "false" ? std::optional<std::string>(word) : std::nullopt;
  }
  if (type == "integer") {
    return int_literal(trimmed(text));
  }
  if (type == "float") {
    return float_literal(trimmed(text));
  }
  std::vector<std::string> numbers;
  for (const std::string& part : split_numbers(text)) {
    const std::optional<std::string> number = float_literal(part);
    if (!number) {
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  if (numbers.size() != row->components) {
    return std::nullopt;
  }
  const bool is_vector = row->components <= 4;
  if (is_vector && std::equal(numbers.begin() + 1, numbers.end(), numbers.begin())) {
    return fmt::format("{}({})", row->data_type, numbers.front());
  }
  return fmt::format("{}({})", row->data_type, fmt::join(numbers, ", "));
}

std::string_view ignored_rest(std::string_view type, std::string_view text) {
  if (type != "float" && type != "integer") {
    return {};
  }
  text = trimmed(text);
  const char* last = text.data() + text.size();
  const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
  double number = 0;
  std::int32_t integer = 0;
  const char* end = type == "float" ? std::from_chars(first, last, number).ptr
                                    : std::from_chars(first, last, integer).ptr;
  return text.substr(static_cast<std::size_t>(end - text.data()));
}

std::size_t component_count(std::string_view data_type) {
  constexpr std::array<std::string_view, 4> names = {"float", "float2", "float3", "float4"};
  const auto found = std::find(names.begin(), names.end(), data_type);
  return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin()) + 1;
}

bool is_matrix(std::string_view data_type) {
  return data_type == "float3x3" || data_type == "float4x4";
}

std::string zero_of(std::string_view data_type) {
  if (data_type == "float") {
    return "0.0";
  }
  if (data_type == "int") {
    return "0";
  }
  if (data_type == "bool") {
    return "false";
  }
  if (data_type == "Bsdf") {
    return "mtlx_no_bsdf()";
  }
  if (data_type == "ShadedSurface") {
    return "mtlx_no_surface()";
  }
  return fmt::format("{}({})", data_type, is_matrix(data_type) ? "1.0" : "0.0");
}

std::optional<int> number_of_word(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, int>, 18> words = {{
      {"object", 0},
      {"model", 0},
      {"world", 1},
      {"tangent", 2},
      {"constant", 0},
      {"black", 0},
      {"clamp", 1},
      {"periodic", 2},
      {"mirror", 3},
      {"box", 0},
      {"gaussian", 1},
      {"R", 0},
      {"T", 1},
      {"RT", 2},
      {"ggx", 0},
      {"conty_kulla", 0},
      {"zeltner", 1},
      {"", 0},
  }};
  for (const auto& [name, number] : words) {
    if (name == word) {
      return number;
    }
  }
  return std::nullopt;
}

std::optional<std::string> select_channels(const std::string& value, std::string_view value_type,
                                           std::string_view channels, std::string_view type) {
  constexpr std::string_view colors = "rgba";
  constexpr std::string_view coordinates = "xyzw";
  const std::size_t available = component_count(value_type);
  const std::size_t wanted = component_count(type);
  if (available == 0 || wanted == 0 || channels.size() > 4) {
    return std::nullopt;
  }
  std::string swizzle;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < wanted; ++i) {
    const char letter = i < channels.size() ? channels[i] : 'x';
    if (letter == '0' || letter == '1') {
      parts.push_back(fmt::format("{}.0", letter));
      continue;
    }
    const std::size_t at = std::min(colors.find(letter), coordinates.find(letter));
    if (at == std::string_view::npos || (available > 1 && at >= available)) {
      return std::nullopt;
    }
    swizzle += coordinates[at];
    parts.push_back(available == 1 ? value : fmt::format("{}.{}", value, coordinates[at]));
  }
  if (wanted == 1) {
    return parts.front();
  }
  if (swizzle.size() < wanted) {
    return fmt::format("{}({})", type, fmt::join(parts, ", "));
  }
  return available == 1 ? fmt::format("{}({})", type, value) : value + "." + swizzle;
}

}  // namespace weft::materialx
