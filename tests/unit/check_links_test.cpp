// The links of the documents resolve, and scripts/check-links reports broken ones.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::check_links_test {

namespace {

Finished check_links(const std::vector<std::string>& files = {}) {
  Command command;
  command.program = repository_root() / "scripts" / "check-links";
  command.arguments = files;
  return run(command);
}

/// The faults reported for a document `a.md`, without its folder.
std::string faults_of(const std::string& text) {
  const TempDir place;
  place.write("docs/b.md", "# The way through\n\n## `fold`, at *once*\n\n## Same\n\n## Same\n");
  place.write("docs/b.txt", "");
  const std::string file = place.write("docs/a.md", text).string();
  const Finished finished = check_links({file});
  CHECK(finished.err.empty());
  CHECK(finished.exit_code == (finished.out.empty() ? 0 : 1));
  std::string said = finished.out;
  for (std::size_t at = said.find(file); at != std::string::npos; at = said.find(file)) {
    said.erase(at, file.size() - std::string("a.md").size());
  }
  return said;
}

}  // namespace

TEST_CASE("all links in the documents resolve") {
  const Finished finished = check_links();
  CHECK(finished.out.empty());
  CHECK(finished.err.empty());
  CHECK(finished.exit_code == 0);
}

TEST_CASE("links to files, headings and other sites pass") {
  const std::string good =
      GENERATE("[b](b.md)", "[b](./b.md#the-way-through)", "[b](../docs/b.md#fold-at-once)",
               "[b](b.md#same-1)", "[the folder](..)", "![b](b.txt \"b\")",
               "[elsewhere](https://x.invalid/#a)", "[who](mailto:a@x.invalid)",
               "## A heading\n[a](#a-heading)", "<a id=\"here\"></a>\n[a](#here)",
               "`[code](nowhere)`", "```\n[code](nowhere)\n```", "[b]: b.md", "<img src=\"b.txt\">",
               "````\n```\n[code](nowhere)\n````", "``[code](nowhere)` ``");
  CHECK(faults_of(good + "\n").empty());
}

TEST_CASE("a broken link is reported with its line") {
  struct Row {
    std::string text;
    std::string fault;
  };
  const Row row = GENERATE(values<Row>({
      {"[b](c.md)\n", "a.md:1: there is no c.md\n"},
      {"x\n\n[b](b.md#the-way)\n", "a.md:3: there is no heading for b.md#the-way\n"},
      {"[b](b.md#same-2)\n", "a.md:1: there is no heading for b.md#same-2\n"},
      {"[a](#nothing)\n", "a.md:1: there is no heading for #nothing\n"},
      {"```\n# Code\n```\n[a](#code)\n", "a.md:4: there is no heading for #code\n"},
      {"[b](/docs/b.md)\n", "a.md:1: '/docs/b.md' is no relative link\n"},
      {"[several\nlines](c.md)\n", "a.md:2: there is no c.md\n"},
      {"[![b](c.png)](d.md)\n", "a.md:1: there is no c.png\na.md:1: there is no d.md\n"},
      {"[b]: c.md\n", "a.md:1: there is no c.md\n"},
      {"<img src=\"c.png\">\n", "a.md:1: there is no c.png\n"},
      {"`code` [b](c.md) `code`\n", "a.md:1: there is no c.md\n"},
      {"```\n```\n[b](c.md)\n", "a.md:3: there is no c.md\n"},
  }));
  CAPTURE(row.text);
  CHECK(faults_of(row.text) == row.fault);
}

}  // namespace weft::testing::check_links_test
