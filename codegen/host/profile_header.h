#pragma once

#include <string>

#include "codegen/host/host_files.h"
#include "fragments/model/library.h"
#include "support/result.h"

namespace weft {

/// PROFILE.h: the declarations for filling the blocks that all materials of a profile share: the
/// blocks without parameters as structs with asserted offsets, their bindings, the vertex
/// attributes and the targets. C99 that C++17 reads: C has the prefix `weft_hosts_PROFILE_`, C++
/// the namespace `weft_hosts::PROFILE`. The materials' headers contain the same blocks with the
/// same include guard, so a program can include any of them in any order and gets each block once.
/// Errors: `unsupported` for push constants larger than the profile states.
Result<std::string> profile_header(const Library& library, ProfileId profile, HostFiles files);

}  // namespace weft
