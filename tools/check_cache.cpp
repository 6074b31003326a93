#include "tools/check_cache.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "tools/output_files.h"

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

// File format: this line, whose version invalidates the verdicts of other versions (which may check
// more), then 16-byte hashes, the last of which is that of all preceding bytes.
constexpr std::string_view header_line =
    "weft " WEFT_VERSION ": checks of conversions that were passed, 1\n";
constexpr std::size_t hash_bytes = 16;
constexpr std::size_t most_hashes = 1U << 20U;  // 16 MiB

fs::path file_in(const std::string& directory) { return fs::path(directory) / "conversion_checks"; }

void append(std::string& bytes, const ContentHash& hash) {
  for (const std::uint64_t half : {hash.high, hash.low}) {
    for (int shift = 0; shift < 64; shift += 8) {
      bytes += static_cast<char>(static_cast<unsigned char>(half >> shift));
    }
  }
}

ContentHash hash_at(std::string_view bytes, std::size_t at) {
  std::uint64_t halves[2] = {0, 0};
  for (std::size_t i = 0; i < hash_bytes; ++i) {
    halves[i / 8] |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i]))
                     << (8 * (i % 8));
  }
  return {halves[0], halves[1]};
}

ContentHash sum_of(std::string_view bytes) {
  ContentHasher hash;
  hash.add(bytes);
  return hash.result();
}

/// The bytes of a regular file of at most `most` bytes.
std::optional<std::string> bytes_of(const fs::path& path, std::size_t most) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > most || error) {
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::string bytes(most, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return file.bad() ? std::nullopt : std::optional(std::move(bytes));
}

std::optional<std::string> absolute_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && value[0] == '/' ? std::optional<std::string>(value) : std::nullopt;
}

}  // namespace

std::optional<std::string> cache_directory(const std::optional<std::string>& stated) {
  if (stated) {
    return stated;
  }
  if (const auto cache = absolute_variable("XDG_CACHE_HOME")) {
    return *cache + "/weft";
  }
  const auto home = absolute_variable("HOME");
  return home ? std::optional(*home + "/.cache/weft") : std::nullopt;
}

CheckMemory read_check_memory(const std::string& directory) {
  const auto bytes =
      bytes_of(file_in(directory), header_line.size() + (most_hashes + 1) * hash_bytes);
  if (!bytes || bytes->size() < header_line.size() + hash_bytes ||
      bytes->compare(0, header_line.size(), header_line) != 0 ||
      (bytes->size() - header_line.size()) % hash_bytes != 0) {
    return {};
  }
  const std::size_t end = bytes->size() - hash_bytes;
  if (sum_of(std::string_view(*bytes).substr(0, end)) != hash_at(*bytes, end)) {
    return {};
  }
  std::vector<ContentHash> passed;
  for (std::size_t at = header_line.size(); at < end; at += hash_bytes) {
    passed.push_back(hash_at(*bytes, at));
  }
  return CheckMemory(passed);
}

void write_check_memory(const std::string& directory, const CheckMemory& memory) {
  std::error_code error;
  const fs::path path = file_in(directory);
  const bool is_ours = fs::is_regular_file(path, error) || !fs::exists(path, error);
  if (!memory.has_news() || !is_ours) {
    return;
  }
  std::string bytes(header_line);
  for (const ContentHash& hash : memory.passed(most_hashes)) {
    append(bytes, hash);
  }
  append(bytes, sum_of(bytes));
  const Result<void> written = write_outputs({{path.string(), std::move(bytes)}});
  static_cast<void>(written);
}

}  // namespace weft::tools
