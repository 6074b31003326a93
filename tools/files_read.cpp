#include "tools/files_read.h"

#include <sys/stat.h>

namespace weft::tools {

FileVersion version_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return {};
  }
  return {true,           status.st_dev,         status.st_ino,
          status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

void FilesRead::add(const std::string& path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (path != "-" && !files_.contains(path)) {  // the version that was read first
    files_.emplace(path, version_of(path));
  }
}

std::vector<std::string> FilesRead::changed() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::string> paths;
  for (const auto& [path, version] : files_) {
    if (version_of(path) != version) {
      paths.push_back(path);
    }
  }
  return paths;
}

std::size_t FilesRead::count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return files_.size();
}

ReadResult NotingReader::read(const std::string& path) const {
  files_.add(path);
  return disk_.read(path);
}

ReadResult NotingReader::read_regular(const std::string& path) const {
  files_.add(path);
  return disk_.read_regular(path);
}

}  // namespace weft::tools
