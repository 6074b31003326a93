#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::testing {

/// A file of the repository: its path from the root with '/', and its text.
struct RepositoryFile {
  std::string path;
  std::string text;
};

/// A violation of a rule. `line` is 1-based, 0 for the file as a whole.
struct Violation {
  std::string path;
  std::size_t line = 0;
  std::string message;
};

/// "path:line: message", for the output of a failed test.
std::string describe(const Violation& violation);

/// Checks #include lines: the dependencies between modules, paths from the root, standard headers
/// that not every supported compiler has, fmt in .cpp files only, and no external headers in the
/// public headers or in those of ours that they include.
std::vector<Violation> check_includes(const std::vector<RepositoryFile>& files);

/// Checks for code files of more than 600 lines.
std::vector<Violation> check_lengths(const std::vector<RepositoryFile>& files);

/// Checks for paths that exist on one machine only.
std::vector<Violation> check_paths_of_one_machine(const std::vector<RepositoryFile>& files);

/// Target languages that the printers or shared code name outside of comments.
std::vector<Violation> check_named_languages(const std::vector<RepositoryFile>& files);

/// Checks for words that mark unfinished work.
std::vector<Violation> check_unfinished_words(const std::vector<RepositoryFile>& files);

}  // namespace weft::testing
