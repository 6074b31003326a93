#pragma once

#include <string>

#include "codegen/host/header_language.h"
#include "fragments/model/library.h"
#include "support/result.h"

namespace weft {

/// PROFILE.h: the declarations for filling the blocks that all materials of a profile share, in
/// C++17 or C99: the blocks without parameters as structs with asserted offsets, their bindings,
/// the vertex attributes and the targets. C++ declares them in the namespace `weft_hosts::PROFILE`,
/// C with the prefix `weft_hosts_PROFILE_`. The materials' headers contain the same declarations
/// with the same include guard, so a program can include any of them in any order and gets each
/// block once. Errors: `unsupported` for push constants larger than the profile states.
Result<std::string> profile_header(const Library& library, ProfileId profile,
                                   HeaderLanguage language);

}  // namespace weft
