#include <optional>
#include <utility>

#include "fragments/model/body_flow.h"

namespace weft {
namespace {

class ControlFinder {
 public:
  ControlFinder(const Body& body, const BodyFlow& flow) : body_(body), flow_(flow) {
    if (!flow.exprs.empty()) {
      none_ = no_flow(body, flow.exprs.front().ports.size());
    }
  }

  std::vector<FlowSet> run() {
    around_.assign(body_.stmts.size(), none_);
    leaving_.assign(body_.stmts.size(), {none_, none_, none_});
    exprs_.assign(body_.exprs.size(), none_);
    // Statements come after those inside them. Three sweeps: push conditions down from the last
    // statement, collect exits upward from the first, then push down again, now including the exits
    // that precede each statement.
    for (std::size_t i = body_.stmts.size(); i-- > 0;) {
      go_down(BodyStmtId(i), false);
    }
    for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
      find_leaving(BodyStmtId(i));
    }
    for (std::size_t i = body_.stmts.size(); i-- > 0;) {
      go_down(BodyStmtId(i), true);
      mark_roots(BodyStmtId(i));
    }
    for (std::size_t i = body_.exprs.size(); i-- > 0;) {
      go_down(BodyExprId(i));
    }
    return std::move(exprs_);
  }

 private:
  /// The inputs that decide whether control leaves a statement, for each way of leaving.
  struct Leaving {
    FlowSet by_return;
    FlowSet by_break;
    FlowSet by_continue;
  };

  const FlowSet& value(BodyExprId id) const { return flow_.exprs[id.index()]; }
  FlowSet& around(BodyStmtId id) { return around_[id.index()]; }

  void enter(BodyStmtId id, const FlowSet& outer, const BodyExprId* condition) {
    join(around(id), outer);
    if (condition != nullptr) {
      join(around(id), value(*condition));
    }
  }

  /// Enters a loop. An iteration runs only if no earlier one left the loop.
  void enter_loop(BodyStmtId body, const std::optional<BodyStmtId>& step, FlowSet outer,
                  const BodyExprId& condition, bool heeds_leaving) {
    if (heeds_leaving) {
      join(outer, leaving_[body.index()].by_return);
      join(outer, leaving_[body.index()].by_break);
    }
    enter(body, outer, &condition);
    if (step) {
      enter(*step, outer, &condition);
    }
    join(exprs_[condition.index()], outer);
    join(exprs_[condition.index()], value(condition));
  }

  void go_down(BodyStmtId id, bool heeds_leaving) {
    FlowSet outer = around(id);
    const BodyStmt& stmt = body_.stmts[id];
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        enter(inner, outer, nullptr);
        if (heeds_leaving) {
          const Leaving& left = leaving_[inner.index()];
          join(outer, left.by_return);
          join(outer, left.by_break);
          join(outer, left.by_continue);
        }
      }
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      enter(branch->then_branch, outer, &branch->condition);
      if (branch->else_branch) {
        enter(*branch->else_branch, outer, &branch->condition);
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      if (loop->initial) {
        enter(*loop->initial, outer, nullptr);
      }
      enter_loop(loop->body, loop->step, std::move(outer), loop->condition, heeds_leaving);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      enter_loop(repeat->body, std::nullopt, std::move(outer), repeat->condition, heeds_leaving);
    }
  }

  void find_leaving(BodyStmtId id) {
    Leaving& leaving = leaving_[id.index()];
    const BodyStmt& stmt = body_.stmts[id];
    const auto add = [&](BodyStmtId inner, bool is_loop) {
      const Leaving& left = leaving_[inner.index()];
      join(leaving.by_return, left.by_return);
      if (!is_loop) {
        join(leaving.by_break, left.by_break);
        join(leaving.by_continue, left.by_continue);
      }
    };
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        add(inner, false);
      }
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      add(branch->then_branch, false);
      if (branch->else_branch) {
        add(*branch->else_branch, false);
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      add(loop->body, true);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      add(repeat->body, true);
    } else if (std::holds_alternative<ReturnBody>(stmt.kind)) {
      leaving.by_return = around(id);
    } else if (std::holds_alternative<BreakBody>(stmt.kind)) {
      leaving.by_break = around(id);
    } else if (std::holds_alternative<ContinueBody>(stmt.kind)) {
      leaving.by_continue = around(id);
    }
  }

  void mark_roots(BodyStmtId id) {
    const BodyStmt& stmt = body_.stmts[id];
    const auto mark = [&](const std::optional<BodyExprId>& root) {
      if (root) {
        join(exprs_[root->index()], around(id));
      }
    };
    if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      mark(branch->condition);
    } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      mark(declared->initial);
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      mark(assigned->target);
      mark(assigned->value);
    } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      mark(result->value);
    }
  }

  void go_down(BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      FlowSet& into = exprs_[body_.argument(expr, i).index()];
      join(into, exprs_[id.index()]);
      if (is_conditional_operand(expr, i)) {
        join(into, value(body_.argument(expr, 0)));
      }
    }
  }

  const Body& body_;
  const BodyFlow& flow_;
  FlowSet none_;
  std::vector<FlowSet> around_;   // per statement
  std::vector<Leaving> leaving_;  // per statement
  std::vector<FlowSet> exprs_;
};

}  // namespace

std::vector<FlowSet> find_control(const Body& body, const BodyFlow& flow) {
  return ControlFinder(body, flow).run();
}

}  // namespace weft
