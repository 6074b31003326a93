#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "conversions/checks/check_memory.h"
#include "conversions/checks/feature_definitions.h"
#include "conversions/table/conversion_set.h"

// Numeric checks of what a library claims about its conversions. The claims are equations between
// chains of conversions, checked on random values and features in the interpreter, in the manner of
// property-based testing. Derived features follow from the random ones by their definitions, so
// `model_to_world` and its inverse are consistent.
//
//   round trips    f from A to B and g from B to A, neither lossy: g(f(x)) = x
//   exchanges      f and g change traits that the other does not mention: f(g(x)) = g(f(x)). A
//                  conversion must work alike for every value of a trait it does not name, or the
//                  search could apply it where it is wrong.
//   alike          the same where one changes the data type, or a guarantee that the other makes,
//                  loses or needs: the other order is the chain that the search finds
//   declarations   `a commutes with b` and `a equals b then c`

namespace weft {

struct ConversionCheckOptions {
  std::uint64_t seed = 1;
  int samples = 4;             ///< random values per check
  std::optional<FileId> only;  ///< check only conversions and declarations that concern this file
  CheckMemory* memory = nullptr;  ///< checks that passed before are skipped; new passes are added
};

struct ConversionChecks {
  Diagnostics diagnostics;
  std::size_t round_trips = 0;  ///< pairs that undo each other
  std::size_t exchanges = 0;    ///< independent pairs whose order does not matter
  std::size_t alike = 0;  ///< the same for pairs where one makes or loses what the other needs
  std::size_t declarations = 0;  ///< `commutes` and `equals`
  std::size_t tried = 0;         ///< checks that were attempted, evaluable or not
  std::size_t remembered = 0;    ///< checks skipped because they passed before
};

/// Runs the checks above. Declared inverses are checked like inverses found by type. Native bodies
/// are not evaluated, so claims about them are not checked. Deterministic in the seed.
/// `definitions` evaluates derived features. O(conversions²), plus the evaluations.
ConversionChecks check_conversions(const Library& library, const ConversionSet& conversions,
                                   FeatureDefinitions& definitions,
                                   const ConversionCheckOptions& options);

}  // namespace weft
