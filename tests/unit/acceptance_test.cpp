// Every row of tests/acceptance/*.tsv is a test named by its id, and each of them is run here
// again: an id without an executed, passing test fails.

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"

namespace weft::testing::acceptance_test {

namespace {

std::vector<std::string> copied_ids() {
  std::set<std::string> ids;
  for (const auto& entry :
       std::filesystem::directory_iterator(repository_root() / "tests/acceptance")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      ids.insert(line.substr(0, line.find('\t')));
    }
  }
  return {ids.begin(), ids.end()};
}

/// The names of the tests `ID: …` of these ids that execute assertions and pass, run by this
/// executable in another process.
std::set<std::string> passing(const std::vector<std::string>& ids) {
  Command command;
  command.program = std::filesystem::read_symlink("/proc/self/exe");
  std::string tests;
  for (const std::string& id : ids) {
    tests += (tests.empty() ? "" : ",") + id + ":*";
  }
  command.arguments = {tests, "--reporter", "xml", "--warn", "NoAssertions"};
  const std::string report = run(command).out;
  std::set<std::string> names;
  constexpr std::string_view begin = "<TestCase name=\"";
  for (std::size_t at = report.find(begin); at != std::string::npos;) {
    const std::size_t name = at + begin.size();
    at = report.find(begin, name);
    const std::string test = report.substr(name, at - name);
    if (test.find("<OverallResult success=\"true\"") != std::string::npos) {
      names.insert(test.substr(0, test.find('"')));
    }
  }
  return names;
}

/// Whether one of the tests is that of the row.
bool has_row(const std::set<std::string>& tests, const std::string& id) {
  const auto found = tests.lower_bound(id + ":");
  return found != tests.end() && found->starts_with(id + ":");
}

}  // namespace

TEST_CASE("every copied acceptance row has an executed and passing test", "[acceptance]") {
  std::vector<std::string> ids = copied_ids();
  REQUIRE(ids.size() >= 8);
  const std::set<std::string> tests = passing(ids);
  for (const std::string& id : ids) {
    INFO("row " << id);
    CHECK(has_row(tests, id));
  }
}

TEST_CASE("a row without a test, or whose test fails or asserts nothing, is noticed",
          "[acceptance]") {
  const std::vector<std::string> ids = {"R1", "Z99", "example of a failure",
                                        "example without an assertion"};
  const std::set<std::string> tests = passing(ids);
  CHECK(has_row(tests, "R1"));
  CHECK_FALSE(has_row(tests, "Z99"));
  CHECK_FALSE(has_row(tests, "example of a failure"));
  CHECK_FALSE(has_row(tests, "example without an assertion"));
}

TEST_CASE("example of a failure: a failed row is noticed", "[.]") { CHECK(false); }
TEST_CASE("example without an assertion: an empty row is noticed", "[.]") {}

}  // namespace weft::testing::acceptance_test
