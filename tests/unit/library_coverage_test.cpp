// Every shipped fragment is part of a value or picture of some test: it is named in values.tsv, in
// a test, in a drawn material or in a profile, or something that is named so uses it.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_coverage_test {

namespace {

using Words = std::set<std::string>;

/// The names in a text, without its `//` comments.
Words words_of(std::string_view text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    std::size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
      ++end;
    }
    if (end > at) {
      words.emplace(text.substr(at, end - at));
    }
    at = std::max(end, at + 1);
  }
  return words;
}

/// The names that are called in a text: those before a parenthesis.
void add_called(Words& called, const std::string& text) {
  for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                         text[begin - 1] == '_')) {
      --begin;
    }
    called.insert(text.substr(begin, at - begin));
  }
}

/// The declarations of the shipped files: what each fragment's text names, and what materials,
/// profiles and conversions name. Tests of their own convert values by each conversion.
struct Shipped {
  std::map<std::string, Words> fragments;
  Words others;
};

void add_declarations(Shipped& shipped, const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find("\n}\n", begin);
    end = end == std::string::npos ? text.size() : end + 3;
    const std::string_view whole(text.data() + begin, end - begin);
    // One declaration with a body, after declarations of one line.
    for (std::size_t line = 0; line < whole.size();) {
      const std::size_t line_end = std::min(whole.find('\n', line), whole.size());
      const std::string_view head = whole.substr(line, line_end - line);
      const bool is_fragment = head.starts_with("fragment ") || head.starts_with("graph ");
      const bool is_other = head.starts_with("material ") || head.starts_with("profile ") ||
                            head.starts_with("conversion ") || head.starts_with("feature ");
      if (is_fragment || is_other) {
        const bool is_one_line = (head.ends_with("}") || head.ends_with(";")) &&
                                 !whole.substr(line_end).starts_with("\n{");
        const Words words = words_of(is_one_line ? head : whole.substr(line));
        const std::size_t name = head.find(' ') + 1;
        const std::string called(head.substr(name, head.find_first_of("(<", name) - name));
        (is_fragment ? shipped.fragments[called] : shipped.others)
            .insert(words.begin(), words.end());
      }
      line = line_end + 1;
    }
    begin = end;
  }
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               std::string_view extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == extension &&
        entry.path().filename() != "library_coverage_test.cpp") {
      files.push_back(entry.path());
    }
  }
  return files;
}

}  // namespace

TEST_CASE("library: every fragment is in a value or a picture of some test") {
  const std::filesystem::path root = repository_root();
  Shipped shipped;
  for (const auto& entry : std::filesystem::directory_iterator(root / "shaders")) {
    // Pictures of nodes in editors are drawn by the tests of previews, from text that they make.
    if (entry.path().extension() == ".weft" && entry.path().filename() != "preview.weft") {
      add_declarations(shipped, read_file(entry.path()));
    }
  }
  REQUIRE(shipped.fragments.size() > 400);
  Words named = shipped.others;
  named.merge(words_of(read_file(root / "tests/library/values.tsv")));
  for (const auto& folder : {root / "tests/golden", root / "shaders/materials"}) {
    for (const auto& file : files_below(folder, ".weft")) {
      named.merge(words_of(read_file(file)));
    }
  }
  for (const auto& file : files_below(root / "tests", ".cpp")) {
    add_called(named, read_file(file));
  }
  // Operators of graphs are named by their signs, which half of the tests have.
  named.merge(words_of(
      "less_equal logical_and logical_or logical_not bit_or bit_xor shift_left shift_right"));
  std::vector<std::string> waiting(named.begin(), named.end());
  Words reached;
  while (!waiting.empty()) {
    const auto found = shipped.fragments.find(waiting.back());
    waiting.pop_back();
    if (found != shipped.fragments.end() && reached.insert(found->first).second) {
      waiting.insert(waiting.end(), found->second.begin(), found->second.end());
    }
  }
  std::string missing;
  for (const auto& [name, words] : shipped.fragments) {
    missing += reached.count(name) != 0 ? "" : name + "\n";
  }
  CHECK(missing == "");
}

}  // namespace weft::testing::library_coverage_test
