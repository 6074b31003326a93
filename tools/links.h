#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft::tools {

/// A link of a plan that has conversions.
struct ExplainedLink {
  EvaluationId from;
  std::vector<EvaluationId> steps;  ///< the conversions, in order of execution
  std::string consumer;             ///< `metallic_roughness.n`, `output color`
  std::string consumer_name;        ///< of the consumer's result, or of the output
};

/// Collects all links with conversions: those of evaluations in their order, then those of outputs.
/// O(evaluations + inputs).
std::vector<ExplainedLink> explained_links(const Library& library, const Plan& plan);

}  // namespace weft::tools
