#pragma once

#include <string>
#include <vector>

namespace weft::tools {

/// A rule for make and ninja: the targets are remade when one of the files changes. Names are
/// escaped as gcc does it (blanks, `#`, `$`, `:`).
std::string depfile_text(const std::vector<std::string>& targets,
                         const std::vector<std::string>& files);

}  // namespace weft::tools
