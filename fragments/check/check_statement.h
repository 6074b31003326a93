#pragma once

#include "fragments/check/check_context.h"

namespace weft {

/// How `return` works in a body.
struct ReturnRule {
  DataType type;  ///< void if results are assigned to output locals
  /// The local of a single named result, which `return;` returns.
  std::optional<std::uint32_t> named_result;
};

/// Checks a leaf's block and adds it to the body. The caller has opened its scope and declared the
/// outputs in it; locals and ports share this scope, as in GLSL. Linear in its size; constant stack
/// depth. Errors: all of statements and expressions.
BodyStmtId check_block(CheckContext& context, syntax::StmtId block, const ReturnRule& returns);

}  // namespace weft
