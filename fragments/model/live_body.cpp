#include "fragments/model/live_body.h"

#include <algorithm>
#include <optional>

#include "fragments/model/library.h"
#include "fragments/model/unread_members.h"

namespace weft {
namespace {

bool is_unread(const UnreadFeatures& unread, const PortCall& call, std::uint32_t argument) {
  return !call.injected.empty() &&
         std::binary_search(unread.begin(), unread.end(), UnreadFeature{call.port, argument});
}

/// Per expression: whether it makes the struct that the leaf returns.
std::vector<bool> find_returned(const Body& body) {
  std::vector<bool> is_returned(body.exprs.size(), false);
  for (const BodyStmt& stmt : body.stmts) {
    const auto* result = std::get_if<ReturnBody>(&stmt.kind);
    if (result != nullptr && result->value) {
      const BodyExpr& made = body.exprs[*result->value];
      is_returned[result->value->index()] =
          made.op == Operation::Construct && made.type.is_struct() && made.argument_count != 0;
    }
  }
  return is_returned;
}

/// Which arguments of expressions nobody reads: injections, and members of what the leaf returns.
class LeftOut {
 public:
  LeftOut(const Body& body, const UnreadFeatures& unread)
      : body_(body), unread_(unread), is_returned_(find_returned(body)) {}

  bool is_injection(const BodyExpr& expr, std::uint32_t argument) const {
    return expr.op == Operation::PortCall &&
           is_unread(unread_, body_.port_calls[expr.payload], argument);
  }
  bool is_member(BodyExprId id, std::uint32_t argument) const {
    return is_returned_[id.index()] &&
           may_leave_out(body_.exprs[body_.argument(body_.exprs[id], argument)].type) &&
           std::binary_search(unread_.begin(), unread_.end(),
                              UnreadFeature{result_members, argument});
  }

 private:
  const Body& body_;
  const UnreadFeatures& unread_;
  std::vector<bool> is_returned_;
};

/// The parts of a body that its results depend on.
struct LiveParts {
  std::vector<bool> exprs;
  std::vector<bool> stmts;
  std::vector<bool> locals;
};

/// Marks live parts with a worklist that starts at the results. A live statement makes the
/// statements around it and their conditions live, and a live loop its breaks and continues.
class LiveFinder {
 public:
  LiveFinder(const Body& body, const LeftOut& left_out)
      : body_(body),
        left_out_(left_out),
        live_{std::vector<bool>(body.exprs.size()), std::vector<bool>(body.stmts.size()),
              std::vector<bool>(body.locals.size())},
        is_placed_(body.stmts.size()),
        around_(body.stmts.size()),
        loop_of_(body.stmts.size()),
        jumps_of_(body.stmts.size()),
        assigned_by_(body.locals.size()) {}

  LiveParts run() {
    find_places();
    for (std::size_t i = 0; i < body_.locals.size(); ++i) {
      if (body_.locals[i].output) {
        take_local(static_cast<std::uint32_t>(i));
      }
    }
    for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
      if (is_placed_[i] && std::holds_alternative<ReturnBody>(body_.stmts[BodyStmtId(i)].kind)) {
        take(BodyStmtId(i));
      }
    }
    if (body_.root) {
      take(*body_.root);
    }
    while (!open_stmts_.empty() || !open_exprs_.empty()) {
      if (!open_exprs_.empty()) {
        const BodyExprId id = open_exprs_.back();
        open_exprs_.pop_back();
        follow(id);
      } else {
        const BodyStmtId id = open_stmts_.back();
        open_stmts_.pop_back();
        follow(id);
      }
    }
    return std::move(live_);
  }

 private:
  // Statements have greater ids than those inside them, so a backward loop visits parents first.
  // What no statement holds, as a branch that is never taken, assigns nothing.
  void find_places() {
    if (body_.root) {
      is_placed_[body_.root->index()] = true;
    }
    for (std::size_t i = body_.stmts.size(); i-- > 0;) {
      const BodyStmtId id(i);
      if (!is_placed_[i]) {
        continue;
      }
      const BodyStmt& stmt = body_.stmts[id];
      if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
        for (const BodyStmtId inner : block->statements) {
          put(inner, id, loop_of_[i]);
        }
      } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        put(branch->then_branch, id, loop_of_[i]);
        if (branch->else_branch) {
          put(*branch->else_branch, id, loop_of_[i]);
        }
      } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
        if (loop->initial) {
          put(*loop->initial, id, loop_of_[i]);
        }
        if (loop->step) {
          put(*loop->step, id, id);
        }
        put(loop->body, id, id);
      } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
        put(repeat->body, id, id);
      } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
        assigned_by_[declared->local].push_back(id);
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        assigned_by_[assigned_local(body_, assigned->target)].push_back(id);
      } else if (loop_of_[i] && !std::holds_alternative<ReturnBody>(stmt.kind)) {
        jumps_of_[loop_of_[i]->index()].push_back(id);
      }
    }
  }

  void put(BodyStmtId inner, BodyStmtId around, std::optional<BodyStmtId> loop) {
    is_placed_[inner.index()] = true;
    around_[inner.index()] = around;
    loop_of_[inner.index()] = loop;
  }

  void take(BodyStmtId id) {
    if (!live_.stmts[id.index()]) {
      live_.stmts[id.index()] = true;
      open_stmts_.push_back(id);
    }
  }

  void take(BodyExprId id) {
    if (!live_.exprs[id.index()]) {
      live_.exprs[id.index()] = true;
      open_exprs_.push_back(id);
    }
  }

  void take_local(std::uint32_t local) {
    if (!live_.locals[local]) {
      live_.locals[local] = true;
      for (const BodyStmtId by : assigned_by_[local]) {
        take(by);
      }
    }
  }

  void follow(BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    if (expr.op == Operation::Local) {
      take_local(expr.payload);
    }
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      if (!left_out_.is_injection(expr, i) && !left_out_.is_member(id, i)) {
        take(body_.argument(expr, i));
      }
    }
  }

  void follow(BodyStmtId id) {
    const BodyStmt& stmt = body_.stmts[id];
    if (around_[id.index()]) {
      take(*around_[id.index()]);
    }
    for (const BodyStmtId jump : jumps_of_[id.index()]) {
      take(jump);
    }
    if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      take(branch->condition);
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      take(loop->condition);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      take(repeat->condition);
    } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      if (result->value) {
        take(*result->value);
      }
    } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      if (declared->initial) {
        take(*declared->initial);
      }
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      take(assigned->target);
      take(assigned->value);
    }
  }

  const Body& body_;
  const LeftOut& left_out_;
  LiveParts live_;
  std::vector<bool> is_placed_;                       // per statement: whether the body has it
  std::vector<std::optional<BodyStmtId>> around_;     // per statement: its parent
  std::vector<std::optional<BodyStmtId>> loop_of_;    // per statement: the innermost loop around it
  std::vector<std::vector<BodyStmtId>> jumps_of_;     // per loop: breaks and continues
  std::vector<std::vector<BodyStmtId>> assigned_by_;  // per local
  std::vector<BodyStmtId> open_stmts_;
  std::vector<BodyExprId> open_exprs_;
};

/// Copies the live parts in their original order.
class LiveCopy {
 public:
  LiveCopy(const Library& library, const Body& body, const LeftOut& left_out, const LiveParts& live)
      : library_(library), body_(body), left_out_(left_out), live_(live) {}

  Body run() {
    copy_locals();
    find_features();
    moved_exprs_.assign(body_.exprs.size(), BodyExprId(0));
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      if (live_.exprs[i]) {
        moved_exprs_[i] = copy(BodyExprId(i));
      }
    }
    moved_stmts_.assign(body_.stmts.size(), BodyStmtId(0));
    for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
      if (live_.stmts[i]) {
        const BodyStmt stmt = copy(body_.stmts[BodyStmtId(i)]);
        moved_stmts_[i] = out_.add(stmt);
      }
    }
    if (body_.root) {
      out_.root = moved_stmts_[body_.root->index()];
    }
    return std::move(out_);
  }

 private:
  void copy_locals() {
    for (std::size_t i = 0; i < body_.locals.size(); ++i) {
      moved_locals_.push_back(static_cast<std::uint32_t>(out_.locals.size()));
      if (live_.locals[i]) {
        out_.locals.push_back(body_.locals[i]);
      }
    }
  }

  void find_features() {
    std::vector<bool> is_read(body_.features.size(), false);
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (!live_.exprs[i]) {
        continue;
      }
      if (expr.op == Operation::Feature) {
        is_read[expr.payload] = true;
      } else if (expr.op == Operation::Call) {
        const BodyCall& call = body_.calls[expr.payload];
        const Fragment& callee = library_.fragments[call.fragment];
        const BodyInstance* instance = callee.find_instance(call.type_arguments);
        const std::vector<FeatureId>& extracted =
            instance != nullptr ? instance->body.features : callee.declared_features;
        for (std::size_t j = 0; j < is_read.size(); ++j) {
          is_read[j] = is_read[j] || std::find(extracted.begin(), extracted.end(),
                                               body_.features[j]) != extracted.end();
        }
      }
    }
    for (std::size_t i = 0; i < is_read.size(); ++i) {
      moved_features_.push_back(static_cast<std::uint32_t>(out_.features.size()));
      if (is_read[i]) {
        out_.features.push_back(body_.features[i]);
      }
    }
  }

  BodyExprId zero(DataType type) {
    const DataType component = DataType::scalar(type.scalar_kind());
    const BodyExprId literal = out_.add(Operation::Literal, component, 0, {}, {});
    return type.is_scalar() ? literal : out_.add(Operation::Construct, type, 0, {literal}, {});
  }

  BodyExprId copy(BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    std::vector<BodyExprId> arguments;
    std::uint32_t payload = expr.payload;
    const PortCall* called =
        expr.op == Operation::PortCall ? &body_.port_calls[expr.payload] : nullptr;
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      if (left_out_.is_member(id, i)) {
        arguments.push_back(zero(body_.exprs[body_.argument(expr, i)].type));
      } else if (!left_out_.is_injection(expr, i)) {
        arguments.push_back(moved_exprs_[body_.argument(expr, i).index()]);
      }
    }
    if (called != nullptr) {
      payload = static_cast<std::uint32_t>(out_.port_calls.size());
      PortCall call{called->port, {}, called->handed};
      for (std::uint32_t i = 0; i < called->injected.size(); ++i) {
        if (!left_out_.is_injection(expr, i)) {
          call.injected.push_back(called->injected[i]);
        }
      }
      out_.port_calls.push_back(std::move(call));
    } else if (expr.op == Operation::Local) {
      payload = moved_locals_[expr.payload];
    } else if (expr.op == Operation::Feature) {
      payload = moved_features_[expr.payload];
    } else if (expr.op == Operation::Call) {
      payload = static_cast<std::uint32_t>(out_.calls.size());
      out_.calls.push_back(body_.calls[expr.payload]);
    }
    return out_.add(expr.op, expr.type, payload, arguments, expr.span);
  }

  std::optional<BodyStmtId> moved(const std::optional<BodyStmtId>& id) const {
    return id && live_.stmts[id->index()] ? std::optional(moved_stmts_[id->index()]) : std::nullopt;
  }

  BodyStmtId moved_block(BodyStmtId id) {
    return live_.stmts[id.index()] ? moved_stmts_[id.index()]
                                   : out_.add(BodyStmt{BlockBody{}, body_.stmts[id].span});
  }

  // At least one side of the branch is live.
  IfBody copy(const IfBody& branch) {
    const BodyExprId condition = moved_exprs_[branch.condition.index()];
    const std::optional<BodyStmtId> otherwise = moved(branch.else_branch);
    if (live_.stmts[branch.then_branch.index()] || !otherwise) {
      return {condition, moved_block(branch.then_branch), otherwise};
    }
    const BodyExpr& asked = body_.exprs[branch.condition];
    const BodyExprId opposite = out_.add(Operation::Not, asked.type, 0, {condition}, asked.span);
    const bool is_block = std::holds_alternative<BlockBody>(out_.stmts[*otherwise].kind);
    const Span span = out_.stmts[*otherwise].span;
    return {opposite, is_block ? *otherwise : out_.add(BodyStmt{BlockBody{{*otherwise}}, span}),
            std::nullopt};
  }

  BodyStmt copy(const BodyStmt& from) {
    BodyStmt stmt = from;
    if (auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      std::vector<BodyStmtId> statements;
      for (const BodyStmtId inner : block->statements) {
        if (const auto kept = moved(inner)) {
          statements.push_back(*kept);
        }
      }
      block->statements = std::move(statements);
    } else if (auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      *branch = copy(*branch);
    } else if (auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      *loop = {moved(loop->initial), moved_exprs_[loop->condition.index()], moved(loop->step),
               moved_block(loop->body)};
    } else if (auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      *repeat = {moved_exprs_[repeat->condition.index()], moved_block(repeat->body)};
    } else if (auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      if (result->value) {
        result->value = moved_exprs_[result->value->index()];
      }
    } else if (auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      declared->local = moved_locals_[declared->local];
      if (declared->initial) {
        declared->initial = moved_exprs_[declared->initial->index()];
      }
    } else if (auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      assigned->target = moved_exprs_[assigned->target.index()];
      assigned->value = moved_exprs_[assigned->value.index()];
    }
    return stmt;
  }

  const Library& library_;
  const Body& body_;
  const LeftOut& left_out_;
  const LiveParts& live_;
  Body out_;
  std::vector<std::uint32_t> moved_locals_;
  std::vector<std::uint32_t> moved_features_;
  std::vector<BodyExprId> moved_exprs_;
  std::vector<BodyStmtId> moved_stmts_;
};

}  // namespace

Body without_injections(const Library& library, const Body& body, const UnreadFeatures& unread) {
  const LeftOut left_out(body, unread);
  return LiveCopy(library, body, left_out, LiveFinder(body, left_out).run()).run();
}

}  // namespace weft
