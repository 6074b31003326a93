#pragma once

#include "codegen/ir/program.h"

namespace weft {

/// Whether Operation::Construct of `type` from one value of `argument` undoes how a struct or array
/// lies in blocks.
bool loads_stored(const Programs& programs, DataType type, DataType argument);

/// The stored form of a declared struct, which must be in a block.
const StoredStruct& stored_form(const Programs& programs, DataType declared);

}  // namespace weft
