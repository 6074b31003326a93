#include "fragments/analysis/body_readers.h"

#include <numeric>

namespace weft {
namespace {

using Pairs = std::vector<ListsByKey::Pair>;

Pairs readers_of_locals(const Body& body) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (expr.op == Operation::Local) {
      pairs.emplace_back(expr.payload, i);
    }
  }
  return pairs;
}

Pairs readers_of_operands(const Body& body) {
  Pairs pairs;
  pairs.reserve(body.arguments.size());
  for (std::uint32_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      pairs.emplace_back(body.argument(expr, j).index(), i);
    }
  }
  return pairs;
}

Pairs reading_statements(const Body& body) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < body.stmts.size(); ++i) {
    const BodyStmt& stmt = body.stmts[BodyStmtId(i)];
    visit_expressions(stmt, [&](BodyExprId id) { pairs.emplace_back(id.index(), i); });
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    if (assigned == nullptr) {
      continue;
    }
    for (BodyExprId at = assigned->target; body.exprs[at].op != Operation::Local;
         at = body.argument(body.exprs[at], 0)) {
      if (body.exprs[at].op == Operation::Index) {
        pairs.emplace_back(body.argument(body.exprs[at], 1).index(), i);
      }
    }
  }
  return pairs;
}

}  // namespace

ListsByKey::ListsByKey(std::size_t keys, const std::vector<Pair>& pairs)
    : begins_(keys + 1, 0), items_(pairs.size()) {
  for (const Pair& pair : pairs) {
    ++begins_[pair.first + 1];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<std::uint32_t> ends(begins_.begin(), begins_.end() - 1);
  for (const Pair& pair : pairs) {
    items_[ends[pair.first]++] = pair.second;
  }
}

BodyReaders::BodyReaders(const Body& body)
    : exprs_of_local(body.locals.size(), readers_of_locals(body)),
      exprs_of_expr(body.exprs.size(), readers_of_operands(body)),
      stmts_of_expr(body.exprs.size(), reading_statements(body)) {}

}  // namespace weft
