#include "render/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

namespace weft::render {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 30;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Rendered<std::vector<std::uint8_t>> read_whole_file(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    return failure(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  }
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> block(std::size_t{1} << 16);
  for (;;) {
    const std::size_t count = std::fread(block.data(), 1, block.size(), file.get());
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
    if (bytes.size() > max_file_bytes) {
      return failure(fmt::format("cannot read {}: it is larger than 1 GiB", path));
    }
    if (count < block.size()) {
      break;
    }
  }
  if (std::ferror(file.get()) != 0) {
    return failure(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  }
  return bytes;
}

Rendered<void> write_whole_file(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  const auto present = read_whole_file(path);
  if (present && *present == bytes) {
    return {};
  }
  // Beside the target, so that the rename stays within one file system and is atomic.
  const std::string temporary = fmt::format("{}.{}.part", path, ::getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) {
    return failure(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  int error = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
    error = errno;
  }
  if (std::fclose(file) != 0 && error == 0) {
    error = errno;
  }
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    std::remove(temporary.c_str());
    return failure(fmt::format("cannot write {}: {}", path, std::strerror(error)));
  }
  return {};
}

}  // namespace weft::render
