#pragma once

#include <string>
#include <string_view>

#include "codegen/ir/interface.h"

namespace weft {

/// The guard of a host's declaration in functions to include, `WEFT_KIND_NAME`; otherwise empty.
std::string guard_of(const Interface& all, bool is_of_host, std::string_view kind,
                     const std::string& name);

/// Appends a declaration that several included files may contain, guarded unless `guard` is empty.
/// The guard's value is a hash of the declaration: a file that declares it differently is a
/// preprocessor error.
void append_guarded(std::string& out, const std::string& guard, std::string_view what,
                    const std::string& declaration);

}  // namespace weft
