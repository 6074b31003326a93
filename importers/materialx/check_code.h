#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "importers/materialx/leaf_code.h"
#include "support/diagnostic.h"

namespace weft::materialx {

/// Why code is none of Weft.
struct CodeMessage {
  std::string message;
  std::vector<Note> notes = {};  ///< the place, if it is in a file
};

/// What is wrong with each group of leaves, which call nothing outside of their group: the first
/// message of its text. `structs` are declarations that they use. All of them are loaded at once
/// with `core` of the shipped folder, as often as there are stages that find something.
std::vector<std::optional<CodeMessage>> check_code(const std::vector<std::string>& structs,
                                                   const std::vector<std::vector<LeafCode>>& groups,
                                                   const FileReader& reader,
                                                   const std::string& shipped_directory);

}  // namespace weft::materialx
