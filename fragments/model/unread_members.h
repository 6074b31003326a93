#pragma once

#include <cstdint>
#include <limits>

#include "fragments/model/live_body.h"

namespace weft {

/// As UnreadFeature::port: not an injection, but a member of the struct that the leaf returns,
/// which no reader of the call selects.
constexpr std::uint32_t result_members = std::numeric_limits<std::uint32_t>::max();

/// Whether without_injections() leaves out a member of this type: then the body returns 0 for it.
constexpr bool may_leave_out(DataType member) { return member.is_scalar_or_vector(); }

}  // namespace weft
