#include "fragments/interpreter/interpreter.h"

#include <utility>

#include "fragments/interpreter/body_code.h"
#include "fragments/interpreter/evaluation.h"

namespace weft {

using interpreter::BodyCode;
using interpreter::Evaluation;

struct BodyEvaluator::State {
  State(const Library& library, const Body& used_body) : evaluation(library), body(used_body) {}

  Evaluation evaluation;
  const Body& body;
};

BodyEvaluator::BodyEvaluator(const Library& library, const Body& body)
    : state_(std::make_unique<State>(library, body)) {}
BodyEvaluator::~BodyEvaluator() = default;
BodyEvaluator::BodyEvaluator(BodyEvaluator&&) noexcept = default;
BodyEvaluator& BodyEvaluator::operator=(BodyEvaluator&&) noexcept = default;

tl::expected<std::vector<Constant>, EvaluationError> BodyEvaluator::run(
    const std::vector<DataType>& result_types, const EvaluationInputs& inputs) {
  const BodyCode* code = state_->evaluation.code_of(state_->body);
  if (code == nullptr) {
    return tl::unexpected<EvaluationError>(
        EvaluationError{"the values of this body are too large to evaluate", {}});
  }
  return state_->evaluation.run(*code, result_types, inputs, false);
}

tl::expected<std::vector<Constant>, EvaluationError> evaluate_body(
    const Library& library, const Body& body, const std::vector<DataType>& result_types,
    const EvaluationInputs& inputs) {
  return BodyEvaluator(library, body).run(result_types, inputs);
}

tl::expected<Constant, EvaluationError> evaluate_expression(const Library& library,
                                                            const Body& body, BodyExprId expr) {
  Evaluation evaluation(library);
  std::optional<BodyCode> code =
      interpreter::flatten_expression(evaluation.value_layout(), body, expr);
  if (!code) {
    return tl::unexpected<EvaluationError>(
        EvaluationError{"the value is too large to evaluate", body.exprs[expr].span});
  }
  const std::vector<Constant> nothing;
  auto values = evaluation.run(*code, {body.exprs[expr].type}, {nothing, nothing}, true);
  if (!values) {
    return tl::unexpected<EvaluationError>(values.error());
  }
  return std::move(values->front());
}

}  // namespace weft
