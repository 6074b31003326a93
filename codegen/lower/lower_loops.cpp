#include "codegen/lower/lower_loops.h"

#include <algorithm>
#include <string>
#include <utility>

#include "codegen/lower/lower_evaluations.h"
#include "codegen/lower/lower_functions.h"
#include "codegen/lower/stage_lowering.h"
#include "codegen/lower/symbol_reads.h"
#include "support/check.h"

namespace weft {
namespace {

using EarlierUses = std::vector<std::pair<EvaluationId, std::uint32_t>>;

// Counts the uses inside the step. Returns the previous counts.
EarlierUses count_step_uses(StageLowering& stage, const PlanFunction& step) {
  std::vector<std::uint32_t>& uses = *stage.frame().uses;
  EarlierUses earlier;
  for (const EvaluationId id : step.body) {
    earlier.emplace_back(id, uses[id.index()]);
  }
  for (const EvaluationId id : step.captures) {
    earlier.emplace_back(id, uses[id.index()]);
  }
  count_uses(stage, step, uses);
  return earlier;
}

// The block that is executed for each step. `bind` sets the parameters, `finish` writes the step's
// results. The step is lowered like a function in this frame, with its own values and uses.
template <typename Bind, typename Finish>
BodyStmtId lower_step(StageLowering& stage, const PlanFunction& step, const Bind& bind,
                      const Finish& finish) {
  std::vector<LoweredValue>& values = *stage.frame().values;
  std::vector<LoweredValue> outer = take_aside(step.body, values);
  // Code written inside the loop for a value from outside, such as a copy of an array, is not
  // available after it, so restore the value afterwards.
  std::vector<LoweredValue> captured;
  for (const EvaluationId capture : step.captures) {
    captured.push_back(values[capture.index()]);
  }
  const EarlierUses earlier = count_step_uses(stage, step);
  std::vector<BodyStmtId> statements = stage.writer().open_block();
  for (const EvaluationId inside : step.body) {
    const auto* bound = std::get_if<BoundEvaluation>(&stage.plan().evaluations[inside].kind);
    if (bound != nullptr && bound->level == step.level) {
      bind(inside, bound->parameter);
    }
  }
  lower_evaluations(stage, step.body);
  finish();
  const BodyStmtId block = stage.writer().close_block(std::move(statements));
  for (const auto& [id, count] : earlier) {
    (*stage.frame().uses)[id.index()] = count;
  }
  put_back(step.body, values, std::move(outer));
  put_back(step.captures, values, std::move(captured));
  return block;
}

// `for (counter = 0; counter < limit; counter += 1)`
void add_for(StageLowering& stage, EvaluationId id, std::uint32_t counter, BodyExprId limit,
             BodyStmtId block) {
  Body& body = stage.body();
  BodyWriter& writer = stage.writer();
  const DataType counted = body.locals[counter].type;
  const BodyStmtId initial =
      body.add(BodyStmt{DeclareBody{counter, add_literal(body, counted, 0)}, {}});
  const BodyExprId condition =
      body.add(Operation::Less, bool_type, 0, {writer.local(counter), limit}, {});
  const BodyStmtId next = body.add(BodyStmt{
      AssignBody{Operation::Add, writer.local(counter), add_literal(body, counted, 1)}, {}});
  writer.add_statement({ForBody{initial, condition, next, block}, {}}, id);
}

// All states change at once (a parallel assignment), but are written one by one. A state that a
// later state's next value reads is written last, and its own next value is computed on a line
// before.
void write_states(StageLowering& stage, EvaluationId id, const PlanFunction& step,
                  const std::vector<std::uint32_t>& states) {
  Body& body = stage.body();
  BodyWriter& writer = stage.writer();
  const auto is_state = [&](BodyExprId expr, std::uint32_t state) {
    return body.exprs[expr].op == Operation::Local && body.exprs[expr].payload == state;
  };
  const auto last_of_outside = *std::max_element(states.begin(), states.end());
  std::vector<BodyExprId> nexts;
  for (std::size_t i = 0; i < states.size(); ++i) {
    nexts.push_back(stage.value(step.results[i]));
  }
  std::vector<bool> is_late(states.size(), false);
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (std::size_t j = i + 1; j < states.size(); ++j) {
      is_late[i] = is_late[i] || reads_local(body, nexts[j], states[i]);
    }
    const BodyExpr next = body.exprs[nexts[i]];
    const bool is_line = next.op == Operation::Local && next.payload > last_of_outside;
    if (is_late[i] && !is_line && !is_state(nexts[i], states[i])) {
      const std::uint32_t copy = writer.add_local(next.type, "next_" + writer.wish(states[i]));
      writer.declare(copy, nexts[i], id);
      nexts[i] = writer.local(copy);
    }
  }
  for (const bool is_last : {false, true}) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (is_late[i] == is_last && !is_state(nexts[i], states[i])) {
        writer.assign(writer.local(states[i]), nexts[i], id);
      }
    }
  }
}

const PlanFunction& step_of(const Plan& plan, EvaluationId id) {
  return plan.functions.functions[*plan.functions.first[id.index()]];
}

}  // namespace

void lower_loop(StageLowering& stage, EvaluationId id, const Evaluation& evaluation,
                const LoopEvaluation& loop) {
  const PlanFunction& step = step_of(stage.plan(), id);
  BodyWriter& writer = stage.writer();
  std::vector<std::uint32_t> states;
  for (std::size_t i = 0; i < loop.states.size(); ++i) {
    const BodyExprId initial = stage.value(evaluation.inputs[i + 1]);
    states.push_back(writer.add_local(stage.type_of(evaluation.inputs[i + 1]),
                                      std::string(stage.input().library.text(loop.states[i]))));
    writer.declare(states.back(), initial, id);
  }
  const BodyExprId count = stage.value(evaluation.inputs[0]);
  const std::uint32_t counter = writer.add_local(stage.type_of(evaluation.inputs[0]), "i");
  const std::vector<EvaluationId>* outer = std::exchange(stage.frame().next_states, &step.results);
  const BodyStmtId block = lower_step(
      stage, step,
      [&](EvaluationId inside, std::uint32_t parameter) {
        stage.known(inside).expr = writer.local(states[parameter]);
      },
      [&] { write_states(stage, id, step, states); });
  stage.frame().next_states = outer;
  add_for(stage, id, counter, count, block);
  stage.known(id).first_result = states.front();
}

void lower_map(StageLowering& stage, EvaluationId id, const Evaluation& evaluation,
               const MapEvaluation& map) {
  const PlanFunction& function = step_of(stage.plan(), id);
  const DataTypeTable& types = stage.input().types;
  Body& body = stage.body();
  BodyWriter& writer = stage.writer();
  const DataType element = stage.type_of(function.results.front());
  const std::optional<DataType> type = types.find_array(element, map.size);
  WEFT_CHECK(type.has_value(), "the arrays of maps have types");
  const std::uint32_t made = writer.add_local(*type, std::string(stage.wish(id)));
  writer.declare(made, std::nullopt, id);
  const std::uint32_t counter = writer.add_local(int_type, "i");
  const std::vector<EvaluationId>* outer = std::exchange(stage.frame().next_states, nullptr);
  const BodyStmtId block = lower_step(
      stage, function,
      [&](EvaluationId inside, std::uint32_t parameter) {
        const BodyExprId array = stage.value(evaluation.inputs[parameter]);
        const std::uint32_t size = element_count(body.exprs[array].type, types);
        const BodyExprId at = clamped_index(body, writer.local(counter), size,
                                            {0, static_cast<std::int64_t>(map.size) - 1});
        stage.known(inside).expr =
            body.add(Operation::Index, stage.type_of(inside), 0, {array, at}, {});
      },
      [&] {
        const BodyExprId result = stage.value(function.results.front());
        const BodyExprId target =
            body.add(Operation::Index, element, 0, {writer.local(made), writer.local(counter)}, {});
        writer.assign(target, result, id);
      });
  stage.frame().next_states = outer;
  add_for(stage, id, counter, add_literal(body, int_type, map.size), block);
  stage.known(id).expr = writer.local(made);
}

}  // namespace weft
