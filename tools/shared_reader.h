#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "fragments/load/file_reader.h"
#include "tools/files_read.h"

namespace weft::tools {

/// Reads every file from disk once, so that all libraries of a run see the same text even if a file
/// is saved meanwhile. Thread-safe.
class SharedReader : public FileReader {
 public:
  /// `files`: notes what is asked for; must outlive the reader.
  explicit SharedReader(FilesRead& files) : disk_(files) {}

  ReadResult read(const std::string& path) const override;
  ReadResult read_regular(const std::string& path) const override;
  std::string identity(const std::string& path) const override;

 private:
  using Read = ReadResult (NotingReader::*)(const std::string&) const;
  ReadResult read_once(const std::string& path, Read how) const;

  NotingReader disk_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, ReadResult> read_;         // by identity
  mutable std::unordered_map<std::string, std::string> identities_;  // by path
};

}  // namespace weft::tools
