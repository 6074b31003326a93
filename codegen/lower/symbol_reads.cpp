#include "codegen/lower/symbol_reads.h"

#include <algorithm>

#include "codegen/interface/layout.h"
#include "fragments/model/intrinsics.h"
#include "support/check.h"
#include "support/float_bits.h"
#include "support/hash.h"

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

// Converts a stored scalar or vector to the type that bodies see.
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
  const std::uint64_t hash =
      mix_hash(mix_hash(static_cast<std::uint64_t>(symbol.kind), symbol.index), symbol.member);
  const std::optional<std::uint32_t> known = program.symbol_table.find(
      hash, [&](std::uint32_t index) { return program.symbols[index] == symbol; });
  if (known) {
    return *known;
  }
  const auto index = static_cast<std::uint32_t>(program.symbols.size());
  program.symbols.push_back(symbol);
  program.symbol_table.insert(hash, index);
  return index;
}

BodyExprId add_literal(Body& body, DataType scalar, std::uint32_t bits) {
  return body.add(Operation::Literal, scalar, bits, {}, {});
}

BodyExprId add_float(Body& body, float value) {
  return add_literal(body, float_type, float_bits(value));
}

namespace {

// Recurses on the declarations of structs and arrays, which cannot be cyclic.
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

BodyExprId load_value(Body& body, BodyExprId stored, DataType type) {
  if (body.exprs[stored].type == type) {
    return stored;
  }
  return type.is_scalar_or_vector() ? unpacked(body, stored, type)
                                    : body.add(Operation::Construct, type, 0, {stored}, {});
}

bool is_loaded_whole(DataType stored, DataType type) {
  return stored == type || type.is_scalar() ||
         (type.is_vector() && type.scalar_kind() != stored.scalar_kind());
}

BodyExprId symbol_itself(Body& body, Program& program, const Symbol& symbol) {
  return body.add(Operation::Symbol, symbol.type, symbol_index(program, symbol), {}, {});
}

BodyExprId read_symbol(Body& body, Program& program, const Symbol& symbol, DataType type) {
  const BodyExprId whole = symbol_itself(body, program, symbol);
  return symbol.kind == SymbolKind::FrontFacing ? facing_sign(body, whole, type)
                                                : load_value(body, whole, type);
}

BodyExprId stored_member(Body& body, const DataTypeTable& types,
                         const std::vector<StoredStruct>& structs, BodyExprId object,
                         std::uint32_t member) {
  const DataType type = body.exprs[object].type;
  const StoredStruct* known = find_stored(structs, type);
  WEFT_CHECK(known != nullptr, "a member of something that is not stored");
  const auto found = std::find(known->sources.begin(), known->sources.end(), member);
  const auto position = static_cast<std::uint32_t>(found - known->sources.begin());
  return body.add(Operation::Member, types.structure(type).members[position].type, position,
                  {object}, {});
}

BodyExprId stored_element(Body& body, const DataTypeTable& types, BodyExprId object,
                          BodyExprId index) {
  const DataType type = body.exprs[object].type;
  const DataType element = type.is_array()    ? types.array(type).element
                           : type.is_matrix() ? DataType::vector(Scalar::Float, type.rows())
                                              : DataType::scalar(type.scalar_kind());
  return body.add(Operation::Index, element, 0, {object, index}, {});
}

BodyExprId clamped_index(Body& body, BodyExprId index, std::uint32_t size, const IntRange& known) {
  const BodyExpr expr = body.exprs[index];
  const IntRange range = expr.op == Operation::Literal ? range_of_literal(expr) : known;
  const auto add = [&](Intrinsic intrinsic, ArgumentList arguments) {
    return body.add(Operation::Intrinsic, expr.type, static_cast<std::uint32_t>(intrinsic),
                    arguments, expr.span);
  };
  const bool may_be_less = range.least < 0;
  const bool may_be_greater = range.greatest >= static_cast<std::int64_t>(size);
  if (size == 0 || !(may_be_less || may_be_greater)) {
    return index;
  }
  if (expr.op == Operation::Literal) {
    return add_literal(body, expr.type, may_be_less ? 0 : size - 1);
  }
  if (!may_be_greater) {
    return add(Intrinsic::Max, {index, add_literal(body, expr.type, 0)});
  }
  if (!may_be_less) {
    return add(Intrinsic::Min, {index, add_literal(body, expr.type, size - 1)});
  }
  const BodyExprId first = add_literal(body, expr.type, 0);
  return add(Intrinsic::Clamp, {index, first, add_literal(body, expr.type, size - 1)});
}

BodyExprId clamped_index(Body& body, BodyExprId index, std::uint32_t size) {
  return clamped_index(body, index, size, range_of_type(body.exprs[index].type));
}

std::uint32_t element_count(DataType type, const DataTypeTable& types) {
  return type.is_array()
             ? types.array(type).size
             : static_cast<std::uint32_t>(type.is_matrix() ? type.columns() : type.rows());
}

}  // namespace weft
