#pragma once

#include "codegen/ir/loop_ranges.h"
#include "codegen/ir/program.h"

namespace weft {

/// The position of the symbol in the program's table, added if it is new. O(1).
std::uint32_t symbol_index(Program& program, const Symbol& symbol);

BodyExprId add_literal(Body& body, DataType scalar, std::uint32_t bits);
BodyExprId add_float(Body& body, float value);

/// The expression for a constant: a literal, or a constructor of literals. O(scalars).
BodyExprId add_constant(Body& body, const DataTypeTable& types, const Constant& constant);

/// The value of `type` that is stored as that expression: uint as bool, `.xyz` of a padded element.
/// Structs and arrays become constructors of the stored value, see Program.
BodyExprId load_value(Body& body, BodyExprId stored, DataType type);

/// Whether a reader of parts takes no part of how the value is stored: scalars, what is stored as
/// it is, and vectors of bools. Of all else it reads the parts where they are, and loads those.
bool is_loaded_whole(DataType stored, DataType type);

/// The symbol as it is stored.
BodyExprId symbol_itself(Body& body, Program& program, const Symbol& symbol);

/// Reads a symbol as a value of `type`. Textures give the symbol itself.
BodyExprId read_symbol(Body& body, Program& program, const Symbol& symbol, DataType type);

/// Member number `member` of the declared struct, as it is stored in `object`.
BodyExprId stored_member(Body& body, const DataTypeTable& types,
                         const std::vector<StoredStruct>& structs, BodyExprId object,
                         std::uint32_t member);

/// An element of an array, a column of a matrix or a component of a vector, as it is stored in
/// `object`.
BodyExprId stored_element(Body& body, const DataTypeTable& types, BodyExprId object,
                          BodyExprId index);

/// The index, kept within 0 … size - 1: out of range is the first or the last element, where the
/// targets leave it open, crash included. Nothing is added where the range is known, of literals or
/// from `known`.
BodyExprId clamped_index(Body& body, BodyExprId index, std::uint32_t size,
                         const LoopRange& known = {});

/// How many elements, columns or components can be indexed.
std::uint32_t element_count(DataType type, const DataTypeTable& types);

}  // namespace weft
