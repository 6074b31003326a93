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

/// One combination of parameter values.
struct Variant {
  std::string name;
  std::size_t row = 0;  ///< index into the table
  /// Parameters and their values, in .weft syntax, in the order of the table.
  std::vector<std::pair<std::string, std::string>> values;
};

/// The jobs of `weft compose --variants`: every variant for every profile in every language.
struct VariantTable {
  std::vector<Variant> variants;       ///< names are unique
  std::vector<std::string> profiles;   ///< empty: not stated
  std::vector<std::string> languages;  ///< glsl, hlsl, spirv; empty: not stated
  std::string material;                ///< empty: not stated
};

/// The source spans of a variant's row, parameter and value in the table.
struct ValuePlace {
  Span row;
  Span parameter;
  Span value;
  bool is_verbatim =
      false;  ///< the value appears unchanged in the text, after a quote if it is a string
};
/// `places` must be those of the table's text.
ValuePlace place_of_value(const JsonPlaces& places, std::string_view table, const Variant& variant,
                          const std::string& parameter, const std::string& text);

/// The span of the name of a profile, or of the material, in the table's text; nothing if it is
/// absent.
std::optional<Span> place_of_profile(const JsonPlaces& places, std::string_view table,
                                     std::string_view profile);
std::optional<Span> place_of_material(const JsonPlaces& places);

/// A table with more variants is treated as a mistake.
inline constexpr std::size_t most_variants = 1'000'000;

/// Reads a table, a JSON document (docs/build-engines.md):
///
///     {"material": "m", "profiles": ["forward"], "languages": ["glsl"],
///      "variants": [{"name": "plain", "values": {"octaves": 2, "tint": "#ff8000"}},
///                   {"name": "all", "values": {"octaves": [1, 2, 3], "coated": [false, true]}}]}
///
/// All members but "variants" are optional, and so are both members of a row. A value is a number,
/// a boolean, or a string that holds an expression. Lists form a Cartesian product, with the last
/// one varying fastest; each of its variants is called `all[octaves=1,coated=false]`.
///
/// Errors, all in one run, each with its span: `syntax-error` for malformed JSON, `bad-declaration`
/// for an unknown member or one of the wrong kind, `duplicate-name`, `expansion-limit`. Parameters
/// are not looked up yet. O(size of the table + variants × parameters).
Result<VariantTable> read_variant_table(FileId file, const SourceFile& source);

}  // namespace weft::tools
