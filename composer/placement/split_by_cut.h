#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/placement/choose_leaf_parts.h"
#include "composer/placement/placement_model.h"
#include "composer/placement/split_leaves.h"

namespace weft {

/// A plan with split leaves, and its cheapest placement.
struct SplitPlan {
  Plan plan;
  VertexTwins twins;
  PlacementModel model;
  std::optional<Cut> cut;  ///< nothing: none fits the budget
};

/// What a component costs per fragment while the cut decides about parts: 1 for interpolation, and
/// 2 for what docs/operations.md leaves out. It counts `x * a + b` as two operations, which GPUs do
/// in one, and nothing for writing the component per vertex and holding it per fragment.
constexpr std::uint64_t price_of_component = 3;
/// What a part costs besides if the stage needs the whole leaf too, which then is two functions.
constexpr std::uint64_t price_of_function = 8;

/// Splits the leaves of a plan and cuts it. The calls' parts are split off; which of the offered
/// values are too is the cut's decision. The plan is split tentatively with all of them, and the
/// cut places those like any other evaluation, so that a value more to interpolate is weighed
/// against the work that it saves. Split off remain
///
///  - values that the cut computes per vertex and interpolates, or reads there more than once;
///  - values that it leaves per fragment, if several calls share them, or if they leave a loop of a
///    body that is split anyway.
///
/// The others stay in the bodies around them, and the plan is split and cut again, until nothing
/// changes. Calls that the vertex stage makes too get no offered parts. `calls`: of `plan`, sorted;
/// keeps the offers that were taken. O(splits and cuts), of which there are one without offers, two
/// if no offer is taken, and rarely more than three.
SplitPlan split_by_cut(const Library& library, Plan plan, std::vector<SplitCall>& calls,
                       const PlacementOptions& options, LibraryFacts& facts);

/// The chosen and the offered parts of calls.
LeafParts all_parts(const std::vector<SplitCall>& calls);

/// The tentative split with all offers of the calls, cut at the prices above.
SplitPlan split_on_trial(const Library& library, Plan plan, const std::vector<SplitCall>& calls,
                         const PlacementOptions& options, LibraryFacts& facts);

}  // namespace weft
