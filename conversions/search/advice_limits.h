#pragma once

#include <string>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// What to say beside the advice of a failed search where it did not look at everything; one
/// sentence each, without a full stop. Empty where the advice is proven.
std::vector<std::string> advice_limits(const ConversionAnswer& answer);

/// What settles an ambiguity: `prefer`, which the text is for, or, where the chains take the same
/// steps in other orders and no `prefer` can tell them apart, the type in between.
std::string ambiguity_hint(const ConversionTable& table, const ConversionAnswer& answer,
                           std::string prefer);

/// The bound that a search of `search-limit` met: `100000 types`, `1024 chains that are equally
/// good`.
std::string limit_text(const ConversionAnswer& answer);

}  // namespace weft
