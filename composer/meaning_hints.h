#pragma once

#include <string>
#include <vector>

#include "conversions/search.h"
#include "fragments/library/library.h"

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

}  // namespace weft
