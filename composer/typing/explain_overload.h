#pragma once

#include <vector>

#include "composer/typing/call_site.h"

namespace weft {

/// A candidate that does not match.
struct RejectedCandidate {
  FragmentId fragment;
  Mismatch reason;  ///< not empty
};

/// `no-overload`, with the candidates nearest to the arguments. A single candidate's own reasons,
/// if there is one. `invoked` explains.
Diagnostics explain_no_overload(const TypingContext& in, const InvokedCall& invoked,
                                std::vector<RejectedCandidate> rejected);

/// `ambiguous-overload`, for candidates that fit equally well.
Diagnostic explain_ambiguous_overload(const Library& library, const InvokedCall& invoked,
                                      const std::vector<const PlannedCall*>& equals);

}  // namespace weft
