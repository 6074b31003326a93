#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weft::testing {

/// A fresh directory, removed with its contents at the end of the scope.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes `text` to `name`, making folders if it has '/', and returns the full path.
  std::filesystem::path write(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

/// Reads a whole file, byte for byte. Aborts if it cannot be read, which is a defect of the test.
std::string read_file(const std::filesystem::path& path);

/// Replaces the file by `text`, byte for byte. Aborts on failure.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace weft::testing
