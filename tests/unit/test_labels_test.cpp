// The tag [cli] marks the tests that start the program; ctest's label is derived from it.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::test_labels_test {

namespace {

namespace fs = std::filesystem;

/// Whether a text calls a function that starts the program. The names are concatenated, so that
/// this file does not match.
bool starts_program(const std::string& text) {
  return text.find(std::string("weft_") + "program()") != std::string::npos ||
         text.find(std::string("run_") + "weft(") != std::string::npos;
}

/// The cases of a file, each from its title to its last brace.
std::vector<std::string> cases_of(const std::string& text) {
  std::vector<std::string> cases;
  const std::string word = "\nTEST_CASE(";
  for (std::size_t at = text.find(word); at != std::string::npos;) {
    cases.push_back(text.substr(at, text.find("\n}\n", at) - at));
    at = text.find(word, at + 1);
  }
  return cases;
}

bool has_tag(const std::string& test) {
  return test.substr(0, test.find(") {\n")).find("[cli]") != std::string::npos;
}

/// The error in the tags of a file of that name.
std::string tag_fault(const std::string& name, const std::string& text) {
  bool some = false;
  for (const std::string& test : cases_of(text)) {
    const bool tagged = has_tag(test);
    some = some || tagged;
    if (!tagged && starts_program(test)) {
      return name + ": lacks [cli]:" + test.substr(0, test.find(") {\n"));
    }
  }
  if (some != starts_program(text)) {
    return name + (some ? ": has [cli] and starts nothing" : ": starts the program without [cli]");
  }
  return {};
}

}  // namespace

TEST_CASE("tests that start the program have the cli tag, and no others") {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(repository_root() / "tests" / "unit")) {
    if (entry.path().extension() == ".cpp") {
      ++files;
      const std::string name = entry.path().filename().string();
      CHECK(tag_fault(name, read_file(entry.path())) == "");
    }
  }
  CHECK(files > 100);
}

TEST_CASE("no title contains a semicolon, which CMake would split into two tests") {
  for (const auto& entry : fs::recursive_directory_iterator(repository_root() / "tests")) {
    if (entry.path().extension() == ".cpp") {
      for (const std::string& test : cases_of(read_file(entry.path()))) {
        const std::string title = test.substr(0, std::min(test.find("\")"), test.find("\",")));
        CAPTURE(entry.path().filename().string(), title);
        CHECK(title.find(';') == std::string::npos);
      }
    }
  }
}

TEST_CASE("missing and superfluous tags are found") {
  const std::string start = std::string("run_") + "weft({});\n}\n";
  const std::string helper = "namespace {\nvoid help() {\n" + start + "}\n";
  CHECK(tag_fault("a_test.cpp", "\nTEST_CASE(\"a\") {\n}\n").empty());
  CHECK(tag_fault("a_test.cpp", "\nTEST_CASE(\"a\", \"[cli]\") {\n" + start).empty());
  CHECK(tag_fault("a_test.cpp", helper + "\nTEST_CASE(\"a\", \"[cli]\") {\n}\n").empty());
  CHECK_FALSE(tag_fault("a_test.cpp", "\nTEST_CASE(\"a\") {\n" + start).empty());
  CHECK_FALSE(tag_fault("a_test.cpp", helper + "\nTEST_CASE(\"a\") {\n}\n").empty());
  CHECK_FALSE(tag_fault("a_test.cpp", "\nTEST_CASE(\"a\", \"[cli]\") {\n}\n").empty());
}

}  // namespace weft::testing::test_labels_test
