#pragma once

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace weft::tools {

/// A folder `.weft.HOST.PROCESS.N.part` beside outputs, in which they are written before they are
/// put in place by renaming. It is locked for as long as its run lives, so whoever can lock one
/// knows that its run is dead.
class StagingFolder {
 public:
  /// Makes one in `folder`; else the number of the error. Without `with_lock`, or where the file
  /// system knows no locks, it has a name that nobody takes for a leftover.
  static tl::expected<StagingFolder, int> make(const std::filesystem::path& folder, bool with_lock);

  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&&) = delete;
  /// Removes the folder and what is left in it.
  ~StagingFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  StagingFolder(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}

  std::filesystem::path path_;
  int file_;  ///< the folder, locked; -1: without a lock
};

/// Removes the staging folders that dead runs of this machine have left in `folder`: those that
/// nobody has locked. Runs of other machines are not judged, since not every file system tells them
/// of our locks.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace weft::tools
