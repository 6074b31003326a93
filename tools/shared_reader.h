#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "fragments/load/disk_reader.h"

namespace weft::tools {

/// Reads every file from disk once, so that all libraries of a run see the same text even if a file
/// is saved meanwhile. Thread-safe.
class SharedReader : public FileReader {
 public:
  ReadResult read(const std::string& path) const override;
  ReadResult read_regular(const std::string& path) const override;
  std::string identity(const std::string& path) const override;

 private:
  using Read = ReadResult (DiskReader::*)(const std::string&) const;
  ReadResult read_once(const std::string& path, Read how) const;

  DiskReader disk_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, ReadResult> read_;         // by identity
  mutable std::unordered_map<std::string, std::string> identities_;  // by path
};

}  // namespace weft::tools
