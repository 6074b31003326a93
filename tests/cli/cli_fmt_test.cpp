// `weft fmt`: files are replaced atomically, and the shipped files are formatted.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_fmt_test {

namespace {

namespace fs = std::filesystem;

Finished run_fmt(std::vector<std::string> arguments, const fs::path& directory,
                 const std::string& input = "") {
  Command command;
  command.program = weft_program();
  command.arguments = {"fmt"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.stdin_text = input;
  command.working_directory = directory;
  return run(command);
}

constexpr const char* ragged =
    "import\"core\" ; // first\n\n\n\n// why\nmaterial m{output color=0.5;}\n";
constexpr const char* neat =
    "import \"core\";  // first\n\n// why\nmaterial m {\n    output color = 0.5;\n}\n";

std::vector<std::string> shipped_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(repository_root() / "shaders")) {
    if (entry.path().extension() == ".weft") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("fmt: rewrites files and leaves formatted ones untouched") {
  const TempDir place;
  const fs::path file = place.write("a.weft", ragged);
  const fs::path good = place.write("b.weft", neat);
  const auto stamp = fs::last_write_time(good) - std::chrono::hours(1);
  fs::last_write_time(good, stamp);
  const Finished finished = run_fmt({"a.weft", "b.weft"}, place.path());
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out.empty());
  CHECK(read_file(file) == neat);
  CHECK(read_file(good) == neat);
  CHECK(fs::last_write_time(good) == stamp);
}

TEST_CASE("fmt: --check writes nothing, lists files that would change and exits with 1") {
  const TempDir place;
  const fs::path file = place.write("a.weft", ragged);
  place.write("b.weft", neat);
  const Finished some = run_fmt({"--check", "a.weft", "b.weft"}, place.path());
  CHECK(some.exit_code == 1);
  CHECK(some.out == "a.weft\n");
  CHECK(read_file(file) == ragged);
  const Finished none = run_fmt({"b.weft", "--check"}, place.path());
  CHECK(none.exit_code == 0);
  CHECK(none.out.empty());
  const Finished document = run_fmt({"--check", "a.weft", "--format=json"}, place.path());
  CHECK(document.exit_code == 1);
  CHECK_THAT(document.out, contains("\"changes\": true"));
}

TEST_CASE("fmt: standard input is formatted to standard output") {
  const TempDir place;
  const Finished finished = run_fmt({"-"}, place.path(), ragged);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == neat);
  const Finished checked = run_fmt({"-", "--check"}, place.path(), ragged);
  CHECK(checked.exit_code == 1);
  CHECK(checked.out == "<stdin>\n");
}

TEST_CASE("fmt: any error prevents all writes") {
  const TempDir place;
  const fs::path good = place.write("a.weft", ragged);
  const std::string broken_text = "material m { output color = ; }\n";
  const fs::path broken = place.write("b.weft", broken_text);
  place.write("folder/inside.txt", "");
  struct Row {
    std::vector<std::string> files;
    int exit_code;
    std::string message;
  };
  const std::vector<Row> rows = {
      {{"a.weft", "b.weft"}, 1, "[syntax-error]"},
      {{"a.weft", "nowhere.weft"}, 3, "[file-not-found]"},
      {{"a.weft", "folder"}, 3, "[file-unreadable]"},
      {{}, 2, "FILE"},
  };
  for (const Row& row : rows) {
    const Finished finished = run_fmt(row.files, place.path());
    INFO(finished.err);
    CHECK(finished.exit_code == row.exit_code);
    CHECK_THAT(finished.err, contains(row.message));
    CHECK(read_file(good) == ragged);
    CHECK(read_file(broken) == broken_text);
  }
  const Finished piped = run_fmt({"-"}, place.path(), broken_text);
  CHECK(piped.exit_code == 1);
  CHECK(piped.out.empty());
}

TEST_CASE("fmt: line ends are those of the first line, byte order marks removed, links kept") {
  const TempDir place;
  const fs::path file = place.write("a.weft", "\xef\xbb\xbfimport \"core\";\n// x\r\n");
  fs::create_symlink("a.weft", place.path() / "link.weft");
  CHECK(run_fmt({"link.weft"}, place.path()).exit_code == 0);
  CHECK(fs::is_symlink(place.path() / "link.weft"));
  CHECK(read_file(file) == "import \"core\";\n// x\n");
  const fs::path windows = place.write("b.weft", "import  \"core\";\r\n// x\n");
  CHECK(run_fmt({"b.weft"}, place.path()).exit_code == 0);
  CHECK(read_file(windows) == "import \"core\";\r\n// x\r\n");
  CHECK(run_fmt({"--check", "b.weft"}, place.path()).exit_code == 0);
}

TEST_CASE("fmt: all shipped files are formatted") {
  std::vector<std::string> arguments = shipped_files();
  CHECK(arguments.size() >= 6);
  arguments.push_back("--check");
  const Finished finished = run_fmt(arguments, repository_root());
  INFO(finished.err);
  CHECK(finished.out == "");
  CHECK(finished.exit_code == 0);
}

}  // namespace weft::testing::cli_fmt_test
