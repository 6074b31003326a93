#pragma once

#include <set>
#include <string>

#include <tl/expected.hpp>

#include "importers/materialx/code_files.h"

namespace weft::materialx {

/// The positions of a function and of those that it calls, directly or through others. Of a name
/// that is overloaded, all are needed that a call may mean: those with types that Weft has. Of two
/// with the same text the first is. Refused with a message if overloads come after a function that
/// calls the name: GLSL does not see them there, and Weft would.
tl::expected<std::set<std::size_t>, std::string> needed_functions(const CodeFunctions& functions,
                                                                  std::size_t first);

}  // namespace weft::materialx
