#pragma once

#include "fragments/check/statement_walk.h"

namespace weft {

/// `target = value`, `target += value`, `++target`. Errors: `not-assignable` for targets that are
/// no local or port, or parts of one; `type-mismatch`.
void check_assignment(StatementWalk& walk, syntax::StmtId id, const syntax::AssignStmt& it);
void check_assignment(StatementWalk& walk, syntax::StmtId id, const syntax::StepStmt& it);

/// Makes the ports that are assigned to locals, declared at the begin of the body, whose first
/// values are the arguments, as in GLSL. The body of `root` with these declarations. O(expressions
/// of the body).
BodyStmtId copy_assigned_ports(StatementWalk& walk, syntax::StmtId block, BodyStmtId root);

}  // namespace weft
