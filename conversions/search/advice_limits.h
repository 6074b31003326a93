#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// One sentence, without a full stop, per reason why the advice of a failed search is incomplete.
/// Empty if the advice is proven.
std::vector<std::string> advice_limits(const ConversionAnswer& answer);

/// How an author can resolve an ambiguity: with a `prefer` between steps of the first two chains,
/// or, where the chains are permutations of the same steps and no `prefer` can tell them apart, by
/// stating the type in between. `place` says where a `prefer` goes, with a space before it.
std::string ambiguity_hint(const ConversionTable& table, const ConversionAnswer& answer,
                           std::string_view place = {});

/// The bound that a search exceeded when it failed with `search-limit`: `100000 types`, `1024
/// chains that are equally good`.
std::string limit_text(const ConversionAnswer& answer);

}  // namespace weft
