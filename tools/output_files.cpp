#include "tools/output_files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/staging_folder.h"

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

/// The limit on folders locked at once, since each holds an open file.
constexpr std::size_t most_locks = 64;

Diagnostic unwritable(const std::string& path, const std::string& reason) {
  return error(Code::FileUnwritable, fmt::format("cannot write '{}': {}", path, reason));
}

Diagnostic unwritable(const std::string& path, int error_number) {
  return unwritable(path, std::strerror(error_number));
}

bool has_content(const fs::path& path, const std::string& bytes) {
  std::error_code ignored;
  if (fs::file_size(path, ignored) != bytes.size() || ignored) {
    return false;
  }
  std::ifstream stream(path, std::ios::binary);
  std::string present(bytes.size(), '\0');
  stream.read(present.data(), static_cast<std::streamsize>(present.size()));
  return stream.gcount() == static_cast<std::streamsize>(bytes.size()) && present == bytes;
}

/// Returns 0 or the errno. Closes the file in any case.
int write_and_close(int file, const std::string& bytes) {
  std::size_t done = 0;
  int error_number = 0;
  while (done < bytes.size() && error_number == 0) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count >= 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      error_number = errno;
    }
  }
  if (::close(file) != 0 && error_number == 0) {
    error_number = errno;
  }
  return error_number;
}

}  // namespace

/// The files of a transaction; the destructor undoes what was not committed.
class OutputTransaction::State {
 public:
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    std::error_code ignored;
    staging_.clear();
    for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
      fs::remove(*folder, ignored);  // fails if another process has put something into it
    }
  }

  std::optional<Diagnostic> prepare(const OutputFile& file) {
    // Replace the target of a symbolic link, not the link.
    std::error_code ignored;
    fs::path target = fs::weakly_canonical(file.path, ignored);
    if (ignored) {
      target = file.path;
    }
    const fs::file_status status = fs::status(target, ignored);
    if (status.type() == fs::file_type::directory) {
      return unwritable(file.path, EISDIR);
    }
    if (fs::exists(status) && status.type() != fs::file_type::regular) {
      in_place_.push_back(file);
      return std::nullopt;
    }
    if (cleaned_.insert(target.parent_path()).second) {
      remove_leftovers(target.parent_path());
    }
    if (has_content(target, file.bytes)) {
      return std::nullopt;
    }
    // A rename would replace a file that its owner keeps from being written.
    if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0) {
      return unwritable(file.path, errno);
    }
    if (const int error_number = make_folders(target.parent_path()); error_number != 0) {
      return unwritable(file.path, error_number);
    }
    if (const int error_number = write_temporary(target, file.bytes); error_number != 0) {
      return unwritable(file.path, error_number);
    }
    return std::nullopt;
  }

  std::optional<Diagnostic> commit() {
    std::optional<Diagnostic> trouble = rename_all();
    if (!trouble) {
      trouble = write_in_place();
    }
    if (trouble) {
      undo_renames();
      return trouble;
    }
    folders_.clear();
    staging_.clear();
    return std::nullopt;
  }

 private:
  /// A new file to move to its target.
  struct Rename {
    fs::path temporary;
    fs::path target;
    bool is_done = false;
    int kept = 0;  ///< 0: the target is kept as kept_path(); else the errno of keeping it
  };

  static fs::path kept_path(const fs::path& temporary) { return temporary.string() + ".old"; }

  std::optional<Diagnostic> rename_all() {
    for (Rename& one : renames_) {
      const auto& [temporary, target, is_done, kept] = one;
      one.kept = ::link(target.c_str(), kept_path(temporary).c_str()) == 0 ? 0 : errno;
      if (std::rename(temporary.c_str(), target.c_str()) != 0) {
        return unwritable(target.string(), errno);
      }
      one.is_done = true;
    }
    return std::nullopt;
  }

  /// File systems without hard links cannot restore a target.
  void undo_renames() {
    for (auto one = renames_.rbegin(); one != renames_.rend(); ++one) {
      if (one->is_done && one->kept == 0) {
        static_cast<void>(std::rename(kept_path(one->temporary).c_str(), one->target.c_str()));
      } else if (one->is_done && one->kept == ENOENT) {
        static_cast<void>(::unlink(one->target.c_str()));
      }
    }
  }

  std::optional<Diagnostic> write_in_place() {
    for (const OutputFile& file : in_place_) {
      const int stream = ::open(file.path.c_str(), O_WRONLY | O_CLOEXEC);
      const int error_number = stream < 0 ? errno : write_and_close(stream, file.bytes);
      if (error_number != 0) {
        return unwritable(file.path, error_number);
      }
    }
    return std::nullopt;
  }

  int make_folders(const fs::path& folder) {
    std::vector<fs::path> missing;  // inner ones first: a path may have thousands of components
    std::error_code trouble;
    for (fs::path at = folder; !at.empty() && !fs::exists(at, trouble); at = at.parent_path()) {
      if (trouble) {
        return trouble.value();
      }
      missing.push_back(at);
    }
    for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
      if (fs::create_directory(*at, trouble)) {
        folders_.push_back(*at);
      }
      if (trouble) {
        return trouble.value();
      }
    }
    return 0;
  }

  int write_temporary(const fs::path& target, const std::string& bytes) {
    // Beside the target, so that the rename stays within one file system and is atomic. The folder
    // is exclusive to this run: not shared with a concurrent run, which may have the same process
    // id in another process namespace, nor with a later one if this one is killed.
    const fs::path folder = target.parent_path();
    auto staging = staging_.find(folder);
    if (staging == staging_.end()) {
      auto made = StagingFolder::make(folder, staging_.size() < most_locks);
      if (!made) {
        return made.error();
      }
      staging = staging_.emplace(folder, std::move(*made)).first;
    }
    const fs::path temporary = staging->second.path() / std::to_string(renames_.size());
    const int file =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) {
      return errno;
    }
    renames_.push_back({temporary, target});
    struct stat present = {};
    if (::stat(target.c_str(), &present) == 0) {
      static_cast<void>(::fchmod(file, present.st_mode & 07777));
    }
    return write_and_close(file, bytes);
  }

  std::vector<Rename> renames_;
  std::map<fs::path, StagingFolder> staging_;  ///< by the folder that contains them
  std::set<fs::path> cleaned_;                 ///< folders without leftovers
  std::vector<fs::path> folders_;              ///< created folders, outer ones first
  std::vector<OutputFile> in_place_;
};

OutputTransaction::OutputTransaction() : state_(std::make_unique<State>()) {}
OutputTransaction::~OutputTransaction() = default;

Result<void> OutputTransaction::add(const OutputFile& file) {
  if (std::optional<Diagnostic> diagnostic = state_->prepare(file)) {
    return failed(std::move(*diagnostic));
  }
  return {};
}

Result<void> OutputTransaction::commit() {
  if (std::optional<Diagnostic> diagnostic = state_->commit()) {
    return failed(std::move(*diagnostic));
  }
  return {};
}

OutputState state_of(const OutputFile& file) {
  std::error_code ignored;
  if (!fs::exists(file.path, ignored)) {
    return OutputState::Absent;
  }
  return has_content(file.path, file.bytes) ? OutputState::Current : OutputState::Changed;
}

Result<void> write_outputs(const std::vector<OutputFile>& files) {
  OutputTransaction transaction;
  Diagnostics trouble;
  for (const OutputFile& file : files) {
    if (Result<void> added = transaction.add(file); !added) {
      trouble.insert(trouble.end(), added.error().begin(), added.error().end());
    }
  }
  if (!trouble.empty()) {
    return failed(std::move(trouble));
  }
  return transaction.commit();
}

}  // namespace weft::tools
