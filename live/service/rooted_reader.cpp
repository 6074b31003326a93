#include "live/service/rooted_reader.h"

#include <algorithm>

namespace weft::live {
namespace {

ReadResult refused() {
  return {ReadResult::Status::Unreadable, {}, "it is outside the folders that may be read"};
}

}  // namespace

RootedReader::RootedReader(const FileReader& inner, const std::vector<std::string>& folders)
    : inner_(inner) {
  for (const std::string& folder : folders) {
    folders_.push_back(inner.identity(folder));
  }
}

bool RootedReader::may_read(const std::string& path) const {
  const std::string known = inner_.identity(path);
  return std::any_of(folders_.begin(), folders_.end(),
                     [&](const std::string& folder) { return is_inside(known, folder); });
}

ReadResult RootedReader::read(const std::string& path) const {
  return may_read(path) ? inner_.read(path) : refused();
}

ReadResult RootedReader::read_regular(const std::string& path) const {
  return may_read(path) ? inner_.read_regular(path) : refused();
}

}  // namespace weft::live
