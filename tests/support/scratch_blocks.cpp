#include "tests/support/scratch_blocks.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "codegen/interface/layout.h"
#include "fragments/interpreter/operations.h"

namespace weft::testing {

BlockBytes blocks_from_scratch(const Library& library, const Emission& emission,
                               const InputWords& inputs) {
  const Material& material = library.materials[emission.material];
  const auto parameter = [&](std::uint32_t position) {
    const auto given = inputs.find(position);
    const std::size_t declared = material.parameters.size();
    const DataType type = position < declared ? material.parameters[position].type.data()
                                              : emission.live_literals[position - declared].type;
    if (given != inputs.end()) {
      return Constant{type, given->second};
    }
    return emission.defaults[position].value_or(zero_constant(library.data_types, type));
  };
  const auto feature = [&](FeatureId id) {
    const auto number = static_cast<std::uint32_t>(emission.defaults.size() + id.index());
    const auto given = inputs.find(number);
    const DataType type = library.features[id].type.data();
    return given != inputs.end() ? Constant{type, given->second}
                                 : zero_constant(library.data_types, type);
  };
  const auto computed = emission.uniform_program.evaluate({feature, parameter});
  if (!computed) {
    throw std::runtime_error(computed.error().message);
  }
  const std::vector<EvaluationId>& results = emission.uniform_program.results();
  BlockBytes blocks;
  for (const Block& block : emission.programs.interface.blocks) {
    std::vector<std::byte>& bytes = blocks.emplace_back(block.size);
    for (const BlockMember& member : block.members) {
      const ValueSource& source = member.source;
      const Constant value =
          source.feature ? feature(*source.feature)
          : source.parameter
              ? parameter(*source.parameter)
              : (*computed)[static_cast<std::size_t>(
                    std::find(results.begin(), results.end(), *source.result) - results.begin())];
      const auto offsets = scalar_offsets(member, emission.programs.types,
                                          emission.programs.interface.stored_structs);
      for (std::size_t i = 0; i < offsets.size() && i < value.bits.size(); ++i) {
        std::memcpy(bytes.data() + offsets[i], &value.bits[i], 4);
      }
    }
  }
  return blocks;
}

BlockBytes current_blocks(const BlockValues& values) {
  BlockBytes blocks;
  for (std::size_t i = 0; i < values.block_count(); ++i) {
    blocks.emplace_back(values.bytes(i).begin(), values.bytes(i).end());
  }
  return blocks;
}

std::string fault_of(const ValueChange& change, const BlockBytes& before, const BlockBytes& after) {
  BlockBytes patched = before;
  const ByteRange* last = nullptr;
  for (const ByteRange& range : change.bytes) {
    const std::string name = "block " + std::to_string(range.block) + ", " +
                             std::to_string(range.size) + " bytes at " +
                             std::to_string(range.offset);
    if (range.size == 0 || range.offset + range.size > before[range.block].size()) {
      return name + ": not a part of the block";
    }
    if (last != nullptr &&
        (last->block > range.block ||
         (last->block == range.block && last->offset + last->size >= range.offset))) {
      return name + ": out of order";
    }
    const auto differ = [&](std::uint32_t offset) {
      return std::memcmp(before[range.block].data() + offset, after[range.block].data() + offset,
                         4) != 0;
    };
    if (!differ(range.offset) || !differ(range.offset + range.size - 4)) {
      return name + ": begins or ends with unchanged bytes";
    }
    std::memcpy(patched[range.block].data() + range.offset,
                after[range.block].data() + range.offset, range.size);
    last = &range;
  }
  return patched == after ? "" : "changed bytes are in no range";
}

}  // namespace weft::testing
