#pragma once

#include "codegen/program.h"

namespace weft {

/// The position of the symbol in the program's table, added if it is new.
std::uint32_t symbol_index(Program& program, const Symbol& symbol);

BodyExprId add_literal(Body& body, DataType scalar, std::uint32_t bits);
BodyExprId add_float(Body& body, float value);

/// The expression for a constant: a literal, or a constructor of literals. O(scalars).
BodyExprId add_constant(Body& body, const DataTypeTable& types, const Constant& constant);

/// Reads a symbol as a value of `type`, undoing how it is stored: uint as bool, `.xyz` of a padded
/// element, a whole array element by element. Textures give the symbol itself.
BodyExprId read_symbol(Body& body, Program& program, const DataTypeTable& types,
                       const Symbol& symbol, DataType type);

/// Reads one element of a symbol that bodies see as an array of `element`.
BodyExprId read_element(Body& body, Program& program, const DataTypeTable& types,
                        const Symbol& symbol, BodyExprId index, DataType element);

}  // namespace weft
