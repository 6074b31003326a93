#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fragments/check/check_context.h"
#include "fragments/check/check_statement.h"

namespace weft {

/// The walk over a block with an explicit task stack. Each finished statement that could be built
/// is pushed on `results`.
struct StatementWalk {
  CheckContext& context;
  ReturnRule returns;
  std::vector<StatementTask>& tasks;
  std::vector<BodyStmtId>& results;
  std::size_t loops = 0;  ///< number of loops around the current statement
  std::unordered_set<std::uint32_t> const_locals = {};
  std::vector<std::uint32_t> assigned_ports = {};  ///< in the order of their first assignments

  const syntax::Stmt& stmt(syntax::StmtId id) const { return context.module->stmts[id]; }
  Span span(syntax::StmtId id) const { return stmt(id).span; }
  Span span(syntax::ExprId id) const { return context.module->exprs[id].span; }
  void finish(syntax::StmtId id, decltype(BodyStmt::kind) kind) {
    results.push_back(context.body.add(BodyStmt{std::move(kind), span(id)}));
  }
  BodyStmtId pop_result() {
    BodyStmtId result = results.back();
    results.pop_back();
    return result;
  }
  /// The expression, or a placeholder for an erroneous one so that checking can continue.
  BodyExprId expr_of(const CheckedValue& value) {
    return value.expr ? *value.expr
                      : context.body.add(Operation::Literal, DataType(), 0, {}, value.span);
  }
};

}  // namespace weft
