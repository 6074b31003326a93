#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

struct LoadState;
struct SkippedFragment;

/// Files that are read and parsed but not loaded yet, for callers that write a text after they have
/// seen what those files declare. load_text() takes them, so that each is parsed once.
class ParsedFiles {
 public:
  /// Reads and parses the roots and all their imports, each file once. Errors are in diagnostics().
  ParsedFiles(const std::vector<std::string>& root_paths, const FileReader& reader,
              const LoadOptions& options);
  ~ParsedFiles();
  ParsedFiles(ParsedFiles&&) noexcept;
  ParsedFiles& operator=(ParsedFiles&&) noexcept;

  /// Imported files come before those that import them. With LoadOptions::only_named, fragments
  /// and graphs of shipped files are missing.
  const std::vector<syntax::Module>& modules() const;
  /// Those that are missing in one of the modules, in source order.
  const std::vector<SkippedFragment>& missing(std::size_t module) const;
  /// Parses the signature of one of them, with ids of `names`: a module that declares it alone, or
  /// nothing if it has errors. O(bytes of the signature).
  syntax::Module missing_signature(std::size_t module, const SkippedFragment& skipped,
                                   Interner& names) const;
  const Sources& sources() const;
  const Interner& names() const;
  /// `file-not-found`, `file-unreadable`, `import-cycle`, and those of the parser.
  const Diagnostics& diagnostics() const;

 private:
  friend LoadedLibrary load_text(const std::string&, std::string, const FileReader&,
                                 const LoadOptions&, const std::vector<std::string>&, ParsedFiles);

  std::vector<std::string> root_paths_;
  std::unique_ptr<LoadState> state_;
};

/// As load_text() of load.h, with the same reader and options as `files`, which are loaded as if
/// the text imported them. They come first in Library::sources.
LoadedLibrary load_text(const std::string& shown_path, std::string text, const FileReader& reader,
                        const LoadOptions& options, const std::vector<std::string>& more_roots,
                        ParsedFiles files);

}  // namespace weft
