#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

// The entries of metadata, `[label: "Paint", min: 0]`; see resolve_metadata().

namespace weft {

/// What an entry holds.
enum class MetaKind {
  Text,
  TextOrName,
  Bool,
  Number,
  Enum,
  Texel,
  Filter,
  Wrap,
  Border,
  Compare,
  Anisotropy,
  Projection,
  Capacity
};
/// What an entry may describe.
enum class MetaFor {
  Everything,
  Numbers,
  Integers,
  Colors,
  Textures,
  Shadows,
  Projections,
  Provisions
};

struct MetadataEntry {
  std::string_view name;
  MetaKind kind;
  MetaFor fits;
};

inline constexpr std::array metadata_entries = {
    MetadataEntry{"label", MetaKind::Text, MetaFor::Everything},
    MetadataEntry{"group", MetaKind::Text, MetaFor::Everything},
    MetadataEntry{"description", MetaKind::Text, MetaFor::Everything},
    MetadataEntry{"unit", MetaKind::TextOrName, MetaFor::Everything},
    MetadataEntry{"hidden", MetaKind::Bool, MetaFor::Everything},
    MetadataEntry{"min", MetaKind::Number, MetaFor::Numbers},
    MetadataEntry{"max", MetaKind::Number, MetaFor::Numbers},
    MetadataEntry{"soft_min", MetaKind::Number, MetaFor::Numbers},
    MetadataEntry{"soft_max", MetaKind::Number, MetaFor::Numbers},
    MetadataEntry{"step", MetaKind::Number, MetaFor::Numbers},
    MetadataEntry{"enum", MetaKind::Enum, MetaFor::Integers},
    MetadataEntry{"color", MetaKind::Bool, MetaFor::Colors},
    MetadataEntry{"filter", MetaKind::Filter, MetaFor::Textures},
    MetadataEntry{"mip_filter", MetaKind::Filter, MetaFor::Textures},
    MetadataEntry{"wrap", MetaKind::Wrap, MetaFor::Textures},
    MetadataEntry{"wrap_u", MetaKind::Wrap, MetaFor::Textures},
    MetadataEntry{"wrap_v", MetaKind::Wrap, MetaFor::Textures},
    MetadataEntry{"wrap_w", MetaKind::Wrap, MetaFor::Textures},
    MetadataEntry{"border", MetaKind::Border, MetaFor::Textures},
    MetadataEntry{"anisotropy", MetaKind::Anisotropy, MetaFor::Textures},
    MetadataEntry{"compare", MetaKind::Compare, MetaFor::Shadows},
    MetadataEntry{"file", MetaKind::Text, MetaFor::Textures},
    MetadataEntry{"fallback", MetaKind::Texel, MetaFor::Textures},
    MetadataEntry{"projection", MetaKind::Projection, MetaFor::Projections},
    MetadataEntry{"capacity", MetaKind::Capacity, MetaFor::Provisions},
};

/// Null if there is no such entry.
constexpr const MetadataEntry* find_metadata_entry(std::string_view name) {
  for (const MetadataEntry& entry : metadata_entries) {
    if (entry.name == name) {
      return &entry;
    }
  }
  return nullptr;
}

/// The words that entries of a kind have; none for texts and numbers.
inline std::vector<std::string_view> words_of(MetaKind kind) {
  switch (kind) {
    case MetaKind::Bool:
      return {"true", "false"};
    case MetaKind::Enum:
      return {"one_of"};
    case MetaKind::Filter:
      return {"linear", "nearest"};
    case MetaKind::Wrap:
      return {"repeat", "clamp", "mirror", "border"};
    case MetaKind::Border:
      return {"transparent", "black", "white"};
    case MetaKind::Compare:
      return {"never",   "less",      "equal",         "less_equal",
              "greater", "not_equal", "greater_equal", "always"};
    case MetaKind::Projection:
      return {"to_clip", "from_clip"};
    default:
      return {};
  }
}

}  // namespace weft
