#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "tools/options.h"
#include "tools/report.h"

namespace weft::tools {

/// The name of standard input in messages.
inline constexpr const char* standard_input_name = "<stdin>";

LoadOptions load_options(const ImportOptions& imports);

/// The files shipped beside core.weft, sorted by path, without the nodes of MaterialX, which only
/// modules of documents import.
std::vector<std::string> shipped_files();

/// Reads the user's FILE, or standard input if it is `-`.
ReadResult read_input(const std::string& file);

/// The diagnostic for a failed read.
Diagnostic trouble_of(const std::string& file, const ReadResult& read);

/// The user's FILE. Standard input is read once, however often it is loaded.
class Input {
 public:
  /// `reader` provides the files; the default is the disk.
  explicit Input(InputOptions options, std::shared_ptr<const FileReader> reader = nullptr);

  /// Loads FILE; `more_roots` are loaded as if FILE imported them.
  LoadedLibrary load(const std::vector<std::string>& more_roots = {}) const;
  /// Loads FILE, and the shipped profiles unless it or its imports declare one of these
  /// (LoadOptions::profiles).
  LoadedLibrary load_for(const std::vector<std::string>& profiles) const;
  /// Loads FILE as if it imported the shipped profiles; nothing if there are none.
  std::optional<LoadedLibrary> load_with_shipped_profiles() const;

  /// The text read, if FILE is `-`.
  const ReadResult& standard_input() const { return read_; }

 private:
  LoadedLibrary load(const ImportOptions& imports,
                     const std::vector<std::string>& more_roots) const;

  InputOptions options_;
  std::shared_ptr<const FileReader> reader_;
  ReadResult read_;  ///< contents of standard input
};

/// Reports the errors of a library; returns nothing if there are any.
std::optional<Library> accept(LoadedLibrary loaded, Report& report);

}  // namespace weft::tools
