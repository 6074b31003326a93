#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/result.h"
#include "support/source.h"

namespace weft::tools {

/// One combination of values.
struct Variant {
  std::string name;
  /// Parameters and their values, as a .weft file has them, in the order of the table.
  std::vector<std::pair<std::string, std::string>> values;
};

/// What `weft compose --variants` is to make: every variant for every profile in every language.
struct VariantTable {
  std::vector<Variant> variants;        ///< names differ
  std::vector<std::string> profiles;    ///< empty: not stated
  std::vector<std::string> languages;   ///< glsl, hlsl, spirv; empty: not stated
  std::string material;                 ///< empty: not stated
};

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
/// Errors, all of a run: `syntax-error` with the place if this is no JSON, `bad-declaration` where a
/// member is unknown or of the wrong kind, `duplicate-name`, `expansion-limit`. Parameters are not
/// looked up yet. O(size of the table + variants × parameters).
Result<VariantTable> read_variant_table(FileId file, const SourceFile& source);

}  // namespace weft::tools
