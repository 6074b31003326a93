#include "fragments/model/returned_expression.h"

#include <variant>

namespace weft {

std::optional<BodyExprId> returned_expression(const Body& body) {
  const auto* block = body.root ? std::get_if<BlockBody>(&body.stmts[*body.root].kind) : nullptr;
  if (block == nullptr || block->statements.size() != 1) {
    return std::nullopt;
  }
  const auto* result = std::get_if<ReturnBody>(&body.stmts[block->statements.front()].kind);
  return result != nullptr ? result->value : std::nullopt;
}

}  // namespace weft
