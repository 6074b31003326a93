#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "composer/evaluations/plan.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

struct EvaluationSteps;

/// What a host gives to a uniform program. The values have the types of the features and
/// parameters; arrays may be shorter than the profile states: the rest is zero.
struct HostInputs {
  std::function<Constant(FeatureId)> feature;
  std::function<Constant(std::uint32_t parameter)> parameter;
};

/// The work that a host does for the shaders of one material and profile, evaluated by the
/// interpreter: what a live editor runs, and what the generated C++ computes as well. Holds what it
/// needs of the plan; the library must outlive it.
class UniformProgram {
 public:
  UniformProgram() = default;
  /// O(evaluations + inputs of the host stage).
  UniformProgram(const Library& library, const PlacedPlan& placed);

  /// The evaluations of the plan whose values the blocks take, in program order (see
  /// ValueSource::result in codegen/ir/interface.h).
  const std::vector<EvaluationId>& results() const { return results_; }
  bool empty() const { return results_.empty(); }

  /// The values of results(), one for one. Errors: a fragment that does not end within the
  /// interpreter's limit of steps, or whose values are too large.
  tl::expected<std::vector<Constant>, EvaluationError> evaluate(const HostInputs& inputs) const;

 private:
  const Library* library_ = nullptr;
  std::vector<std::optional<Constant>> static_values_;
  std::vector<std::size_t> feature_words_;        ///< per feature: of arrays, as the profile states
  std::shared_ptr<const EvaluationSteps> steps_;  ///< null: empty()
  std::vector<EvaluationId> results_;
  std::vector<std::uint32_t> result_steps_;
};

}  // namespace weft
