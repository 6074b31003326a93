#pragma once

#include <string>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// One sentence, without a full stop, per reason why the advice of a failed search is incomplete.
/// Empty if the advice is proven.
std::vector<std::string> advice_limits(const ConversionAnswer& answer);

/// How an author can resolve an ambiguity: with `prefer`, the hint passed in, or, where the chains
/// are permutations of the same steps and no `prefer` can tell them apart, by stating the type in
/// between.
std::string ambiguity_hint(const ConversionTable& table, const ConversionAnswer& answer,
                           std::string prefer);

/// The bound that a search exceeded when it failed with `search-limit`: `100000 types`, `1024
/// chains that are equally good`.
std::string limit_text(const ConversionAnswer& answer);

}  // namespace weft
