#include "fragments/model/body_flow.h"

#include <algorithm>
#include <optional>

#include "fragments/model/library.h"

namespace weft {
bool calls_port(const Body& body, std::uint32_t port) {
  return std::any_of(body.port_calls.begin(), body.port_calls.end(),
                     [port](const PortCall& call) { return call.port == port; });
}

bool is_conditional_operand(const BodyExpr& expr, std::uint32_t operand) {
  const bool chooses =
      expr.op == Operation::Select || expr.op == Operation::And || expr.op == Operation::Or;
  return chooses && operand > 0;
}

FlowSet no_flow(const Body& body, std::size_t port_count) {
  return {BitSet(port_count), BitSet(body.features.size()), BitSet(body.port_calls.size())};
}

bool join(FlowSet& into, const FlowSet& from) {
  const bool ports = into.ports.join(from.ports);
  const bool features = into.features.join(from.features);
  const bool calls = into.port_calls.join(from.port_calls);
  const bool steps = from.steps && !into.steps;
  into.steps = into.steps || from.steps;
  return ports || features || calls || steps;
}

namespace {

class FlowFinder {
 public:
  FlowFinder(const Library& library, const Body& body, std::size_t port_count)
      : library_(library), body_(body), none_(no_flow(body, port_count)), leaving_(none_) {}

  BodyFlow run() {
    locals_.assign(body_.locals.size(), none_);
    exprs_.assign(body_.exprs.size(), none_);
    conditions_.assign(body_.stmts.size(), none_);
    find_parents();
    find_assigned();
    bool grew = true;
    while (grew) {
      grew = find_values();
      // Blocks contain statements with smaller ids, so conditions propagate down by decreasing id.
      for (std::size_t i = body_.stmts.size(); i-- > 0;) {
        grew = follow(BodyStmtId(i)) || grew;
      }
    }
    return collect();
  }

 private:
  void find_parents() {
    parents_.assign(body_.stmts.size(), std::nullopt);
    for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
      const BodyStmt& stmt = body_.stmts[BodyStmtId(i)];
      const auto adopt = [&](BodyStmtId inner) { parents_[inner.index()] = BodyStmtId(i); };
      if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
        std::for_each(block->statements.begin(), block->statements.end(), adopt);
      } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        adopt(branch->then_branch);
        if (branch->else_branch) {
          adopt(*branch->else_branch);
        }
      } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
        adopt(loop->body);
      } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
        adopt(repeat->body);
      }
    }
  }

  /// Finds the values that locals are set to, so that a value that reads a local is joined after
  /// what the local was set to before it.
  void find_assigned() {
    assigned_.assign(body_.exprs.size(), std::nullopt);
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
        if (declared->initial) {
          assigned_[declared->initial->index()] = declared->local;
        }
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        BodyExprId target = assigned->target;
        while (body_.exprs[target].op != Operation::Local) {
          target = body_.argument(body_.exprs[target], 0);
        }
        assigned_[assigned->value.index()] = body_.exprs[target].payload;
      }
    }
  }

  /// What follows a jump in its iteration depends on the jump, and of `break` what the loop does in
  /// others too.
  bool jump_in_loop(BodyStmtId jump, bool ends_loop, const FlowSet& outer) {
    bool grew = false;
    for (BodyStmtId id = jump; parents_[id.index()]; id = *parents_[id.index()]) {
      const BodyStmt& around = body_.stmts[*parents_[id.index()]];
      if (const auto* block = std::get_if<BlockBody>(&around.kind)) {
        auto next = std::find(block->statements.begin(), block->statements.end(), id);
        while (++next != block->statements.end()) {
          grew = enter(*next, outer, std::nullopt) || grew;
        }
      } else if (const auto* loop = std::get_if<ForBody>(&around.kind)) {
        grew = (ends_loop && loop->step && enter(*loop->step, outer, std::nullopt)) || grew;
        return (ends_loop && enter(loop->body, outer, std::nullopt)) || grew;
      } else if (const auto* repeat = std::get_if<WhileBody>(&around.kind)) {
        return (ends_loop && enter(repeat->body, outer, std::nullopt)) || grew;
      }
    }
    return grew;
  }

  /// Returns whether a local grew after an expression read it.
  bool find_values() {
    bool grew = false;
    is_read_.assign(locals_.size(), false);
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      find_value(body_.exprs[BodyExprId(i)], exprs_[i]);
      if (const auto& local = assigned_[i]) {
        grew = (join(locals_[*local], exprs_[i]) && is_read_[*local]) || grew;
      }
    }
    return grew;
  }

  void find_value(const BodyExpr& expr, FlowSet& set) {
    if (expr.op == Operation::Call) {
      add_call(expr, set);
      return;
    }
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      join(set, exprs_[body_.argument(expr, j).index()]);
    }
    if (expr.op == Operation::Port) {
      set.ports.insert(expr.payload);
    } else if (expr.op == Operation::Feature) {
      set.features.insert(expr.payload);
    } else if (expr.op == Operation::PortCall) {
      set.port_calls.insert(expr.payload);
      set.ports.insert(body_.port_calls[expr.payload].port);
    } else if (expr.op == Operation::Local) {
      join(set, locals_[expr.payload]);
      is_read_[expr.payload] = true;
    }
  }

  // Adds the arguments that the callee's results depend on and the features that the callee
  // extracts.
  void add_call(const BodyExpr& expr, FlowSet& set) const {
    const BodyCall& call = body_.calls[expr.payload];
    const Fragment& callee = library_.fragments[call.fragment];
    const std::vector<std::uint32_t>& counted = callee.depends_on;
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      if (counted.empty() || std::find(counted.begin(), counted.end(), j) != counted.end()) {
        join(set, exprs_[body_.argument(expr, j).index()]);
      }
    }
    const BodyInstance* instance = callee.find_instance(call.type_arguments);
    const std::vector<FeatureId>& extracted =
        instance != nullptr ? instance->body.features : callee.declared_features;
    for (std::size_t i = 0; i < body_.features.size(); ++i) {
      if (std::find(extracted.begin(), extracted.end(), body_.features[i]) != extracted.end()) {
        set.features.insert(i);
      }
    }
  }

  bool enter(BodyStmtId id, const FlowSet& outer, const std::optional<BodyExprId>& condition) {
    bool grew = join(conditions_[id.index()], outer);
    if (condition) {
      grew = join(conditions_[id.index()], exprs_[condition->index()]) || grew;
    }
    return grew;
  }

  bool assign(std::uint32_t local, const FlowSet& value, const FlowSet& outer) {
    const bool by_value = join(locals_[local], value);
    return join(locals_[local], outer) || by_value;
  }

  // Returns the local of an lvalue like `a.b[i].c` and joins the dependences of its indices.
  std::uint32_t target_of(BodyExprId id, FlowSet& indices) const {
    while (body_.exprs[id].op != Operation::Local) {
      const BodyExpr& expr = body_.exprs[id];
      if (expr.op == Operation::Index) {
        join(indices, exprs_[body_.argument(expr, 1).index()]);
      }
      id = body_.argument(expr, 0);
    }
    return body_.exprs[id].payload;
  }

  static FlowSet repeated(FlowSet outer) {
    outer.steps = true;
    return outer;
  }

  bool follow(BodyStmtId id) {
    const FlowSet outer = conditions_[id.index()];
    const BodyStmt& stmt = body_.stmts[id];
    bool grew = false;
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        grew = enter(inner, outer, std::nullopt) || grew;
      }
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      grew = enter(branch->then_branch, outer, branch->condition);
      if (branch->else_branch) {
        grew = enter(*branch->else_branch, outer, branch->condition) || grew;
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      if (loop->initial) {
        grew = enter(*loop->initial, outer, std::nullopt) || grew;
      }
      if (loop->step) {
        grew = enter(*loop->step, repeated(outer), loop->condition) || grew;
      }
      grew = enter(loop->body, repeated(outer), loop->condition) || grew;
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      grew = enter(repeat->body, repeated(outer), repeat->condition);
    } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      if (declared->initial) {
        grew = assign(declared->local, exprs_[declared->initial->index()], outer);
      }
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      FlowSet value = exprs_[assigned->value.index()];
      const std::uint32_t local = target_of(assigned->target, value);
      grew = assign(local, value, outer);
    } else if (std::holds_alternative<ReturnBody>(stmt.kind)) {
      // Code after the jump depends on whether control reaches it.
      grew = join(leaving_, outer);
    } else if (const bool ends_loop = std::holds_alternative<BreakBody>(stmt.kind);
               ends_loop || std::holds_alternative<ContinueBody>(stmt.kind)) {
      grew = join(leaving_, outer);
      grew = jump_in_loop(id, ends_loop, outer) || grew;
    }
    return grew;
  }

  BodyFlow collect() const {
    BodyFlow flow;
    flow.port_calls.resize(body_.port_calls.size(), {BodyExprId(0), {}, none_});
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (expr.op == Operation::PortCall) {
        PortCallFlow& call = flow.port_calls[expr.payload];
        call.call = BodyExprId(i);
        for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
          call.arguments.push_back(exprs_[body_.argument(expr, j).index()]);
          join(call.arguments.back(), leaving_);
        }
      }
    }
    find_conditions(flow);
    std::vector<FlowSet> outputs;
    for (std::size_t i = 0; i < body_.locals.size(); ++i) {
      if (const auto& output = body_.locals[i].output) {
        if (outputs.size() <= *output) {
          outputs.resize(*output + 1, none_);
        }
        join(outputs[*output], locals_[i]);
      }
    }
    FlowSet returned = none_;
    for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
      const auto* result = std::get_if<ReturnBody>(&body_.stmts[BodyStmtId(i)].kind);
      if (result != nullptr && result->value) {
        join(returned, exprs_[result->value->index()]);
        join(returned, conditions_[i]);
      }
    }
    if (outputs.empty()) {
      outputs.push_back(returned);
    }
    for (FlowSet& output : outputs) {
      join(output, leaving_);
    }
    flow.results = std::move(outputs);
    flow.exprs = exprs_;
    return flow;
  }

  // Sets the conditions of each port call to those of its statement. The condition of an `if` is
  // evaluated outside of it; a loop condition also depends on itself, since its value decides
  // whether it is evaluated again.
  void find_conditions(BodyFlow& flow) const {
    std::vector<FlowSet> around(body_.exprs.size(), none_);
    const auto mark = [&](BodyExprId root, const FlowSet& set) { join(around[root.index()], set); };
    for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
      const BodyStmt& stmt = body_.stmts[BodyStmtId(i)];
      FlowSet set = conditions_[i];
      join(set, leaving_);
      if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        mark(branch->condition, set);
      } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
        join(set, exprs_[loop->condition.index()]);
        mark(loop->condition, set);
      } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
        join(set, exprs_[repeat->condition.index()]);
        mark(repeat->condition, set);
      } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
        if (declared->initial) {
          mark(*declared->initial, set);
        }
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        mark(assigned->value, set);
        mark(assigned->target, set);
      } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
        if (result->value) {
          mark(*result->value, set);
        }
      }
    }
    // Operands have smaller ids.
    for (std::size_t i = body_.exprs.size(); i-- > 0;) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
        FlowSet& into = around[body_.argument(expr, j).index()];
        join(into, around[i]);
        if (is_conditional_operand(expr, j)) {
          join(into, exprs_[body_.argument(expr, 0).index()]);
        }
      }
    }
    for (PortCallFlow& call : flow.port_calls) {
      call.conditions = around[call.call.index()];
    }
  }

  const Library& library_;
  const Body& body_;
  FlowSet none_;
  std::vector<std::optional<std::uint32_t>> assigned_;  ///< per expression: the local set to it
  std::vector<FlowSet> locals_;
  std::vector<bool> is_read_;  ///< per local, in this round
  std::vector<FlowSet> exprs_;
  std::vector<FlowSet> conditions_;
  std::vector<std::optional<BodyStmtId>> parents_;  ///< per statement: the one that contains it
  FlowSet leaving_;
};

}  // namespace

BodyFlow find_flow(const Library& library, const Body& body, std::size_t port_count) {
  return FlowFinder(library, body, port_count).run();
}

}  // namespace weft
