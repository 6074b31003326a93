#pragma once

#include <optional>
#include <vector>

#include "codegen/interface/stage_slice.h"
#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// The symbol behind each read of the host or of the other stage, without its type, per feature,
/// parameter and evaluation of the plan.
struct InterfaceReads {
  std::vector<std::optional<Symbol>> features;
  std::vector<std::optional<Symbol>> parameters;
  std::vector<std::optional<Symbol>>
      interpolations;  ///< read by the fragment stage; the vertex stage writes the varying of the
                       ///< same index
  std::vector<std::optional<Symbol>> results;  ///< per evaluation of the host stage
};

struct GatheredInterface {
  Interface interface;
  InterfaceReads reads;
};

/// Collects what both stages of a plan share with the host and with each other, and lays out the
/// blocks.
///
/// A block holds everything that the profile provides or the material declares, whether this
/// material reads it or not, so the block is the same in every stage, profile and material. Members
/// are ordered by feature path, then by parameter declaration. By default set 0 holds the frame
/// (binding 0) and view (1) blocks, set 1 the material, set 2 the object (0) and draw (1) blocks;
/// each set's buffers, textures and samplers take the bindings after them. A profile can move all
/// of these with `set frame_set N`, `set texture_binding N` and so on (profile_settings.h); the
/// rest take the lowest free binding (profile_bindings.h).
///
/// Takes names from `names`; `wishes` are the preferred names of the stages' values. Errors:
/// `unsupported` for features that cannot be provided as the profile asks. O(evaluations + features
/// + parameters).
Result<GatheredInterface> gather_interface(const Library& library, const PlacedPlan& placed,
                                           const StageSlices& slices, const StageNames& wishes,
                                           Namer& names, DataTypeTable& types);

}  // namespace weft
