#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "composer/checks/check_memory.h"
#include "composer/compose.h"

namespace weft {

struct ConversionCheckOptions {
  std::uint64_t seed = 1;
  int samples = 4;                ///< random values per check
  std::optional<FileId> only;     ///< what concerns a conversion or a declaration of that file
  CheckMemory* memory = nullptr;  ///< what passed before is not tried again, what passes is added
};

struct ConversionChecks {
  Diagnostics diagnostics;
  std::size_t round_trips = 0;   ///< pairs that undo each other
  std::size_t exchanges = 0;     ///< independent pairs of which either may come first
  std::size_t alike = 0;         ///< the same where one makes or loses what the other needs
  std::size_t declarations = 0;  ///< `commutes` and `equals`
  std::size_t tried = 0;         ///< checks that were evaluated, also those that could not be
  std::size_t remembered = 0;    ///< checks that were known to pass
};

/// Tries on the CPU what conversions claim, with random values and features; features with a
/// definition follow from the others (design, section 3):
///   a conversion and one that leads back, neither lossy, undo each other;
///   where neither of two conversions mentions what the other changes, the result does not depend
///   on which comes first: each works alike for every value of a trait that it does not name; where
///   one changes the data type or what the other guarantees or needs, the other side is what the
///   search finds; `a commutes with b` and `a equals b then c` hold.
/// Declared inverses are checked like those that are found. What cannot be evaluated (native
/// bodies) is not checked. The same answer for the same seed. O(conversions²) but for the
/// evaluations.
ConversionChecks check_conversions(const Composer& composer, const ConversionCheckOptions& options);

}  // namespace weft
