#include "fragments/check/check_assignment.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_expression.h"
#include "fragments/check/check_operators.h"

namespace weft {
namespace {

using namespace syntax;

/// The operator of `target op= value`; nothing for `=`.
std::optional<BinaryOperator> operator_of(AssignOperator op) {
  switch (op) {
    case AssignOperator::Set:
      return std::nullopt;
    case AssignOperator::Add:
      return BinaryOperator::Add;
    case AssignOperator::Subtract:
      return BinaryOperator::Subtract;
    case AssignOperator::Multiply:
      return BinaryOperator::Multiply;
    case AssignOperator::Divide:
      return BinaryOperator::Divide;
    case AssignOperator::Remainder:
      return BinaryOperator::Remainder;
    case AssignOperator::ShiftLeft:
      return BinaryOperator::ShiftLeft;
    case AssignOperator::ShiftRight:
      return BinaryOperator::ShiftRight;
    case AssignOperator::BitAnd:
      return BinaryOperator::BitAnd;
    case AssignOperator::BitOr:
      return BinaryOperator::BitOr;
    case AssignOperator::BitXor:
      return BinaryOperator::BitXor;
  }
  return std::nullopt;
}

void refuse_target(CheckContext& context, ExprId target, std::string message,
                   std::string hint = {}) {
  context.report(Code::NotAssignable, context.module->exprs[target].span, std::move(message),
                 std::move(hint));
}

bool has_repetition(std::uint32_t swizzle) {
  unsigned seen = 0;
  for (int i = 0; i < swizzle_count(swizzle); ++i) {
    unsigned bit = 1U << static_cast<unsigned>(swizzle_component(swizzle, i));
    if ((seen & bit) != 0) {
      return true;
    }
    seen |= bit;
  }
  return false;
}

/// What is checked of a port with a restriction, as of `constant int`, is checked of the argument.
bool is_port_assignable(CheckContext& context, ExprId target, const FragmentPort& port) {
  const DataType type = context.type_of(port.type);
  const bool is_resource = type.is_texture() || type.kind() == DataKind::Sampler;
  if (!is_resource && port.restriction == PortRestriction::None) {
    return true;
  }
  refuse_target(
      context, target,
      fmt::format("port '{}' cannot be assigned to, since it is {}", context.text(port.name),
                  is_resource                                     ? "a texture or sampler"
                  : port.restriction == PortRestriction::Constant ? "constant"
                                                                  : "uniform"),
      is_resource ? "" : "copy it into a local first");
  return false;
}

bool is_variable(StatementWalk& walk, ExprId target, const BodyExpr& expr) {
  CheckContext& context = walk.context;
  if (expr.op == Operation::Local) {
    const bool is_const = walk.const_locals.contains(expr.payload);
    if (is_const) {
      refuse_target(context, target,
                    fmt::format("'{}' is const and cannot be assigned to",
                                context.text(context.body.locals[expr.payload].name)));
    }
    return !is_const;
  }
  if (expr.op == Operation::Port) {
    std::vector<std::uint32_t>& assigned = walk.assigned_ports;
    if (!is_port_assignable(context, target, context.signature->ports[expr.payload])) {
      return false;
    }
    if (std::find(assigned.begin(), assigned.end(), expr.payload) == assigned.end()) {
      assigned.push_back(expr.payload);
    }
    return true;
  }
  if (expr.op == Operation::Feature) {
    const Feature& feature = context.library.features[context.body.features[expr.payload]];
    refuse_target(context, target,
                  fmt::format("feature '{}' cannot be assigned to", context.text(feature.path)),
                  "copy it into a local first, or inject it: value with (…)");
  } else {
    refuse_target(context, target, "this is a value: only locals and ports can be assigned to");
  }
  return false;
}

/// Whether a target is an lvalue: a local or a port, possibly inside members, swizzles without
/// repetition, indices and parentheses.
bool is_assignable(StatementWalk& walk, ExprId target, BodyExprId id) {
  CheckContext& context = walk.context;
  const Body& body = context.body;
  for (ExprId at = target;;) {
    const auto& kind = context.module->exprs[at].kind;
    if (const auto* paren = std::get_if<ParenExpr>(&kind)) {
      at = paren->inner;
    } else if (const auto* member = std::get_if<MemberExpr>(&kind)) {
      at = member->object;
    } else if (const auto* index = std::get_if<IndexExpr>(&kind)) {
      at = index->object;
    } else if (std::holds_alternative<NameExpr>(kind)) {
      break;
    } else {
      refuse_target(context, target, "this is a value: only locals and ports can be assigned to");
      return false;
    }
  }
  for (;;) {
    const BodyExpr& expr = body.exprs[id];
    if (expr.op == Operation::Swizzle && has_repetition(expr.payload)) {
      refuse_target(context, target, "a swizzle that repeats a component cannot be assigned to");
      return false;
    }
    bool is_part = expr.op == Operation::Swizzle || expr.op == Operation::Index ||
                   expr.op == Operation::Member;
    if (!is_part) {
      return is_variable(walk, target, expr);
    }
    id = body.argument(expr, 0);
  }
}

void assign(StatementWalk& walk, StmtId id, ExprId target_expr, std::optional<BinaryOperator> op,
            CheckedValue value) {
  CheckedValue target = check_expression(walk.context, target_expr);
  if (target.is_error() || !is_assignable(walk, target_expr, *target.expr)) {
    return;
  }
  const std::string source = walk.context.source_text(target.span);
  const ValueRole what = source == "…" ? ValueRole("the left side") : ValueRole("'{}'", source);
  if (!op) {
    convert(walk.context, value, target.type, what);
    return walk.finish(id, AssignBody{std::nullopt, *target.expr, walk.expr_of(value)});
  }
  CheckedValue result = check_binary(walk.context, *op, target, value, walk.span(id));
  if (result.is_error()) {
    return;
  }
  if (result.type != target.type) {
    return walk.context.report(
        Code::TypeMismatch, walk.span(id),
        fmt::format("{} is {}, but the assigned value is {}", what.text(),
                    walk.context.type_name(target.type), walk.context.type_name(result.type)));
  }
  // check_binary has widened the operands: take them from its result.
  const BodyExpr& made = walk.context.body.exprs[*result.expr];
  Operation operation = made.op;
  BodyExprId right = walk.context.body.argument(made, 1);
  const bool is_compound = operation == Operation::Add || operation == Operation::Subtract ||
                           operation == Operation::Multiply || operation == Operation::Divide;
  if (!is_compound) {
    return walk.finish(id, AssignBody{std::nullopt, *target.expr, *result.expr});
  }
  walk.finish(id, AssignBody{operation, *target.expr, right});
}

}  // namespace

void check_assignment(StatementWalk& walk, StmtId id, const AssignStmt& it) {
  assign(walk, id, it.target, operator_of(it.op), check_expression(walk.context, it.value));
}

void check_assignment(StatementWalk& walk, StmtId id, const StepStmt& it) {
  CheckedValue one = walk.context.add(Operation::Literal, int_type, 1, {}, walk.span(id));
  one.is_literal = true;
  assign(walk, id, it.target, it.increment ? BinaryOperator::Add : BinaryOperator::Subtract, one);
}

BodyStmtId copy_assigned_ports(StatementWalk& walk, StmtId block, BodyStmtId root) {
  CheckContext& context = walk.context;
  Body& body = context.body;
  std::vector<std::optional<std::uint32_t>> locals(context.signature->ports.size());
  for (const std::uint32_t index : walk.assigned_ports) {
    const FragmentPort& port = context.signature->ports[index];
    locals[index] = static_cast<std::uint32_t>(body.locals.size());
    body.locals.push_back({port.name, context.type_of(port.type), std::nullopt, port.span});
    body.locals.back().is_argument = true;
  }
  for (BodyExpr& expr : body.exprs) {
    if (expr.op == Operation::Port && locals[expr.payload]) {
      expr.op = Operation::Local;
      expr.payload = *locals[expr.payload];
    }
  }
  BlockBody all;
  for (const std::uint32_t index : walk.assigned_ports) {
    const DataType type = body.locals[*locals[index]].type;
    const BodyExprId argument = body.add(Operation::Port, type, index, {}, walk.span(block));
    all.statements.push_back(
        body.add(BodyStmt{DeclareBody{*locals[index], argument}, walk.span(block)}));
  }
  // A statement is in one block: the first one keeps none.
  const std::vector<BodyStmtId> statements =
      std::exchange(std::get<BlockBody>(body.stmts[root].kind).statements, {});
  all.statements.insert(all.statements.end(), statements.begin(), statements.end());
  return body.add(BodyStmt{std::move(all), walk.span(block)});  // parents follow their parts
}

}  // namespace weft
