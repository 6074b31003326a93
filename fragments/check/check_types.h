#pragma once

#include <optional>
#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// The length bound to a length parameter of this body's signature, or nothing if the name is not
/// one.
std::optional<DataType> find_length(const CheckContext& context, NameId name);

/// The type that a name denotes in a body: a type parameter of the fragment, a data type (GLSL's
/// spellings included) or a struct. Reports nothing.
std::optional<DataType> find_type(const CheckContext& context, NameId name);

/// Like find_type. Errors: `unknown-type`, with a suggestion.
std::optional<DataType> check_type(CheckContext& context, const syntax::Identifier& name);

/// Builds an array type. `sizes` are outermost first, each a constant int of at least 1 or a length
/// parameter of the signature. The total number of elements is at most 65,536. Errors:
/// `out-of-range`, `not-constant`, `type-mismatch`, `bad-declaration`.
std::optional<DataType> check_array_type(CheckContext& context, DataType element,
                                         const std::vector<std::optional<syntax::ExprId>>& sizes,
                                         Span span);

}  // namespace weft
