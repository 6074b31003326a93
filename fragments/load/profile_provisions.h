#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// What one profile itself provides, without its base.
struct OwnProvisions {
  std::vector<ProvidedFeature> features;  ///< sorted by feature path
  std::optional<Provision> parameters_as;
  std::vector<ProfileBlock> blocks;  ///< in order of declaration
};

/// Resolves `provide …;` and `block … {…}` items. `provide view as …` stands for the features of
/// that namespace that have no definition and that the profile's file or its imports declare: what
/// others add to the namespace does not change what the profile provides. A longer path wins over a
/// shorter one, `provide view.to_clip` may name a derived feature, and `material` stands for the
/// parameters. Errors: `unknown-feature`, `duplicate-name`, `bad-declaration`, those of metadata.
OwnProvisions resolve_provisions(LoadState& state, const syntax::Module& module,
                                 const syntax::ProfileDecl& profile);

/// Reports attributes of a finished profile that share a location; a matrix takes one for each of
/// its columns.
void check_locations(LoadState& state, const Profile& profile);

}  // namespace weft
