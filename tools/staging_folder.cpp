#include "tools/staging_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

/// The number of names tried, since killed runs with the same process id may have left theirs.
constexpr int most_attempts = 1000;

/// The name prefix of this machine's folders. Processes that see each other's locks share a kernel
/// and so a host name, except in containers with their own name, which then leave each other's
/// folders alone.
std::string host_prefix() {
  std::array<char, 256> name = {};
  if (::gethostname(name.data(), name.size() - 1) != 0) {
    return ".weft.unknown.";
  }
  std::string host(name.data());
  std::replace_if(
      host.begin(), host.end(), [](char c) { return c == '.' || c == '/'; }, '-');
  return fmt::format(".weft.{}.", host.substr(0, 64));
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Matches exactly the `.weft.HOST.PROCESS.N.part` of this machine.
bool is_staging_name(std::string_view name, std::string_view prefix) {
  constexpr std::string_view suffix = ".part";
  if (!name.starts_with(prefix) || !name.ends_with(suffix) ||
      name.size() < prefix.size() + suffix.size()) {
    return false;
  }
  name.remove_prefix(prefix.size());
  name.remove_suffix(suffix.size());
  const std::size_t dot = name.find('.');
  return dot != std::string_view::npos && is_number(name.substr(0, dot)) &&
         is_number(name.substr(dot + 1));
}

int open_folder(const fs::path& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Whether the path still refers to the open folder.
bool is_still(int file, const fs::path& path) {
  struct stat open = {};
  struct stat there = {};
  return ::fstat(file, &open) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         open.st_dev == there.st_dev && open.st_ino == there.st_ino;
}

/// Removes the folder and the files in it; if it contains anything else, both remain.
void remove_with_files(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    // A target that is a link to nothing is kept as the link.
    if (at->is_symlink(ignored) || at->is_regular_file(ignored)) {
      files.push_back(at->path());
    }
  }
  for (const fs::path& file : files) {
    ::unlink(file.c_str());
  }
  ::rmdir(folder.c_str());
}

}  // namespace

tl::expected<StagingFolder, int> StagingFolder::make(const fs::path& folder, bool with_lock) {
  const std::string prefix = host_prefix();
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const fs::path path = folder / fmt::format("{}{}.{}{}.part", prefix, ::getpid(), attempt,
                                               with_lock ? "" : ".unlocked");
    if (::mkdir(path.c_str(), 0777) != 0) {
      if (errno == EEXIST) {
        continue;
      }
      return tl::unexpected(errno);
    }
    if (!with_lock) {
      return StagingFolder(path, -1);
    }
    // Until it is locked it looks like a leftover, so another run may have removed it or be about
    // to.
    const int file = open_folder(path);
    if (file < 0 && errno != ENOENT) {
      const int error_number = errno;
      ::rmdir(path.c_str());
      return tl::unexpected(error_number);
    }
    const bool is_locked = file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0;
    const bool knows_locks = file < 0 || is_locked || errno == EWOULDBLOCK;
    if (is_locked && is_still(file, path)) {
      return StagingFolder(path, file);
    }
    if (file >= 0) {
      ::close(file);
    }
    if (!knows_locks) {
      ::rmdir(path.c_str());
      return make(folder, false);
    }
  }
  return tl::unexpected(EEXIST);
}

StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())), file_(std::exchange(other.file_, -1)) {}

StagingFolder::~StagingFolder() {
  if (!path_.empty()) {
    remove_with_files(path_);
  }
  if (file_ >= 0) {
    ::close(file_);
  }
}

void remove_leftovers(const fs::path& folder) {
  const std::string prefix = host_prefix();
  std::error_code ignored;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    if (is_staging_name(at->path().filename().string(), prefix)) {
      found.push_back(at->path());
    }
  }
  for (const fs::path& path : found) {
    const int file = open_folder(path);
    if (file < 0) {
      continue;
    }
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && is_still(file, path)) {
      remove_with_files(path);
    }
    ::close(file);
  }
}

}  // namespace weft::tools
