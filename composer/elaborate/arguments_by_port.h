#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/model/library.h"
#include "support/result.h"

// bind_arguments() with the errors of graphs and their function ports put into words.

namespace weft {

/// The position of the argument per port.
using ArgumentsByPort = std::vector<std::optional<std::uint32_t>>;

/// Binds the arguments of a graph's call. A port without one is stitched or takes its default; an
/// error if it can do neither.
Result<ArgumentsByPort> arguments_by_port(const Library& library, const CallNode& call,
                                          const Fragment& fragment, Span span);

/// Binds the arguments of a call of a function port. Each parameter has one.
Result<ArgumentsByPort> arguments_by_parameter(const Library& library, const ApplyNode& apply,
                                               const FragmentPort& function, Span span);

}  // namespace weft
