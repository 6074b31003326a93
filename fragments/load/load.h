#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// The shipped file that declares profiles, as `import` names it.
inline constexpr const char* shipped_profiles = "profiles";

/// The profile of shaders whose user names none.
inline constexpr const char* default_profile = "forward";

/// A shipped file with profiles that the requested file need not import.
struct ShippedProfiles {
  std::string import = shipped_profiles;
  std::vector<std::string> wanted;  ///< names of profiles
};

/// How imports are resolved. `./x` and `../x` are relative to the importing file, then to the
/// import directories; any other name is a shipped file: `core` is DIR/core.weft (never in a
/// subdirectory).
struct LoadOptions {
  std::vector<std::string> import_directories = {};  ///< -I
  std::vector<std::string> shipped_directories = {};
  /// If set, a sandbox: imports are read only from these directories and the shipped ones, whatever
  /// the paths and symbolic links say. The requested files may be anywhere.
  std::optional<std::vector<std::string>> import_roots = std::nullopt;
  bool no_shipped = false;  ///< ignores the shipped directories
  /// Leaves out the fragments and graphs of imported shipped files that nothing else names: they
  /// are neither parsed nor checked. Composed shaders do not depend on them. If there is anything
  /// to report, everything is loaded, so messages do not depend on this.
  bool only_named = false;
  /// Loaded as if the requested file imported it. Not loaded if the requested file or one of its
  /// imports declares a wanted profile, has syntax errors or is missing.
  std::optional<ShippedProfiles> profiles = std::nullopt;
  /// The relations that `where` may name: the built-in ones plus any that the host added.
  RelationRegistry relations = {};
};

/// The result of loading and its diagnostics. `library` is usable exactly if there are no errors;
/// otherwise it holds the `sources` that messages are rendered against, and may serve to find more
/// errors.
struct LoadedLibrary {
  Library library;
  Diagnostics diagnostics;  ///< warnings and errors, normalized
  /// All declarations are complete, no leaf calls itself, and errors are confined to bodies and
  /// graphs, so graphs can still be type-checked. Erroneous parts are left out of the graphs, with
  /// everything that depends on them.
  bool can_check_graphs = true;
  /// A file could not be read, or the requested one does not exist: exit code 3.
  bool unreadable = false;
  bool has_shipped_profiles = false;  ///< LoadOptions::profiles were loaded
  /// Errors of parts that the library does without, as elements of a document: it is usable, but
  /// a run that is silent about them loses a part unseen.
  Diagnostics left_out = {};
};

/// Reads a file and all its imports, and checks everything except the types of graphs, which the
/// composer checks. Errors: those of the parser, of bodies, `file-not-found`, `file-unreadable`,
/// `import-cycle`, and those listed in load_passes.h. If some text is missing or does not parse,
/// errors about names that it might declare are suppressed. The result depends on the order of
/// declarations only for traits, parameters and demands.
LoadedLibrary load_library(const std::string& root_path, const FileReader& reader,
                           const LoadOptions& options);

/// The first root is the requested file (Library::root_file); the others are loaded as if it
/// imported them.
LoadedLibrary load_library(const std::vector<std::string>& root_paths, const FileReader& reader,
                           const LoadOptions& options);

/// Loads text that is not a file, such as standard input; messages call it `shown_path`, and its
/// relative imports start from the current directory. `more_roots` as above.
LoadedLibrary load_text(const std::string& shown_path, std::string text, const FileReader& reader,
                        const LoadOptions& options,
                        const std::vector<std::string>& more_roots = {});

/// Returns the path of the shipped file of that name, as `import "core"` resolves it; empty if
/// there is none.
std::string find_shipped(const std::string& name, const FileReader& reader,
                         const LoadOptions& options);

}  // namespace weft
