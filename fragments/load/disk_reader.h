#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fragments/load/file_reader.h"

namespace weft {

/// The maximum file size. Longer files are not source text; also stops at devices that never end.
constexpr std::size_t longest_source = std::size_t{64} << 20;
/// ReadResult::reason for longer files.
constexpr std::string_view too_long_reason = "it is larger than 64 MiB";

/// Reads whole files from disk. Directories, symlink loops, files without read permission and files
/// longer than longest_source are Unreadable.
class DiskReader : public FileReader {
 public:
  ReadResult read(const std::string& path) const override;
  ReadResult read_regular(const std::string& path) const override;
  /// Follows symbolic links.
  std::string identity(const std::string& path) const override;
};

}  // namespace weft
