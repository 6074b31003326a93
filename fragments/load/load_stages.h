#pragma once

#include <cstddef>

#include "fragments/load/load.h"
#include "fragments/load/load_state.h"

/// The passes of load_passes.h in groups, for those who run them: load.cpp runs all of them on
/// modules that were just read, document_library.cpp loads materials again on what the rest made.
namespace weft {

/// Adds the built-in declarations to an empty library.
void prepare_library(LoadState& state, const LoadOptions& options);

/// Loads LoadOptions::profiles if they are needed. Returns whether they are there.
bool add_shipped_profiles(LoadState& state, const FileReader& reader, const LoadOptions& options);

/// Everything that modules declare except materials, profiles and preferences. Returns whether the
/// declarations are complete, see LoadedLibrary::can_check_graphs.
bool load_declarations(LoadState& state);

/// Profiles and preferences.
void load_profiles(LoadState& state);

/// The checks of declarations that are only made if there are no errors.
void check_declarations(LoadState& state);

/// Removes errors that may be consequences of missing text, from position `first` on.
void drop_consequences(Diagnostics& diagnostics, std::size_t first);

}  // namespace weft
