#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/result.h"

// Atomic output, after the pattern "write a temporary file, then rename" (rename(2) replaces a file
// atomically). A run stages all of its files before it renames any, so errors, including a full
// disk, leave the old outputs in place, and a reader never sees an incomplete file. Old files stay
// until the end as hard links, so a failure in the middle of the renames is undone too. Only a
// crash there leaves a mixture of old and new files, each of them complete.

namespace weft::tools {

/// A file to write. Missing folders of its path are created.
struct OutputFile {
  std::string path;
  std::string bytes;
};

/// How the file on disk compares with the new content.
enum class OutputState { Current, Changed, Absent };
OutputState state_of(const OutputFile& file);

/// Writes files that need not be in memory at the same time, all or none; see write_outputs(). The
/// destructor undoes everything that was not committed.
class OutputTransaction {
 public:
  OutputTransaction();
  ~OutputTransaction();
  OutputTransaction(const OutputTransaction&) = delete;
  OutputTransaction& operator=(const OutputTransaction&) = delete;

  /// Writes `file` to a temporary file in a folder beside its target, unless the content is
  /// unchanged. Targets must differ.
  Result<void> add(const OutputFile& file);
  /// Moves all added files into place. Call it once.
  Result<void> commit();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Writes all files or none: first each to a temporary file in a folder beside its target, then
/// renames all. Files with unchanged content keep their timestamps. Targets that are not regular
/// files (a pipe, a device) are written in place, last, since that cannot be undone. A killed run
/// leaves each target absent, old or new, and possibly a folder .weft.HOST.NUMBER.N.part beside
/// them, which is never read and which the next run on this machine with a target there removes
/// (staging_folder.h). Concurrent runs may write the same targets; the last one wins. Error:
/// `file-unwritable`; then no file has changed, on file systems with hard links, and no new one is
/// left.
Result<void> write_outputs(const std::vector<OutputFile>& files);

}  // namespace weft::tools
