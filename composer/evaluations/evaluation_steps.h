#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "composer/evaluations/plan.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

/// A self-contained program for the CPU: evaluations of one stage in order, with the functions that
/// some of them take. Holds no references to the plan.
struct EvaluationSteps {
  static constexpr std::uint32_t none = 0xffffffffU;

  struct Step {
    EvaluationKind kind;
    std::vector<std::uint32_t> inputs;  ///< earlier steps
    DataType type;
    bool is_in_function = false;
    std::vector<std::uint32_t> functions;  ///< its functions, in port order
  };
  struct Function {
    std::uint32_t port = 0;
    std::uint32_t level = 0;
    std::vector<std::uint32_t> body;  ///< in order
    std::vector<std::uint32_t> results;
  };

  std::vector<Step> steps;
  std::vector<Function> functions;
  std::vector<std::uint32_t> step_of;  ///< per evaluation; `none` for those outside the program

  EvaluationSteps() = default;
  /// Extracts the evaluations of one stage. O(evaluations + inputs).
  EvaluationSteps(const Store<Evaluation>& evaluations, const PlanFunctions& functions_of,
                  const TypeInterner& types, Stage stage);
};

/// The inputs of a run.
struct StepInputs {
  std::function<Constant(FeatureId)> feature;
  std::function<Constant(std::uint32_t parameter)> parameter;
};

/// Limits on the work of one run.
struct StepLimits {
  std::uint64_t steps =
      std::numeric_limits<std::uint64_t>::max();              ///< including steps in functions
  std::optional<std::uint64_t> steps_of_body = std::nullopt;  ///< as EvaluationInputs::step_limit
  std::uint32_t calls = 256;  ///< nesting depth of function calls, each of which uses C++ stack
};

/// Interprets a program. Functions are evaluated in place: an evaluation inside one holds a single
/// value at a time, that of the innermost active call. All arguments must outlive the object.
class StepEvaluator {
 public:
  using Done = tl::expected<void, EvaluationError>;

  StepEvaluator(const Library& library, const EvaluationSteps& steps, const StepInputs& inputs,
                StepLimits limits = {})
      : library_(library),
        all_(steps),
        inputs_(inputs),
        limits_(limits),
        values_(steps.steps.size()) {}

  /// Errors: a fragment that exceeds the limits, or values that are too large.
  Done run();
  /// Runs only what these steps need. The values of other steps are not valid afterwards.
  Done run(const std::vector<std::uint32_t>& wanted);
  /// Valid after run(): one value, more for calls with several results.
  const std::vector<Constant>& values(std::uint32_t step) const { return values_[step]; }
  /// Steps executed; those in functions count once per call.
  std::uint64_t steps_done() const { return done_; }

 private:
  class Functions;
  using Step = EvaluationSteps::Step;
  using Function = EvaluationSteps::Function;

  const Constant& value(std::uint32_t step) const { return values_[step].front(); }
  Done run_needed(const std::vector<bool>& is_needed);
  tl::expected<std::vector<Constant>, EvaluationError> call(
      const Function& function, const std::vector<std::uint32_t>& positions,
      const std::vector<Constant>& arguments);
  Done evaluate(std::uint32_t index);
  std::vector<Constant> input_values(const Step& step) const;
  Done evaluate_leaf(std::uint32_t index, const Step& step, const LeafEvaluation& leaf);
  Done evaluate_loop(std::uint32_t index, const Step& step, const LoopEvaluation& loop);
  Done evaluate_map(std::uint32_t index, const Step& step, const MapEvaluation& map);
  Constant element(const Constant& array, DataType type, std::uint32_t at) const;

  const Library& library_;
  const EvaluationSteps& all_;
  const StepInputs& inputs_;
  StepLimits limits_;
  std::uint64_t done_ = 0;
  std::uint32_t open_calls_ = 0;
  FunctionLevels is_open_;  // the levels of the active function calls
  std::vector<std::vector<Constant>>
      values_;  // per step: one value, more for calls with several results
};

}  // namespace weft
