#pragma once

#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// Whether a leaf among the fragments takes these arguments. Reports nothing; none of them may be
/// erroneous.
bool fits_some_leaf(const CheckContext& context, const std::vector<FragmentId>& fragments,
                    const std::vector<CheckedArgument>& arguments);

/// A call of the one leaf among the fragments that fits best: fewest literals widened, then the
/// most specific. Omitted ports take their defaults, which count as arguments. None of the
/// arguments may be erroneous. Errors: those of check_call that are about leaves.
CheckedValue check_leaf_call(CheckContext& context, const syntax::Identifier& callee,
                             const std::vector<FragmentId>& fragments,
                             std::vector<CheckedArgument> arguments, Span span);

}  // namespace weft
