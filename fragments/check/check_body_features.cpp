#include "fragments/check/check_body_features.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace weft {
namespace {

/// Calls `use` for every expression directly in the statement.
template <typename Stmt, typename Use>
void visit_expressions(Stmt& stmt, Use use) {
  std::visit(
      [&use](auto& kind) {
        using Kind = std::decay_t<decltype(kind)>;
        if constexpr (std::is_same_v<Kind, IfBody> || std::is_same_v<Kind, ForBody> ||
                      std::is_same_v<Kind, WhileBody>) {
          use(kind.condition);
        } else if constexpr (std::is_same_v<Kind, ReturnBody>) {
          if (kind.value) {
            use(*kind.value);
          }
        } else if constexpr (std::is_same_v<Kind, DeclareBody>) {
          if (kind.initial) {
            use(*kind.initial);
          }
        } else if constexpr (std::is_same_v<Kind, AssignBody>) {
          use(kind.target);
          use(kind.value);
        }
      },
      stmt.kind);
}

/// Arguments have smaller ids than their users, so one backward loop marks every used expression.
std::vector<bool> used_expressions(const Body& body) {
  std::vector<bool> used(body.exprs.size(), false);
  for (const BodyStmt& stmt : body.stmts) {
    visit_expressions(stmt, [&used](BodyExprId id) { used[id.index()] = true; });
  }
  for (std::size_t i = used.size(); i-- > 0;) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    for (std::uint32_t argument = 0; used[i] && argument < expr.argument_count; ++argument) {
      used[body.argument(expr, argument).index()] = true;
    }
  }
  return used;
}

}  // namespace

void sort_features(const Library& library, std::vector<FeatureId>& features) {
  std::sort(features.begin(), features.end(), [&library](FeatureId a, FeatureId b) {
    return library.text(library.features[a].path) < library.text(library.features[b].path);
  });
  features.erase(std::unique(features.begin(), features.end()), features.end());
}

void set_features(Body& body, const std::vector<FeatureId>& features) {
  std::unordered_map<FeatureId, std::uint32_t> positions;
  for (std::size_t i = 0; i < features.size(); ++i) {
    positions.emplace(features[i], static_cast<std::uint32_t>(i));
  }
  for (BodyExpr& expr : body.exprs) {
    if (expr.op == Operation::Feature) {
      auto at = positions.find(body.features[expr.payload]);
      WEFT_CHECK(at != positions.end(), "a body loses a feature it reads");
      expr.payload = at->second;
    }
  }
  body.features = features;
}

Body without_unused(const Library& library, const Body& body) {
  std::vector<bool> used = used_expressions(body);
  std::vector<BodyExprId> moved(body.exprs.size(), BodyExprId(0));
  Body out;
  std::vector<FeatureId> features;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) {
      continue;
    }
    BodyExpr expr = body.exprs[BodyExprId(i)];
    if (expr.op == Operation::Feature) {
      features.push_back(body.features[expr.payload]);
    }
    auto first = static_cast<std::uint32_t>(out.arguments.size());
    for (std::uint32_t argument = 0; argument < expr.argument_count; ++argument) {
      out.arguments.push_back(moved[body.argument(expr, argument).index()]);
    }
    expr.first_argument = first;
    moved[i] = out.exprs.add(expr);
  }
  out.stmts = body.stmts;
  for (BodyStmt& stmt : out.stmts) {
    visit_expressions(stmt, [&moved](BodyExprId& id) { id = moved[id.index()]; });
  }
  out.locals = body.locals;
  out.features = body.features;
  out.calls = body.calls;
  out.port_calls = body.port_calls;
  out.root = body.root;
  sort_features(library, features);
  set_features(out, features);
  return out;
}

}  // namespace weft
