#pragma once

#include <optional>
#include <vector>

#include "codegen/interface/stage_slice.h"
#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// What each evaluation that reads the host or the other stage reads, without the type: per
/// feature, per parameter and per evaluation (interpolations) of the plan.
struct InterfaceReads {
  std::vector<std::optional<Symbol>> features;
  std::vector<std::optional<Symbol>> parameters;
  std::vector<std::optional<Symbol>>
      interpolations;  ///< of the fragment stage; the vertex stage writes the same index
  std::vector<std::optional<Symbol>> results;  ///< per evaluation of the host stage
};

struct GatheredInterface {
  Interface interface;
  InterfaceReads reads;
};

/// Collects what both stages of a plan share with the host and with each other, in the order of
/// DESIGN section 8, and lays the blocks out from what the profile provides and the material
/// declares, read or not (so that a block is the same in every stage, profile and material):
/// features by path, then parameters by declaration. Set 0 holds frame (binding 0) and view (1),
/// set 1 material, set 2 object (0) and draw (1); behind them stand the buffers, textures and
/// samplers of the set. The profile may move them by `set frame_set N`, `set texture_binding N` and
/// so on (profile_settings.h); what is not moved takes the lowest binding that is free. Takes names
/// from `names`. Errors: `unsupported` for features that cannot be provided as the profile says.
/// `wishes`: what the stages would call their values. O(evaluations + features + parameters).
Result<GatheredInterface> gather_interface(const Library& library, const PlacedPlan& placed,
                                           const StageSlices& slices, const StageNames& wishes,
                                           Namer& names, DataTypeTable& types);

}  // namespace weft
