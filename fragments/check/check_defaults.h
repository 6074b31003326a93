#pragma once

#include <cstdint>
#include <optional>

#include <tl/expected.hpp>

#include "fragments/check/check_context.h"

namespace weft {

/// Builds the default of a called leaf's port as an expression of this body, converted to the
/// port's type. This body then extracts the features that the default mentions. `at` is the call,
/// where all errors are reported: those of expressions, with a note at the default, and
/// `unsupported` for constructs that only graphs have. Cyclic defaults yield an erroneous value
/// without a report here.
CheckedValue check_default_of(CheckContext& context, FragmentId fragment, std::uint32_t port,
                              DataType type, Span at);

/// The type of the default of a called leaf's port, before it is converted to the port's type. If
/// bodies cannot compute the default, the error is a diagnostic at the call, or nothing if it is
/// reported elsewhere. Memoized per body.
tl::expected<DefaultType, std::optional<Diagnostic>> type_of_default(const CheckContext& context,
                                                                     FragmentId fragment,
                                                                     std::uint32_t port, Span at);

}  // namespace weft
