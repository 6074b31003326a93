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

/// The host's inputs to a uniform program. Values have the types of the features and parameters.
/// Arrays may be shorter than the profile states; the rest is zero.
struct HostInputs {
  std::function<Constant(FeatureId)> feature;
  std::function<Constant(std::uint32_t parameter)> parameter;
};

/// The CPU work for the shaders of one material and profile, evaluated by the interpreter. Live
/// editors run it directly; generated C++ computes the same. Owns copies of what it needs from the
/// plan; the library must outlive it.
class UniformProgram {
 public:
  UniformProgram() = default;
  /// O(evaluations + inputs of the host stage).
  UniformProgram(const Library& library, const PlacedPlan& placed);

  /// The evaluations whose values the uniform blocks contain, in program order (see
  /// ValueSource::result in codegen/ir/interface.h).
  const std::vector<EvaluationId>& results() const { return results_; }
  bool empty() const { return results_.empty(); }

  /// For those that compile the program (compile_values.h).
  const Library& library() const { return *library_; }
  /// Null if empty().
  const EvaluationSteps* steps() const { return steps_.get(); }
  /// The step of each result.
  const std::vector<std::uint32_t>& result_steps() const { return result_steps_; }
  /// Per parameter: the value of static ones, else nothing.
  const std::vector<std::optional<Constant>>& static_values() const { return static_values_; }
  /// The words of a feature that is an array, as the profile states; 0 for others.
  std::size_t array_words(FeatureId feature) const { return feature_words_[feature.index()]; }

  /// Returns the values of results(), in order. Errors: a fragment that exceeds the interpreter's
  /// step limit, or values that are too large.
  tl::expected<std::vector<Constant>, EvaluationError> evaluate(const HostInputs& inputs) const;
  /// Returns the values of some of results(), in the order of `wanted`, and reads and computes only
  /// what these need.
  tl::expected<std::vector<Constant>, EvaluationError> evaluate(
      const std::vector<EvaluationId>& wanted, const HostInputs& inputs) const;

 private:
  tl::expected<std::vector<Constant>, EvaluationError> evaluate_steps(
      const std::vector<std::uint32_t>& steps, const HostInputs& inputs) const;

  const Library* library_ = nullptr;
  std::vector<std::optional<Constant>> static_values_;
  std::vector<std::size_t>
      feature_words_;  ///< per feature: number of words, for arrays as the profile states
  std::shared_ptr<const EvaluationSteps> steps_;  ///< null if empty()
  std::vector<EvaluationId> results_;
  std::vector<std::uint32_t> result_steps_;
};

}  // namespace weft
