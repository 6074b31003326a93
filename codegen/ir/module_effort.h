#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codegen/ir/program.h"
#include "support/diagnostic.h"

namespace weft {

/// A deterministic estimate of glslang's compile time for one module. glslang keeps the constants
/// of a kind in a list and finds each use by linear search from the front, so its time is quadratic
/// in the number of distinct constants.
struct ModuleEffort {
  std::size_t constants = 0;      ///< distinct constants: numbers, and vectors of literals
  std::uint64_t comparisons = 0;  ///< in all lookups together
};

/// Above this, slow_module_note() reports: as many comparisons as 8,000 distinct constants cause,
/// some tenths of a second.
constexpr std::uint64_t most_comparisons_unsaid = 32'000'000;

/// Counts instead of measuring, so equal programs give equal results on every machine.
/// O(expressions).
ModuleEffort effort_of(const Program& program);

/// The note `slow-module` if the effort exceeds the limit. `module` is the file name.
std::optional<Diagnostic> slow_module_note(std::string_view module, std::size_t lines,
                                           const ModuleEffort& effort);

}  // namespace weft
