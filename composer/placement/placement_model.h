#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/library_facts.h"
#include "composer/evaluations/plan.h"
#include "composer/placement/cut_model.h"
#include "composer/placement/placement_options.h"
#include "composer/placement/vertex_twins.h"
#include "support/flag.h"

namespace weft {

/// A plan as a cut problem, and what its nodes represent.
struct PlacementModel {
  CutModel cut;
  std::vector<EvaluationId>
      evaluations;  ///< per node; for nodes that only read an output, that output
  std::vector<std::optional<std::uint32_t>> nodes;  ///< per evaluation of the naive plan
  std::vector<std::uint64_t> operations;            ///< per evaluation: of one run
  /// Per evaluation: interpolation does not preserve it, but only flat demands need it, so it may
  /// be taken from one vertex.
  std::vector<Flag> is_flat;
};

/// Returns how often the stages of a draw run: as the options say, else as the profile does.
RunCounts run_counts(const Library& library, const Profile& profile,
                     const PlacementOptions& options);

/// The most components that may be interpolated: the option's, else the profile's; nothing without
/// a limit.
std::optional<std::uint32_t> interpolant_budget(const Library& library, const Profile& profile,
                                                const PlacementOptions& options);

/// Whether the CPU computes what has one value per draw; likewise.
bool has_uniform_program(const Library& library, const Profile& profile,
                         const PlacementOptions& options);

/// Whether values in leaves may become parts of their own; likewise.
bool may_split_leaves(const Library& library, const Profile& profile,
                      const PlacementOptions& options);

/// Builds the model from everything in the fragment stage that varies, and the interpolations it
/// starts from. A value may run per vertex if it is affine in the interpolated values and reads
/// nothing that is known per fragment only. A value with a twin in the vertex stage costs nothing
/// there.
PlacementModel model_placement(const Library& library, const Plan& plan, const VertexTwins& twins,
                               const PlacementOptions& options, LibraryFacts& facts);

}  // namespace weft
