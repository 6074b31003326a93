#include "tests/support/temp_dir.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/check.h"

namespace weft::testing {

TempDir::TempDir() {
  std::string name = (std::filesystem::temp_directory_path() / "weft-test-XXXXXX").string();
  WEFT_CHECK(mkdtemp(name.data()) != nullptr, "no temporary directory could be made");
  path_ = name;
}

TempDir::~TempDir() {
  std::error_code ignored;  // a destructor cannot report it
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TempDir::write(std::string_view name, std::string_view text) const {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  write_file(file, text);
  return file;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  WEFT_CHECK(stream.is_open(), path.c_str());
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  WEFT_CHECK(!stream.bad(), path.c_str());
  return text;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  WEFT_CHECK(stream.good(), path.c_str());
}

}  // namespace weft::testing
