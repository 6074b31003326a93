#pragma once

#include <string>

#include "codegen/emit.h"
#include "composer/compose.h"

namespace weft::testing {

/// What came of a source text: the emission, or the diagnostics as a user sees them.
struct Emitted {
  bool fine = false;
  Emission emission;
  std::string messages;

  /// The text of that suffix, or an empty one.
  std::string text(std::string_view suffix) const;
};

/// Loads the text (which may import the shipped files), composes its material for one of its
/// profiles (or a shipped one that it imports) and emits. Work is left where it is demanded, unless
/// placement is asked for: most texts are about what is printed for one stage.
Emitted emit_source(const std::string& source, const std::string& material,
                    const std::string& profile, const EmitOptions& options,
                    const PlacementOptions& placement = {.is_on = false});

}  // namespace weft::testing
