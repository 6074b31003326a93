#pragma once

#include <string>

#include "codegen/emit.h"
#include "composer/compose.h"

namespace weft::testing {

/// All texts of a material for a profile with the warnings, or the errors.
inline std::string outcome(const Composer& composer, MaterialId material, ProfileId profile,
                           bool types_graphs_apart = true) {
  const Library& library = composer.library();
  ComposeRequest request{material, profile, {}};
  request.types_graphs_apart = types_graphs_apart;
  const auto placed = compose(composer, request);
  if (!placed) {
    return render_text(placed.error(), library.sources);
  }
  EmitOptions options;
  options.glsl = true;
  options.hlsl = true;
  options.reflection = true;
  options.header = true;
  const auto emission = emit(library, *placed, options);
  if (!emission) {
    return render_text(emission.error(), library.sources);
  }
  std::string all = render_text(placed->plan.warnings, library.sources);
  for (const EmittedFile& file : emission->files) {
    all += file.suffix + "\n" + file.content;
  }
  return all;
}

}  // namespace weft::testing
