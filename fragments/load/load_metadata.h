#pragma once

#include <optional>

#include "fragments/load/load_state.h"

namespace weft {

/// The thing that metadata describes, which decides the entries it may have.
struct MetadataPlace {
  bool is_provision = false;  ///< on a provision of a profile
  DataType type;              ///< of parameters, ports and features; void for type variables
  bool is_feature = false;    ///< else on a parameter or port
};

MetadataPlace metadata_place_of(const FragmentPort& port);

/// Checks and reads `[label: "Paint", min: 0]`. Known entries:
/// - label, group, description (strings), unit (a string or a name), hidden (a bool): everywhere;
/// - min, max, soft_min, soft_max, step (numbers, or values of the type): for numbers;
/// - enum (`one_of(low, high: 4)`, with numbers that count up from 0): for int and uint;
/// - color (a bool): for float3 and float4;
/// - filter, mip_filter: linear or nearest; wrap, wrap_u, wrap_v, wrap_w: repeat, clamp, mirror or
///   border; border: transparent, black or white; anisotropy: 1 to 16: for textures;
/// - compare: less_equal, …: for textures whose sampler compares;
/// - file (a string), fallback (a float4): for textures;
/// - projection (`to_clip` or `from_clip`): for features of the type float4x4;
/// - capacity (1 to 65536): for provisions.
/// Errors: `unknown-metadata`, `bad-metadata`, `duplicate-name`. Erroneous entries are left out.
MetaData resolve_metadata(LoadState& state, const syntax::Module& module, const syntax::Meta& meta,
                          const MetadataPlace& place);

/// Reports `out-of-range` if a component of `value` is outside `min` or `max`, or not in `enum`.
void check_range(LoadState& state, const MetaData& meta, const Constant& value, Span span);

}  // namespace weft
