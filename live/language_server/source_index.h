#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fragments/load/load.h"
#include "live/language_server/symbols.h"
#include "live/session/document_text.h"

namespace weft::lsp {

/// A file with its symbols. Immutable.
struct IndexedFile {
  IndexedFile(std::string of_path, std::string content)
      : path(std::move(of_path)), text(path, std::move(content)), symbols(collect_symbols(text)) {}

  std::string path;
  live::DocumentText text;
  FileSymbols symbols;
};
using IndexedFilePtr = std::shared_ptr<const IndexedFile>;

/// A declaration in a file; keeps the file.
struct FoundDeclaration {
  IndexedFilePtr file;
  const DeclaredSymbol* declared = nullptr;
};

/// Files as syntax trees with their symbols, parsed when they are first asked for and again when
/// their text changes.
class SourceIndex {
 public:
  /// Both must outlive the object.
  SourceIndex(const FileReader& reader, const LoadOptions& options)
      : reader_(reader), options_(options) {}

  /// Null if the file cannot be read. O(text) at first and after a change, else O(reading it).
  IndexedFilePtr file(const std::string& path);
  /// The path of what an import means; empty if there is no such file.
  std::string imported_path(std::string_view import, const std::string& importer) const;
  /// A file and everything that it imports, directly or not, each once; the file first.
  std::vector<IndexedFilePtr> closure(const std::string& path);
  /// Drops what is known, as after files changed that nobody tells about one by one.
  void forget() { files_.clear(); }

  std::string identity(const std::string& path) const { return reader_.identity(path); }

 private:
  bool may_import(const std::string& path) const;

  const FileReader& reader_;
  const LoadOptions& options_;
  std::map<std::string, IndexedFilePtr> files_;  ///< by identity
};

/// The declarations of a symbol in files, in their order. Local symbols are looked for in the
/// first.
std::vector<FoundDeclaration> find_declarations(const std::vector<IndexedFilePtr>& files,
                                                const Symbol& symbol);

}  // namespace weft::lsp
