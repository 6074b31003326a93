#pragma once

#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Where imports are looked up. `./x` and `../x` are relative to the importing file, then to the
/// import directories; any other name is a file that ships: `core` is DIR/core.weft (never in a
/// subdirectory).
struct LoadOptions {
  std::vector<std::string> import_directories = {};  ///< -I
  std::vector<std::string> shipped_directories = {};
  /// If given, imports come from these folders and from the shipped ones alone, whatever the paths
  /// and symbolic links are; nothing else is opened. The files that are asked for may lie anywhere.
  std::optional<std::vector<std::string>> import_roots = std::nullopt;
  bool no_shipped = false;  ///< nothing is looked up in them
  RelationRegistry relations =
      {};  ///< what `where` may name: what comes with Weft, and what was added to it
};

/// What could be read, and all that is wrong with it. `library` is fit for use exactly if there are
/// no errors; else it is there for its `sources`, which messages are rendered against, and perhaps
/// for finding more errors.
struct LoadedLibrary {
  Library library;
  Diagnostics diagnostics;  ///< warnings and errors, normalised
  /// All declarations are whole, errors lie inside bodies and graphs only: types of graphs can be
  /// checked nevertheless. What has errors is left out of the graphs, with all that depends on it.
  bool can_check_graphs = true;
  bool unreadable = false;  ///< a file could not be read, or the one that was asked for does not
                            ///< exist: exit code 3
};

/// Reads a file and all that it imports, and checks everything in them but what takes the composer
/// (types of graphs). Errors: those of the parser, of bodies, `file-not-found`, `file-unreadable`,
/// `import-cycle`, and what load_passes.h lists. Where some text is missing or does not parse,
/// errors about names that may stand in it are left out. The result does not depend on the order of
/// declarations, but for that of traits, parameters and demands.
LoadedLibrary load_library(const std::string& root_path, const FileReader& reader,
                           const LoadOptions& options);

/// The first root is the file that is asked for (Library::root_file); the others are loaded as if
/// it imported them.
LoadedLibrary load_library(const std::vector<std::string>& root_paths, const FileReader& reader,
                           const LoadOptions& options);

/// Text that is no file, like standard input; `shown_path` stands for it in messages, and its
/// relative imports start from the current directory. `more_roots` as above.
LoadedLibrary load_text(const std::string& shown_path, std::string text, const FileReader& reader,
                        const LoadOptions& options,
                        const std::vector<std::string>& more_roots = {});

/// The path of the shipped file of that name, as `import "core"` finds it; empty if there is none.
std::string find_shipped(const std::string& name, const FileReader& reader,
                         const LoadOptions& options);

}  // namespace weft
