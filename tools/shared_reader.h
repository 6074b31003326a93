#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "fragments/load/disk_reader.h"

namespace weft::tools {

/// Reads every file of the disk once, whoever asks for it how often: all libraries of one run see
/// the same texts, also while somebody saves a file. Many threads may ask at once.
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
