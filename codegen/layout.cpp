#include "codegen/layout.h"

#include "support/check.h"

namespace weft {
namespace {

constexpr std::uint32_t row_size = 16;

std::uint32_t rounded_up(std::uint32_t offset, std::uint32_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

struct Extent {
  std::uint32_t size = 0;
  std::uint32_t alignment = 4;
};

Extent extent_of(DataType type) {
  if (type.is_matrix()) {
    // The last column takes its own components only, but nothing may begin in its row: std140 goes
    // on at the next multiple of 16.
    return {row_size * static_cast<std::uint32_t>(type.columns()), row_size};
  }
  const auto components = static_cast<std::uint32_t>(type.rows());
  return {4 * components, components == 3 ? row_size : 4 * components};
}

}  // namespace

DataType without_bools(DataType type) {
  const bool is_bool = type.is_scalar_or_vector() && type.scalar_kind() == Scalar::Bool;
  return is_bool ? DataType::vector(Scalar::Uint, type.rows()) : type;
}

std::optional<DataType> storage_type(DataType type, BlockKind kind, DataTypeTable& types) {
  if (type.is_array()) {
    const ArrayType array = types.array(type);
    if (!array.element.is_plain() || array.size == 0) {
      return std::nullopt;
    }
    const DataType element = without_bools(array.element);
    if (!element.is_matrix()) {
      return types.array_of(DataType::vector(element.scalar_kind(), 4), array.size);
    }
    if (kind == BlockKind::Storage) {
      return types.array_of(float4_type,
                            array.size * static_cast<std::uint32_t>(element.columns()));
    }
    return type;
  }
  if (!type.is_plain()) {
    return std::nullopt;
  }
  const DataType plain = without_bools(type);
  if (kind != BlockKind::Storage) {
    return plain;
  }
  if (plain.is_matrix()) {
    return types.array_of(float4_type, static_cast<std::uint32_t>(plain.columns()));
  }
  return DataType::vector(plain.scalar_kind(), 4);
}

void lay_out(Block& block, const DataTypeTable& types) {
  std::uint32_t offset = 0;
  for (BlockMember& member : block.members) {
    Extent extent;
    member.array_stride = 0;
    member.matrix_stride = 0;
    if (member.stored.is_array()) {
      const ArrayType& array = types.array(member.stored);
      const Extent element = extent_of(array.element);
      member.array_stride = rounded_up(element.size, row_size);
      member.matrix_stride = array.element.is_matrix() ? row_size : 0;
      extent = {member.array_stride * array.size, row_size};
    } else {
      WEFT_CHECK(member.stored.is_plain(), "a member has no storage type");
      extent = extent_of(member.stored);
      member.matrix_stride = member.stored.is_matrix() ? row_size : 0;
    }
    offset = rounded_up(offset, extent.alignment);
    member.offset = offset;
    member.size = extent.size;
    offset += extent.size;
  }
  block.size = rounded_up(offset, row_size);
}

}  // namespace weft
