#pragma once

#include <string>

#include "fragments/library/file_reader.h"

namespace weft {

/// Reads whole files of the disk. Directories, symlink loops, files without permission and files of
/// more than 256 MiB are Unreadable.
class DiskReader : public FileReader {
 public:
  ReadResult read(const std::string& path) const override;
  /// Follows symbolic links.
  std::string identity(const std::string& path) const override;
};

}  // namespace weft
