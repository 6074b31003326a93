#include "render/draw_material_blocks.h"

#include <cstddef>
#include <cstring>

#include <fmt/format.h>

#include "codegen/interface/layout.h"

namespace weft::render {

Rendered<void> store_member(const BlockMember& member, const DataTypeTable& types,
                            const std::vector<StoredStruct>& structs,
                            const std::vector<std::uint32_t>& words,
                            std::vector<std::uint8_t>& block) {
  const std::vector<std::uint32_t> offsets = scalar_offsets(member, types, structs);
  const std::size_t count = member.type.is_array() ? types.array(member.type).size : 1;
  const std::size_t per_element = offsets.size() / count;
  if (words.size() % per_element != 0 || (!member.type.is_array() && words.empty())) {
    return failure(fmt::format("a value of {} scalars does not fit the block member {}",
                               words.size(), member.name));
  }
  if (words.size() > offsets.size()) {
    return failure(fmt::format("{} elements do not fit the block member {}, which has room for {}",
                               words.size() / per_element, member.name, count));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (offsets[i] + sizeof(std::uint32_t) > block.size()) {
      return failure(fmt::format("the block member {} does not lie within its block of {} bytes",
                                 member.name, block.size()));
    }
    std::memcpy(block.data() + offsets[i], &words[i], sizeof(std::uint32_t));
  }
  return {};
}

}  // namespace weft::render
