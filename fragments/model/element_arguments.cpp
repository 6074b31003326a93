#include "fragments/model/element_arguments.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

/// Whether two expressions are structurally equal. Their values are then equal too, since the
/// arguments of a call have no side effects.
bool is_same(const Body& body, BodyExprId a, BodyExprId b) {
  std::vector<std::pair<BodyExprId, BodyExprId>> open{{a, b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left == right) {
      continue;
    }
    const BodyExpr& x = body.exprs[left];
    const BodyExpr& y = body.exprs[right];
    if (x.op != y.op || x.type != y.type || x.payload != y.payload ||
        x.argument_count != y.argument_count || x.op == Operation::PortCall) {
      return false;
    }
    for (std::uint32_t i = 0; i < x.argument_count; ++i) {
      open.emplace_back(body.argument(x, i), body.argument(y, i));
    }
  }
  return true;
}

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
      const bool is_one = found && is_same(body, *call.index, found->index);
      call.arguments.push_back(is_one ? std::optional(std::move(found->argument)) : std::nullopt);
    }
  }
  return calls;
}

}  // namespace weft
