#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The evaluations that one stage has to compute.
struct StageSlice {
  /// Per evaluation: how many places of this stage outside functions read its value, calls that
  /// hand it to their functions among them; 0: none.
  std::vector<std::uint32_t> uses;
  bool needs(EvaluationId id) const { return uses[id.index()] != 0; }
};

/// What the vertex and the fragment stage of a plan compute, from the demanded outputs backwards.
/// In the fragment stage an interpolation is an end; what it takes over is an output of the vertex
/// stage. In both, results of the uniform program are ends.
struct StageSlices {
  StageSlice vertex;
  StageSlice fragment;
  bool has_fragment = false;  ///< false: no fragment code at all
};

/// Names for the values of each evaluation, per stage.
struct StageNames {
  std::vector<std::string> vertex;
  std::vector<std::string> fragment;
};

/// Whether the output can be seen: a coverage that is constant true has no effect, nor has a demand
/// without a target. Functions to include give all of them.
bool has_effect(const Profile& profile, const Plan& plan, const ProfileDemand& demand,
                const DemandedOutput& output);

/// What the host computes for these evaluations of its stage. O(evaluations + inputs).
StageSlice slice_host(const Library& library, const Plan& plan,
                      const std::vector<EvaluationId>& results);

/// O(evaluations + inputs).
StageSlices slice_stages(const Library& library, const Plan& plan);

}  // namespace weft
