// Every row of tests/acceptance/*.tsv has a test with its id as name. A test without assertions
// fails (ctest runs them with --warn NoAssertions), so every row is really tested.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
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

Finished run_self(const std::vector<std::string>& arguments) {
  Command command;
  command.program = std::filesystem::read_symlink("/proc/self/exe");
  command.arguments = arguments;
  return run(command);
}

/// The names of the tests of this executable, without hidden ones.
std::set<std::string> test_names() {
  std::istringstream lines(run_self({"--list-test-names-only"}).out);
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    names.insert(line);
  }
  return names;
}

/// Whether one of the tests has the row's id.
bool has_row(const std::set<std::string>& tests, const std::string& id) {
  const auto found = tests.lower_bound(id + ":");
  return found != tests.end() && found->starts_with(id + ":");
}

}  // namespace

TEST_CASE("every acceptance row has a test", "[acceptance]") {
  const std::vector<std::string> ids = copied_ids();
  REQUIRE(ids.size() >= 8);
  const std::set<std::string> tests = test_names();
  for (const std::string& id : ids) {
    INFO("row " << id);
    CHECK(has_row(tests, id));
  }
  CHECK_FALSE(has_row(tests, "Z99"));
  CHECK_FALSE(has_row(tests, "hidden example"));
}

TEST_CASE("a test without assertions fails under ctest", "[acceptance]") {
  const std::string empty = "hidden example: a test without assertions";
  CHECK(run_self({empty, "--warn", "NoAssertions"}).exit_code != 0);
  std::ifstream commands(repository_root() / "tests/CMakeLists.txt");
  const std::string text{std::istreambuf_iterator<char>(commands), {}};
  CHECK(text.find("EXTRA_ARGS --warn NoAssertions") != std::string::npos);
}

TEST_CASE("hidden example: a test without assertions", "[.]") {}

}  // namespace weft::testing::acceptance_test
