#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft::tools {

/// A link of a plan on which conversions stand.
struct ExplainedLink {
  EvaluationId from;
  std::vector<EvaluationId> steps;  ///< the conversions, in the order in which they are done
  std::string consumer;             ///< `metallic_roughness.n`, `output color`
  std::string consumer_name;        ///< of the value that the consumer gives, or of the output
};

/// All links with conversions: those of evaluations in their order, then those of the outputs.
/// O(evaluations + inputs).
std::vector<ExplainedLink> explained_links(const Library& library, const Plan& plan);

}  // namespace weft::tools
