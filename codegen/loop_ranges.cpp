#include "codegen/loop_ranges.h"

namespace weft {
namespace {

bool is_local(const Body& body, BodyExprId id, std::uint32_t local) {
  return body.exprs[id].op == Operation::Local && body.exprs[id].payload == local;
}

std::optional<std::uint32_t> natural_literal(const Body& body, BodyExprId id) {
  const BodyExpr& expr = body.exprs[id];
  constexpr std::uint32_t sign = 0x80000000U;
  const bool fits =
      expr.op == Operation::Literal && expr.type.is_integral() && (expr.payload & sign) == 0;
  return fits ? std::optional(expr.payload) : std::nullopt;
}

// The local at the bottom of what is assigned to.
std::optional<std::uint32_t> written_local(const Body& body, BodyExprId target) {
  while (body.exprs[target].argument_count > 0 && body.exprs[target].op != Operation::Call) {
    target = body.argument(body.exprs[target], 0);
  }
  const BodyExpr& expr = body.exprs[target];
  return expr.op == Operation::Local ? std::optional(expr.payload) : std::nullopt;
}

bool steps_upwards(const Body& body, const ForBody& loop, std::uint32_t local) {
  const auto* step = loop.step ? std::get_if<AssignBody>(&body.stmts[*loop.step].kind) : nullptr;
  return step != nullptr && step->op == Operation::Add && is_local(body, step->target, local) &&
         natural_literal(body, step->value).value_or(0) == 1;
}

}  // namespace

std::vector<LoopRange> find_loop_ranges(const Body& body) {
  std::vector<std::uint32_t> writes(body.locals.size(), 0);
  for (const BodyStmt& stmt : body.stmts) {
    if (const auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      if (const auto local = written_local(body, assign->target)) {
        ++writes[*local];
      }
    }
  }
  std::vector<LoopRange> ranges(body.locals.size());
  for (const BodyStmt& stmt : body.stmts) {
    const auto* loop = std::get_if<ForBody>(&stmt.kind);
    const auto* begin = loop != nullptr && loop->initial
                            ? std::get_if<DeclareBody>(&body.stmts[*loop->initial].kind)
                            : nullptr;
    const bool counts_up = begin != nullptr && begin->initial &&
                           natural_literal(body, *begin->initial) && writes[begin->local] == 1 &&
                           steps_upwards(body, *loop, begin->local);
    if (!counts_up) {
      continue;
    }
    // A step of 1 up to a comparison with an int cannot pass the greatest int.
    const BodyExpr& condition = body.exprs[loop->condition];
    const bool compares =
        (condition.op == Operation::Less || condition.op == Operation::LessEqual) &&
        is_local(body, body.argument(condition, 0), begin->local);
    if (!compares) {
      continue;
    }
    LoopRange& range = ranges[begin->local];
    range.is_natural = condition.op == Operation::Less;
    if (const auto bound = natural_literal(body, body.argument(condition, 1))) {
      range.is_natural = true;
      range.below = *bound + (condition.op == Operation::LessEqual ? 1 : 0);
    }
  }
  return ranges;
}

}  // namespace weft
