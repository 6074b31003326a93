#pragma once

#include <optional>
#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// What a name of this body's signature stands for that is the length of arrays; nothing if it is
/// none.
std::optional<DataType> find_length(const CheckContext& context, NameId name);

/// The type that a name stands for in a body: a type variable of the fragment, a data type (GLSL's
/// spellings included) or a struct. Reports nothing.
std::optional<DataType> find_type(const CheckContext& context, NameId name);

/// As find_type. Errors: `unknown-type` with a suggestion.
std::optional<DataType> check_type(CheckContext& context, const syntax::Identifier& name);

/// An array type: `sizes` outermost first, each a constant int of at least 1 or a length of the
/// signature; all elements together at most 65,536. Errors: `out-of-range`, `not-constant`,
/// `type-mismatch`, `bad-declaration`.
std::optional<DataType> check_array_type(CheckContext& context, DataType element,
                                         const std::vector<std::optional<syntax::ExprId>>& sizes,
                                         Span span);

}  // namespace weft
