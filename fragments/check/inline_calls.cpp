#include "fragments/check/inline_calls.h"

#include <algorithm>
#include <map>
#include <utility>

namespace weft {
namespace {

bool is_handed(const Body& body, const BodyExpr& expr) {
  return expr.op == Operation::PortCall && body.port_calls[expr.payload].handed.has_value();
}

/// A body being copied, and what its ports, locals and results map to.
struct Source {
  const Body& body;
  std::uint32_t first_local = 0;  // offset of its locals in the result
  bool is_callee = false;
  /// For a callee, per port: its value as an expression without arguments, copied at each use.
  std::vector<std::optional<BodyExpr>> values = {};
  /// A function forwarded to the callee: a port of the caller, with values for some parameters.
  struct Handed {
    std::uint32_t port = 0;
    std::map<std::uint32_t, BodyExpr> given = {};  // by position
    Span span = {};
  };
  std::vector<std::optional<Handed>> functions = {};
  std::optional<FragmentId> leaf = {};
  std::vector<InlinedLeaf::Port> ports = {};
  std::optional<std::uint32_t> result = {};   // the local of the single result, if there is one
  std::optional<std::uint32_t> is_done = {};  // the flag that a nested loop has returned
  bool is_loop = false;  // the body is a loop that runs once, and `return` breaks out of it
};

/// Where a body has `return` statements.
struct Returns {
  bool are_early = false;  // anywhere but at the end
  bool are_in_loops = false;
};

Returns find_returns(const Body& body) {
  Returns found;
  const auto& whole = std::get<BlockBody>(body.stmts[*body.root].kind).statements;
  std::vector<std::pair<BodyStmtId, bool>> open{
      {*body.root, false}};  // a statement, and whether it is in a loop
  while (!open.empty()) {
    const auto [id, is_in_loop] = open.back();
    open.pop_back();
    const BodyStmt& stmt = body.stmts[id];
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        open.emplace_back(inner, is_in_loop);
      }
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      open.emplace_back(branch->then_branch, is_in_loop);
      if (branch->else_branch) {
        open.emplace_back(*branch->else_branch, is_in_loop);
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      open.emplace_back(loop->body, true);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      open.emplace_back(repeat->body, true);
    } else if (std::holds_alternative<ReturnBody>(stmt.kind)) {
      found.are_early = found.are_early || id != whole.back();
      found.are_in_loops = found.are_in_loops || is_in_loop;
    }
  }
  return found;
}

class Inliner {
 public:
  Inliner(const Body& body, const InlineOptions& options) : from_(body), options_(options) {}

  Result<Body> run() {
    out_.locals = from_.locals;
    out_.features = from_.features;
    const Source own{from_};
    out_.root = block_of(own, *from_.root, 0);
    if (!errors_.empty()) {
      return failed(std::move(errors_));
    }
    return std::move(out_);
  }

 private:
  using Statements = std::vector<BodyStmtId>;

  // --- Statements ---

  /// `depth`: the number of loops of the callee around the block.
  BodyStmtId block_of(const Source& source, BodyStmtId block, int depth) {
    Statements statements;
    copy_block(source, block, depth, statements);
    return out_.add(BodyStmt{BlockBody{std::move(statements)}, source.body.stmts[block].span});
  }

  void copy_block(const Source& source, BodyStmtId block, int depth, Statements& into) {
    for (const BodyStmtId id : std::get<BlockBody>(source.body.stmts[block].kind).statements) {
      copy(source, id, depth, into);
    }
  }

  void copy(const Source& source, BodyStmtId id, int depth, Statements& into) {
    const BodyStmt& stmt = source.body.stmts[id];
    const auto add = [&](auto kind) {
      into.push_back(out_.add(BodyStmt{std::move(kind), stmt.span}));
    };
    if (std::holds_alternative<BlockBody>(stmt.kind)) {
      into.push_back(block_of(source, id, depth));
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      const BodyExprId condition = value_of(source, branch->condition, into);
      const BodyStmtId then_branch = block_of(source, branch->then_branch, depth);
      add(IfBody{condition, then_branch, else_of(source, *branch, depth)});
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      Statements round;
      const BodyExprId condition = tested(source, repeat->condition, round);
      const BodyStmtId body = body_of_loop(source, repeat->body, depth, std::move(round));
      add(WhileBody{condition, body});
      leave_outer_loops(source, depth, into);
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      copy_for(source, *loop, stmt.span, depth, into);
    } else if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      const auto initial = value_of(source, declare->initial, into);
      add(DeclareBody{declare->local + source.first_local, initial});
    } else if (const auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      const BodyExprId value = value_of(source, assign->value, into);
      const BodyExprId target = value_of(source, assign->target, into);
      add(AssignBody{assign->op, target, value});
    } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      copy_return(source, *result, stmt.span, depth, into);
    } else if (std::holds_alternative<BreakBody>(stmt.kind)) {
      add(BreakBody{});
    } else {
      add(ContinueBody{});
    }
  }

  /// An `else if` whose condition needs preceding statements becomes a block.
  std::optional<BodyStmtId> else_of(const Source& source, const IfBody& branch, int depth) {
    if (!branch.else_branch) {
      return std::nullopt;
    }
    if (std::holds_alternative<BlockBody>(source.body.stmts[*branch.else_branch].kind)) {
      return block_of(source, *branch.else_branch, depth);
    }
    Statements statements;
    copy(source, *branch.else_branch, depth, statements);
    return statements.size() == 1 ? statements.front()
                                  : out_.add(BodyStmt{BlockBody{std::move(statements)},
                                                      source.body.stmts[*branch.else_branch].span});
  }

  void copy_for(const Source& source, const ForBody& loop, Span span, int depth, Statements& into) {
    const auto simple = [&](const std::optional<BodyStmtId>& id,
                            Statements& before) -> std::optional<BodyStmtId> {
      if (!id) {
        return std::nullopt;
      }
      copy(source, *id, depth, before);
      const BodyStmtId last = before.back();
      before.pop_back();
      return last;
    };
    const std::optional<BodyStmtId> initial = simple(loop.initial, into);
    Statements in_step;
    const std::optional<BodyStmtId> step = simple(loop.step, in_step);
    if (!in_step.empty()) {
      errors_.push_back(error_at(Code::Unsupported, source.body.stmts[*loop.step].span,
                                 "the step of a 'for' cannot forward a function",
                                 "move the call into the body of the loop"));
    }
    Statements round;
    const BodyExprId condition = tested(source, loop.condition, round);
    const BodyStmtId body = body_of_loop(source, loop.body, depth, std::move(round));
    into.push_back(out_.add(BodyStmt{ForBody{initial, condition, step, body}, span}));
    leave_outer_loops(source, depth, into);
  }

  /// The condition of a loop. If it needs statements, these and a conditional break start each
  /// iteration instead, and the condition is `true`.
  BodyExprId tested(const Source& source, BodyExprId condition, Statements& round) {
    const BodyExprId value = value_of(source, condition, round);
    if (round.empty()) {
      return value;
    }
    const Span span = source.body.exprs[condition].span;
    const BodyExprId fails = out_.add(Operation::Not, bool_type, 0, {value}, span);
    round.push_back(branch_to_break(fails, span));
    return truth(true, span);
  }

  BodyStmtId body_of_loop(const Source& source, BodyStmtId block, int depth, Statements round) {
    copy_block(source, block, depth + 1, round);
    return out_.add(BodyStmt{BlockBody{std::move(round)}, source.body.stmts[block].span});
  }

  /// After a loop of the callee that may have returned inside: leaves the enclosing loop, too.
  void leave_outer_loops(const Source& source, int depth, Statements& into) {
    if (source.is_done && returns_inside_) {
      into.push_back(
          branch_to_break(out_.add(Operation::Local, bool_type, *source.is_done, {}, {}), {}));
      returns_inside_ = depth > 0;
    }
  }

  void copy_return(const Source& source, const ReturnBody& result, Span span, int depth,
                   Statements& into) {
    if (!source.is_callee) {
      const auto value = value_of(source, result.value, into);
      into.push_back(out_.add(BodyStmt{ReturnBody{value}, span}));
      return;
    }
    if (result.value) {
      const BodyExprId value = value_of(source, *result.value, into);
      if (source.is_loop) {
        assign(*source.result, value, span, into);
      } else {
        into.push_back(out_.add(BodyStmt{DeclareBody{*source.result, value}, span}));
      }
    }
    if (depth > 0) {
      assign(*source.is_done, truth(true, span), span, into);
      returns_inside_ = true;
    }
    if (source.is_loop) {
      into.push_back(out_.add(BodyStmt{BreakBody{}, span}));
    }
  }

  void assign(std::uint32_t local, BodyExprId value, Span span, Statements& into) {
    const BodyExprId target = out_.add(Operation::Local, out_.locals[local].type, local, {}, span);
    into.push_back(out_.add(BodyStmt{AssignBody{std::nullopt, target, value}, span}));
  }

  BodyExprId truth(bool value, Span span) {
    return out_.add(Operation::Literal, bool_type, value ? 1 : 0, {}, span);
  }

  BodyStmtId branch_to_break(BodyExprId condition, Span span) {
    const BodyStmtId leave = out_.add(BodyStmt{BreakBody{}, span});
    const BodyStmtId block = out_.add(BodyStmt{BlockBody{{leave}}, span});
    return out_.add(BodyStmt{IfBody{condition, block, std::nullopt}, span});
  }

  // --- Expressions ---

  std::optional<BodyExprId> value_of(const Source& source, const std::optional<BodyExprId>& id,
                                     Statements& before) {
    return id ? std::optional(value_of(source, *id, before)) : std::nullopt;
  }

  /// Copies an expression. Appends the statements that replace calls to `before`.
  BodyExprId value_of(const Source& source, BodyExprId root, Statements& before) {
    const Body& body = source.body;
    std::vector<BodyExprId> below{root};
    for (std::size_t i = 0; i < below.size(); ++i) {
      const BodyExpr& expr = body.exprs[below[i]];
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        below.push_back(body.argument(expr, k));
      }
    }
    std::sort(below.begin(), below.end());  // operands first
    below.erase(std::unique(below.begin(), below.end()), below.end());
    std::map<BodyExprId, BodyExprId> copies;
    std::map<BodyExprId, std::vector<std::uint32_t>>
        results;  // per multi-result call: the locals of its results
    for (const BodyExprId id : below) {
      const BodyExpr& expr = body.exprs[id];
      if (is_handed(body, expr)) {
        continue;
      }
      if (hands_functions_on(body, expr)) {
        std::vector<std::uint32_t> locals = inlined(source, expr, copies, before);
        if (expr.type.is_void()) {
          results.emplace(id, std::move(locals));
        } else {
          copies.emplace(id, out_.add(Operation::Local, expr.type, locals[0], {}, expr.span));
        }
        continue;
      }
      const auto of_call =
          expr.op == Operation::Member ? results.find(body.argument(expr, 0)) : results.end();
      copies.emplace(id, of_call != results.end()
                             ? out_.add(Operation::Local, expr.type, of_call->second[expr.payload],
                                        {}, expr.span)
                             : copied(source, expr, copies));
    }
    return copies.at(root);
  }

  BodyExprId copied(const Source& source, const BodyExpr& expr,
                    const std::map<BodyExprId, BodyExprId>& copies) {
    std::vector<BodyExprId> arguments;
    arguments.reserve(expr.argument_count);
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      arguments.push_back(copies.at(source.body.argument(expr, i)));
    }
    std::uint32_t payload = expr.payload;
    switch (expr.op) {
      case Operation::Local:
        payload += source.first_local;
        break;
      case Operation::Port:
        if (source.is_callee) {
          return leaf_copy(*source.values[expr.payload], expr.span);
        }
        break;
      case Operation::Feature: {
        const FeatureId feature = source.body.features[expr.payload];
        const auto at = std::find(out_.features.begin(), out_.features.end(), feature);
        payload = static_cast<std::uint32_t>(at - out_.features.begin());
        break;
      }
      case Operation::Call:
        payload = static_cast<std::uint32_t>(out_.calls.size());
        out_.calls.push_back(source.body.calls[expr.payload]);
        break;
      case Operation::PortCall:
        payload = port_call(source, source.body.port_calls[expr.payload], expr, arguments);
        break;
      default:
        break;
    }
    return out_.add(expr.op, expr.type, payload, arguments, expr.span);
  }

  /// Copies a call of a port. If the port is a callee's, calls the forwarded port instead and
  /// inserts the arguments already bound to it.
  std::uint32_t port_call(const Source& source, PortCall call, const BodyExpr& expr,
                          std::vector<BodyExprId>& arguments) {
    if (source.is_callee) {
      const std::uint32_t listed = source.ports[call.port].adapts.value_or(call.port);
      const Source::Handed& handed = *source.functions[listed];
      HandedFunction function{handed.port, {}, *source.leaf, call.port, handed.span};
      function.given.reserve(handed.given.size());
      for (const auto& [position, given] : handed.given) {  // by increasing position
        arguments.insert(arguments.begin() + position, leaf_copy(given, expr.span));
        function.given.push_back(position);
      }
      call.port = options_.port_for(function);
    }
    out_.port_calls.push_back(std::move(call));
    return static_cast<std::uint32_t>(out_.port_calls.size() - 1);
  }

  BodyExprId leaf_copy(const BodyExpr& leaf, Span span) {
    return out_.add(leaf.op, leaf.type, leaf.payload, {}, span);
  }

  // --- Calls ---

  /// A value that may be read several times: kept as is if it is a port or a literal, else stored
  /// in a local.
  BodyExpr kept(NameId name, BodyExprId value, Statements& before) {
    const BodyExpr& expr = out_.exprs[value];
    if (expr.op == Operation::Port || expr.op == Operation::Literal) {
      return expr;
    }
    const auto local = static_cast<std::uint32_t>(out_.locals.size());
    const BodyExpr read{Operation::Local, expr.type, local, 0, 0, expr.span};
    out_.locals.push_back({name, expr.type, std::nullopt, expr.span});
    before.push_back(out_.add(BodyStmt{DeclareBody{local, value}, expr.span}));
    return read;
  }

  /// Appends the leaf's statements to `before`. Returns the locals of its results.
  std::vector<std::uint32_t> inlined(const Source& source, const BodyExpr& call,
                                     const std::map<BodyExprId, BodyExprId>& copies,
                                     Statements& before) {
    const BodyCall& called = source.body.calls[call.payload];
    const InlinedLeaf leaf = options_.leaf_of(called);
    Source callee{*leaf.body};
    callee.is_callee = true;
    callee.leaf = called.fragment;
    callee.ports = leaf.ports;
    callee.values.resize(call.argument_count);
    callee.functions.resize(call.argument_count);
    for (std::uint32_t i = 0; i < call.argument_count; ++i) {
      const BodyExprId id = source.body.argument(call, i);
      const BodyExpr& argument = source.body.exprs[id];
      if (is_handed(source.body, argument)) {
        callee.functions[i] = handed(source, argument, leaf.ports[i].name, copies, before);
      } else {
        callee.values[i] = kept(leaf.ports[i].name, copies.at(id), before);
      }
    }
    callee.first_local = static_cast<std::uint32_t>(out_.locals.size());
    for (BodyLocal local : leaf.body->locals) {
      local.output.reset();
      out_.locals.push_back(local);
    }
    std::vector<std::uint32_t> results(called.results.size());
    const auto declare = [&](std::uint32_t local) {
      before.push_back(out_.add(BodyStmt{DeclareBody{local, std::nullopt}, call.span}));
    };
    for (std::uint32_t i = 0; i < leaf.body->locals.size(); ++i) {
      if (const auto& output = leaf.body->locals[i].output) {
        results[*output] = callee.first_local + i;
        declare(results[*output]);
      }
    }
    const Returns returns = find_returns(*leaf.body);
    callee.is_loop = returns.are_early;
    const auto add_local = [&](DataType type) {
      out_.locals.push_back({leaf.name, type, std::nullopt, call.span});
      return static_cast<std::uint32_t>(out_.locals.size() - 1);
    };
    if (results.empty()) {
      callee.result = add_local(call.type);
      results.push_back(*callee.result);
      if (callee.is_loop) {
        declare(*callee.result);
      }
    }
    if (returns.are_in_loops) {
      callee.is_done = add_local(bool_type);
      declare(*callee.is_done);
    }
    copy_callee(callee, call.span, before);
    return results;
  }

  void copy_callee(const Source& callee, Span span, Statements& before) {
    if (!callee.is_loop) {
      copy_block(callee, *callee.body.root, 0, before);
      return;
    }
    Statements round;
    copy_block(callee, *callee.body.root, 0, round);
    if (round.empty() || !std::holds_alternative<BreakBody>(out_.stmts[round.back()].kind)) {
      round.push_back(out_.add(BodyStmt{BreakBody{}, span}));
    }
    const BodyStmtId body = out_.add(BodyStmt{BlockBody{std::move(round)}, span});
    before.push_back(out_.add(BodyStmt{WhileBody{truth(true, span), body}, span}));
  }

  Source::Handed handed(const Source& source, const BodyExpr& argument, NameId name,
                        const std::map<BodyExprId, BodyExprId>& copies, Statements& before) {
    const PortCall& function = source.body.port_calls[argument.payload];
    Source::Handed made;
    made.port = function.port;
    made.span = argument.span;
    for (std::uint32_t i = 0; i < argument.argument_count; ++i) {
      made.given.emplace((*function.handed)[i],
                         kept(name, copies.at(source.body.argument(argument, i)), before));
    }
    return made;
  }

  const Body& from_;
  const InlineOptions& options_;
  Body out_;
  Diagnostics errors_;
  bool returns_inside_ = false;
};

}  // namespace

Result<Body> inline_calls(const Body& body, const InlineOptions& options) {
  return Inliner(body, options).run();
}

bool hands_functions_on(const Body& body, const BodyExpr& expr) {
  for (std::uint32_t i = 0; expr.op == Operation::Call && i < expr.argument_count; ++i) {
    if (is_handed(body, body.exprs[body.argument(expr, i)])) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
