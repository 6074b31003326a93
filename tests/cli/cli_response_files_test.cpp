// Command line words from response files.

#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_response_files_test {

namespace {}  // namespace

TEST_CASE("cli response files: words are split, quoted and escaped as in GCC") {
  struct Row {
    std::string text;  // of a file whose one word is an expression
    std::string value;
  };
  const std::vector<Row> rows = {
      {"1.5", "1.5\n"},
      {"  1.5 \n\t", "1.5\n"},
      {"'1.0 + 2.0'", "3.0\n"},
      {"\"1.0 + 2.0\"", "3.0\n"},
      {"1.0\\ +\\ 2.0", "3.0\n"},
      {"1.0' + '2.0", "3.0\n"},
      {"1.0\" +\"\\ 2.0", "3.0\n"},
      {"'1.0 +\\ 2.0'", "3.0\n"},  // a backslash escapes within quotes too
      {"a -D a=2.0", "2.0\n"},
      {"a\n-D\na=2.0\n", "2.0\n"},
      {"a\r\n-D\r\na=2.0\r\n", "2.0\n"},
      {"a '-Da= 2.0 ' ", "2.0\n"},
      {"@inner 'a * 2.0'", "6.0\n"},
      {"@inner @inner2", "4.0\n"},
      {"@empty 7 @empty", "7\n"},
  };
  const TempDir place;
  place.write("inner", "-D a=3.0");
  place.write("inner2", "@'inner three'");
  place.write("inner three", "'a + 1.0'");
  place.write("empty", " \n");
  for (const Row& row : rows) {
    place.write("words", row.text);
    const Finished finished = run_weft(place, {"eval", "@words"});
    INFO(row.text << "\n" << finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out == row.value);
  }
  // An empty word is a word, here an empty expression; blanks alone are not.
  for (const auto& [text, exit_code] :
       {std::pair("''", 1), std::pair("\"\"", 1), std::pair(" ", 2)}) {
    place.write("words", text);
    CHECK(run_weft(place, {"eval", "@words"}).exit_code == exit_code);
  }
  // The command may come from a file too, at any position.
  place.write("all", "eval 2.0");
  CHECK(run_weft(place, {"@all"}).out == "2.0\n");
  CHECK(run_weft(place, {"@empty", "eval", "2.0"}).out == "2.0\n");
}

TEST_CASE("cli response files: unreadable, unterminated and recursive files are errors") {
  const TempDir place;
  place.write("circle", "eval @second");
  place.write("second", "@circle 1.0");
  place.write("itself", "@itself");
  place.write("quote", "eval '1.0");
  place.write("folder/inside", "");
  place.write("empty", "");
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += "@wide2 ";
  }
  place.write("wide", text);
  place.write("wide2", std::string(text.size(), ' ') + "@wide3 @wide3 @wide3");
  std::string hundred;
  for (int i = 0; i < 100; ++i) {
    hundred += "@empty ";
  }
  place.write("wide3", hundred);
  struct Row {
    std::vector<std::string> words;
    int exit_code;
    std::string says;
  };
  const std::vector<Row> rows = {
      {{"eval", "@nowhere"}, 3, "there is no file 'nowhere' [file-not-found]\n  hint: "},
      {{"eval", "@folder"}, 3, "'folder' cannot be read: it is a directory"},
      {{"@circle"}, 2, "in a cycle: circle -> second -> circle [import-cycle]"},
      {{"@itself"}, 2, "in a cycle: itself -> itself"},
      {{"@quote"}, 2, "a quote in 'quote' is not closed"},
      {{"@empty"}, 2, "usage: weft COMMAND"},
      {{"@wide"}, 2, "more than 10000 files"},
      {{"@"}, 2, "there is no command '@'"},
  };
  for (const Row& row : rows) {
    const Finished finished = run_weft(place, row.words);
    INFO(row.says << "\n" << finished.err);
    CHECK(finished.exit_code == row.exit_code);
    CHECK_THAT(finished.err, contains(row.says));
    CHECK(finished.out.empty());
  }
}

TEST_CASE("cli response files: ten thousand words and deep nesting need little stack") {
  const TempDir place;
  for (int i = 0; i < 5000; ++i) {
    place.write("deep/" + std::to_string(i), "@deep/" + std::to_string(i + 1));
  }
  place.write("deep/5000", "1.0");
  Command command;
  command.program = weft_program();
  command.arguments = {"eval", "@deep/0"};
  command.working_directory = place.path();
  command.stack_kib = 256;
  CHECK(run(command).out == "1.0\n");
}

}  // namespace weft::testing::cli_response_files_test
