#pragma once

#include <string>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"

namespace weft::fuzz {

/// Loads a text as the file `main.weft` in an empty folder; it may import the shipped files, which
/// are read from disk once.
LoadedLibrary load_beside_shipped(const std::string& text,
                                  const std::vector<std::string>& more_roots = {});

/// The shipped files, without any others; and the folder that they are in.
const FileReader& shipped_files();
std::string shipped_folder();

/// The path of a shipped file, for `more_roots`.
std::string shipped_path(const std::string& name);

}  // namespace weft::fuzz
