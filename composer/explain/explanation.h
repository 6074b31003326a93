#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "composer/compose.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/explain/plan_places.h"
#include "composer/explain/rejected_chain.h"

// Explanations are values: an editor reads them as they are, and explanation_text.h and
// explanation_json.h print them. Ids refer to the plan that is explained; types and texts need the
// library.

namespace weft {

/// One conversion on a link, and the value after it.
struct ExplainedStep {
  EvaluationId evaluation;  ///< in the plan without placement
  std::string conversion;
  std::int64_t difficulty = 0;
  bool is_lossy = false;
  SemanticType type;
  Rate rate = Rate::Constant;
};

/// A link with conversions.
struct LinkExplanation {
  std::string consumer;  ///< `ggx.n`, `output color`
  EvaluationId from;     ///< in the plan without placement
  std::string name;      ///< of the value
  SemanticType type;
  Rate rate = Rate::Constant;
  std::int64_t difficulty = 0;  ///< of all steps
  std::vector<ExplainedStep> steps;
  std::vector<RejectedChain> rejected;
};

/// An input connected by meaning.
struct StitchExplanation {
  std::string consumer;
  std::string chosen;  ///< `binding 'n'`, `feature 'surface.normal'`
  std::int64_t difficulty = 0;
  std::vector<std::string> not_taken;  ///< the other sources, with the reasons
};

/// A value of the placed plan.
struct ExplainedValue {
  EvaluationId evaluation;
  std::string name;
  std::string kind;  ///< `single`, `field`, …
  Rate rate = Rate::Constant;
  Stage stage = Stage::Fragment;
  std::vector<std::size_t> places;      ///< positions in Explanation::places
  std::string because;                  ///< the cause of its rate
  std::optional<EvaluationId> through;  ///< the input that has the rate from there
  SemanticType type;
  std::vector<std::string> needs;         ///< paths of features
  std::vector<SemanticType> stated = {};  ///< with which readers see it after `as {…}`
};

/// A function of the placed plan with the values that it computes.
struct ExplainedPlace {
  PlanPlace place;
  std::string title;  ///< `main of the vertex stage`
  /// The explained values among them: the name there, and the position in Explanation::values.
  std::vector<std::pair<std::string, std::size_t>> values;
};

/// The path from a value to the cause of its rate.
struct RatePath {
  Rate rate = Rate::Constant;
  Stage stage = Stage::Fragment;
  struct Step {
    std::string name;    ///< may be empty
    std::string action;  ///< in the syntax of the language
  };
  std::vector<Step> steps;
  std::string because;
};

/// A value that placement moved to the vertex stage.
struct ExplainedMove {
  MovedEvaluation moved;
  std::string name;
  std::string action;
  std::uint64_t before = 0;  ///< operations per draw
  std::uint64_t now = 0;
};

/// What placement decided and saved.
struct ExplainedPlacement {
  Placement placement;
  Stage last = Stage::Fragment;  ///< of the profile
  std::vector<ExplainedMove> moves;
  /// The number of vertices per fragment above which another placement is cheaper.
  std::optional<double> flips_at;
};

/// The static cost of an output.
struct ExplainedCost {
  std::string output;
  Stage stage = Stage::Fragment;
  OutputCost cost;
};

/// A state of a simulation, and where the profile stores it.
struct ExplainedState {
  std::string name;
  SemanticType type;
  std::string stored;  ///< `image r32f`, `buffer of uint`
  std::uint32_t read_binding = 0;
  std::uint32_t written_binding = 0;
};

/// The explanation of a plan, or of the values of one name in it.
struct Explanation {
  /// `rock for profile forward: 40 values, 21 of them per fragment; 9 conversions on 6 links`
  std::string summary;
  std::optional<std::string> node;  ///< the name that it is restricted to
  std::vector<LinkExplanation> links;
  std::vector<StitchExplanation> stitches;
  std::vector<RatePath> paths;  ///< of the values called `node`
  std::vector<ExplainedPlace> places;
  std::vector<ExplainedValue> values;
  std::optional<ExplainedPlacement> placement;  ///< nothing for the plan without placement
  std::vector<ExplainedCost> costs;             ///< per output
  std::vector<ExplainedState> states;           ///< of simulations
};

/// For each link: the chain of conversions, its difficulty, the rejected alternatives and the
/// differences. For each input stitched by meaning: the chosen value, and why the others were
/// rejected. For each value, grouped by the function that computes it: its kind, its rate and the
/// cause of the rate. Also the evaluations moved to the vertex stage and the cost that this saves.
/// Chains are settled before placement: `naive` is the plan without placement. `node` restricts it
/// to values and outputs of that name. `options`: with which `placed` was placed; its counts are
/// those of the plan. O(evaluations), a search per link for the rejected chains, and a few dozen
/// cuts.
Explanation explain(const Composer& composer, const PlacedPlan& naive, const PlacedPlan& placed,
                    const std::optional<std::string>& node, const PlacementOptions& options = {});

/// The static cost of each output of a placed plan. O(outputs × evaluations).
std::vector<ExplainedCost> explain_costs(const Library& library, const PlacedPlan& placed);

/// The names that `node` may be, for suggestions.
std::vector<std::string_view> explainable_names(const Library& library, const Plan& plan);

}  // namespace weft
