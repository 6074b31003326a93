#pragma once

#include <string>
#include <vector>

#include "conversions/search/search.h"
#include "fragments/model/library.h"

namespace weft {

/// What to write where a value does not state a meaning that is demanded, and nothing that it was
/// made of does. Each choice that would compose is listed with what it would mean, in order of
/// names: taken as it is, or which conversions it would go through. None is preferred, for only the
/// author knows.
std::string unstated_meaning_hint(const Library& library, const ConversionTable& table,
                                  const SemanticType& source, const Demand& decided,
                                  const FeatureSet& available, TraitId trait);

/// The same where `stated` are the values that the operands stated before the meaning was lost: it
/// repeats these, never what is demanded, which would turn one meaning into another.
std::string lost_meaning_hint(const Library& library, TraitId trait,
                              const std::vector<ValueId>& stated);

/// The same where a value states another use than what is demanded, and the two are often taken for
/// one another, a direction and a normal: why no conversion makes one of the other, and what to
/// write if the word was wrong. Empty for other uses, which nobody confuses.
std::string other_use_hint(const Library& library, const SemanticType& source,
                           const Demand& decided, TraitId trait);

/// Where the meaning that is demanded of three components can be had of four alone, such as a
/// position of clip space, or the other way round: `ask for float4 {…}: the value goes through
/// position_to_clip`. Empty where that does not help.
std::string other_size_hint(const Library& library, const ConversionTable& table,
                            const SemanticType& source, const Demand& decided,
                            const FeatureSet& available);

/// What to write behind a constructor, which loses all meanings, where the value has those that are
/// demanded: ` as {use: position, basis: clip}`. Empty where nothing is demanded, or where the
/// value has other meanings, which it would be wrong to call those.
std::string kept_meanings(const Library& library, const SemanticType& source,
                          const Demand& decided);

}  // namespace weft
