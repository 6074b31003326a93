#include "codegen/ir/loop_ranges.h"

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

// The local that an assignment to `target` writes, wholly or in part.
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
    // With a step of 1 and a comparison of ints, the counter cannot overflow.
    const BodyExpr& condition = body.exprs[loop->condition];
    const bool compares =
        (condition.op == Operation::Less || condition.op == Operation::LessEqual) &&
        is_local(body, body.argument(condition, 0), begin->local);
    if (!compares) {
      continue;
    }
    LoopRange& range = ranges[begin->local];
    range.is_natural = condition.op == Operation::Less;
    range.least = *natural_literal(body, *begin->initial);
    if (const auto bound = natural_literal(body, body.argument(condition, 1))) {
      range.is_natural = true;
      range.below = *bound + (condition.op == Operation::LessEqual ? 1 : 0);
    }
  }
  return ranges;
}

LoopRange range_of_index(const Body& body, BodyExprId index, const std::vector<LoopRange>& ranges) {
  const BodyExpr& expr = body.exprs[index];
  if (expr.op == Operation::Local) {
    return ranges[expr.payload];
  }
  const bool is_sum = expr.op == Operation::Add || expr.op == Operation::Subtract;
  if (!is_sum || expr.type != int_type) {
    return {};
  }
  const auto range_of = [&](std::uint32_t argument) {
    const BodyExprId id = body.argument(expr, argument);
    const bool is_local = body.exprs[id].op == Operation::Local;
    return is_local ? ranges[body.exprs[id].payload] : LoopRange();
  };
  const auto is_known = [](const LoopRange& range) {
    return range.is_natural && range.below && *range.below > range.least;
  };
  constexpr std::uint32_t beyond = 0x80000000U;
  const LoopRange left = range_of(0);
  const LoopRange right = range_of(1);
  const auto before = natural_literal(body, body.argument(expr, 0));
  const auto behind = natural_literal(body, body.argument(expr, 1));
  if (behind && is_known(left) && expr.op == Operation::Subtract) {
    return left.least >= *behind ? LoopRange{true, *left.below - *behind, left.least - *behind}
                                 : LoopRange();
  }
  const auto number = behind ? behind : before;
  const LoopRange& counter = behind ? left : right;
  if (!number || !is_known(counter)) {
    return {};
  }
  if (expr.op == Operation::Add) {
    return *number < beyond - *counter.below
               ? LoopRange{true, *counter.below + *number, counter.least + *number}
               : LoopRange();
  }
  return *number >= *counter.below - 1
             ? LoopRange{true, *number - counter.least + 1, *number - (*counter.below - 1)}
             : LoopRange();
}

}  // namespace weft
