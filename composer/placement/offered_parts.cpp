#include "composer/placement/offered_parts.h"

#include <cstdint>
#include <optional>

namespace weft {
namespace {

bool is_interpolated_value(const BindingTime& time, Law law) {
  return commutes_with_interpolation(law) && !is_constant(law) && !is_single(time.rate) &&
         time.levels.none();
}

/// Per expression: whether a loop of the body evaluates it.
std::vector<bool> find_in_loops(const Body& body) {
  std::vector<bool> is_repeated(body.stmts.size(), false);
  std::vector<bool> is_in_loop(body.exprs.size(), false);
  const auto take = [&](BodyExprId id) { is_in_loop[id.index()] = true; };
  // Statements have greater ids than those inside them, and expressions than their operands.
  for (std::size_t i = body.stmts.size(); i-- > 0;) {
    const BodyStmt& stmt = body.stmts[BodyStmtId(i)];
    const bool is_inside = is_repeated[i];
    const auto repeat = [&](BodyStmtId inner, bool is_loop) {
      is_repeated[inner.index()] = is_inside || is_loop;
    };
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        repeat(inner, false);
      }
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      repeat(branch->then_branch, false);
      if (branch->else_branch) {
        repeat(*branch->else_branch, false);
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      take(loop->condition);
      if (loop->initial) {
        repeat(*loop->initial, false);
      }
      if (loop->step) {
        repeat(*loop->step, true);
      }
      repeat(loop->body, true);
    } else if (const auto* again = std::get_if<WhileBody>(&stmt.kind)) {
      take(again->condition);
      repeat(again->body, true);
    }
    if (is_inside) {
      visit_expressions(stmt, take);
    }
  }
  for (std::size_t i = body.exprs.size(); i-- > 0;) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    for (std::uint32_t k = 0; is_in_loop[i] && k < expr.argument_count; ++k) {
      take(body.argument(expr, k));
    }
  }
  return is_in_loop;
}

/// Whether interpolating the value saves operations or components over interpolating its operands.
bool saves(const Body& body, const BodyTimes& times, BodyExprId id) {
  const BodyExpr& expr = body.exprs[id];
  std::uint64_t steps = 0;
  int components = 0;
  for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
    const std::size_t argument = body.argument(expr, k).index();
    steps += times.values[argument].steps;
    components += is_constant(times.values[argument].law)
                      ? 0
                      : body.exprs[BodyExprId(argument)].type.component_count();
  }
  return times.values[id.index()].steps > steps || expr.type.component_count() < components;
}

/// The values that are results of the call, if nothing else in the body decides them: those are
/// placed with the call. Per expression.
std::vector<bool> find_results(const Body& body, const BodyTimes& times) {
  std::vector<bool> is_result(body.exprs.size(), false);
  const auto take = [&](std::optional<BodyExprId> value) {
    while (value && body.exprs[*value].op == Operation::Local) {
      value = times.initials[body.exprs[*value].payload];
    }
    if (value) {
      is_result[value->index()] = true;
    }
  };
  const auto* block = std::get_if<BlockBody>(&body.stmts[*body.root].kind);
  for (std::size_t i = 0; block != nullptr && i < block->statements.size(); ++i) {
    const BodyStmt& stmt = body.stmts[block->statements[i]];
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      take(result->value);
    } else if (assigned != nullptr && !assigned->op &&
               body.locals[assigned_local(body, assigned->target)].output) {
      take(assigned->value);
    }
  }
  return is_result;
}

}  // namespace

bool may_be_offered(const SplitQuestion::Input& input) {
  return is_interpolated_value(input.time, input.law);
}

std::vector<OfferedPart> find_offered_parts(const Body& body, const BodyTimes& times,
                                            const std::vector<BodyExprId>& parts) {
  const std::vector<bool> is_named = times.named();
  const std::vector<bool> is_in_loop = find_in_loops(body);
  const std::vector<bool> is_result = find_results(body, times);
  std::vector<bool> is_part(body.exprs.size(), false);
  std::vector<bool> repeats(body.exprs.size(), false);
  for (const BodyExprId part : parts) {
    is_part[part.index()] = true;
  }
  std::vector<OfferedPart> offers;
  for (std::size_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExprId id(i);
    const BodyExpr& expr = body.exprs[id];
    const BoundValue& value = times.values[i];
    repeats[i] = times.repeats_work(body, id, is_part, repeats);
    const bool is_fine = !is_result[i] && !is_part[i] && !repeats[i] && times.can[i] &&
                         times.is_needed[i] && expr.op != Operation::Local &&
                         expr.type.is_float_based() && expr.type.is_scalar_or_vector() &&
                         value.steps > 0 && is_interpolated_value(value.time, value.law);
    if (is_fine && (is_named[i] || saves(body, times, id))) {
      is_part[i] = true;
      offers.push_back({id, is_in_loop[i]});
    }
  }
  return offers;
}

}  // namespace weft
