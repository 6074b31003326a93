#pragma once

#include <cstdint>
#include <string>

#include "codegen/print/type_spelling.h"

namespace weft {

/// Appends a literal of the scalar type whose 32 bits are given. Floats are as short as reads back
/// to the same bits, and always have a point or an exponent; what no literal can say (NaN,
/// infinities) comes from its bits. Both languages read literals as decimal numbers rounded to
/// nearest.
void append_literal(std::string& out, DataType scalar, std::uint32_t bits, Dialect dialect);

/// Whether the literal's text begins with a minus sign.
bool is_negative_literal(DataType scalar, std::uint32_t bits);

}  // namespace weft
