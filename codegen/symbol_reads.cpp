#include "codegen/symbol_reads.h"

#include <algorithm>
#include <cstring>

#include "support/check.h"

namespace weft {
namespace {

BodyExprId first_components(Body& body, BodyExprId value, int count) {
  const DataType type = body.exprs[value].type;
  if (type.rows() == count) {
    return value;
  }
  constexpr int order[] = {0, 1, 2, 3};
  return body.add(Operation::Swizzle, DataType::vector(type.scalar_kind(), count),
                  pack_swizzle(order, count), {value}, {});
}

// From a stored scalar or vector to what bodies see.
BodyExprId unpacked(Body& body, BodyExprId stored, DataType type) {
  const BodyExprId value = first_components(body, stored, type.rows());
  const DataType have = body.exprs[value].type;
  if (have == type) {
    return value;
  }
  if (type == bool_type && have == uint_type) {
    const BodyExprId zero = add_literal(body, uint_type, 0);
    return body.add(Operation::NotEqual, bool_type, 0, {value, zero}, {});
  }
  return body.add(Operation::Construct, type, 0, {value}, {});
}

BodyExprId index_by(Body& body, BodyExprId array, BodyExprId index, DataType element) {
  return body.add(Operation::Index, element, 0, {array, index}, {});
}

// Column `column` of the matrix that begins at element `index` times its columns.
BodyExprId column_index(Body& body, BodyExprId index, int columns, int column) {
  const BodyExpr expr = body.exprs[index];
  if (expr.op == Operation::Literal) {
    return add_literal(
        body, expr.type,
        expr.payload * static_cast<std::uint32_t>(columns) + static_cast<std::uint32_t>(column));
  }
  const BodyExprId count = add_literal(body, expr.type, static_cast<std::uint32_t>(columns));
  const BodyExprId first = body.add(Operation::Multiply, expr.type, 0, {index, count}, {});
  if (column == 0) {
    return first;
  }
  const BodyExprId offset = add_literal(body, expr.type, static_cast<std::uint32_t>(column));
  return body.add(Operation::Add, expr.type, 0, {first, offset}, {});
}

BodyExprId matrix_of_columns(Body& body, BodyExprId array, BodyExprId index, DataType type) {
  std::vector<BodyExprId> columns;
  for (int i = 0; i < type.columns(); ++i) {
    const BodyExprId at = column_index(body, index, type.columns(), i);
    columns.push_back(first_components(body, index_by(body, array, at, float4_type), type.rows()));
  }
  return body.add(Operation::Construct, type, 0, columns, {});
}

BodyExprId facing_sign(Body& body, BodyExprId is_front, DataType type) {
  if (type == bool_type) {
    return is_front;
  }
  const bool is_float = type.scalar_kind() == Scalar::Float;
  const BodyExprId front = is_float ? add_float(body, 1.0F) : add_literal(body, type, 1);
  const BodyExprId back = is_float ? add_float(body, -1.0F) : add_literal(body, type, ~0U);
  return body.add(Operation::Select, type, 0, {is_front, front, back}, {});
}

}  // namespace

std::uint32_t symbol_index(Program& program, const Symbol& symbol) {
  auto found = std::find(program.symbols.begin(), program.symbols.end(), symbol);
  if (found == program.symbols.end()) {
    found = program.symbols.insert(found, symbol);
  }
  return static_cast<std::uint32_t>(found - program.symbols.begin());
}

BodyExprId add_literal(Body& body, DataType scalar, std::uint32_t bits) {
  return body.add(Operation::Literal, scalar, bits, {}, {});
}

BodyExprId add_float(Body& body, float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return add_literal(body, float_type, bits);
}

namespace {

// Structs and arrays nest as their declarations do, which cannot be in a circle.
BodyExprId constant_part(Body& body, const DataTypeTable& types, DataType type,
                         const std::vector<std::uint32_t>& bits, std::size_t& at) {
  if (type.is_scalar()) {
    return add_literal(body, type, bits[at++]);
  }
  std::vector<BodyExprId> parts;
  if (type.is_plain()) {
    const auto end = at + static_cast<std::size_t>(type.component_count());
    const bool is_splat =
        type.is_vector() && std::all_of(bits.begin() + static_cast<std::ptrdiff_t>(at),
                                        bits.begin() + static_cast<std::ptrdiff_t>(end),
                                        [&](std::uint32_t word) { return word == bits[at]; });
    const auto stop = is_splat ? at + 1 : end;
    for (std::size_t i = at; i < stop; ++i) {
      parts.push_back(add_literal(body, DataType::scalar(type.scalar_kind()), bits[i]));
    }
    at = end;
  } else if (type.is_array()) {
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      parts.push_back(constant_part(body, types, types.array(type).element, bits, at));
    }
  } else {
    WEFT_CHECK(type.is_struct(), "a constant of a type without values");
    for (const StructMember& member : types.structure(type).members) {
      parts.push_back(constant_part(body, types, member.type, bits, at));
    }
  }
  return body.add(Operation::Construct, type, 0, parts, {});
}

}  // namespace

BodyExprId add_constant(Body& body, const DataTypeTable& types, const Constant& constant) {
  std::size_t at = 0;
  return constant_part(body, types, constant.type, constant.bits, at);
}

BodyExprId read_symbol(Body& body, Program& program, const DataTypeTable& types,
                       const Symbol& symbol, DataType type) {
  if (type.is_array() && symbol.kind == SymbolKind::BlockMember) {
    const ArrayType seen = types.array(type);
    std::vector<BodyExprId> elements;
    for (std::uint32_t i = 0; i < seen.size; ++i) {
      const BodyExprId index = add_literal(body, int_type, i);
      elements.push_back(read_element(body, program, types, symbol, index, seen.element));
    }
    return body.add(Operation::Construct, type, 0, elements, {});
  }
  const BodyExprId whole =
      body.add(Operation::Symbol, symbol.type, symbol_index(program, symbol), {}, {});
  if (symbol.kind == SymbolKind::FrontFacing) {
    return facing_sign(body, whole, type);
  }
  if (type.is_matrix() && symbol.type.is_array()) {
    return matrix_of_columns(body, whole, add_literal(body, int_type, 0), type);
  }
  return type.is_scalar_or_vector() ? unpacked(body, whole, type) : whole;
}

BodyExprId read_element(Body& body, Program& program, const DataTypeTable& types,
                        const Symbol& symbol, BodyExprId index, DataType element) {
  const BodyExprId whole =
      body.add(Operation::Symbol, symbol.type, symbol_index(program, symbol), {}, {});
  const DataType stored = types.array(symbol.type).element;
  if (element.is_matrix() && !stored.is_matrix()) {
    return matrix_of_columns(body, whole, index, element);
  }
  const BodyExprId value = index_by(body, whole, index, stored);
  return element.is_scalar_or_vector() ? unpacked(body, value, element) : value;
}

}  // namespace weft
