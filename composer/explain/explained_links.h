#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// A link of a plan that has conversions.
struct ExplainedLink {
  EvaluationId from;
  std::vector<EvaluationId> steps;  ///< the conversions, in order of execution
  std::string consumer;             ///< `metallic_roughness.n`, `output color`
  std::string consumer_name;        ///< of the consumer's result, or of the output
  /// What the consumer demands, as far as its declaration alone says: the port, or the profile.
  std::optional<Demand> demand = std::nullopt;
};

/// Collects all links with conversions: those of evaluations in their order, then those of outputs.
/// O(evaluations + inputs).
std::vector<ExplainedLink> explained_links(const Library& library, const Plan& plan);

}  // namespace weft
