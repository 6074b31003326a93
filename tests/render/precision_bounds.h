#pragma once

// How far the results of a target may be from exact ones: the one table, of every operation and
// intrinsic, after the appendix «Vulkan Environment for SPIR-V» of the Vulkan specification,
// section «Precision and Operation of SPIR-V Instructions» (as of version 1.3.250).

#include <span>
#include <string_view>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/intrinsics.h"
#include "tests/render/float_range.h"

namespace weft::testing {

/// The components of a scalar, vector or (column by column) matrix.
using Components = std::vector<FloatRange>;

struct PrecisionBound {
  enum class Kind {
    Exact,    ///< bit for bit what the interpreter gives, but for flushed denormals
    Within,   ///< in `permitted`
    NotHere,  ///< has no numbers of its own (structure), or needs textures or neighbours
  };
  Kind kind = Kind::NotHere;
  /// As the appendix says it; «own» where it says nothing and the bound is ours.
  std::string_view rule;
  /// What each component of the result may be. Scalars among the operands spread.
  Components (*permitted)(std::span<const Components> operands) = nullptr;
};

/// Of float operands; of ints and bools everything is exact.
PrecisionBound bound_of(Intrinsic intrinsic);
PrecisionBound bound_of(Operation operation);

}  // namespace weft::testing
