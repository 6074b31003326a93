#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "tools/load_input.h"
#include "tools/report.h"

namespace weft::tools {

/// The counts and the verdict of `weft check` for the materials and graphs of a FILE.
struct CheckedMaterials {
  std::size_t materials = 0;
  std::vector<std::string> profiles;  ///< names of the profiles composed for
  std::size_t composed = 0;           ///< materials composed; the others were only typed
  std::size_t graphs = 0;             ///< graphs typed on their own
  bool is_good = true;
};

/// Types the materials of FILE, and composes each well-typed one for the non-shipped profiles
/// declared by FILE and its imports, or for `named` alone. Skips a profile that demands outputs the
/// material lacks, unless it is `named` or no visible profile applies; then reports the one with
/// the fewest missing outputs. Types graphs that nothing in FILE calls on their own. Reports all
/// errors.
CheckedMaterials check_materials(const Composer& composer, std::optional<ProfileId> named,
                                 Report& report);

/// `1 material, typed`, `3 materials, 2 composed for forward, 1 typed; 1 graph typed`.
std::string summary_of(const CheckedMaterials& checked);

/// Loads FILE, plus the shipped profiles if FILE lacks the named profile or `with_shipped` is set.
LoadedLibrary load_for_profile(const Input& input, const std::optional<std::string>& profile,
                               bool with_shipped);

}  // namespace weft::tools
