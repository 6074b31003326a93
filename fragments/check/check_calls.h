#pragma once

#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// Checks `name(arguments)`, where the name is an `fn` port, a constructor, an intrinsic or a leaf.
/// An intrinsic takes precedence over leaves of its name if the arguments fit it. Overload
/// resolution among leaves prefers the candidate with the fewest widened literals, then one without
/// type parameters. Omitted ports take their defaults. Errors: `unknown-fragment`,
/// `wrong-arguments`, `unknown-port`, `type-mismatch`, `no-overload`, `ambiguous-overload`,
/// `unsupported`.
CheckedValue check_call(CheckContext& context, const syntax::Identifier& callee,
                        std::vector<CheckedArgument> arguments, Span span);

/// One entry of `with (…)`: a value injected for a feature.
struct CheckedInjection {
  FeatureId feature;
  CheckedValue value;
  Span span;
};

/// Checks `port with (feature: value)`, or the bare name of the port, for an `eval` port of the
/// signature. Errors: `wrong-arguments`, `type-mismatch`.
CheckedValue check_eval_call(CheckContext& context, std::uint32_t port,
                             std::vector<CheckedInjection> injections, Span span);

}  // namespace weft
