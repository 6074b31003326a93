#pragma once

#include <optional>
#include <string>

#include "conversions/checks/check_memory.h"

namespace weft::tools {

/// The folder of the cache that persists check results between runs: `stated`, else
/// $XDG_CACHE_HOME/weft, else $HOME/.cache/weft (XDG Base Directory Specification 0.8: relative
/// paths count as unset). Empty if the environment names no folder.
std::optional<std::string> cache_directory(const std::optional<std::string>& stated);

/// Reads the cache file in `directory`; empty if it is missing, damaged or not ours.
CheckMemory read_check_memory(const std::string& directory);

/// Replaces the cache file as a whole if there are new entries. Failing to write it is no error:
/// the next run checks again. Of two concurrent runs, the later write wins.
void write_check_memory(const std::string& directory, const CheckMemory& memory);

}  // namespace weft::tools
