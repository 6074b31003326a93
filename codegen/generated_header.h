#pragma once

#include <string>
#include <vector>

#include "codegen/header_tables.h"
#include "codegen/reflection.h"
#include "composer/plan.h"
#include "support/result.h"

namespace weft {

/// MATERIAL.PROFILE.h: what a program in C++ needs to use the shaders. C++17, no dependency but the
/// standard's headers. `reflection` is that of the programs; all references must outlive it.
class GeneratedHeader {
 public:
  GeneratedHeader(const Library& library, const PlacedPlan& placed, const Programs& programs,
                  const Reflection& reflection);

  /// Its first part: each block as a struct whose offsets are asserted, what the uniform program reads
  /// as `UniformInputs` with the parameters' defaults, and one `update(inputs, block)` per block that
  /// has results of it. Errors: `unsupported`.
  Result<std::string> declarations() const;

  /// The whole: behind its declarations what there is to bind and to fill as tables, and the modules
  /// as arrays (header_tables.h).
  std::string text(const std::string& declarations,
                   const std::vector<HeaderModule>& modules) const;

 private:
  const Library& library_;
  const PlacedPlan& placed_;
  const Programs& programs_;
  const Reflection& reflection_;
};

}  // namespace weft
