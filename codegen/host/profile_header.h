#pragma once

#include <string>

#include "codegen/host/header_language.h"
#include "support/result.h"

namespace weft {

/// PROFILE.h: what a host fills for all materials of a profile, for programs in C++17 or C99. The
/// blocks that hold no parameters as structs with asserted offsets, where they are bound, the
/// vertex attributes and the targets: in the namespace `weft_hosts::PROFILE`, in C with names that
/// begin with `weft_hosts_PROFILE_`. The headers of the materials declare the same between the same
/// guards, so that a program includes any of them in any order and has each block once. Errors:
/// `unsupported` for push constants of more bytes than the profile states.
Result<std::string> profile_header(const Library& library, ProfileId profile,
                                   HeaderLanguage language);

}  // namespace weft
