#pragma once

#include <string>
#include <vector>

#include "composer/explain/conversion_query.h"
#include "support/diagnostic.h"
#include "support/json_fwd.h"

namespace weft {

/// `{possible, exact, compatibility, difficulty, lossy, result, steps: [{conversion, difficulty,
/// from, to, features, lossy}], features, ambiguous: [[…]], reason, would_succeed_with, …}`. Types
/// are canonical texts, difficulties decimal numbers. What does not apply is null or empty:
/// `result` and `difficulty` of the impossible, `steps` of the ambiguous, `reason` of the possible.
/// `compatibility`: the degree of the two types, 0 where a meaning is missing
/// (fragments/types/semantic_type.h). `would_succeed_with` names the features of the smallest set
/// that would help; `would_succeed_with_any` lists all such sets.
Json conversion_json(const ConversionQuery& query, const ConversionAnswer& answer);

/// The chain, step by step, and what was refused; several chains where they are ambiguous.
std::string conversion_text(const ConversionQuery& query, const ConversionAnswer& answer);

/// The lines "refused:" with what else leads there and why it was not taken; empty if nothing does.
std::string refused_lines(const ConversionQuery& query, const ConversionAnswer& answer);
/// The same: `[{steps, difficulty, lossy, reason}]`.
Json refused_json(const ConversionQuery& query, const ConversionAnswer& answer);

/// Why the answer is not one chain: nothing where it is.
Diagnostics conversion_failure(const ConversionQuery& query, const ConversionAnswer& answer,
                               const FeatureSet& available);

/// Difficulties, kept in thousandths, as a decimal number: 2, 0.25.
Json difficulty_json(std::int64_t thousandths);

/// The paths of features, in the order of their ids.
std::vector<std::string> feature_paths(const Library& library, const FeatureSet& features);

}  // namespace weft
