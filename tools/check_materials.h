#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "tools/load_input.h"
#include "tools/report.h"

namespace weft::tools {

/// What `weft check` did with the materials and graphs of a FILE.
struct CheckedMaterials {
  std::size_t materials = 0;
  std::vector<std::string> profiles;  ///< that some were composed for, by name
  std::size_t composed = 0;           ///< materials; the others were typed
  std::size_t graphs = 0;             ///< that were typed by themselves
  bool is_good = true;
};

/// Types the materials of FILE, and composes each that is well-typed for the profiles that FILE and
/// its imports declare, but for those that ship; with `named`, for this one alone. A profile that
/// demands outputs that a material lacks is passed over, unless it is named, or none in sight
/// applies: then the message is of the one that lacks the fewest. Graphs that nothing in FILE calls
/// are typed by themselves. Reports what is wrong.
CheckedMaterials check_materials(const Composer& composer, std::optional<ProfileId> named,
                                 Report& report);

/// `1 material, typed`, `3 materials, 2 composed for forward, 1 typed; 1 graph typed`.
std::string summary_of(const CheckedMaterials& checked);

/// FILE, together with the shipped profiles where it does not know the one that is named, or where
/// all are meant: `with_shipped`.
LoadedLibrary load_for_profile(const Input& input, const ImportOptions& imports,
                               const std::optional<std::string>& profile, bool with_shipped);

}  // namespace weft::tools
