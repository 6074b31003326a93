#pragma once

// Precision of target results: the one table, for every operation and intrinsic, after the appendix
// «Vulkan Environment for SPIR-V» of the Vulkan specification, section «Precision and Operation of
// SPIR-V Instructions» (as of version 1.3.250).

#include <span>
#include <string_view>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/intrinsics.h"
#include "tests/render/float_range.h"

namespace weft::testing {

/// The components of a scalar, vector or (column by column) matrix.
using Components = std::vector<float_ranges::FloatRange>;

struct PrecisionBound {
  enum class Kind {
    Exact,    ///< bit-identical to the interpreter, except for flushed denormals
    Within,   ///< in `permitted`
    NotHere,  ///< computes no numbers (structural), or needs textures or neighboring pixels
  };
  Kind kind = Kind::NotHere;
  /// The appendix's wording; «own» if it has none and the bound is ours.
  std::string_view rule;
  /// The permitted range of each component of the result. Scalar operands are splatted.
  Components (*permitted)(std::span<const Components> operands) = nullptr;
};

/// For float operands; all operations on ints and bools are exact.
PrecisionBound bound_of(Intrinsic intrinsic);
PrecisionBound bound_of(Operation operation);

}  // namespace weft::testing
