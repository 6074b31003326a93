#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/source_index.h"
#include "live/language_server/text_places.h"

// What a name means, and where it is used: across the files that a workspace has.

namespace weft::lsp {

/// The name at a place of a document.
struct SymbolAt {
  std::vector<IndexedFilePtr> files;  ///< the document and what it imports
  Occurrence occurrence;
  Symbol symbol;
  std::vector<FoundDeclaration> declared;
};

/// Nothing where there is no name.
std::optional<SymbolAt> symbol_at(ServerState& state, const DocumentPlace& place);

/// A mention of a symbol.
struct SymbolUse {
  IndexedFilePtr file;
  const Occurrence* occurrence = nullptr;
};
/// All mentions of a symbol in the files that see its declaration: those of the workspace, those
/// that are open, and those that the document imports. By file, in the order of paths; of each in
/// the order of the text.
std::vector<SymbolUse> find_uses(ServerState& state, const SymbolAt& at);

/// The `.weft` files of the workspace and the open documents, sorted, each once.
std::vector<std::string> workspace_files(const ServerState& state);

/// Locations of names in files, as JSON. Cheap for names that follow each other in one file: asking
/// the file system for its URI, and counting from the beginning of a line, take longer.
class Locations {
 public:
  /// `state` must outlive the object.
  explicit Locations(const ServerState& state) : state_(state) {}

  Json of(const IndexedFilePtr& file, Span span);

 private:
  const ServerState& state_;
  IndexedFilePtr file_;  ///< the last one
  std::string uri_;
  std::optional<PlaceFinder> places_;
};

}  // namespace weft::lsp
