#include "codegen/lower/stage_lowering.h"

// Selects with one condition per draw: only the chosen side is evaluated.
namespace weft {

void StageLowering::lower_all(const std::vector<EvaluationId>& ids) {
  const SelectBranches branches = SelectBranches::find(input_.library, plan_, ids, *frame_.uses);
  const SelectBranches* outer = std::exchange(frame_.branches, &branches);
  for (const EvaluationId id : ids) {
    // Function parameters and loop states already have values.
    if (!branches.is_inside(id) &&
        !std::holds_alternative<BoundEvaluation>(plan_.evaluations[id].kind)) {
      lower(id);
    }
  }
  frame_.branches = outer;
}

bool StageLowering::lower_branches(EvaluationId id, const Evaluation& evaluation) {
  const SelectBranch* if_true =
      frame_.branches != nullptr ? frame_.branches->branch(id, 1) : nullptr;
  if (if_true == nullptr) {
    return false;
  }
  const SelectBranch& if_false = *frame_.branches->branch(id, 2);
  const BodyExprId condition = value(evaluation.inputs[0]);
  const std::uint32_t result = add_local(type_of(id), wishes_[id.index()]);
  add_statement({DeclareBody{result, std::nullopt}, {}}, id);
  const BodyStmtId then_block = lower_branch(*if_true, evaluation.inputs[1], result);
  const BodyStmtId else_block = lower_branch(if_false, evaluation.inputs[2], result);
  add_statement({IfBody{condition, then_block, else_block}, {}}, id);
  known(id).expr = local(result);
  return true;
}

BodyStmtId StageLowering::lower_branch(const SelectBranch& branch, EvaluationId side,
                                       std::uint32_t result) {
  std::vector<Value>& values = *frame_.values;
  // Code written inside the branch for a value from outside is not available after it, so restore
  // the value afterwards.
  std::vector<Value> captured;
  for (const EvaluationId capture : branch.captures) {
    captured.push_back(values[capture.index()]);
  }
  std::vector<BodyStmtId> statements = std::exchange(frame_.statements, {});
  for (const EvaluationId inside : branch.body) {
    lower(inside);
  }
  const BodyExprId taken = argument(side, body().locals[result].type);
  if (const std::optional<NamingLine> line = unname_last_line(taken)) {
    body().stmts[line->statement].kind = AssignBody{std::nullopt, local(result), line->named};
  } else {
    add_statement({AssignBody{std::nullopt, local(result), taken}, {}}, side);
  }
  put_back(branch.captures, values, std::move(captured));
  const BodyStmtId block =
      body().add(BodyStmt{BlockBody{std::exchange(frame_.statements, std::move(statements))}, {}});
  return block;
}

}  // namespace weft
