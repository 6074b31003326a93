#pragma once

#include <vector>

#include "fragments/check/check_context.h"
#include "fragments/model/intrinsics.h"

namespace weft {

/// Checks a call of an intrinsic in a body whose arguments have the data types that it takes:
/// `call` is what resolve_intrinsic() returned for them.
CheckedValue check_intrinsic(CheckContext& context, const syntax::Identifier& callee,
                             Intrinsic intrinsic, const IntrinsicCall& call,
                             std::vector<CheckedArgument> arguments, Span span);

/// Reports what the intrinsic takes.
CheckedValue fail_intrinsic(CheckContext& context, const syntax::Identifier& callee,
                            Intrinsic intrinsic, const std::vector<CheckedArgument>& arguments,
                            Span span);

}  // namespace weft
