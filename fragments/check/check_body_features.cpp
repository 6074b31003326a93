#include "fragments/check/check_body_features.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "support/flag.h"

namespace weft {
namespace {

/// Per expression whether a statement uses it. Arguments have smaller ids than their users, so one
/// backward loop marks every used expression.
std::vector<Flag> used_expressions(const Body& body) {
  std::vector<Flag> used(body.exprs.size(), false);
  for (const BodyStmt& stmt : body.stmts) {
    visit_expressions(stmt, [&used](BodyExprId id) { used[id.index()] = true; });
  }
  for (std::size_t i = used.size(); i-- > 0;) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    const std::uint32_t count = used[i] ? expr.argument_count : 0;
    for (std::uint32_t argument = 0; argument < count; ++argument) {
      used[body.argument(expr, argument).index()] = true;
    }
  }
  return used;
}

/// Whether every argument belongs to one expression, in the order of the expressions.
bool are_arguments_in_order(const Body& body) {
  std::uint32_t next = 0;
  for (const BodyExpr& expr : body.exprs) {
    if (expr.first_argument != next) {
      return false;
    }
    next += expr.argument_count;
  }
  return next == body.arguments.size();
}

/// Moves the used expressions of `body` to `out`, and changes the statements of `out` to mention
/// them.
void move_used(const Body& body, const std::vector<Flag>& used, Body& out) {
  std::vector<BodyExprId> moved(body.exprs.size(), BodyExprId(0));
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) {
      continue;
    }
    BodyExpr expr = body.exprs[BodyExprId(i)];
    const auto first = static_cast<std::uint32_t>(out.arguments.size());
    for (std::uint32_t argument = 0; argument < expr.argument_count; ++argument) {
      out.arguments.push_back(moved[body.argument(expr, argument).index()]);
    }
    expr.first_argument = first;
    moved[i] = out.exprs.add(expr);
  }
  for (BodyStmt& stmt : out.stmts) {
    visit_expressions(stmt, [&moved](BodyExprId& id) { id = moved[id.index()]; });
  }
}

/// Moves the elements, so that `to` has no more memory than it needs and `from` keeps its own.
template <typename Values>
void move_elements(Values& from, Values& to) {
  to.reserve(from.size());
  std::move(from.begin(), from.end(), std::back_inserter(to));
  from.clear();
}

}  // namespace

void sort_features(const Library& library, std::vector<FeatureId>& features) {
  if (features.size() < 2) {
    return;
  }
  std::sort(features.begin(), features.end(), [&library](FeatureId a, FeatureId b) {
    return library.text(library.features[a].path) < library.text(library.features[b].path);
  });
  features.erase(std::unique(features.begin(), features.end()), features.end());
}

void set_features(Body& body, const std::vector<FeatureId>& features) {
  if (body.features == features) {
    return;
  }
  if (!body.features.empty()) {
    std::vector<std::pair<FeatureId, std::uint32_t>> positions;
    positions.reserve(features.size());
    for (const FeatureId feature : features) {
      positions.emplace_back(feature, static_cast<std::uint32_t>(positions.size()));
    }
    std::sort(positions.begin(), positions.end());
    for (BodyExpr& expr : body.exprs) {
      if (expr.op == Operation::Feature) {
        const FeatureId feature = body.features[expr.payload];
        const auto at = std::lower_bound(positions.begin(), positions.end(),
                                         std::pair(feature, std::uint32_t(0)));
        WEFT_CHECK(at != positions.end() && at->first == feature,
                   "a body loses a feature it reads");
        expr.payload = at->second;
      }
    }
  }
  body.features = features;
}

Body without_unused(const Library& library, Body& body) {
  const std::vector<Flag> used = used_expressions(body);
  Body out;
  out.stmts.reserve(body.stmts.size());
  for (BodyStmt& stmt : body.stmts) {
    out.stmts.add(std::move(stmt));
  }
  const bool are_all_used =
      std::all_of(used.begin(), used.end(), [](Flag is_used) { return is_used; });
  if (are_all_used && are_arguments_in_order(body)) {
    out.exprs = body.exprs;
    out.arguments = body.arguments;
  } else {
    move_used(body, used, out);
  }
  move_elements(body.locals, out.locals);
  move_elements(body.calls, out.calls);
  move_elements(body.port_calls, out.port_calls);
  out.features = body.features;
  out.root = body.root;
  if (!body.features.empty()) {
    std::vector<FeatureId> features;
    for (const BodyExpr& expr : out.exprs) {
      if (expr.op == Operation::Feature) {
        features.push_back(out.features[expr.payload]);
      }
    }
    sort_features(library, features);
    set_features(out, features);
  }
  body.clear();
  return out;
}

}  // namespace weft
