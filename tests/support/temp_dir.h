#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weft::testing {

/// A fresh directory that is removed, with all in it, at the end of its scope.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes `text` to `name` (may hold '/': folders are made) and returns the whole path.
  std::filesystem::path write(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

/// The whole of a file, byte for byte. A file that cannot be read is a defect of the test: it
/// aborts.
std::string read_file(const std::filesystem::path& path);

/// Replaces the file by `text`, byte for byte. Aborts if it cannot.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace weft::testing
