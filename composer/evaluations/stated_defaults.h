#pragma once

#include <vector>

#include "fragments/types/semantic_type.h"

namespace weft {

/// The traits of which `own` states another value than the default and an author's `stated` says
/// the default: `as {primaries: rec709}` on a color in ACEScg. Types omit defaults, so such a type
/// only lacks the trait; one without traits is that of bare numbers and says nothing.
std::vector<TraitId> stated_defaults(const SemanticType& own, const SemanticType& stated,
                                     const Lattice& lattice);

}  // namespace weft
