#pragma once

#include <vector>

#include "composer/explain/listing.h"
#include "support/json_fwd.h"

namespace weft {

/// `[{name, …, doc, source}]`
Json listing_json(const std::vector<ListedDeclaration>& listing);

}  // namespace weft
