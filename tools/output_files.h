#pragma once

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

/// Writes all files or none: each is first written whole to a temporary one beside its target, then
/// all are renamed. A file whose content would not change is left untouched, with its time stamp.
/// What is no regular file (a pipe, a device) is written to in place, and last.
/// Error: `file-unwritable`; then no target has changed and nothing new is left, except where the
/// system fails in the middle of the renames.
Result<void> write_outputs(const std::vector<OutputFile>& files);

}  // namespace weft::tools
