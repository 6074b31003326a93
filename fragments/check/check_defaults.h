#pragma once

#include <cstdint>
#include <optional>

#include <tl/expected.hpp>

#include "fragments/check/check_context.h"

namespace weft {

/// The default of a called leaf's port as an expression of this body, with the port's type; the
/// features that it mentions are extracted by this body. `at` is the call. Errors, all at the call:
/// those of expressions, with a note at the default, `unsupported` for what only graphs can say. Of
/// defaults that need themselves nothing is said here.
CheckedValue check_default_of(CheckContext& context, FragmentId fragment, std::uint32_t port,
                              DataType type, Span at);

/// What the default of a called leaf's port is, whatever the type of the port. Of one that bodies
/// cannot compute what is wrong, at the call; nothing where that was said elsewhere. It is found
/// once per body.
tl::expected<DefaultType, std::optional<Diagnostic>> type_of_default(const CheckContext& context,
                                                                     FragmentId fragment,
                                                                     std::uint32_t port, Span at);

}  // namespace weft
