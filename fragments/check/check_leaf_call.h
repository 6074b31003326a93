#pragma once

#include <cstddef>
#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// Whether some leaf among the fragments accepts these arguments. Reports nothing. No argument may
/// be erroneous.
bool fits_some_leaf(const CheckContext& context, const std::vector<FragmentId>& fragments,
                    const std::vector<CheckedArgument>& arguments);

/// What a name may call: fragments, of which the last ones count only if none of the others fits.
struct CallableFragments {
  const std::vector<FragmentId>& all;
  std::size_t outsiders = 0;  ///< see Outsiders
};

/// Checks a call of the best-fitting leaf among the fragments: fewest widened literals, then most
/// specific. Omitted ports take their defaults, which count as arguments. No argument may be
/// erroneous. Errors: those of check_call that concern leaves.
CheckedValue check_leaf_call(CheckContext& context, const syntax::Identifier& callee,
                             CallableFragments fragments, std::vector<CheckedArgument> arguments,
                             Span span);

}  // namespace weft
