#pragma once

#include <optional>

#include "fragments/load/load_state.h"

namespace weft {

/// What metadata stands at, which decides what it may say.
struct MetadataPlace {
  bool is_provision = false;  ///< of a profile; else of a parameter or port
  DataType type;              ///< of parameters and ports; void for type variables
};

MetadataPlace metadata_place_of(const FragmentPort& port);

/// Checks and reads `[label: "Paint", min: 0]`. Known are
///  - label, group, description (texts), unit (a text or a name), hidden (a bool) everywhere,
///  - min, max, soft_min, soft_max, step (numbers, or values of the type) of numbers,
///  - color (a bool) of float3 and float4,
///  - filter, mip_filter: linear or nearest; wrap: repeat, clamp or mirror; anisotropy: 1 to 16, of
///  textures,
///  - capacity (1 to 65536) of provisions.
/// Errors: `unknown-metadata`, `bad-metadata`, `duplicate-name`. What has errors is left out.
MetaData resolve_metadata(LoadState& state, const syntax::Module& module, const syntax::Meta& meta,
                          const MetadataPlace& place);

/// The entry of that name, or null.
const MetaValue* find_metadata(const LoadState& state, const MetaData& meta, std::string_view name);

/// `out-of-range` where a component of `value` lies outside `min` or `max`.
void check_range(LoadState& state, const MetaData& meta, const Constant& value, Span span);

}  // namespace weft
