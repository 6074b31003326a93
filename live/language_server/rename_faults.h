#pragma once

#include <string>
#include <vector>

#include "live/language_server/server_state.h"
#include "live/language_server/symbol_places.h"
#include "live/session/splices.h"

// Why a change of names may not be done, asked of the files as they would be: names compete by
// rules that the symbols of a file do not know, such as those of locals in nested scopes.

namespace weft::lsp {

/// A file and what a rename changes in it.
struct RenamedFile {
  IndexedFilePtr file;
  live::Splices splices;
};

/// The files of the workspace that a rename leaves as they are, though they see the declaration and
/// have the new name for something. O(files).
std::vector<IndexedFilePtr> bystanders(ServerState& state, const SymbolAt& at,
                                       const std::string& name,
                                       const std::vector<RenamedFile>& renamed);

/// The first error that one of the files has after a rename and not before, with its place; empty
/// if there is none. Loads the renamed files and the bystanders.
std::string error_of_rename(const ServerState& state, const std::vector<RenamedFile>& renamed,
                            const std::vector<IndexedFilePtr>& bystanders);

}  // namespace weft::lsp
