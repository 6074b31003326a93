// The steps of docs/tutorial.md work as shown. tests/render and tests/consumer run those that
// need more than `weft`.

#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tutorial.h"

namespace weft::testing::cli_tutorial_test {

TEST_CASE("tutorial: the steps that need only weft print what it shows", "[cli]") {
  const TutorialRun run = run_tutorial({}, weft_program().parent_path().string());
  for (const std::string& fault : run.faults) {
    FAIL_CHECK(fault);
  }
  CHECK(run.steps >= 8);
}

TEST_CASE("tutorial: every block has a tag that some test runs") {
  const std::string text = read_file(repository_root() / "docs" / "tutorial.md");
  const std::set<std::string> known = {"", "fails", "draws", "installed"};
  std::set<std::string> seen;
  for (const TutorialBlock& block : fenced_blocks(text)) {
    INFO("docs/tutorial.md:" << block.line);
    if (block.language == "sh") {
      CHECK(known.count(block.word) == 1);
      seen.insert(block.word);
    } else {
      CHECK((block.word.empty() || block.word.rfind("title=", 0) == 0));
    }
  }
  CHECK(seen == known);
}

TEST_CASE("tutorial: the first missing part of the expected output is reported") {
  struct Row {
    std::string expected;
    std::string output;
    std::string missing;
  };
  const Row row = GENERATE(values<Row>({
      {"a\nb\n", "x\na\nb\ny\n", ""},
      {"a\nb\n", "a\nx\nb\n", "a\nb"},
      {"a\n…\nb\n", "a\nx\nb\n", ""},
      {"b\n…\na\n", "a\nx\nb\n", "a"},
      {"…\na … c\n", "a b c\n", ""},
      {"  a\n", "a\n", "  a"},
      {"…\n", "", ""},
  }));
  CAPTURE(row.expected, row.output);
  CHECK(missing_part(row.expected, row.output) == row.missing);
}

}  // namespace weft::testing::cli_tutorial_test
