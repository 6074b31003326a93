#pragma once

#include <string_view>

#include "support/diagnostic.h"

namespace weft {

/// `error`, `warning`, `note`: in messages, in JSON, and as levels of SARIF.
std::string_view severity_name(Severity severity);

}  // namespace weft
