#pragma once

#include <string>

#include "support/json_fwd.h"

namespace weft::testing {

/// The first place where a value is not as a JSON schema says, with the reason; empty if there is
/// none. Knows what our schemas use: type, properties, required, additionalProperties: false,
/// items, minimum, const, oneOf, and $ref within `root`. A $ref to another document allows
/// anything.
std::string schema_fault(const Json& root, const Json& schema, const Json& value,
                         const std::string& place = "");

}  // namespace weft::testing
