#pragma once

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace weft::tools {

/// A folder `.weft.HOST.PROCESS.N.part` beside outputs, where they are written before being renamed
/// into place. Its run holds a lock on it, so a folder that can be locked belongs to a dead run.
class StagingFolder {
 public:
  /// Creates one in `folder`; on failure returns the errno. Without `with_lock`, or on a file
  /// system without locks, the name does not match the pattern of leftovers.
  static tl::expected<StagingFolder, int> make(const std::filesystem::path& folder, bool with_lock);

  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&&) = delete;
  /// Removes the folder with its contents.
  ~StagingFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  StagingFolder(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}

  std::filesystem::path path_;
  int file_;  ///< the folder's descriptor, locked; -1: no lock
};

/// Removes the unlocked staging folders in `folder`, left by dead runs of this machine. Folders of
/// other machines are kept, since not every file system shares locks between machines.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace weft::tools
