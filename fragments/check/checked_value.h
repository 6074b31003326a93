#pragma once

#include <cstdint>
#include <optional>

#include "fragments/model/body.h"
#include "fragments/syntax/syntax.h"

namespace weft {

/// A checked expression. An erroneous one has no expression and type void; its diagnostic has been
/// reported, and its consumers report nothing further.
struct CheckedValue {
  std::optional<BodyExprId> expr;
  DataType type;
  bool is_literal =
      false;  ///< an integer literal, possibly signed or parenthesized: it widens at its use
  Span span = {};
  std::optional<FragmentId> callee = {};  ///< set for a call with named results
  /// Set for an uncalled `fn` port: an index into CheckContext::functions. The value then has the
  /// type of the function's result but no expression, so consumers that need a value treat it as
  /// erroneous.
  std::optional<std::uint32_t> function = {};

  bool is_error() const { return !expr.has_value(); }
};

struct CheckedArgument {
  std::optional<syntax::Identifier> name;
  CheckedValue value;
};

}  // namespace weft
