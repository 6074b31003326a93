#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fragments/check/checked_value.h"
#include "fragments/model/body.h"
#include "fragments/syntax/syntax.h"

namespace weft {

/// A step of the walk over an expression.
struct ExpressionTask {
  syntax::ExprId expr;
  bool is_leaving;
  bool has_members = false;  ///< a member of its value is accessed
};

enum class StatementStep { Check, CheckBranch, EndBlock, EndIf, EndLoop };

/// A step of the walk over a block.
struct StatementTask {
  StatementStep step;
  syntax::StmtId stmt;
  std::size_t first_result = 0;
  std::optional<BodyExprId> condition = {};
  std::optional<BodyStmtId> initial = {};
  std::optional<BodyStmtId> loop_step = {};
  bool has_scope = true;
};

/// The stacks of the checker's walks, kept from one body to the next. A walk leaves them as long as
/// it found them.
struct CheckStacks {
  std::vector<ExpressionTask> tasks;
  std::vector<CheckedValue> values;
  std::vector<syntax::Identifier> members;  ///< of the chain being checked
  std::vector<StatementTask> statements;
  std::vector<BodyStmtId> results;

  void clear() {
    tasks.clear();
    values.clear();
    members.clear();
    statements.clear();
    results.clear();
  }
};

}  // namespace weft
