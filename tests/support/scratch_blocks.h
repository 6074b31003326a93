#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "codegen/block_values.h"
#include "codegen/emit.h"
#include "fragments/model/library.h"

namespace weft::testing {

/// Words by the number of a parameter or feature (BlockValues::find_parameter).
using InputWords = std::map<std::uint32_t, std::vector<std::uint32_t>>;
using BlockBytes = std::vector<std::vector<std::byte>>;

/// The contents of all blocks for these inputs, by the interpreter and the offsets of the layout;
/// inputs that are not listed have their defaults. BlockValues must give the same.
BlockBytes blocks_from_scratch(const Library& library, const Emission& emission,
                               const InputWords& inputs);

BlockBytes current_blocks(const BlockValues& values);

/// Empty if the ranges of a change, applied to `before`, give `after`, begin and end with changed
/// bytes, and are sorted and disjoint; else the fault.
std::string fault_of(const ValueChange& change, const BlockBytes& before, const BlockBytes& after);

}  // namespace weft::testing
