#pragma once

#include <cstdint>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft {

/// A value known at composition time, as the 32-bit patterns of its scalars in order: vectors by
/// component, matrices column by column, arrays by element, structs by member. A bool is 0 or 1.
struct Constant {
  DataType type;
  std::vector<std::uint32_t> bits;

  friend auto operator<=>(const Constant&, const Constant&) = default;
};

}  // namespace weft
