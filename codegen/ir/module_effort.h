#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codegen/ir/program.h"
#include "support/diagnostic.h"

namespace weft {

/// What glslang has to do for one module beyond reading it. It keeps the constants of a kind in a
/// list and looks each one that it meets up from the front, so that its work is quadratic in the
/// different constants of a shader.
struct ModuleEffort {
  std::size_t constants = 0;      ///< different ones: numbers, and vectors made of numbers alone
  std::uint64_t comparisons = 0;  ///< of all look-ups together
};

/// More comparisons than 8,000 different constants take are worth a word: some tenths of a second.
constexpr std::uint64_t most_comparisons_unsaid = 32'000'000;

/// Counts, and does not measure: the same for the same program everywhere. O(expressions).
ModuleEffort effort_of(const Program& program);

/// The note `slow-module`, where an effort is worth a word. `module`: the name of its file.
std::optional<Diagnostic> slow_module_note(std::string_view module, std::size_t lines,
                                           const ModuleEffort& effort);

}  // namespace weft
