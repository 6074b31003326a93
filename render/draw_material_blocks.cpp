#include "render/draw_material_blocks.h"

#include <cstddef>
#include <cstring>

#include <fmt/format.h>

namespace weft::render {
namespace {

/// Where the parts of a member lie. Storage buffers hold matrices as arrays of their columns.
struct Strides {
  std::size_t element = 0;
  std::size_t column = 0;
};

Strides strides_of(const BlockMember& member, DataType element) {
  if (element.is_matrix() && member.matrix_stride == 0) {
    const std::size_t column = member.array_stride;
    return {column * static_cast<std::size_t>(element.columns()), column};
  }
  return {member.array_stride, member.matrix_stride};
}

}  // namespace

Rendered<void> store_member(const BlockMember& member, const DataTypeTable& types,
                            const std::vector<std::uint32_t>& words,
                            std::vector<std::uint8_t>& block) {
  const bool is_array = member.type.is_array();
  const DataType element = is_array ? types.array(member.type).element : member.type;
  const std::size_t room = is_array ? types.array(member.type).size : 1;
  if (!element.is_plain()) {
    return failure(fmt::format("this host cannot fill the block member {}", member.name));
  }
  const auto rows = static_cast<std::size_t>(element.rows());
  const auto columns = static_cast<std::size_t>(element.columns());
  const std::size_t count = words.size() / (rows * columns);
  if (count * rows * columns != words.size() || (!is_array && count != 1)) {
    return failure(fmt::format("a value of {} scalars does not fit the block member {}",
                               words.size(), member.name));
  }
  if (count > room) {
    return failure(fmt::format("{} elements do not fit the block member {}, which has room for {}",
                               count, member.name, room));
  }
  const Strides strides = strides_of(member, element);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t at = member.offset + i / (rows * columns) * strides.element +
                           i / rows % columns * strides.column + i % rows * sizeof(std::uint32_t);
    if (at + sizeof(std::uint32_t) > block.size()) {
      return failure(fmt::format("the block member {} does not lie within its block of {} bytes",
                                 member.name, block.size()));
    }
    std::memcpy(block.data() + at, &words[i], sizeof(std::uint32_t));
  }
  return {};
}

}  // namespace weft::render
