#pragma once

#include <cstdint>
#include <vector>

#include "composer/explain/conversion_report.h"
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

/// `[{steps, difficulty, lossy, reason, …}]`
Json rejected_json(const std::vector<RejectedChain>& rejected);

/// Converts a difficulty in thousandths to a decimal number: 2, 0.25.
Json difficulty_json(std::int64_t thousandths);

}  // namespace weft
