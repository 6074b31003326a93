#include "codegen/interface/layout.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace weft {
namespace {

std::uint64_t rounded_up(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

DataType without_bools(DataType type) {
  const bool is_bool = type.is_scalar_or_vector() && type.scalar_kind() == Scalar::Bool;
  return is_bool ? DataType::vector(Scalar::Uint, type.rows()) : type;
}

std::uint64_t stored_size(DataType stored, const DataTypeTable& types) {
  std::uint64_t count = 1;
  while (stored.is_array()) {
    count *= types.array(stored).size;
    stored = types.array(stored).element;
  }
  if (stored.is_struct()) {
    std::uint64_t size = 0;
    for (const StructMember& member : types.structure(stored).members) {
      size += stored_size(member.type, types);  // StorageTypes bounds the recursion
    }
    return count * size;
  }
  WEFT_CHECK(stored.is_plain(), "a type that cannot lie in a block");
  return count * (stored.is_matrix()
                      ? std::uint64_t{row_size} * static_cast<std::uint64_t>(stored.columns())
                      : std::uint64_t{4} * static_cast<std::uint64_t>(stored.rows()));
}

std::uint32_t stored_alignment(DataType stored) {
  if (!stored.is_scalar_or_vector()) {
    return row_size;
  }
  return stored.rows() == 3 ? row_size : 4 * static_cast<std::uint32_t>(stored.rows());
}

bool has_hlsl_rows(const Block& block) {
  return block.kind == BlockKind::Storage && block.rows.empty() &&
         block.size > largest_buffer_element;
}

void lay_out(Block& block, const DataTypeTable& types) {
  std::uint64_t offset = 0;
  for (BlockMember& member : block.members) {
    DataType innermost = member.stored;
    while (innermost.is_array()) {
      innermost = types.array(innermost).element;
    }
    member.array_stride =
        member.stored.is_array()
            ? static_cast<std::uint32_t>(stored_size(types.array(member.stored).element, types))
            : 0;
    member.matrix_stride = innermost.is_matrix() ? row_size : 0;
    offset = rounded_up(offset, stored_alignment(member.stored));
    member.offset = static_cast<std::uint32_t>(offset);
    member.size = static_cast<std::uint32_t>(stored_size(member.stored, types));
    offset += member.size;
  }
  block.size = static_cast<std::uint32_t>(rounded_up(offset, row_size));
}

const StoredStruct* find_stored(const std::vector<StoredStruct>& structs, DataType stored) {
  const auto found =
      std::find_if(structs.begin(), structs.end(),
                   [stored](const StoredStruct& one) { return one.stored == stored; });
  return found != structs.end() ? &*found : nullptr;
}

std::vector<std::uint32_t> member_offsets(DataType stored, const DataTypeTable& types) {
  std::vector<std::uint32_t> offsets;
  std::uint64_t offset = 0;
  for (const StructMember& member : types.structure(stored).members) {
    offsets.push_back(static_cast<std::uint32_t>(offset));
    offset += stored_size(member.type, types);
  }
  return offsets;
}

namespace {

void append_offsets(std::vector<std::uint32_t>& offsets, DataType type, DataType stored,
                    std::uint32_t at, const DataTypeTable& types,
                    const std::vector<StoredStruct>& structs) {
  if (type.is_array()) {
    const DataType element = types.array(stored).element;
    const auto stride = static_cast<std::uint32_t>(stored_size(element, types));
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      append_offsets(offsets, types.array(type).element, element, at + i * stride, types, structs);
    }
  } else if (type.is_struct()) {
    const StoredStruct* known = find_stored(structs, stored);
    WEFT_CHECK(known != nullptr, "a struct without a stored form");
    const std::vector<std::uint32_t> members = member_offsets(stored, types);
    for (std::size_t i = 0; i < known->sources.size(); ++i) {
      if (const auto source = known->sources[i]) {
        append_offsets(offsets, types.structure(type).members[*source].type,
                       types.structure(stored).members[i].type, at + members[i], types, structs);
      }
    }
  } else {
    for (int column = 0; column < type.columns(); ++column) {
      for (int row = 0; row < type.rows(); ++row) {
        offsets.push_back(at + row_size * static_cast<std::uint32_t>(column) +
                          4 * static_cast<std::uint32_t>(row));
      }
    }
  }
}

}  // namespace

std::vector<std::uint32_t> scalar_offsets(const BlockMember& member, const DataTypeTable& types,
                                          const std::vector<StoredStruct>& structs) {
  std::vector<std::uint32_t> offsets;
  append_scalar_offsets(member, types, structs, offsets);
  return offsets;
}

void append_scalar_offsets(const BlockMember& member, const DataTypeTable& types,
                           const std::vector<StoredStruct>& structs,
                           std::vector<std::uint32_t>& offsets) {
  append_offsets(offsets, member.type, member.stored, member.offset, types, structs);
}

}  // namespace weft
