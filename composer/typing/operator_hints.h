#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "composer/evaluations/typed_graph.h"
#include "fragments/model/library.h"

namespace weft {

/// Suggests a fix for operands with incompatible data types: different component counts, different
/// kinds of number, or a vector whose length is not the matrix's column count. `callee` is the
/// operator's fragment, like `multiply`. Empty if the shapes are compatible. O(1).
std::string operand_hint(const Library& library, std::string_view callee, DataType first,
                         DataType second);

/// The hint for an integer operator that is applied to floats: what to write instead. Empty for
/// other callees. O(1).
std::string integer_operator_hint(std::string_view callee, bool takes_floats);

/// The text at a place. Empty if it is not in a file of the library.
std::string_view text_at(const Library& library, const std::optional<Span>& span);

/// For the quotient of two ints where a float is wanted: a conversion of the quotient would come
/// after the rounding. Empty for other values. O(length of the operands).
std::string quotient_hint(const Library& library, const TypedGraph& graph, const TypedValue& value);

}  // namespace weft
