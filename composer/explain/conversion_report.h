#pragma once

#include <string>
#include <vector>

#include "composer/explain/conversion_query.h"
#include "composer/explain/rejected_chain.h"
#include "support/diagnostic.h"

// What an answer to a conversion query says, as values and as text. conversion_json.h prints it as
// JSON.

namespace weft {

/// The alternatives that the answer rejected.
std::vector<RejectedChain> rejected_chains(const ConversionQuery& query,
                                           const ConversionAnswer& answer);
/// Formats them as "refused:" lines. Empty if there are none.
std::string rejected_lines(const std::vector<RejectedChain>& rejected);

/// Formats the chain step by step with the rejected alternatives; several chains if ambiguous.
std::string conversion_text(const ConversionQuery& query, const ConversionAnswer& answer);

/// Returns errors that explain why the answer is not a single chain. Empty if it is.
Diagnostics conversion_failure(const ConversionQuery& query, const ConversionAnswer& answer,
                               const FeatureSet& available);
/// The message of that error; empty if the answer is a single chain.
std::string failure_message(const ConversionQuery& query, const ConversionAnswer& answer);

/// The degree of compatibility of the two types (fragments/types/semantic_type.h).
int compatibility_of(const ConversionQuery& query);
/// The names of a chain's conversions.
std::vector<std::string> step_names(const ConversionQuery& query, const Chain& chain);
/// The type after each step of a chain.
std::vector<SemanticType> types_along(const ConversionQuery& query, const Chain& chain);

/// Returns the paths of features, sorted by id.
std::vector<std::string> feature_paths(const Library& library, const FeatureSet& features);

}  // namespace weft
