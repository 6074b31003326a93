#pragma once

#include <optional>
#include <string>

#include "conversions/search/search.h"
#include "fragments/model/library.h"

namespace weft {

/// Whether a chain would lead to the demand if the value stated every demanded meaning.
bool would_any_meaning_do(const Library& library, const ConversionTable& table,
                          const SemanticType& source, const Demand& decided,
                          const FeatureSet& available);

/// The one demanded meaning that stands between a value and the demand: if the value stated it
/// instead of its own, a chain would lead there. Nothing if there is no such meaning, for instance
/// because the data types do not convert. `decided`: without conditions (decide_conditions()).
std::optional<TraitId> blocking_meaning(const Library& library, const ConversionTable& table,
                                        const SemanticType& source, const Demand& decided,
                                        const FeatureSet& available);

/// What to write for a reflectance where a display color is demanded: the commonest mistake of
/// those who are new to Weft. Empty for other pairs.
std::string lighting_hint(const Library& library, const SemanticType& source, const Demand& decided,
                          TraitId trait);

/// Names the fragments that take what the value states and give what converts to the demand, and
/// what to write if the declaration of the value is wrong. O(fragments) and a search for each type
/// that they give.
std::string crossing_hint(const Library& library, const ConversionTable& table,
                          const SemanticType& source, const Demand& decided,
                          const FeatureSet& available, TraitId trait);

/// For a color that `display`, a shipped file, would convert to the demanded one: radiance to a
/// color of the display, or three components to four. Empty if its conversions are there, or would
/// not help.
std::string display_hint(const Library& library, const SemanticType& source, const Demand& decided);

}  // namespace weft
