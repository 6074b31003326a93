#pragma once

#include <cstdint>
#include <string>

#include "codegen/print/target_language.h"

namespace weft {

/// Appends a literal of the scalar type with these 32 bits. Floats use the shortest decimal that
/// rounds back to the same bits, always with a point or an exponent; NaN and infinities, which have
/// no literal, are built from their bits. The shipped languages read a decimal literal as the
/// nearest float.
void append_literal(std::string& out, DataType scalar, std::uint32_t bits,
                    const Spelling& spelling);

/// Whether the literal's text begins with a minus sign.
bool is_negative_literal(DataType scalar, std::uint32_t bits);

}  // namespace weft
