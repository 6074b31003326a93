#pragma once

#include "codegen/ir/int_ranges.h"
#include "codegen/ir/program.h"

namespace weft {

/// The position of the symbol in the program's table; adds it if it is new. O(1).
std::uint32_t symbol_index(Program& program, const Symbol& symbol);

BodyExprId add_literal(Body& body, DataType scalar, std::uint32_t bits);
BodyExprId add_float(Body& body, float value);

/// The expression for a constant: a literal, or a constructor of literals. O(scalars).
BodyExprId add_constant(Body& body, const DataTypeTable& types, const Constant& constant);

/// Converts a stored expression to a value of `type`: uint to bool, `.xyz` of a padded element.
/// Structs and arrays become constructors of the stored value; see Program.
BodyExprId load_value(Body& body, BodyExprId stored, DataType type);

/// Whether a reader of parts must load the value whole: scalars, values stored unchanged, and
/// vectors of bools. For all others it selects the part in stored form, then loads only that.
bool is_loaded_whole(DataType stored, DataType type);

/// The symbol in its stored form.
BodyExprId symbol_itself(Body& body, Program& program, const Symbol& symbol);

/// Reads a symbol as a value of `type`. A texture gives the symbol itself.
BodyExprId read_symbol(Body& body, Program& program, const Symbol& symbol, DataType type);

/// Member `member` of the declared struct, in stored form, of the stored `object`.
BodyExprId stored_member(Body& body, const DataTypeTable& types,
                         const std::vector<StoredStruct>& structs, BodyExprId object,
                         std::uint32_t member);

/// An element of an array, a column of a matrix or a component of a vector, in stored form, of the
/// stored `object`.
BodyExprId stored_element(Body& body, const DataTypeTable& types, BodyExprId object,
                          BodyExprId index);

/// Clamps the index to 0 … size - 1, because out-of-range access is undefined in the targets and
/// may crash. `known` is the range of the index; the sides that it respects are not clamped. A
/// literal is moved to the nearest element.
BodyExprId clamped_index(Body& body, BodyExprId index, std::uint32_t size, const IntRange& known);
/// The same for an index of which nothing is known, unless it is a literal.
BodyExprId clamped_index(Body& body, BodyExprId index, std::uint32_t size);

/// The number of elements, columns or components that can be indexed.
std::uint32_t element_count(DataType type, const DataTypeTable& types);

}  // namespace weft
