#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "live/language_server/server_state.h"
#include "live/language_server/source_index.h"

// The names that a place of a document can mention.

namespace weft::lsp {

/// A declared name with its file.
struct VisibleName {
  std::string name;
  FoundDeclaration found;
  std::string import = {};  ///< for names of files that are not imported: what to import
};

/// The values, ports, parameters and variables of the declaration around a place, in the order of
/// the text, without the one whose declaration the place is in. Variables only from their
/// declaration to the end of their scope.
std::vector<VisibleName> local_names(const IndexedFilePtr& file, std::uint32_t offset);

/// The declarations of a space that a document sees, by name.
std::vector<VisibleName> global_names(const std::vector<IndexedFilePtr>& files, SymbolSpace space);

/// The declarations of a space in shipped files that a document does not import, by name, each with
/// its import.
std::vector<VisibleName> importable_names(ServerState& state,
                                          const std::vector<IndexedFilePtr>& files,
                                          SymbolSpace space = SymbolSpace::Callable);

/// The declarations of parts (ports, fields, trait values) of an owner, in their order.
std::vector<VisibleName> parts_of(const std::vector<IndexedFilePtr>& files, SymbolSpace space,
                                  const std::string& owner);

/// The edit that adds an import to a document, as JSON (`TextEdit`).
Json import_edit(const IndexedFile& file, const std::string& import);

}  // namespace weft::lsp
