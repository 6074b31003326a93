#pragma once

#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "importers/materialx/document.h"
#include "support/diagnostic.h"

namespace weft::materialx {

/// Where included files are looked up.
struct ReadOptions {
  /// Besides the folder of the including file.
  std::vector<std::string> directories = {};
  /// If set, included files must be inside of these.
  std::optional<std::vector<std::string>> roots = std::nullopt;
  /// Documents of an installed MaterialX, which are read first and need not be inside.
  std::vector<std::string> libraries = {};
};

struct ReadDocument {
  Document document;
  Diagnostics diagnostics;  ///< with errors, elements may be missing
};

/// Reads a document and what it includes with `xi:include`. Prefixes need no declaration, and a
/// bare `<` in the value of an attribute is a character, as documents of the field have it.
/// Entities that a document defines are not expanded. Errors: `syntax-error` (with the place where
/// XML ends), `not-text` (a name or value that is not UTF-8), `file-not-found`, `file-unreadable`,
/// `import-cycle`, `import-outside`, and `expansion-limit` beyond 1,000 files or a million
/// elements. Linear; nothing recurses.
ReadDocument read_document(const std::string& path, std::string text, const FileReader& reader,
                           const ReadOptions& options);

}  // namespace weft::materialx
