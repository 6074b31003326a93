#include "tools/shared_reader.h"

namespace weft::tools {

ReadResult SharedReader::read(const std::string& path) const {
  return read_once(path, &NotingReader::read);
}

ReadResult SharedReader::read_regular(const std::string& path) const {
  return read_once(path, &NotingReader::read_regular);
}

ReadResult SharedReader::read_once(const std::string& path, Read how) const {
  const std::string file = identity(path);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto known = read_.find(file);
  return known != read_.end() ? known->second
                              : read_.emplace(file, (disk_.*how)(path)).first->second;
}

std::string SharedReader::identity(const std::string& path) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto known = identities_.find(path);
  return known != identities_.end() ? known->second
                                    : identities_.emplace(path, disk_.identity(path)).first->second;
}

}  // namespace weft::tools
