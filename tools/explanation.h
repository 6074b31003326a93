#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "composer/compose.h"
#include "support/json.h"

namespace weft::tools {

/// The story of a plan, of all of it or of the values of one name.
struct Explanation {
  std::string text;
  /// `{links: [{consumer, from, difficulty, steps, refused}], stitches: [{consumer, chosen, …}],
  /// functions: [{name, kind, stage, parameters, given_to, captures, results, values}],
  /// values: [{id, name, kind, rate, functions, because, …}], placement: {…}}`
  Json json;
};

/// For every link the chain of conversions, its difficulty, what was refused and by how much; for
/// every input that was connected by meaning what it was connected to, and why not to something
/// else; for every value, below the function that computes it, its kind and rate and what makes it
/// so; what was moved to the vertex stage, and what that saves. Chains are settled before work is
/// placed: `naive` is the plan without placement. `node` keeps what concerns the values and outputs
/// of that name.
/// O(evaluations) and a search per link for what was refused.
Explanation explain(const Composer& composer, const PlacedPlan& naive, const PlacedPlan& placed,
                    const std::optional<std::string>& node);

/// The part of it about values and where they are computed.
Explanation explain_values(const Library& library, const Plan& naive, const PlacedPlan& placed,
                           const std::optional<std::string>& node);

/// The names that `node` may be, for suggestions.
std::vector<std::string_view> explainable_names(const Library& library, const Plan& plan);

}  // namespace weft::tools
