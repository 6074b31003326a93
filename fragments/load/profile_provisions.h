#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// The provisions of one profile, without its base.
struct OwnProvisions {
  std::vector<ProvidedFeature> features;  ///< sorted by feature path
  std::optional<Provision> parameters_as;
  std::vector<ProfileBlock> blocks;  ///< in order of declaration
};

/// Resolves `provide …;` and `block … {…}` items. `provide view as …` means the features of that
/// namespace that have no definition and that the profile's file or its imports declare, so
/// additions to the namespace elsewhere do not change the profile. A longer path overrides a
/// shorter one, `provide view.to_clip` may name a derived feature, and `material` means the
/// parameters. Errors: `unknown-feature`, `duplicate-name`, `bad-declaration`, those of metadata.
OwnProvisions resolve_provisions(LoadState& state, const syntax::Module& module,
                                 const syntax::ProfileDecl& profile);

/// Reports attributes of a finished profile that share a location; a matrix takes one location per
/// column.
void check_locations(LoadState& state, const Profile& profile);

}  // namespace weft
