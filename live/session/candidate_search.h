#pragma once

#include <optional>
#include <vector>

#include "composer/compose.h"
#include "live/session/candidates.h"

namespace weft::live {

/// The libraries of a question. `own` is the document's; what it does not declare is not offered.
struct CandidateContext {
  const Composer& composer;
  const Library& own;
  FeatureSet available;
};

/// What gives a value that satisfies a demand. Unordered.
std::vector<Candidate> givers_of(const CandidateContext& context, const Demand& demand);
/// What takes a value of a type. Unordered.
std::vector<Candidate> takers_of(const CandidateContext& context, const SemanticType& type);

/// Sorts, and keeps the best of each name.
std::vector<Candidate> best_candidates(std::vector<Candidate> all, std::size_t most);

/// What a port demands; nothing if the types of other arguments decide.
std::optional<Demand> stated_demand(const FragmentPort& port);

}  // namespace weft::live
