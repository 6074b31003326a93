#pragma once

#include <string>

#include "codegen/emit.h"
#include "composer/compose.h"

namespace weft::testing {

/// The result for a source: the emission, or the diagnostics as a user sees them.
struct Emitted {
  bool fine = false;
  Emission emission;
  std::string messages;

  /// The text with this suffix, or an empty one.
  std::string text(std::string_view suffix) const;
};

/// Loads the text (which may import the shipped files), composes its material for one of its
/// profiles (or an imported shipped one) and emits. Placement is off by default: most tests are
/// about the output for one stage.
Emitted emit_source(const std::string& source, const std::string& material,
                    const std::string& profile, const EmitOptions& options,
                    const PlacementOptions& placement = {.is_on = false});

}  // namespace weft::testing
