#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::materialx {

/// The data type of Weft for values of a type of MaterialX: `float3` for `color3`. Empty for types
/// that shaders have no values of (`string`, `material` …).
std::string_view data_type_of(std::string_view type);

/// The types of MaterialX that shaders have values of, in the order of its specification.
std::vector<std::string_view> shader_types();

/// Whether documents can state values of the type, as numbers; not of `BSDF` or `surfaceshader`.
bool has_values(std::string_view type);

/// Whether a value of the type is a color.
bool is_color(std::string_view type);

/// A literal of Weft for the value of an attribute: `float3(0.5, 1.0, 0.0)` for `0.5, 1, 0`. The
/// rows of matrices become columns. Nothing if the text is not a value of that type.
std::optional<std::string> literal_of(std::string_view type, std::string_view text);

/// What follows the number of a `float` or an `integer`, which MaterialX ignores, and literal_of()
/// too: `, 1` of `0.5, 1`.
std::string_view ignored_rest(std::string_view type, std::string_view text);

/// The literal of a value whose components are all zero, or of the identity matrix.
std::string zero_of(std::string_view data_type);

/// The number by which Weft knows a word of an enumeration, such as `world` of `space`; nothing if
/// no enumeration has it.
std::optional<int> number_of_word(std::string_view word);

/// Whether a data type is a matrix of floats.
bool is_matrix(std::string_view data_type);

/// How many components a number or vector of floats has; 0 for other types.
std::size_t component_count(std::string_view data_type);

/// The expression of the data type `type` that takes channels of a value: `v.zyx` for `bgr`,
/// `float4(v.x, v.y, v.z, 1.0)` for `rgb1`. The first one stands for channels that are not named.
/// Nothing if the value does not have them.
std::optional<std::string> select_channels(const std::string& value, std::string_view value_type,
                                           std::string_view channels, std::string_view type);

/// Splits the numbers of a vector, color or matrix at commas and blanks: `0.5, 1` and `0.5 1`.
std::vector<std::string> split_numbers(std::string_view text);

/// Splits at a separator and trims blanks: the members of a struct are separated by semicolons.
std::vector<std::string> split_list(std::string_view text, char separator);

}  // namespace weft::materialx
