#pragma once

#include <optional>
#include <string>

#include "composer/checks/check_memory.h"

namespace weft::tools {

/// Where what was checked is remembered from run to run: `stated`, else $XDG_CACHE_HOME/weft, else
/// $HOME/.cache/weft (XDG Base Directory Specification 0.8: relative paths count as unset). None if
/// the environment names no folder.
std::optional<std::string> cache_directory(const std::optional<std::string>& stated);

/// What the file in that folder holds; nothing if there is none, or one that is not whole and ours.
CheckMemory read_check_memory(const std::string& directory);

/// Replaces the file whole if there is news. A cache that cannot be written is no error: the next
/// run checks again. Of two runs at once, the last one's file stays.
void write_check_memory(const std::string& directory, const CheckMemory& memory);

}  // namespace weft::tools
