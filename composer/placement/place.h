#pragma once

#include <optional>

#include "composer/evaluations/library_facts.h"
#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "fragments/analysis/laws.h"

// Placement moves work from the fragment to the vertex stage where that is cheaper and provably
// keeps the picture, then moves work that is constant per draw to the CPU. In order:
//
//   vertex_twins.h            values that the vertex stage computes anyway
//   evaluation_laws.h         values that are affine in the interpolated ones
//   choose_leaf_parts.h       values in leaves that may be split off
//   placement_model.h         the cut problem
//   cut_model.h               the cheapest placement, a minimum cut
//   split_by_cut.h            splits leaves as the cut decides
//   place.cpp                 rewrites the plan
//   take_out_uniform_work.h   extracts the uniform program
//   drop_unread_results.h     leaves out results that a stage does not read
//
//   n = normalize(normal_to_world(interpolate(surface.normal)))       per fragment, naive
//
//   The transform is linear in the interpolated normal, so it may run per vertex:
//   n = normalize(interpolate(normal_to_world(surface.normal)))       normalize is not affine
//
// The result is a plan again (decision 0020): a moved evaluation is one of the vertex stage, and
// verification/verify_plan.h checks it against the naive plan.

namespace weft {

/// Places a plan. Profiles of functions to include are left unchanged, since their host
/// interpolates. `operation`: the laws to believe. Errors: `interpolant-budget`. O(evaluations +
/// inputs), plus the cut.
///
/// Ids of evaluations are not preserved: any edit of the plan needs a new placement.
Result<PlacedPlan> place(const Library& library, Plan plan, const PlacementOptions& options,
                         OperationLaw operation = operation_law);
/// The same with facts that are remembered from other plans of the library.
Result<PlacedPlan> place(const Library& library, Plan plan, const PlacementOptions& options,
                         LibraryFacts& facts);

}  // namespace weft
