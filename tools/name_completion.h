#pragma once

#include <string>
#include <vector>

namespace weft::tools {

/// What the last of these words, which may be empty, can become if it is a name that lives in a
/// file: a material, a profile, a value of a material, a parameter (as `name=`), or what `weft doc`
/// explains. `words` begin with the command; the file is among them. Sorted, each once.
///
/// For shells, which ask at each tab: files are only parsed, imports included, and anything wrong
/// gives fewer names or none, without a message. Files beyond 1 MiB and those that are not regular
/// are not read.
std::vector<std::string> complete_names(const std::vector<std::string>& words);

}  // namespace weft::tools
