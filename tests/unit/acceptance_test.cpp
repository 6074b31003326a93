// Every row of tests/acceptance/*.tsv is a test named by its id, and each of them is run here
// again: an id without an executed, passing test fails.

#include <filesystem>
#include <fstream>
#include <set>
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

/// Whether this executable has a test case `ID: …` that executes assertions and passes.
bool passes(const std::string& id) {
  Command command;
  command.program = std::filesystem::read_symlink("/proc/self/exe");
  command.arguments = {id + ":*", "--reporter", "xml"};
  Finished finished = run(command);
  std::size_t results = finished.out.rfind("<OverallResults successes=\"");
  bool has_successes = results != std::string::npos &&
                       finished.out.find("successes=\"0\"", results) == std::string::npos;
  return finished.exit_code == 0 && has_successes;
}

}  // namespace

TEST_CASE("every copied acceptance row has an executed and passing test", "[acceptance]") {
  std::vector<std::string> ids = copied_ids();
  REQUIRE(ids.size() >= 8);
  for (const std::string& id : ids) {
    INFO("row " << id);
    CHECK(passes(id));
  }
}

TEST_CASE("a row without a test is noticed", "[acceptance]") { CHECK_FALSE(passes("Z99")); }

}  // namespace weft::testing::acceptance_test
