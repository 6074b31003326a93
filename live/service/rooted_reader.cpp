#include "live/service/rooted_reader.h"

namespace weft::live {
namespace {

ReadResult refused() {
  return {ReadResult::Status::Unreadable, {}, "it is outside the folders that may be read"};
}

}  // namespace

RootedReader::RootedReader(const FileReader& inner, const std::vector<std::string>& folders)
    : inner_(inner), folders_(identities_of(inner, folders)) {}

bool RootedReader::may_read(const std::string& path) const {
  return is_inside_any(inner_.identity(path), folders_);
}

ReadResult RootedReader::read(const std::string& path) const {
  return may_read(path) ? inner_.read(path) : refused();
}

ReadResult RootedReader::read_regular(const std::string& path) const {
  return may_read(path) ? inner_.read_regular(path) : refused();
}

}  // namespace weft::live
