#pragma once

#include <string>
#include <vector>

#include "composer/explain/conversion_query.h"
#include "support/diagnostic.h"
#include "support/json_fwd.h"

namespace weft {

/// Formats an answer as `{possible, exact, compatibility, difficulty, lossy, result, steps:
/// [{conversion, difficulty, from, to, features, lossy}], features, ambiguous: [[…]], reason,
/// would_succeed_with, …}`. Types are canonical texts, difficulties decimal numbers. Members that
/// do not apply are null or empty: `result` and `difficulty` if impossible, `steps` if ambiguous,
/// `reason` if possible. `compatibility` is the degree of the two types, 0 where a meaning is
/// missing (fragments/types/semantic_type.h). `would_succeed_with` lists the smallest set of
/// features that would help, `would_succeed_with_any` all such sets.
Json conversion_json(const ConversionQuery& query, const ConversionAnswer& answer);

/// Formats the chain step by step with the rejected alternatives; several chains if ambiguous.
std::string conversion_text(const ConversionQuery& query, const ConversionAnswer& answer);

/// Formats the "refused:" lines: alternative chains and why they were rejected. Empty if there are
/// none.
std::string refused_lines(const ConversionQuery& query, const ConversionAnswer& answer);
/// The same as JSON: `[{steps, difficulty, lossy, reason}]`.
Json refused_json(const ConversionQuery& query, const ConversionAnswer& answer);

/// Returns errors that explain why the answer is not a single chain. Empty if it is.
Diagnostics conversion_failure(const ConversionQuery& query, const ConversionAnswer& answer,
                               const FeatureSet& available);

/// Converts a difficulty in thousandths to a decimal number: 2, 0.25.
Json difficulty_json(std::int64_t thousandths);

/// Returns the paths of features, sorted by id.
std::vector<std::string> feature_paths(const Library& library, const FeatureSet& features);

}  // namespace weft
