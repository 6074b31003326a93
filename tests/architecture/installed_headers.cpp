#include "tests/architecture/installed_headers.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

namespace weft::testing {
namespace {

bool is_keyword(const std::string& word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

/// The paths after PUBLIC_HEADERS in a CMakeLists.txt, from the root of the repository.
void add_public_headers(const RepositoryFile& list, std::set<std::string>& headers) {
  const std::string folder = list.path.substr(0, list.path.rfind('/') + 1);
  std::istringstream words(list.text);
  bool is_listed = false;
  for (std::string word; words >> word;) {
    if (word == "PUBLIC_HEADERS") {
      is_listed = true;
    } else if (is_keyword(word) || word == ")") {
      is_listed = false;
    } else if (is_listed && (word.ends_with(".h") || word.ends_with(".def"))) {
      headers.insert(folder + word);
    }
  }
}

}  // namespace

std::vector<Violation> check_installed_headers(const std::vector<RepositoryFile>& files) {
  std::set<std::string> installed;
  for (const RepositoryFile& file : files) {
    if (file.path.ends_with("/CMakeLists.txt")) {
      add_public_headers(file, installed);
    }
  }
  std::vector<Violation> violations;
  for (const RepositoryFile& file : files) {
    if (!installed.contains(file.path)) {
      continue;
    }
    std::istringstream lines(file.text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      constexpr std::string_view begin = "#include \"";
      if (!line.starts_with(begin)) {
        continue;
      }
      const std::string name =
          line.substr(begin.size(), line.find('"', begin.size()) - begin.size());
      if (!installed.contains(name)) {
        violations.push_back({file.path, number, name + " is not installed: list it as public"});
      }
    }
  }
  return violations;
}

}  // namespace weft::testing
