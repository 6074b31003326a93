#include "fragments/check/check_statement.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_assignment.h"
#include "fragments/check/check_expression.h"
#include "fragments/check/check_types.h"
#include "fragments/check/statement_walk.h"

namespace weft {
namespace {

using namespace syntax;

// --- Locals ---

std::optional<DataType> declared_type(CheckContext& context, const DeclareStmt& it) {
  auto element = check_type(context, it.type);
  if (!element) {
    return std::nullopt;
  }
  if (element->is_texture() || element->kind() == DataKind::Sampler) {
    context.report(Code::BadDeclaration, it.type.span,
                   fmt::format("a local cannot hold a {}", context.type_name(*element)),
                   "use the port directly where the texture is sampled");
    return std::nullopt;
  }
  // `float3[4] x[2]` is an array of two arrays of four, as in GLSL.
  std::vector<std::optional<ExprId>> sizes = it.name_array_sizes;
  sizes.insert(sizes.end(), it.type_array_sizes.begin(), it.type_array_sizes.end());
  auto type = sizes.empty() ? element : check_array_type(context, *element, sizes, it.name.span);
  if (type && context.library.data_types.scalar_count(*type) > most_scalars) {
    context.report(Code::OutOfRange, it.name.span,
                   fmt::format("a variable holds at most {} scalars", most_scalars));
    return std::nullopt;
  }
  return type;
}

void check_new_name(CheckContext& context, const Identifier& name) {
  std::string_view text = context.text(name.name);
  if (context.is_feature_space(name.name)) {
    context.report(Code::HiddenNamespace, name.span,
                   fmt::format("'{}' hides the features {}.*", text, text), "choose another name");
  } else if (find_length(context, name.name)) {
    context.report(Code::DuplicateName, name.span,
                   fmt::format("'{}' is the length of arrays here", text), "choose another name");
  } else if (find_type(context, name.name)) {
    context.report(Code::DuplicateName, name.span,
                   fmt::format("'{}' is the name of a data type", text), "choose another name");
  }
}

/// Reports nothing for a name of unknown type: `retrun x;` is not meant as a declaration.
void declare(CheckContext& context, const Identifier& name, std::uint32_t local, bool has_type) {
  std::string_view text = context.text(name.name);
  auto earlier = context.scopes.declare(name.name, local);
  bool is_outermost = context.scopes.depth() == 1;
  std::optional<Span> other;
  if (earlier) {
    other = context.body.locals[*earlier].span;
  } else if (auto port = context.find_port(name.name); port && is_outermost) {
    other = context.signature->ports[*port].span;
  }
  if (other && has_type) {
    Diagnostic diagnostic = error_at(Code::DuplicateName, name.span,
                                     fmt::format("'{}' is already declared in this block", text));
    diagnostic.notes.push_back({"the first declaration is here", other});
    context.diagnostics.push_back(std::move(diagnostic));
  }
}

void check(StatementWalk& walk, StmtId id, const DeclareStmt& it) {
  auto type = declared_type(walk.context, it);
  std::optional<BodyExprId> initial;
  if (it.initial) {
    CheckedValue value = check_expression(walk.context, *it.initial);
    if (type) {
      convert(walk.context, value, *type, {"'{}'", walk.context.text(it.name.name)});
    }
    initial = walk.expr_of(value);
  }
  auto local = static_cast<std::uint32_t>(walk.context.body.locals.size());
  walk.context.body.locals.push_back(
      {it.name.name, type.value_or(DataType()), std::nullopt, it.name.span});
  if (type) {
    check_new_name(walk.context, it.name);
  }
  if (it.is_const) {
    walk.const_locals.insert(local);
    if (!it.initial) {
      walk.context.report(
          Code::BadDeclaration, it.name.span,
          fmt::format("'{}' is const and needs a value", walk.context.text(it.name.name)));
    }
  }
  declare(walk.context, it.name, local, type.has_value());
  walk.finish(id, DeclareBody{local, initial});
}

void check(StatementWalk& walk, StmtId id, const AssignStmt& it) { check_assignment(walk, id, it); }

void check(StatementWalk& walk, StmtId id, const StepStmt& it) { check_assignment(walk, id, it); }

void check(StatementWalk& walk, StmtId id, const ExprStmt& it) {
  if (!check_expression(walk.context, it.value).is_error()) {
    const auto* binary = std::get_if<BinaryExpr>(&walk.context.module->exprs[it.value].kind);
    walk.context.report(Code::NoEffect, walk.span(id), "this statement has no effect",
                        binary != nullptr && binary->op == BinaryOperator::Equal
                            ? "write '=' for an assignment"
                            : "fragments are pure: assign the value to a local or return it");
  }
}

// --- Blocks ---

ReturnBody return_named(StatementWalk& walk, Span at) {
  return {walk.context.body.add(Operation::Local, walk.returns.type, *walk.returns.named_result, {},
                                at)};
}

bool ends_in_return(const StatementWalk& walk) {
  return std::holds_alternative<ReturnBody>(walk.context.body.stmts[walk.results.back()].kind);
}

void begin_block(StatementWalk& walk, StmtId id, bool has_scope = true) {
  if (has_scope) {
    walk.context.scopes.open();
  }
  StatementTask end = {StatementStep::EndBlock, id, walk.results.size()};
  end.has_scope = has_scope;
  walk.tasks.push_back(end);
  if (const auto* block = std::get_if<BlockStmt>(&walk.stmt(id).kind)) {
    for (auto inner = block->statements.rbegin(); inner != block->statements.rend(); ++inner) {
      walk.tasks.push_back({StatementStep::Check, *inner});
    }
  } else {
    walk.tasks.push_back({StatementStep::Check, id});
  }
}

void end_block(StatementWalk& walk, const StatementTask& task) {
  if (task.has_scope) {
    walk.context.scopes.close();
  }
  if (walk.tasks.empty() && walk.returns.named_result && !ends_in_return(walk)) {
    walk.finish(task.stmt, return_named(walk, walk.span(task.stmt)));
  }
  BlockBody block;
  block.statements.assign(walk.results.begin() + static_cast<std::ptrdiff_t>(task.first_result),
                          walk.results.end());
  walk.results.erase(walk.results.begin() + static_cast<std::ptrdiff_t>(task.first_result),
                     walk.results.end());
  walk.finish(task.stmt, std::move(block));
}

/// A branch is a block, wrapped if necessary; an else branch may be another if.
void begin_branch(StatementWalk& walk, StmtId id) {
  if (std::holds_alternative<IfStmt>(walk.stmt(id).kind)) {
    walk.tasks.push_back({StatementStep::Check, id});
  } else {
    begin_block(walk, id);
  }
}

void check(StatementWalk& walk, StmtId id, const BlockStmt&) { begin_block(walk, id); }

// --- Branches and loops ---

BodyExprId check_condition(StatementWalk& walk, ExprId expr) {
  CheckedValue condition = check_expression(walk.context, expr);
  convert(walk.context, condition, bool_type, "a condition");
  return walk.expr_of(condition);
}

void check(StatementWalk& walk, StmtId id, const IfStmt& it) {
  StatementTask end = {StatementStep::EndIf, id};
  end.condition = check_condition(walk, it.condition);
  walk.tasks.push_back(end);
  if (it.else_branch) {
    walk.tasks.push_back({StatementStep::CheckBranch, *it.else_branch});
  }
  begin_block(walk, it.then_branch);
}

void end_if(StatementWalk& walk, const StatementTask& task) {
  std::optional<BodyStmtId> else_branch;
  if (std::get<IfStmt>(walk.stmt(task.stmt).kind).else_branch) {
    else_branch = walk.pop_result();
  }
  BodyStmtId then_branch = walk.pop_result();
  walk.finish(task.stmt, IfBody{*task.condition, then_branch, else_branch});
}

void check_simple(StatementWalk& walk, StmtId id, const DeclareStmt& it) { check(walk, id, it); }
void check_simple(StatementWalk& walk, StmtId id, const AssignStmt& it) { check(walk, id, it); }
void check_simple(StatementWalk& walk, StmtId id, const StepStmt& it) { check(walk, id, it); }
void check_simple(StatementWalk& walk, StmtId id, const ExprStmt& it) { check(walk, id, it); }
template <typename Other>
void check_simple(StatementWalk& walk, StmtId id, const Other&) {
  walk.context.report(Code::SyntaxError, walk.span(id),
                      "a loop header takes a declaration or an assignment");
}

/// Checks a statement in a loop's head and pops its result, if there is one.
std::optional<BodyStmtId> check_head(StatementWalk& walk, StmtId id) {
  std::size_t before = walk.results.size();
  std::visit([&](const auto& kind) { check_simple(walk, id, kind); }, walk.stmt(id).kind);
  return walk.results.size() > before ? std::optional(walk.pop_result()) : std::nullopt;
}

/// In GLSL the head and body of a for share one scope, so redeclaring the counter in the body
/// would not compile.
void begin_loop(StatementWalk& walk, const StatementTask& end, StmtId body, bool has_scope) {
  walk.tasks.push_back(end);
  begin_block(walk, body, has_scope);
  ++walk.loops;
}

void check(StatementWalk& walk, StmtId id, const ForStmt& it) {
  walk.context.scopes.open();
  StatementTask end = {StatementStep::EndLoop, id};
  end.initial = check_head(walk, it.initial);
  end.condition = check_condition(walk, it.condition);
  end.loop_step = check_head(walk, it.step);
  if (std::holds_alternative<DeclareStmt>(walk.stmt(it.step).kind)) {
    walk.context.report(Code::SyntaxError, walk.span(it.step),
                        "a loop step cannot declare a local");
  }
  begin_loop(walk, end, it.body, false);
}

void check(StatementWalk& walk, StmtId id, const WhileStmt& it) {
  walk.context.scopes.open();
  StatementTask end = {StatementStep::EndLoop, id};
  end.condition = check_condition(walk, it.condition);
  begin_loop(walk, end, it.body, true);
}

void end_loop(StatementWalk& walk, const StatementTask& task) {
  --walk.loops;
  walk.context.scopes.close();
  BodyStmtId body = walk.pop_result();
  if (std::holds_alternative<ForStmt>(walk.stmt(task.stmt).kind)) {
    walk.finish(task.stmt, ForBody{task.initial, *task.condition, task.loop_step, body});
  } else {
    walk.finish(task.stmt, WhileBody{*task.condition, body});
  }
}

void check(StatementWalk& walk, StmtId id, const BreakStmt&) {
  if (walk.loops == 0) {
    return walk.context.report(Code::StrayJump, walk.span(id), "'break' appears outside a loop");
  }
  walk.finish(id, BreakBody{});
}

void check(StatementWalk& walk, StmtId id, const ContinueStmt&) {
  if (walk.loops == 0) {
    return walk.context.report(Code::StrayJump, walk.span(id), "'continue' appears outside a loop");
  }
  walk.finish(id, ContinueBody{});
}

// --- Results ---

void check(StatementWalk& walk, StmtId id, const ReturnStmt& it) {
  if (it.value) {
    CheckedValue value = check_expression(walk.context, *it.value);
    if (walk.returns.type.is_void()) {
      walk.context.report(Code::TypeMismatch, walk.span(*it.value),
                          "'return' takes no value in a fragment with several results",
                          "assign to the names of the results");
      return walk.finish(id, ReturnBody{});
    }
    convert(walk.context, value, walk.returns.type, "the result");
    return walk.finish(id, ReturnBody{walk.expr_of(value)});
  }
  if (walk.returns.named_result) {
    return walk.finish(id, return_named(walk, walk.span(id)));
  }
  if (!walk.returns.type.is_void()) {
    walk.context.report(
        Code::MissingReturn, walk.span(id),
        fmt::format("'return' must return a {}", walk.context.type_name(walk.returns.type)));
    return walk.finish(id, ReturnBody{walk.expr_of(walk.context.erroneous(walk.span(id)))});
  }
  walk.finish(id, ReturnBody{});
}

void run_task(StatementWalk& walk, const StatementTask& task) {
  switch (task.step) {
    case StatementStep::Check:
      std::visit([&](const auto& kind) { check(walk, task.stmt, kind); },
                 walk.stmt(task.stmt).kind);
      break;
    case StatementStep::CheckBranch:
      begin_branch(walk, task.stmt);
      break;
    case StatementStep::EndBlock:
      end_block(walk, task);
      break;
    case StatementStep::EndIf:
      end_if(walk, task);
      break;
    case StatementStep::EndLoop:
      end_loop(walk, task);
      break;
  }
}

}  // namespace

BodyStmtId check_block(CheckContext& context, StmtId block, const ReturnRule& returns) {
  StatementWalk walk{context, returns, context.stacks.statements, context.stacks.results};
  begin_block(walk, block, false);
  if (returns.named_result) {
    walk.finish(block, DeclareBody{*returns.named_result, std::nullopt});
  }
  while (!walk.tasks.empty()) {
    const StatementTask task = walk.tasks.back();
    walk.tasks.pop_back();
    run_task(walk, task);
  }
  const BodyStmtId root = walk.pop_result();
  return walk.assigned_ports.empty() ? root : copy_assigned_ports(walk, block, root);
}

}  // namespace weft
