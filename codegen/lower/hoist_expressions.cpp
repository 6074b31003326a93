#include "codegen/lower/hoist_expressions.h"

#include <algorithm>
#include <unordered_map>

#include "codegen/lower/hoisted_parts.h"

namespace weft {
namespace {

class Hoisting {
 public:
  Hoisting(Body& body, NameId name, const std::vector<Function>& functions, const Library& library,
           bool shares_calls)
      : body_(body),
        name_(name),
        functions_(functions),
        library_(library),
        hoisted_(find_hoisted_parts(body, shares_calls)) {}

  void run() {
    if (std::find(hoisted_.begin(), hoisted_.end(), true) == hoisted_.end()) {
      return;
    }
    find_assigned();
    const std::size_t count = body_.stmts.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (std::holds_alternative<BlockBody>(body_.stmts[BodyStmtId(i)].kind)) {
        rebuild(BodyStmtId(i));
      }
    }
  }

 private:
  void find_assigned() {
    is_assigned_.assign(body_.locals.size(), false);
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        is_assigned_[assigned_local(body_, assigned->target)] = true;
      }
    }
  }

  void rebuild(BodyStmtId block) {
    const std::vector<BodyStmtId> old = std::get<BlockBody>(body_.stmts[block].kind).statements;
    std::vector<BodyStmtId> statements;
    for (const BodyStmtId id : old) {
      if (!branch_instead(id, statements)) {
        hoist_from(id, statements);
      }
      statements.push_back(id);
    }
    std::get<BlockBody>(body_.stmts[block].kind).statements = std::move(statements);
  }

  // Turns a declaration or assignment whose value selects between arrays into a branch, after the
  // statements that the condition needs. Returns false for all other statements.
  bool branch_instead(BodyStmtId id, std::vector<BodyStmtId>& before) {
    const BodyStmt stmt = body_.stmts[id];
    if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      if (!declare->initial || !is_array_choice(body_, *declare->initial)) {
        return false;
      }
      const BodyExprId choice = parts(*declare->initial, before);
      before.push_back(body_.add(BodyStmt{DeclareBody{declare->local, std::nullopt}, stmt.span}));
      const BodyExprId target =
          body_.add(Operation::Local, body_.exprs[choice].type, declare->local, {}, stmt.span);
      body_.stmts[id] = branch(target, choice);
      return true;
    }
    const auto* assign = std::get_if<AssignBody>(&stmt.kind);
    if (assign == nullptr || assign->op || !is_array_choice(body_, assign->value)) {
      return false;
    }
    const BodyExprId choice = parts(assign->value, before);
    const BodyExprId target = parts(assign->target, before);
    body_.stmts[id] = branch(target, choice);
    return true;
  }

  // `if (condition) target = a; else target = b;`
  BodyStmt branch(BodyExprId target, BodyExprId choice) {
    const BodyExpr expr = body_.exprs[choice];
    const auto assigned = [&](std::uint32_t side) {
      const BodyStmtId assign = body_.add(
          BodyStmt{AssignBody{std::nullopt, target, body_.argument(expr, side)}, expr.span});
      return body_.add(BodyStmt{BlockBody{{assign}}, expr.span});
    };
    const BodyStmtId then_branch = assigned(1);
    const BodyStmtId else_branch = assigned(2);
    return {IfBody{body_.argument(expr, 0), then_branch, else_branch}, expr.span};
  }

  // A declaration may contain an array constructor, and its local is that of a shared call if it
  // keeps the value.
  BodyExprId initial(const DeclareBody& declare, std::vector<BodyStmtId>& before) {
    const BodyExprId id = *declare.initial;
    if (is_array_value(body_, id)) {
      return parts(id, before);
    }
    const bool is_shared_call = is_hoisted(id) && body_.exprs[id].op == Operation::Call;
    if (!is_shared_call || is_assigned_[declare.local]) {
      return replaced(id, before);
    }
    const BodyExpr call = body_.exprs[parts(id, before)];
    body_.exprs[id] = {Operation::Local, call.type, declare.local, 0, 0, call.span};
    return body_.exprs.add(call);
  }

  // Moves what the statement evaluates once, before anything inside it runs, into `before`.
  void hoist_from(BodyStmtId id, std::vector<BodyStmtId>& before) {
    BodyStmt stmt = body_.stmts[id];
    if (auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      if (declare->initial) {
        declare->initial = initial(*declare, before);
      }
    } else if (auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      const bool is_call = assign->target == assign->value;
      assign->value = replaced(assign->value, before);
      assign->target = is_call ? assign->value : parts(assign->target, before);
    } else if (auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      if (result->value) {
        result->value = replaced(*result->value, before);
      }
    } else if (std::holds_alternative<IfBody>(stmt.kind)) {
      hoist_from_branches(id, before);
      return;
    } else if (auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      if (loop->initial) {
        hoist_from(*loop->initial, before);  // evaluated once
      }
      std::vector<BodyStmtId> in_step;
      if (loop->step) {
        hoist_from(*loop->step, in_step);
      }
      if (in_step.empty()) {
        test_inside(loop->condition, loop->body);
      } else {
        step_inside(*loop, std::move(in_step), before);
      }
    } else if (auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      test_inside(repeat->condition, repeat->body);
    }
    body_.stmts[id] = std::move(stmt);
  }

  // Bodies have no side effects, so conditions of later branches may be evaluated early.
  void hoist_from_branches(BodyStmtId first, std::vector<BodyStmtId>& before) {
    std::optional<BodyStmtId> id = first;
    while (id && std::holds_alternative<IfBody>(body_.stmts[*id].kind)) {
      IfBody branch = std::get<IfBody>(body_.stmts[*id].kind);
      branch.condition = replaced(branch.condition, before);
      body_.stmts[*id].kind = branch;
      id = branch.else_branch;
    }
  }

  // A step that needs extra statements moves to the start of every iteration but the first,
  // followed by the test, so that `continue` still reaches both.
  void step_inside(ForBody& loop, std::vector<BodyStmtId> in_step,
                   std::vector<BodyStmtId>& before) {
    const auto flag = static_cast<std::uint32_t>(body_.locals.size());
    body_.locals.push_back({name_, bool_type, std::nullopt, {}});
    const auto truth = [this](bool value) {
      return body_.add(Operation::Literal, bool_type, value ? 1 : 0, {}, {});
    };
    const auto read = [&] { return body_.add(Operation::Local, bool_type, flag, {}, {}); };
    before.push_back(body_.add(BodyStmt{DeclareBody{flag, truth(false)}, {}}));
    in_step.push_back(*loop.step);
    const BodyStmtId steps = body_.add(BodyStmt{BlockBody{std::move(in_step)}, {}});
    std::vector<BodyStmtId> round;
    round.push_back(body_.add(BodyStmt{IfBody{read(), steps, std::nullopt}, {}}));
    round.push_back(body_.add(BodyStmt{AssignBody{std::nullopt, read(), truth(true)}, {}}));
    const BodyExprId test = replaced(loop.condition, round);
    const BodyExprId fails = body_.add(Operation::Not, bool_type, 0, {test}, {});
    const BodyStmtId leave = body_.add(BodyStmt{BreakBody{}, {}});
    const BodyStmtId block = body_.add(BodyStmt{BlockBody{{leave}}, {}});
    round.push_back(body_.add(BodyStmt{IfBody{fails, block, std::nullopt}, {}}));
    round.push_back(loop.body);
    loop.body = body_.add(BodyStmt{BlockBody{std::move(round)}, {}});
    loop.condition = truth(true);
    loop.step.reset();
  }

  void test_inside(BodyExprId& condition, BodyStmtId& inner) {
    std::vector<BodyStmtId> before;
    const BodyExprId test = replaced(condition, before);
    if (before.empty()) {
      return;
    }
    const BodyExprId fails = body_.add(Operation::Not, bool_type, 0, {test}, {});
    const BodyStmtId leave = body_.add(BodyStmt{BreakBody{}, {}});
    const BodyStmtId block = body_.add(BodyStmt{BlockBody{{leave}}, {}});
    before.push_back(body_.add(BodyStmt{IfBody{fails, block, std::nullopt}, {}}));
    before.push_back(inner);
    inner = body_.add(BodyStmt{BlockBody{std::move(before)}, {}});
    condition = body_.add(Operation::Literal, bool_type, 1, {}, {});
  }

  bool is_hoisted(BodyExprId id) const {
    return id.index() < hoisted_.size() && hoisted_[id.index()];
  }

  // Replaces the hoisted parts of the expression by locals, which it declares in `before`. Not
  // recursive: expressions may nest deeply here.
  BodyExprId replaced(BodyExprId id, std::vector<BodyStmtId>& before) {
    // Collect the hoisted parts. Operands have smaller ids, so sorting by id puts inner parts
    // first.
    std::vector<BodyExprId> open = {id};
    std::vector<BodyExprId> found;
    while (!open.empty()) {
      const BodyExprId next = open.back();
      open.pop_back();
      if (is_hoisted(next)) {
        found.push_back(next);
      }
      const BodyExpr& expr = body_.exprs[next];
      for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
        open.push_back(body_.argument(expr, i));
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const BodyExprId part : found) {
      hoisted_[part.index()] = false;
      if (is_results_call(body_, part)) {
        call_for_results(part, before);
        continue;
      }
      const BodyExpr expr = body_.exprs[part];
      if (is_result(body_, part)) {
        const std::uint32_t first = first_results_.at(body_.argument(expr, 0));
        body_.exprs[part] = {Operation::Local, expr.type, first + expr.payload, 0, 0, expr.span};
        continue;
      }
      const BodyExprId value = body_.exprs.add(expr);
      const auto local = static_cast<std::uint32_t>(body_.locals.size());
      body_.locals.push_back({name_of(expr), expr.type, std::nullopt, {}});
      if (is_array_choice(body_, part)) {
        before.push_back(body_.add(BodyStmt{DeclareBody{local, std::nullopt}, expr.span}));
        const BodyExprId target = body_.add(Operation::Local, expr.type, local, {}, expr.span);
        before.push_back(body_.add(branch(target, value)));
      } else {
        before.push_back(body_.add(BodyStmt{DeclareBody{local, value}, expr.span}));
      }
      // Overwriting the part in place redirects all its users to the local.
      body_.exprs[part] = {Operation::Local, expr.type, local, 0, 0, expr.span};
    }
    return id;
  }

  // The value of a shared call is called after its function.
  NameId name_of(const BodyExpr& expr) const {
    const std::optional<FragmentId> called =
        expr.op == Operation::Call ? functions_[expr.payload].fragment : std::nullopt;
    return called ? library_.fragments[*called].name : name_;
  }

  // Declares locals for the results and calls the function with them.
  void call_for_results(BodyExprId id, std::vector<BodyStmtId>& before) {
    const BodyExpr call = body_.exprs[id];
    const Function& function = functions_[call.payload];
    const Fragment* const leaf =
        function.fragment ? &library_.fragments[*function.fragment] : nullptr;
    std::vector<BodyExprId> arguments;
    for (std::uint32_t i = 0; i < call.argument_count; ++i) {
      arguments.push_back(body_.argument(call, i));
    }
    first_results_.emplace(id, static_cast<std::uint32_t>(body_.locals.size()));
    for (std::size_t i = 0; i < function.results.size(); ++i) {
      const NameId name =
          leaf != nullptr && leaf->has_named_results ? leaf->results[i].name : name_of(call);
      const auto local = static_cast<std::uint32_t>(body_.locals.size());
      body_.locals.push_back({name, function.results[i], std::nullopt, {}});
      before.push_back(body_.add(BodyStmt{DeclareBody{local, std::nullopt}, call.span}));
      arguments.push_back(body_.add(Operation::Local, function.results[i], local, {}, call.span));
    }
    const BodyExprId full =
        body_.add(Operation::Call, DataType(), call.payload, arguments, call.span);
    before.push_back(body_.add(BodyStmt{AssignBody{std::nullopt, full, full}, call.span}));
  }

  BodyExprId parts(BodyExprId id, std::vector<BodyStmtId>& before) {
    const bool was = is_hoisted(id);
    if (was) {
      hoisted_[id.index()] = false;
    }
    return replaced(id, before);
  }

  Body& body_;
  NameId name_;
  const std::vector<Function>& functions_;
  const Library& library_;
  std::unordered_map<BodyExprId, std::uint32_t> first_results_;  // per call; lookups only
  std::vector<bool> hoisted_;
  std::vector<bool> is_assigned_;  // per local, without its declaration
};

}  // namespace

void hoist_expressions(Body& body, NameId name, const std::vector<Function>& functions,
                       const Library& library, bool shares_calls) {
  Hoisting(body, name, functions, library, shares_calls).run();
}

}  // namespace weft
