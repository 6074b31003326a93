#pragma once

#include <string>

#include "fragments/load/load.h"

namespace weft::fuzz {

/// Loads a text as the file `main.weft` beside nothing else; it may import what ships, which is
/// read from disk once.
LoadedLibrary load_beside_shipped(const std::string& text,
                                  const std::vector<std::string>& more_roots = {});

/// The path of the file of that name that ships, for `more_roots`.
std::string shipped_path(const std::string& name);

}  // namespace weft::fuzz
