#pragma once

#include "codegen/interface/gather_interface.h"
#include "codegen/interface/interface_blocks.h"

namespace weft {

/// The end of gather_interface(): bindings after the blocks, names, the order of declarations, and
/// the profile's settings.
void finish_interface(const Library& library, const Profile& profile, InterfaceBlocks& blocks,
                      Namer& names, GatheredInterface& gathered);

}  // namespace weft
