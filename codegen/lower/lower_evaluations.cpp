#include "codegen/lower/lower_evaluations.h"

#include <utility>

#include "codegen/lower/lower_calls.h"
#include "codegen/lower/lower_functions.h"
#include "codegen/lower/lower_loops.h"
#include "codegen/lower/lower_select.h"
#include "codegen/lower/stage_lowering.h"
#include "codegen/lower/symbol_reads.h"
#include "codegen/lower/unread_inputs.h"
#include "fragments/model/intrinsics.h"
#include "support/check.h"
#include "support/inline_vector.h"

namespace weft {
namespace {

/// Lowers an evaluation of each kind.
struct EvaluationLowering {
  StageLowering& stage;
  EvaluationId id;
  const Evaluation& evaluation;

  void keep_constant(const Constant& value, bool is_plain) const {
    stage.keep(id, add_constant(stage.body(), stage.input().types, value), is_plain);
  }

  void operator()(const ConstantEvaluation& constant) const {
    keep_constant(constant.value, !constant.value.type.is_array());
  }
  void operator()(const FeatureEvaluation& feature) const {
    stage.read(id, stage.input().reads.features[feature.feature.index()]);
  }
  void operator()(const ParameterEvaluation& parameter) const {
    const auto& static_values = stage.plan().static_values;
    if (parameter.parameter < static_values.size() && static_values[parameter.parameter]) {
      keep_constant(*static_values[parameter.parameter], true);
    } else {
      stage.read(id, stage.input().reads.parameters[parameter.parameter]);
    }
  }
  void operator()(const BoundEvaluation& bound) const {
    WEFT_CHECK(stage.known(id).expr || bound.parameter == index_of_call,
               "a parameter is read outside its function");
  }
  void operator()(const InterpolateEvaluation&) const {
    stage.read(id, stage.input().reads.interpolations[id.index()]);
  }
  void operator()(const UniformEvaluation&) const {
    stage.read(id, stage.input().reads.results[evaluation.inputs[0].index()]);
  }
  void operator()(const LoopEvaluation& loop) const { lower_loop(stage, id, evaluation, loop); }
  void operator()(const MapEvaluation& map) const { lower_map(stage, id, evaluation, map); }
  void operator()(const ResultEvaluation& result) const {
    const std::optional<std::uint32_t> first = stage.known(evaluation.inputs[0]).first_result;
    stage.known(id).expr =
        first ? stage.writer().local(*first + result.result) : stage.value(evaluation.inputs[0]);
  }
  void operator()(const StateEvaluation& state) const { lower_state(state); }
  void operator()(const OperationEvaluation& operation) const {
    const bool is_branch =
        operation.op == Operation::Select && lower_branches(stage, id, evaluation);
    // An element that a function reads at the index of its call is a parameter.
    if (!is_branch && !level_of_element(stage.plan(), evaluation) &&
        !(is_stored() && lower_stored(operation))) {
      lower_operation(operation);
    }
  }
  void operator()(const LeafEvaluation& leaf) const { lower_call(stage, id, evaluation, leaf); }

  // A thread's own element exists; others are brought within the bounds.
  void lower_state(const StateEvaluation& state) const {
    Body& body = stage.body();
    const PreviousState& from = stage.input().interface.states[state.state];
    const BodyExprId symbol =
        symbol_itself(body, stage.program(), {SymbolKind::State, state.state, 0, from.stored});
    BodyExprId place = stage.value(evaluation.inputs[0]);
    const BodyExprId size = stage.value(evaluation.inputs[1]);
    const EvaluationKind& at = stage.plan().evaluations[evaluation.inputs[0]].kind;
    if (!std::holds_alternative<FeatureEvaluation>(at)) {
      place = clamped_place(place, size);
    }
    const BodyExprId element =
        body.add(Operation::Index, from.stored, 0, {symbol, place, size}, {});
    stage.keep(id, load_value(body, element, from.type), false);
  }

  BodyExprId clamped_place(BodyExprId place, BodyExprId size) const {
    Body& body = stage.body();
    const DataType type = body.exprs[place].type;
    const BodyExprId least =
        body.add(Operation::Construct, type, 0, {add_literal(body, int_type, 0)}, {});
    const BodyExprId most =
        body.add(Operation::Subtract, type, 0, {size, add_literal(body, int_type, 1)}, {});
    return body.add(Operation::Intrinsic, type, static_cast<std::uint32_t>(Intrinsic::Clamp),
                    {place, least, most}, {});
  }

  // Whether the operand is still in its stored form.
  bool is_stored() const {
    const LoweredValue& object = stage.known(evaluation.inputs[0]);
    return object.stored && !object.expr;
  }

  BodyExprId index_within(DataType indexed) const {
    return clamped_index(stage.body(), stage.value(evaluation.inputs[1]),
                         element_count(indexed, stage.input().types));
  }

  // Selects a part of a value in its stored form. Returns false for other operations.
  bool lower_stored(const OperationEvaluation& operation) const {
    Body& body = stage.body();
    const LoweringInput& input = stage.input();
    const DataType type = stage.type_of(id);
    const LoweredValue object = stage.known(evaluation.inputs[0]);
    switch (operation.op) {
      case Operation::Member:
        stage.keep_stored(id,
                          stored_member(body, input.types, input.interface.stored_structs,
                                        *object.stored, operation.payload),
                          type);
        return true;
      case Operation::Swizzle:
        stage.keep(id, body.add(Operation::Swizzle, type, operation.payload, {*object.stored}, {}),
                   true);
        return true;
      case Operation::Index: {
        const BodyExprId index = index_within(object.type);
        stage.keep_stored(id, stored_element(body, input.types, *object.stored, index), type);
        return true;
      }
      default:  // the others read whole values
        return false;
    }
  }

  void lower_operation(const OperationEvaluation& operation) const {
    Body& body = stage.body();
    InlineVector<BodyExprId, 4> arguments;
    if (operation.op == Operation::Index) {
      const BodyExprId indexed = stage.value(evaluation.inputs[0]);
      const BodyExprId index = index_within(body.exprs[indexed].type);
      arguments = {indexed, index};
    } else {
      for (const EvaluationId input : evaluation.inputs) {
        arguments.push_back(stage.value(input));
      }
    }
    std::uint32_t payload = operation.payload;
    if (operation.op == Operation::Swizzle) {
      const BodyExpr& object = body.exprs[arguments[0]];
      if (object.op == Operation::Swizzle) {  // `uvw.xy.x` is `uvw.x`
        payload = swizzle_of_swizzle(object.payload, payload);
        arguments[0] = body.argument(object, 0);
      }
    }
    const BodyExprId expr = body.add(operation.op, stage.type_of(id), payload, arguments, {});
    stage.keep(id, expr, operation.op != Operation::Select);
  }
};

}  // namespace

void lower_evaluation(StageLowering& stage, EvaluationId id) {
  const Evaluation& evaluation = stage.plan().evaluations[id];
  const bool outer = std::exchange(stage.frame().computes_with_medium,
                                   stage.medium_role(id) == MediumRole::Computed);
  std::visit(EvaluationLowering{stage, id, evaluation}, evaluation.kind);
  stage.frame().computes_with_medium = outer;
}

void lower_evaluations(StageLowering& stage, const std::vector<EvaluationId>& together) {
  lower_read_evaluations(stage, without_unread(stage, together));
}

void lower_read_evaluations(StageLowering& stage, const std::vector<EvaluationId>& ids) {
  const Plan& plan = stage.plan();
  const SelectBranches branches =
      SelectBranches::find(stage.input().library, plan, ids, *stage.frame().uses);
  const SelectBranches* outer = std::exchange(stage.frame().branches, &branches);
  for (const EvaluationId id : ids) {
    // Function parameters and loop states already have values.
    if (!branches.is_inside(id) &&
        !std::holds_alternative<BoundEvaluation>(plan.evaluations[id].kind)) {
      lower_evaluation(stage, id);
    }
  }
  stage.frame().branches = outer;
}

}  // namespace weft
