#include "fragments/model/element_arguments.h"

#include <algorithm>
#include <utility>

#include "fragments/model/alike_expressions.h"

namespace weft {
namespace {

struct Found {
  ElementArgument argument;
  BodyExprId index;
};

std::optional<Found> find_element(const Body& body, BodyExprId id) {
  ElementArgument found;
  const BodyExpr* expr = &body.exprs[id];
  while (expr->op == Operation::Member && body.exprs[body.argument(*expr, 0)].type.is_struct()) {
    found.members.push_back(expr->payload);
    expr = &body.exprs[body.argument(*expr, 0)];
  }
  std::reverse(found.members.begin(), found.members.end());
  if (expr->op != Operation::Index) {
    return std::nullopt;
  }
  const BodyExpr& array = body.exprs[body.argument(*expr, 0)];
  found.is_feature = array.op == Operation::Feature;
  if (!array.type.is_array() || (!found.is_feature && array.op != Operation::Port)) {
    return std::nullopt;
  }
  found.array = array.payload;
  return Found{std::move(found), body.argument(*expr, 1)};
}

}  // namespace

std::vector<ElementCall> find_element_calls(const Body& body) {
  std::vector<ElementCall> calls(body.port_calls.size());
  for (const BodyExpr& expr : body.exprs) {
    if (expr.op != Operation::PortCall) {
      continue;
    }
    ElementCall& call = calls[expr.payload];
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      std::optional<Found> found = find_element(body, body.argument(expr, i));
      if (found && !call.index) {
        call.index = found->index;
      }
      const bool is_one = found && are_alike(body, *call.index, found->index);
      call.arguments.push_back(is_one ? std::optional(std::move(found->argument)) : std::nullopt);
    }
  }
  return calls;
}

}  // namespace weft
