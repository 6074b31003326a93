#pragma once

#include <string>
#include <vector>

#include "conversions/search.h"

namespace weft {

/// What to say beside the advice of a failed search where it did not look at everything; one
/// sentence each, without a full stop. Empty where the advice is proven.
std::vector<std::string> advice_limits(const ConversionAnswer& answer);

/// The bound that a search of `search-limit` met: `100000 types`, `1024 chains that are equally
/// good`.
std::string limit_text(const ConversionAnswer& answer);

}  // namespace weft
