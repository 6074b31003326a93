#pragma once

#include <string>
#include <vector>

#include "fragments/load/file_reader.h"

namespace weft::live {

/// Reads only files in some folders, however a path is spelled: a client names files, and what it
/// may see is for the one who starts the service to say.
class RootedReader : public FileReader {
 public:
  /// `inner` must outlive the object. Files in `folders` and below may be read, links followed.
  RootedReader(const FileReader& inner, const std::vector<std::string>& folders);

  ReadResult read(const std::string& path) const override;
  ReadResult read_regular(const std::string& path) const override;
  std::string identity(const std::string& path) const override { return inner_.identity(path); }

 private:
  bool may_read(const std::string& path) const;

  const FileReader& inner_;
  std::vector<std::string> folders_;  ///< identities
};

}  // namespace weft::live
