#pragma once

#include "c_api/weft.h"
#include "composer/compose.h"
#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Adds the host's values to the request, as constants of the parameters' types. What `-D` refuses
/// is an error: a number that is no value of the type, and one outside of `min`, `max` or `enum`.
Diagnostics read_values(const Library& library, const Material& material,
                        const weft_compose_options& options, ComposeRequest& request);

}  // namespace weft
