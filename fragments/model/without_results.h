#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

struct Library;

/// Leaves results out of a body, with what only they need: `unread`, positions of results, sorted,
/// not all. A result that others are computed from becomes a local. The rest keep their order and
/// their values; a single one is returned, as in all bodies with one result. `body` assigns several
/// results to output locals.
///
///     turned = turn * p;          unread: length        return turn * p;
///     length = dot(p, p);
///
/// O(size of the body).
Body without_results(const Library& library, Body body, const std::vector<std::uint32_t>& unread);

}  // namespace weft
