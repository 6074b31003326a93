#include "tests/fuzz/shipped.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

namespace weft::fuzz {
namespace {

constexpr const char* folder = "shaders";

/// The shipped files, under the paths that an author would see, and nothing else, so that a fuzzer
/// depends on its input alone.
const MemoryReader& files() {
  static const MemoryReader reader = [] {
    std::map<std::string, std::string> read;
    for (const auto& entry : std::filesystem::directory_iterator(WEFT_FUZZ_SHADERS_DIRECTORY)) {
      if (entry.path().extension() == ".weft") {
        std::ifstream stream(entry.path(), std::ios::binary);
        read.emplace(std::string(folder) + "/" + entry.path().filename().string(),
                     std::string(std::istreambuf_iterator<char>(stream), {}));
      }
    }
    return MemoryReader(std::move(read));
  }();
  return reader;
}

}  // namespace

LoadedLibrary load_beside_shipped(const std::string& text,
                                  const std::vector<std::string>& more_roots) {
  LoadOptions options;
  options.shipped_directories = {folder};
  return load_text("main.weft", text, files(), options, more_roots);
}

const FileReader& shipped_files() { return files(); }

std::string shipped_folder() { return folder; }

std::string shipped_path(const std::string& name) {
  return std::string(folder) + "/" + name + ".weft";
}

}  // namespace weft::fuzz
