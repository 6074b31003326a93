#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace weft {

/// What came of reading a file: its text, that there is none of that name, or why it cannot be
/// read.
struct ReadResult {
  enum class Status { Text, NotFound, Unreadable };
  Status status = Status::NotFound;
  std::string text = {};    ///< of Text
  std::string reason = {};  ///< of Unreadable, in words: `it is a directory`
};

/// Where the loader's files come from. Implementations must answer alike for alike paths while a
/// library is loaded.
class FileReader {
 public:
  virtual ~FileReader() = default;
  /// A directory is Unreadable, not NotFound.
  virtual ReadResult read(const std::string& path) const = 0;
  /// Like `read`, but only what cannot block: pipes and devices are Unreadable. For files that a
  /// text names, not the user.
  virtual ReadResult read_regular(const std::string& path) const { return read(path); }
  /// The same text for every spelling of one file's path, so that a file is loaded once.
  virtual std::string identity(const std::string& path) const = 0;
};

/// Files as a map from path to text; a path that is a folder of others is a directory.
class MemoryReader : public FileReader {
 public:
  explicit MemoryReader(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  ReadResult read(const std::string& path) const override;
  std::string identity(const std::string& path) const override;

 private:
  std::map<std::string, std::string> files_;
};

/// `path` without `.`, empty and resolvable `..` parts: `a/./b/../c` is `a/c`. Purely by the text.
std::string normalized_path(std::string_view path);
/// `file` as seen from `directory`; an absolute `file` stays. An empty directory is the current
/// one.
std::string joined_path(std::string_view directory, std::string_view file);
/// All before the last '/', or "" if there is none.
std::string_view directory_of(std::string_view path);

}  // namespace weft
