#pragma once

#include <string_view>

#include "support/diagnostic.h"

namespace weft {

/// `error`, `warning` or `note`, as used in messages, in JSON and as SARIF levels.
std::string_view severity_name(Severity severity);

}  // namespace weft
