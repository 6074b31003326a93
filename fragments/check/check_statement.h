#pragma once

#include "fragments/check/check_context.h"

namespace weft {

/// What `return` gives in a body.
struct ReturnRule {
  DataType type;  ///< void where results are assigned to outputs
  /// The local that stands for the one result that has a name: `return;` gives it.
  std::optional<std::uint32_t> named_result;
};

/// Checks a leaf's block and adds it to the body. Its scope is the one that is open (and holds the
/// outputs); it shares its names with the ports, as in GLSL. Linear in its size; the stack does not
/// grow with its depth. Errors: all of statements and expressions.
BodyStmtId check_block(CheckContext& context, syntax::StmtId block, const ReturnRule& returns);

}  // namespace weft
