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

/// A rule that a file breaks. `line` is 1-based, 0 if the file as a whole is meant.
struct Violation {
  std::string path;
  std::size_t line = 0;
  std::string message;
};

/// "path:line: message", for the output of a failed test.
std::string describe(const Violation& violation);

/// #include lines: the arrow between modules and between the rooms (folders) of one, paths from the
/// root, standard headers that not every supported compiler has, fmt in .cpp files only, and
/// nothing from outside in what the public headers include, themselves or through others of ours.
std::vector<Violation> check_includes(const std::vector<RepositoryFile>& files);

/// Code files of more than 600 lines.
std::vector<Violation> check_lengths(const std::vector<RepositoryFile>& files);

/// Paths that exist on somebody's machine only.
std::vector<Violation> check_paths_of_one_machine(const std::vector<RepositoryFile>& files);

/// Target languages that the printers, or what the languages share, name outside of comments.
std::vector<Violation> check_named_languages(const std::vector<RepositoryFile>& files);

/// Words that say "not done yet".
std::vector<Violation> check_unfinished_words(const std::vector<RepositoryFile>& files);

}  // namespace weft::testing
