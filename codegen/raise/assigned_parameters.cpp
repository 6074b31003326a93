#include "codegen/raise/assigned_parameters.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace weft {
namespace {

/// The parameter that a statement copies into the local which stands for it.
std::optional<std::uint32_t> copied_parameter(const Body& body, const BodyStmt& stmt) {
  const auto* copy = std::get_if<DeclareBody>(&stmt.kind);
  if (copy == nullptr || !copy->initial || !body.locals[copy->local].is_argument) {
    return std::nullopt;
  }
  const BodyExpr& initial = body.exprs[*copy->initial];
  const bool is_whole =
      initial.op == Operation::Port && initial.type == body.locals[copy->local].type;
  return is_whole ? std::optional(initial.payload) : std::nullopt;
}

bool is_read_once(const Body& body, std::uint32_t parameter) {
  return std::count_if(body.exprs.begin(), body.exprs.end(), [parameter](const BodyExpr& expr) {
           return expr.op == Operation::Port && expr.payload == parameter;
         }) == 1;
}

}  // namespace

void assign_to_parameters(Body& body) {
  const bool has_arguments = std::any_of(body.locals.begin(), body.locals.end(),
                                         [](const BodyLocal& local) { return local.is_argument; });
  if (!has_arguments || !body.root) {
    return;
  }
  std::vector<BodyStmtId>& statements = std::get<BlockBody>(body.stmts[*body.root].kind).statements;
  std::vector<std::optional<std::uint32_t>> parameters(body.locals.size());  // per local
  std::erase_if(statements, [&](BodyStmtId id) {
    const std::optional<std::uint32_t> parameter = copied_parameter(body, body.stmts[id]);
    const bool stands_for_it = parameter && is_read_once(body, *parameter);
    if (stands_for_it) {
      parameters[std::get<DeclareBody>(body.stmts[id].kind).local] = parameter;
    }
    return stands_for_it;
  });
  for (BodyExpr& expr : body.exprs) {
    if (expr.op == Operation::Local && parameters[expr.payload]) {
      expr.op = Operation::Port;
      expr.payload = *parameters[expr.payload];
    }
  }
}

}  // namespace weft
