#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"

namespace weft::tools {

/// Which version of a file there is: a program that saves by renaming makes another file, one that
/// writes in place changes the time.
struct FileVersion {
  bool exists = false;
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  std::int64_t size = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;

  friend bool operator==(const FileVersion&, const FileVersion&) = default;
};

FileVersion version_of(const std::string& path);

/// The files that a run asked for, with their versions before they were read, also those that do
/// not exist: what --watch waits for. Thread-safe.
class FilesRead {
 public:
  /// To be called before the file is read.
  void add(const std::string& path);
  /// The paths whose files now have another version, sorted.
  std::vector<std::string> changed() const;
  std::size_t count() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, FileVersion> files_;
};

/// Reads from disk and notes what is asked for.
class NotingReader : public FileReader {
 public:
  /// `files` must outlive the reader.
  explicit NotingReader(FilesRead& files) : files_(files) {}

  ReadResult read(const std::string& path) const override;
  ReadResult read_regular(const std::string& path) const override;
  std::string identity(const std::string& path) const override { return disk_.identity(path); }

 private:
  FilesRead& files_;
  DiskReader disk_;
};

}  // namespace weft::tools
