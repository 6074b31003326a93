#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "composer/compose.h"
#include "support/json.h"

namespace weft::tools {

/// The explanation of a plan, or of the values of one name in it.
struct Explanation {
  std::string text;
  /// `{links: [{consumer, from, difficulty, steps, refused}], stitches: [{consumer, chosen, …}],
  /// functions: [{name, kind, stage, parameters, given_to, captures, results, values}],
  /// values: [{id, name, kind, rate, functions, because, …}], placement: {…}}`
  Json json;
};

/// For each link: the chain of conversions, its difficulty, the rejected alternatives and the
/// differences. For each input stitched by meaning: the chosen value, and why the others were
/// rejected. For each value, grouped by the function that computes it: its kind, its rate and the
/// cause of the rate. Also the evaluations moved to the vertex stage and the cost that this saves.
/// Chains are settled before placement: `naive` is the plan without placement. `node` restricts the
/// text to values and outputs of that name. O(evaluations), and a search per link for the rejected
/// chains.
Explanation explain(const Composer& composer, const PlacedPlan& naive, const PlacedPlan& placed,
                    const std::optional<std::string>& node);

/// The part of the explanation about values and where they are computed.
Explanation explain_values(const Library& library, const Plan& naive, const PlacedPlan& placed,
                           const std::optional<std::string>& node);

/// The names that `node` may be, for suggestions.
std::vector<std::string_view> explainable_names(const Library& library, const Plan& plan);

}  // namespace weft::tools
