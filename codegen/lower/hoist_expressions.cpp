#include "codegen/lower/hoist_expressions.h"

#include <algorithm>
#include <unordered_map>

#include "codegen/lower/sample_arguments.h"
#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

constexpr std::uint32_t deepest = 24;

// Left-nested chains of sums, products and suffixes add no nesting to the text, however long.
bool continues_chain(const Body& body, const BodyExpr& expr) {
  const Operation left = body.exprs[body.argument(expr, 0)].op;
  const auto is_sum = [](Operation op) {
    return op == Operation::Add || op == Operation::Subtract;
  };
  switch (expr.op) {
    case Operation::Swizzle:
    case Operation::Member:
      return true;
    case Operation::Add:
    case Operation::Subtract:
      return is_sum(left);
    case Operation::Multiply:
    case Operation::And:
    case Operation::Or:
      return left == expr.op;
    default:  // all others nest
      return false;
  }
}

// The levels that an expression adds to the text. clamp() may be written as min(max(…), …).
std::uint32_t levels(const BodyExpr& expr) {
  const bool is_clamp = expr.op == Operation::Intrinsic &&
                        expr.payload == static_cast<std::uint32_t>(Intrinsic::Clamp);
  return is_clamp ? 2 : 1;
}

class Hoisting {
 public:
  Hoisting(Body& body, NameId name, const std::vector<Function>& functions, const Library& library)
      : body_(body), name_(name), functions_(functions), library_(library) {}

  void run() {
    measure();
    if (!needs_work()) {
      return;
    }
    const std::size_t count = body_.stmts.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (std::holds_alternative<BlockBody>(body_.stmts[BodyStmtId(i)].kind)) {
        rebuild(BodyStmtId(i));
      }
    }
  }

 private:
  bool is_array_value(BodyExprId id) const {
    return body_.exprs[id].op == Operation::Construct && body_.exprs[id].type.is_array();
  }

  // HLSL's `?:` accepts scalars, vectors and matrices; structs use a helper function.
  bool is_array_choice(BodyExprId id) const {
    return body_.exprs[id].op == Operation::Select && body_.exprs[id].type.is_array();
  }

  // A call that returns its results in locals; only Member reads them.
  bool is_results_call(BodyExprId id) const {
    return body_.exprs[id].op == Operation::Call && body_.exprs[id].type.is_void();
  }
  bool is_result(BodyExprId id) const {
    const BodyExpr& expr = body_.exprs[id];
    return expr.op == Operation::Member && is_results_call(body_.argument(expr, 0));
  }

  // Computes depths after hoisting. An expression at the limit becomes a local and counts as depth
  // 0.
  void measure() {
    hoisted_.assign(body_.exprs.size(), false);
    depths_.assign(body_.exprs.size(), 0);
    branches_.assign(body_.exprs.size(), false);
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
        const std::uint32_t below = depths_[body_.argument(expr, j).index()];
        const bool nests = j > 0 || !continues_chain(body_, expr);
        depths_[i] = std::max(depths_[i], below + (nests ? levels(expr) : 0));
      }
      measure_branches(expr, i);
      if (depths_[i] >= deepest && !expr.type.is_void() && !expr.type.is_texture()) {
        hoisted_[i] = true;
        depths_[i] = 0;
      }
      if (is_array_value(BodyExprId(i)) || is_array_choice(BodyExprId(i))) {
        hoisted_[i] = true;
        hoist_repeated(expr);
      }
      if (is_results_call(BodyExprId(i)) || is_result(BodyExprId(i))) {
        hoisted_[i] = true;
        depths_[i] = 0;
      }
    }
  }

  void measure_branches(const BodyExpr& expr, std::size_t at) {
    branches_[at] = becomes_control_flow(expr.op);
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      const std::size_t argument = body_.argument(expr, j).index();
      if (branches_[argument] && samples_texture(expr)) {
        hoisted_[argument] = true;
        depths_[argument] = 0;
      } else {
        branches_[at] = branches_[at] || (branches_[argument] && !hoisted_[argument]);
      }
    }
  }

  // A value that fills several elements of an array is computed once.
  void hoist_repeated(const BodyExpr& array) {
    for (std::uint32_t j = 1; j < array.argument_count; ++j) {
      const BodyExprId element = body_.argument(array, j);
      if (element == body_.argument(array, j - 1) && is_computed(element)) {
        hoisted_[element.index()] = true;
        depths_[element.index()] = 0;
      }
    }
  }
  bool is_computed(BodyExprId id) const {
    while (true) {
      const BodyExpr& expr = body_.exprs[id];
      const bool is_part = expr.op == Operation::Swizzle || expr.op == Operation::Member;
      if (!is_part) {
        return expr.argument_count > 0 && expr.op != Operation::Construct;
      }
      id = body_.argument(expr, 0);
    }
  }

  bool needs_work() const {
    return std::find(hoisted_.begin(), hoisted_.end(), true) != hoisted_.end();
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
      if (!declare->initial || !is_array_choice(*declare->initial)) {
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
    if (assign == nullptr || assign->op || !is_array_choice(assign->value)) {
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

  // Moves what the statement evaluates once, before anything inside it runs, into `before`.
  void hoist_from(BodyStmtId id, std::vector<BodyStmtId>& before) {
    BodyStmt stmt = body_.stmts[id];
    if (auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      if (declare->initial) {
        // A declaration may contain an array constructor.
        declare->initial = is_array_value(*declare->initial) ? parts(*declare->initial, before)
                                                             : replaced(*declare->initial, before);
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
      if (is_results_call(part)) {
        call_for_results(part, before);
        continue;
      }
      const BodyExpr expr = body_.exprs[part];
      if (is_result(part)) {
        const std::uint32_t first = first_results_.at(body_.argument(expr, 0));
        body_.exprs[part] = {Operation::Local, expr.type, first + expr.payload, 0, 0, expr.span};
        continue;
      }
      const BodyExprId value = body_.exprs.add(expr);
      const auto local = static_cast<std::uint32_t>(body_.locals.size());
      body_.locals.push_back({name_, expr.type, std::nullopt, {}});
      if (is_array_choice(part)) {
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

  // Declares locals for the results and calls the function with them.
  void call_for_results(BodyExprId id, std::vector<BodyStmtId>& before) {
    const BodyExpr call = body_.exprs[id];
    const Function& function = functions_[call.payload];
    const Fragment& fragment = library_.fragments[function.fragment];
    std::vector<BodyExprId> arguments;
    for (std::uint32_t i = 0; i < call.argument_count; ++i) {
      arguments.push_back(body_.argument(call, i));
    }
    first_results_.emplace(id, static_cast<std::uint32_t>(body_.locals.size()));
    for (std::size_t i = 0; i < function.results.size(); ++i) {
      const NameId name = fragment.has_named_results ? fragment.results[i].name : fragment.name;
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
  std::vector<std::uint32_t> depths_;
  std::vector<bool> branches_;  // whether an expression has control flow in it, per expression
};

}  // namespace

void hoist_expressions(Body& body, NameId name, const std::vector<Function>& functions,
                       const Library& library) {
  Hoisting(body, name, functions, library).run();
}

}  // namespace weft
