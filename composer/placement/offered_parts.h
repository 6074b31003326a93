#pragma once

#include <vector>

#include "composer/placement/body_times.h"

// Values that are affine in interpolated values may be computed per vertex. In
//
//     float3 p = (turn * position) * scale + offset;
//     return noise(p) * p.x;
//
// `turn * position`, `p` and `p.x` are, if everything but `position` has one value per draw. All
// three are offered to the minimum cut as parts of the leaf; one that it leaves per fragment is not
// split off (split_by_cut.h).

namespace weft {

/// Whether values computed from an input may be offered.
bool may_be_offered(const SplitQuestion::Input& input);

/// Returns the values in a body that interpolation preserves, that can be interpolated and that
/// save something per fragment: work, or components to interpolate. Leaves out those that would
/// repeat work of the rest, and the results of the call. `parts`: those that are chosen
/// already, sorted. Sorted. O(size of the body).
std::vector<OfferedPart> find_offered_parts(const Body& body, const BodyTimes& times,
                                            const std::vector<BodyExprId>& parts);

}  // namespace weft
