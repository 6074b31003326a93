#pragma once

#include "codegen/interface/interface_blocks.h"

namespace weft {

/// Whether only textures of the host are sampled with it.
bool is_sampler_of_host(const Interface& all, std::size_t sampler);

/// Names the textures and samplers of a material, and places them after the blocks. In functions to
/// include, what the host provides comes first and has its place whether the material reads it or
/// not, so that all materials of a profile, and of those derived from it, agree on it.
void finish_textures(const Library& library, const Profile& profile, InterfaceBlocks& blocks,
                     Namer& names, Interface& all);

}  // namespace weft
