#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The evaluations that one stage computes (its live set).
struct StageSlice {
  /// Per evaluation, the number of reads of its value in this stage outside functions, including
  /// calls that pass it to their functions; 0: dead.
  std::vector<std::uint32_t> uses;
  bool needs(EvaluationId id) const { return uses[id.index()] != 0; }
  /// O(evaluations).
  bool is_empty() const {
    return std::all_of(uses.begin(), uses.end(), [](std::uint32_t count) { return count == 0; });
  }
};

/// The live evaluations of the shader stages, found by a backward pass from the
/// demanded outputs. The fragment stage ends at interpolations, whose sources are outputs of the
/// vertex stage. Both stages end at results of the uniform program.
struct StageSlices {
  std::array<StageSlice, shader_stages.size()> of;  ///< by Stage
  bool has_fragment = false;                        ///< false: no fragment stage is emitted

  StageSlice& operator[](Stage stage) { return of[static_cast<std::size_t>(stage)]; }
  const StageSlice& operator[](Stage stage) const { return of[static_cast<std::size_t>(stage)]; }
};

/// Names for the values of a stage's evaluations. Most have one already, in the plan or the
/// library, which must outlive this.
struct SuggestedNames {
  std::vector<std::string_view> of;  ///< per evaluation
  std::deque<std::string> made;      ///< the other names, to which `of` refers
};

/// Per stage, the names of its evaluations.
struct StageNames {
  std::array<SuggestedNames, shader_stages.size()> of;  ///< by Stage

  const std::vector<std::string_view>& operator[](Stage stage) const {
    return of[static_cast<std::size_t>(stage)].of;
  }
};

/// Whether it reads a value that another stage computes, so that a slice ends at it.
inline bool is_of_another_stage(const EvaluationKind& reader) {
  return std::holds_alternative<InterpolateEvaluation>(reader) ||
         std::holds_alternative<UniformEvaluation>(reader);
}

/// Whether the output can be seen: a coverage that is constant true has no effect, nor has a demand
/// without a target. Functions to include give all of them.
bool has_effect(const Profile& profile, const Plan& plan, const ProfileDemand& demand,
                const DemandedOutput& output);

/// The host-stage evaluations that `results` need. O(evaluations + inputs).
StageSlice slice_host(const Library& library, const Plan& plan,
                      const std::vector<EvaluationId>& results);

/// O(evaluations + inputs).
StageSlices slice_stages(const Library& library, const Plan& plan);

}  // namespace weft
