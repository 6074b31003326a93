#include "fragments/model/alike_expressions.h"

#include <utility>
#include <vector>

namespace weft {

bool are_alike(const Body& body, BodyExprId a, BodyExprId b) {
  std::vector<std::pair<BodyExprId, BodyExprId>> open{{a, b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left == right) {
      continue;
    }
    const BodyExpr& x = body.exprs[left];
    const BodyExpr& y = body.exprs[right];
    if (x.op != y.op || x.type != y.type || x.argument_count != y.argument_count ||
        x.op == Operation::PortCall) {
      return false;
    }
    const bool calls_same =
        x.op == Operation::Call && body.calls[x.payload] == body.calls[y.payload];
    if (x.payload != y.payload && !calls_same) {
      return false;
    }
    for (std::uint32_t i = 0; i < x.argument_count; ++i) {
      open.emplace_back(body.argument(x, i), body.argument(y, i));
    }
  }
  return true;
}

}  // namespace weft
