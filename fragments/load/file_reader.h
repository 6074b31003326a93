#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

/// The outcome of reading a file: its text, that it does not exist, or why it cannot be read.
struct ReadResult {
  enum class Status { Text, NotFound, Unreadable };
  Status status = Status::NotFound;
  std::string text = {};    ///< of Text
  std::string reason = {};  ///< of Unreadable, as a phrase: `it is a directory`
};

/// The loader's file system. Implementations must give equal answers for equal paths while a
/// library is loaded.
class FileReader {
 public:
  virtual ~FileReader() = default;
  /// A directory is Unreadable, not NotFound.
  virtual ReadResult read(const std::string& path) const = 0;
  /// Like `read`, but never blocks: pipes and devices are Unreadable. For files named in source
  /// text rather than by the user.
  virtual ReadResult read_regular(const std::string& path) const { return read(path); }
  /// Returns the same text for every spelling of one file's path, so that a file is loaded once.
  virtual std::string identity(const std::string& path) const = 0;
};

/// An in-memory file system: a map from path to text. A path that is a prefix directory of others
/// is a directory.
class MemoryReader : public FileReader {
 public:
  explicit MemoryReader(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  ReadResult read(const std::string& path) const override;
  std::string identity(const std::string& path) const override;

 private:
  std::map<std::string, std::string> files_;
};

/// Returns `path` without `.`, empty and resolvable `..` parts: `a/./b/../c` becomes `a/c`. Purely
/// textual.
std::string normalized_path(std::string_view path);
/// Returns `file` relative to `directory`; an absolute `file` is unchanged. An empty directory is
/// the current one.
std::string joined_path(std::string_view directory, std::string_view file);
/// Whether a file with that identity is inside a folder with that one, at any depth.
bool is_inside(std::string_view identity, std::string_view folder);
/// The same for one of several folders.
bool is_inside_any(std::string_view identity, const std::vector<std::string>& folders);
/// The identities of folders, in their order. May read directories.
std::vector<std::string> identities_of(const FileReader& reader,
                                       const std::vector<std::string>& folders);
/// Returns everything before the last '/', or "" if there is none.
std::string_view directory_of(std::string_view path);

}  // namespace weft
