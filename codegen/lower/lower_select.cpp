#include "codegen/lower/lower_select.h"

#include <string>
#include <utility>

#include "codegen/lower/lower_evaluations.h"
#include "codegen/lower/stage_lowering.h"

namespace weft {
namespace {

BodyStmtId lower_branch(StageLowering& stage, const SelectBranch& branch, EvaluationId side,
                        std::uint32_t result) {
  // Code written inside the branch for a value from outside is not available after it, so restore
  // the value afterwards.
  std::vector<LoweredValue> captured;
  for (const EvaluationId capture : branch.captures) {
    captured.push_back(stage.known(capture));
  }
  BodyWriter& writer = stage.writer();
  std::vector<BodyStmtId> outer = writer.open_block();
  for (const EvaluationId inside : branch.body) {
    lower_evaluation(stage, inside);
  }
  const BodyExprId taken = stage.argument(side, stage.body().locals[result].type);
  if (const std::optional<NamingLine> line = writer.unname_last_line(taken)) {
    stage.body().stmts[line->statement].kind =
        AssignBody{std::nullopt, writer.local(result), line->named};
  } else {
    writer.assign(writer.local(result), taken, side);
  }
  put_back(branch.captures, *stage.frame().values, std::move(captured));
  return writer.close_block(std::move(outer));
}

}  // namespace

bool lower_branches(StageLowering& stage, EvaluationId id, const Evaluation& evaluation) {
  const SelectBranches* branches = stage.frame().branches;
  const SelectBranch* if_true = branches != nullptr ? branches->branch(id, 1) : nullptr;
  if (if_true == nullptr) {
    return false;
  }
  const SelectBranch& if_false = *branches->branch(id, 2);
  BodyWriter& writer = stage.writer();
  const BodyExprId condition = stage.value(evaluation.inputs[0]);
  const std::uint32_t result = writer.add_local(stage.type_of(id), std::string(stage.wish(id)));
  writer.declare(result, std::nullopt, id);
  const BodyStmtId then_block = lower_branch(stage, *if_true, evaluation.inputs[1], result);
  const BodyStmtId else_block = lower_branch(stage, if_false, evaluation.inputs[2], result);
  writer.add_statement({IfBody{condition, then_block, else_block}, {}}, id);
  stage.known(id).expr = writer.local(result);
  return true;
}

}  // namespace weft
