#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/result.h"

namespace weft::tools {

/// A file to be written. Folders of its path that do not exist are made.
struct OutputFile {
  std::string path;
  std::string bytes;
};

/// How what is there compares with what would be written.
enum class OutputState { Current, Changed, Absent };
OutputState state_of(const OutputFile& file);

/// Writes files that need not be in memory at the same time, all or none; see write_outputs().
/// Without a commit() all is undone at its end.
class OutputTransaction {
 public:
  OutputTransaction();
  ~OutputTransaction();
  OutputTransaction(const OutputTransaction&) = delete;
  OutputTransaction& operator=(const OutputTransaction&) = delete;

  /// Writes it to a temporary file in a folder beside its target, unless it would not change.
  /// Targets differ.
  Result<void> add(const OutputFile& file);
  /// Puts all that were added in place. To be called once.
  Result<void> commit();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Writes all files or none: each is first written whole to a temporary one in a folder beside its
/// target, then all are renamed. A file whose content would not change is left untouched, with its
/// time stamp. What is no regular file (a pipe, a device) is written to in place, and last. A run
/// that is killed leaves each target absent, old or new, and perhaps a folder
/// .weft.HOST.NUMBER.N.part beside them, which nobody reads and the next run on this machine that
/// has a target there removes (staging_folder.h). Runs at the same time may write the same targets:
/// the last one's stay. Error: `file-unwritable`; then no target has changed and nothing new is
/// left, except where the system fails in the middle of the renames.
Result<void> write_outputs(const std::vector<OutputFile>& files);

}  // namespace weft::tools
