#include "codegen/lower/array_results.h"

#include <utility>

namespace weft {

void return_by_parameter(Function& function, NameId name) {
  Body& body = function.body;
  const DataType type = std::exchange(function.result, DataType());
  function.results = {type};
  const auto local = static_cast<std::uint32_t>(body.locals.size());
  body.locals.push_back({name, type, 0, {}});
  const std::size_t count = body.stmts.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto* block = std::get_if<BlockBody>(&body.stmts[BodyStmtId(i)].kind);
    if (block == nullptr) {
      continue;
    }
    std::vector<BodyStmtId> statements;
    for (const BodyStmtId id : BlockBody(*block).statements) {
      auto* result = std::get_if<ReturnBody>(&body.stmts[id].kind);
      if (result != nullptr && result->value) {
        const BodyExprId value = *std::exchange(result->value, std::nullopt);
        const Span span = body.stmts[id].span;
        const BodyExprId target = body.add(Operation::Local, type, local, {}, span);
        statements.push_back(body.add(BodyStmt{AssignBody{std::nullopt, target, value}, span}));
      }
      statements.push_back(id);
    }
    const bool is_root = body.root && body.root->index() == i;
    if (is_root && !statements.empty() &&
        std::holds_alternative<ReturnBody>(body.stmts[statements.back()].kind)) {
      statements.pop_back();  // redundant at the end
    }
    std::get<BlockBody>(body.stmts[BodyStmtId(i)].kind).statements = std::move(statements);
  }
}

}  // namespace weft
