#include "fragments/load/disk_reader.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace weft {
namespace {

ReadResult unreadable(std::string reason) {
  return {ReadResult::Status::Unreadable, {}, std::move(reason)};
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

ReadResult DiskReader::read(const std::string& path) const {
  std::error_code status_error;
  std::filesystem::file_status status = std::filesystem::status(path, status_error);
  // A file whose name is too long cannot exist.
  if (status.type() == std::filesystem::file_type::not_found ||
      status_error == std::errc::filename_too_long) {
    return {};
  }
  if (status.type() == std::filesystem::file_type::none) {
    return unreadable(status_error.message());
  }
  if (status.type() == std::filesystem::file_type::directory) {
    return unreadable("it is a directory");
  }
  errno = 0;
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    return unreadable(std::generic_category().message(errno));
  }
  ReadResult result{ReadResult::Status::Text, {}, {}};
  char chunk[1 << 16];
  while (true) {
    std::size_t count = std::fread(chunk, 1, sizeof chunk, file.get());
    result.text.append(chunk, count);
    if (result.text.size() > longest_source) {
      return unreadable(std::string(too_long_reason));
    }
    if (count < sizeof chunk) {
      break;
    }
  }
  if (std::ferror(file.get()) != 0) {
    return unreadable(std::generic_category().message(errno));
  }
  return result;
}

ReadResult DiskReader::read_regular(const std::string& path) const {
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(path, ignored).type();
  using std::filesystem::file_type;
  for (const file_type blocking :
       {file_type::fifo, file_type::character, file_type::block, file_type::socket}) {
    if (type == blocking) {
      return unreadable("it is not a regular file");
    }
  }
  return read(path);
}

std::string DiskReader::identity(const std::string& path) const {
  // A relative path to what does not exist would stay relative.
  std::error_code error;
  std::filesystem::path canonical = std::filesystem::absolute(path, error);
  canonical = error ? canonical : std::filesystem::weakly_canonical(canonical, error);
  return error ? normalized_path(path) : canonical.string();
}

}  // namespace weft
