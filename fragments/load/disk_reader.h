#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fragments/load/file_reader.h"

namespace weft {

/// Anything longer is no source text; devices that never end stop here too.
constexpr std::size_t longest_source = std::size_t{64} << 20;
/// The reason for refusing it, in words.
constexpr std::string_view too_long_reason = "it is longer than 64 MiB";

/// Reads whole files of the disk. Directories, symlink loops, files without permission and files of
/// more than longest_source are Unreadable.
class DiskReader : public FileReader {
 public:
  ReadResult read(const std::string& path) const override;
  ReadResult read_regular(const std::string& path) const override;
  /// Follows symbolic links.
  std::string identity(const std::string& path) const override;
};

}  // namespace weft
