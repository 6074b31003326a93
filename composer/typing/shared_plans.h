#pragma once

#include <memory>

#include "composer/typing/call_site.h"

namespace weft {

/// Looks for the plan of an equal call of another composition, and takes the defaults of its ports
/// from this one. Null if there is none, if a default differs from what it was there (it may read
/// injected features), or while a default is not typed yet, which `requests` tells then.
std::shared_ptr<const PlannedCall> find_shared_plan(const TypingContext& in,
                                                    const InvokedCall& invoked, Requests& requests);

/// Keeps the plan of a call for other compositions, if it refers to nothing of this one but the
/// defaults of its ports. Returns the plan.
std::shared_ptr<const PlannedCall> share_plan(const TypingContext& in, const InvokedCall& invoked,
                                              PlannedCall plan);

}  // namespace weft
