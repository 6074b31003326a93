#pragma once

#include <vector>

#include "codegen/emit.h"
#include "codegen/stage_files.h"

namespace weft {

/// What the modules of an emission are made from.
struct ModuleContext {
  const Library& library;
  const Plan& plan;
  const ModuleWatch& watch;
  ModuleMemo* memo;  // may be null
};

/// Adds the modules of all stages to the files, or those that the memo does not know to the missing
/// ones (EmitOptions::only_known_modules). Errors: see emit().
void add_modules(const ModuleContext& context, const std::vector<PrintedStage>& stages,
                 const EmitOptions& options, Emission& emission, Diagnostics& errors);

}  // namespace weft
