#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/json.h"
#include "support/result.h"

// `--shard I/N` divides a table of variants among runs, and `weft merge` makes one index of theirs
// (docs/variants-at-scale.md). The shard of a variant is a hash of its name: it depends neither on
// the other variants nor on the order of the table, so an edit of one row moves no other.

namespace weft::tools {

/// One of `count` shards; both count from 1.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;

  /// Whether a variant of this name is in it.
  bool has(std::string_view name) const;
  /// `MATERIAL.variants.json`, and of a shard `MATERIAL.variants.I-of-N.json`.
  static std::string file_name(const std::string& material, const std::optional<Shard>& shard,
                               std::string_view extension);
};

/// Reads `I/N`, N at most a million. The error says what to write instead.
tl::expected<Shard, std::string> read_shard(const std::string& words);

/// A variant of an index.
struct IndexedVariant {
  std::string name;
  std::size_t place = 0;  ///< in the order of the table
  Json values;            ///< by parameter
  Json outputs;           ///< file names by profile and suffix
};

/// What `--variants` made: all of a table, or a shard of it.
struct VariantIndex {
  std::string generator;  ///< `weft 1.2.3`
  std::string material;
  std::optional<Shard> shard;
  std::string inputs;        ///< of a shard: a hash of what all shards of a table have in common
  std::size_t in_table = 0;  ///< of a shard: the number of variants in all shards
  std::vector<IndexedVariant> variants;

  /// As JSON: an object by name, and for a shard a list with places. Linear.
  std::string text() const;
};

/// Reads the index of a shard, from the file `path`. Errors, without a span: `syntax-error`,
/// `bad-declaration`.
Result<VariantIndex> read_shard_index(FileId file, const SourceFile& source);

}  // namespace weft::tools
