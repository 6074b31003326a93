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

/// What messages call the standard input.
inline constexpr const char* standard_input_name = "<stdin>";

LoadOptions load_options(const ImportOptions& imports);

/// The files that ship beside core.weft, sorted by path.
std::vector<std::string> shipped_files();

/// The text of what the user names as FILE: of the standard input if it is `-`.
ReadResult read_input(const std::string& file);

/// Why there is no text.
Diagnostic trouble_of(const std::string& file, const ReadResult& read);

/// What the user names as FILE. The standard input is read once, however often it is loaded.
class Input {
 public:
  /// `reader` gives the files; without one, the disk.
  explicit Input(InputOptions options, std::shared_ptr<const FileReader> reader = nullptr);

  /// `more_roots` take part as if FILE imported them.
  LoadedLibrary load(const std::vector<std::string>& more_roots = {}) const;

  /// What was read, where FILE is `-`.
  const ReadResult& standard_input() const { return read_; }

 private:
  InputOptions options_;
  std::shared_ptr<const FileReader> reader_;
  ReadResult read_;  ///< the standard input
};

/// Reports what is wrong with a library; nothing comes back if it has errors.
std::optional<Library> accept(LoadedLibrary loaded, Report& report);

}  // namespace weft::tools
