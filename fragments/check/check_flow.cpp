#include "fragments/check/check_flow.h"

#include <algorithm>
#include <vector>

namespace weft {
namespace {

/// The control flow and definite assignment of one statement. The `assigned` members concern one
/// local and only assignments inside the statement.
struct Summary {
  bool completes = true;            ///< control can pass on to the next statement
  bool breaks = false;              ///< a break inside leaves a loop around the statement
  bool assigned = false;            ///< on every path to the next statement
  bool assigned_at_breaks = true;   ///< before every such break
  bool assigned_at_returns = true;  ///< before every return inside
};

class FlowAnalysis {
 public:
  /// `local`: the local whose assignments are tracked, if any.
  FlowAnalysis(const Body& body, std::optional<std::uint32_t> local) : body_(body), local_(local) {}

  /// Statements are in postorder: one loop reaches every statement after those inside it.
  Summary run() {
    summaries_.reserve(body_.stmts.size());
    for (const BodyStmt& stmt : body_.stmts) {
      summaries_.push_back(
          std::visit([this](const auto& kind) { return this->summarize(kind); }, stmt.kind));
    }
    return body_.root ? of(*body_.root) : Summary();
  }

 private:
  const Summary& of(BodyStmtId id) const { return summaries_[id.index()]; }

  bool is_always_true(BodyExprId condition) const {
    const BodyExpr& expr = body_.exprs[condition];
    return expr.op == Operation::Literal && expr.type.is_bool() && expr.payload != 0;
  }

  static Summary in_sequence(const Summary& first, const Summary& second) {
    if (!first.completes) {
      return first;
    }
    Summary both;
    both.completes = second.completes;
    both.breaks = first.breaks || second.breaks;
    both.assigned = first.assigned || second.assigned;
    both.assigned_at_breaks =
        first.assigned_at_breaks && (first.assigned || second.assigned_at_breaks);
    both.assigned_at_returns =
        first.assigned_at_returns && (first.assigned || second.assigned_at_returns);
    return both;
  }

  static Summary either(const Summary& a, const Summary& b) {
    Summary both;
    both.completes = a.completes || b.completes;
    both.breaks = a.breaks || b.breaks;
    both.assigned = (a.assigned || !a.completes) && (b.assigned || !b.completes);
    both.assigned_at_breaks = a.assigned_at_breaks && b.assigned_at_breaks;
    both.assigned_at_returns = a.assigned_at_returns && b.assigned_at_returns;
    return both;
  }

  Summary summarize(const BlockBody& block) const {
    Summary all;
    for (BodyStmtId stmt : block.statements) {
      all = in_sequence(all, of(stmt));
    }
    return all;
  }
  Summary summarize(const IfBody& branch) const {
    return either(of(branch.then_branch), branch.else_branch ? of(*branch.else_branch) : Summary());
  }
  Summary loop(BodyExprId condition, BodyStmtId body) const {
    const Summary& inside = of(body);
    bool ends_by_break = is_always_true(condition);
    Summary all;
    all.completes = !ends_by_break || inside.breaks;
    all.assigned = ends_by_break && inside.assigned_at_breaks;
    all.assigned_at_returns = inside.assigned_at_returns;
    return all;
  }
  Summary summarize(const ForBody& it) const {
    Summary all = loop(it.condition, it.body);
    return it.initial ? in_sequence(of(*it.initial), all) : all;
  }
  Summary summarize(const WhileBody& it) const { return loop(it.condition, it.body); }
  Summary summarize(const ReturnBody& it) const {
    Summary leaving;
    leaving.completes = false;
    leaving.assigned_at_returns = it.value && !is_local(*it.value);
    return leaving;
  }
  static Summary summarize(const BreakBody&) {
    Summary leaving;
    leaving.completes = false;
    leaving.breaks = true;
    leaving.assigned_at_breaks = false;
    return leaving;
  }
  static Summary summarize(const ContinueBody&) {
    Summary leaving;
    leaving.completes = false;
    return leaving;
  }
  static Summary summarize(const DeclareBody&) { return {}; }
  Summary summarize(const AssignBody& it) const {
    BodyExprId target = it.target;
    while (body_.exprs[target].argument_count > 0) {
      target = body_.argument(body_.exprs[target], 0);
    }
    Summary done;
    // `x += 1` does not count: it needs a previous value.
    done.assigned = !it.op && is_local(target);
    return done;
  }

  bool is_local(BodyExprId id) const {
    const BodyExpr& expr = body_.exprs[id];
    return local_ && expr.op == Operation::Local && expr.payload == *local_;
  }

  const Body& body_;
  std::optional<std::uint32_t> local_;
  std::vector<Summary> summaries_;
};

}  // namespace

ControlFlow analyse_flow(const Body& body) {
  const auto* root = body.root ? std::get_if<BlockBody>(&body.stmts[*body.root].kind) : nullptr;
  if (root != nullptr &&
      std::any_of(root->statements.begin(), root->statements.end(), [&body](BodyStmtId id) {
        return std::holds_alternative<ReturnBody>(body.stmts[id].kind);
      })) {
    return {false};  // as in most bodies: no need to look inside other statements
  }
  return {FlowAnalysis(body, std::nullopt).run().completes};
}

bool is_always_assigned(const Body& body, std::uint32_t local) {
  Summary all = FlowAnalysis(body, local).run();
  return all.assigned_at_returns && (all.assigned || !all.completes);
}

}  // namespace weft
