#include "tests/architecture/repository.h"

#include <algorithm>
#include <filesystem>

#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;

// Recognizes text files by extension or, without one, as scripts; images and SPIR-V are not read.
bool is_text(const fs::path& path) {
  static const std::vector<std::string> extensions = {
      ".h", ".cpp", ".def", ".weft", ".cmake", ".txt", ".md", ".json", ".glsl", ".hlsl", ".py", ""};
  const std::string extension = path.extension().string();
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

}  // namespace

std::vector<RepositoryFile> read_repository() {
  const fs::path root = repository_root();
  std::vector<RepositoryFile> files;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::end(entry); ++entry) {
    const fs::path path = entry->path();
    const std::string name = path.filename().string();
    if (entry->is_directory() && (name == ".git" || name == ".cache" || name == "shared" ||
                                  (name == "build" && path.parent_path() == root))) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && name != ".git" && is_text(path)) {
      files.push_back({fs::relative(path, root).generic_string(), read_file(path)});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const RepositoryFile& a, const RepositoryFile& b) { return a.path < b.path; });
  return files;
}

std::string report(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations) {
    text += describe(violation) + "\n";
  }
  return text;
}

}  // namespace weft::testing
