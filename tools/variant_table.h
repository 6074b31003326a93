#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/result.h"
#include "support/source.h"
#include "tools/json_places.h"

namespace weft::tools {

/// One combination of values.
struct Variant {
  std::string name;
  std::size_t row = 0;  ///< of the table
  /// Parameters and their values, as a .weft file has them, in the order of the table.
  std::vector<std::pair<std::string, std::string>> values;
};

/// What `weft compose --variants` is to make: every variant for every profile in every language.
struct VariantTable {
  std::vector<Variant> variants;       ///< names differ
  std::vector<std::string> profiles;   ///< empty: not stated
  std::vector<std::string> languages;  ///< glsl, hlsl, spirv; empty: not stated
  std::string material;                ///< empty: not stated
};

/// Where the row, the parameter and the value of a variant stand in the table's text.
struct ValuePlace {
  Span row;
  Span parameter;
  Span value;
  bool is_verbatim =
      false;  ///< the value's text stands there as it is, behind a quote if it is a string
};
/// `places` are those of the table's text.
ValuePlace place_of_value(const JsonPlaces& places, std::string_view table, const Variant& variant,
                          const std::string& parameter, const std::string& text);

/// Where the name of a profile, or of the material, stands in the table's text; nothing if it does
/// not.
std::optional<Span> place_of_profile(const JsonPlaces& places, std::string_view table,
                                     std::string_view profile);
std::optional<Span> place_of_material(const JsonPlaces& places);

/// More than these is a mistake in the table.
inline constexpr std::size_t most_variants = 1'000'000;

/// Reads a table, a JSON document (docs/build-engines.md):
///
///     {"material": "m", "profiles": ["forward"], "languages": ["glsl"],
///      "variants": [{"name": "plain", "values": {"octaves": 2, "tint": "#ff8000"}},
///                   {"name": "all", "values": {"octaves": [1, 2, 3], "coated": [false, true]}}]}
///
/// All but "variants" may be left out, and a row may leave out either of its members. A value is a
/// number, a truth value, or a string that holds an expression. Lists make a product, the last one
/// turning fastest; each of its variants is called `all[octaves=1,coated=false]`.
///
/// Errors, all of a run, each with its place: `syntax-error` if this is no JSON, `bad-declaration`
/// where a member is unknown or of the wrong kind, `duplicate-name`, `expansion-limit`. Parameters
/// are not looked up yet. O(size of the table + variants × parameters).
Result<VariantTable> read_variant_table(FileId file, const SourceFile& source);

}  // namespace weft::tools
