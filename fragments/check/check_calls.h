#pragma once

#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// `name(arguments)`: an `fn` port, a constructor, an intrinsic or a leaf. An intrinsic goes before
/// leaves of its name unless the arguments do not fit it. Of several leaves that fit, the one that
/// needs fewest literals widened is taken, then one without type variables. Omitted ports take
/// their defaults. Errors: `unknown-fragment`, `wrong-arguments`, `unknown-port`, `type-mismatch`,
/// `no-overload`, `ambiguous-overload`, `unsupported`.
CheckedValue check_call(CheckContext& context, const syntax::Identifier& callee,
                        std::vector<CheckedArgument> arguments, Span span);

/// A value injected for a feature: one entry of `with (…)`.
struct CheckedInjection {
  FeatureId feature;
  CheckedValue value;
  Span span;
};

/// `port with (feature: value)`, or the port's bare name, for an `eval` port of the signature.
/// Errors: `wrong-arguments`, `type-mismatch`.
CheckedValue check_eval_call(CheckContext& context, std::uint32_t port,
                             std::vector<CheckedInjection> injections, Span span);

}  // namespace weft
