#pragma once

#include <string>
#include <vector>

#include "conversions/search/search.h"
#include "fragments/model/library.h"

namespace weft {

/// Describes what a value of that type would go through to meet the demand; empty if it cannot.
std::string fate_of(const ConversionTable& table, const Lattice& lattice,
                    const SemanticType& source, const Demand& decided, const FeatureSet& available);

/// Suggests fixes for a value that lacks a demanded meaning which none of its operands states.
/// Lists each choice that would compose, sorted by name, with its effect: used unchanged, or
/// converted through named steps. Prefers none, since only the author knows the meaning.
std::string unstated_meaning_hint(const Library& library, const ConversionTable& table,
                                  const SemanticType& source, const Demand& decided,
                                  const FeatureSet& available, TraitId trait);

/// The same for a meaning that was lost on the way. Suggests only values that operands state
/// (`stated`) and that make the search succeed. If there are none, gives the hint for a meaning
/// that no operand states.
std::string lost_meaning_hint(const Library& library, const ConversionTable& table,
                              const SemanticType& source, const Demand& decided,
                              const FeatureSet& available, TraitId trait,
                              const std::vector<ValueId>& stated);

/// The same for a `use` that is often confused with the demanded one, like direction and normal:
/// explains why no conversion exists, and what to write if the declaration is wrong. Empty for
/// other pairs.
std::string other_use_hint(const Library& library, const SemanticType& source,
                           const Demand& decided, TraitId trait);

/// Suggests asking for four components instead of three (or three instead of four) when the
/// demanded meaning is only available there, like a clip-space position: `ask for float4 {…}: the
/// value goes through position_to_clip`. Empty if that does not help.
std::string other_size_hint(const Library& library, const ConversionTable& table,
                            const SemanticType& source, const Demand& decided,
                            const FeatureSet& available);

/// Suggests to drop the unit, and all else that the value states, where an angle or a plain number
/// is taken: `sin` of a length. Empty if that does not help, and where another unit is wanted: a
/// sum of metres and seconds is a mistake.
std::string plain_number_hint(const Library& library, const ConversionTable& table,
                              const SemanticType& source, const Demand& demand,
                              const FeatureSet& available, TraitId unit);

/// Suggests an `as` clause to follow a constructor, which drops all meanings: ` as {use: position,
/// basis: clip}`. Empty if the demand has none, or if the value's meanings contradict them.
std::string kept_meanings(const Library& library, const SemanticType& source,
                          const Demand& decided);

/// For a component whose meaning only conversions of the whole vector change: convert that first.
/// `sRGB color.r * 2.0`. O(conversions).
std::string component_hint(const Library& library, const ConversionTable& table,
                           const SemanticType& source, const Demand& decided, TraitId trait);

}  // namespace weft
