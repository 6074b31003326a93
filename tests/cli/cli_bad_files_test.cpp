// Every command that reads FILE, on invalid files: each ends quickly, with a small stack, with the
// right exit code and a message about the file, and writes nothing.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_bad_files_test {

namespace {

namespace fs = std::filesystem;

Finished run_weft(const std::vector<std::string>& arguments, const TempDir& place) {
  Command command;
  command.program = weft_program();
  command.arguments = arguments;
  command.working_directory = place.path();
  command.stack_kib = 256;
  command.timeout = std::chrono::seconds(30);  // 5 on an idle machine
  return run(command);
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The commands that read FILE, with their arguments. `render` is omitted without Vulkan.
std::vector<std::vector<std::string>> commands_on(const std::string& file) {
  return {
      {"check", file},
      {"compose", file, "-p", "unlit", "-t", "glsl", "-t", "hlsl", "--reflect", "-MD", "-o", "out"},
      {"dump", file, "--stage=graph"},
      {"dump", file, "--stage=plan", "-p", "unlit"},
      {"explain", file, "-p", "unlit"},
      {"list", "fragments", file},
      {"eval", file, "1.0"},
      {"convert", "type:float", "type:float", "-L", file},
      {"render", file, "-o", "out.png", "-p", "unlit"},
  };
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += word + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("cli bad files: every command rejects non-text files and writes nothing") {
  struct Row {
    std::string name;
    int exit_code;
    std::string says;
  };
  const TempDir place;
  place.write("binary.weft", std::string("\x7f"
                                         "ELF\x02\x01\x01\x00\x00\xff\xfe\x80",
                                         12));
  place.write("latin1.weft", "// caf\xe9\n");
  place.write("nul.weft", std::string("import \"core\";\nfragment\0f", 25));
  place.write("utf16.weft", std::string("\xff\xfe"
                                        "i\0m\0",
                                        6));
  place.write("word.weft", "material");
  place.write("long_line.weft", std::string(1'000'000, '('));
  place.write("folder/inside.txt", "");
  fs::create_symlink("loop_b.weft", place.path() / "loop_a.weft");
  fs::create_symlink("loop_a.weft", place.path() / "loop_b.weft");
  fs::create_symlink("nowhere", place.path() / "dangling.weft");
  const std::vector<Row> rows = {
      {"binary.weft", 1,
       "binary.weft:1:8: error: the file contains a NUL byte and is not text [not-text]"},
      {"latin1.weft", 1,
       "latin1.weft:1:7: error: the file is not UTF-8 text: byte 0xe9 [not-text]"},
      {"nul.weft", 1,
       "nul.weft:2:9: error: the file contains a NUL byte and is not text [not-text]"},
      {"utf16.weft", 1, "hint: the file looks like UTF-16: save it as UTF-8"},
      {"word.weft", 1, "[syntax-error]"},
      {"long_line.weft", 1,
       "long_line.weft:1:1: error: expected a declaration, found '(' [syntax-error]"},
      {"folder", 3, "error: 'folder' cannot be read: it is a directory [file-unreadable]"},
      {"loop_a.weft", 3,
       "error: 'loop_a.weft' cannot be read: Too many levels of symbolic links [file-unreadable]"},
      {"dangling.weft", 3, "error: there is no file 'dangling.weft' [file-not-found]"},
      {"nowhere.weft", 3, "error: there is no file 'nowhere.weft' [file-not-found]"},
      {std::string(10'000, 'x'), 3, "[file-not-found]"},
      {"/dev/zero", 3,
       "error: '/dev/zero' cannot be read: it is larger than 64 MiB [file-unreadable]"},
  };
  const std::vector<std::string> before = names_in(place.path());
  for (const Row& row : rows) {
    for (const std::vector<std::string>& arguments : commands_on(row.name)) {
      const Finished finished = run_weft(arguments, place);
      INFO(joined(arguments).substr(0, 100) << "\n" << finished.err.substr(0, 2000));
      CHECK_FALSE(finished.timed_out);
      CHECK(finished.exit_code == row.exit_code);
      CHECK(finished.out.empty());
      CHECK_THAT(finished.err, contains(row.says));
      CHECK(finished.err.size() < 10'000);
    }
  }
  CHECK(names_in(place.path()) == before);
}

TEST_CASE("cli bad files: a file without read permission is an error") {
  if (::geteuid() == 0) {
    // Root can read everything, except a directory, see above, and some kernel files.
    const TempDir place;
    const Finished finished = run_weft({"check", "/proc/self/mem"}, place);
    CHECK(finished.exit_code == 3);
    CHECK_THAT(
        finished.err,
        contains("error: '/proc/self/mem' cannot be read: Input/output error [file-unreadable]"));
    return;
  }
  const TempDir place;
  const fs::path file = place.write("secret.weft", "material m { }\n");
  fs::permissions(file, fs::perms::none);
  const Finished finished = run_weft({"check", "secret.weft"}, place);
  CHECK(finished.exit_code == 3);
  CHECK_THAT(finished.err,
             contains("error: 'secret.weft' cannot be read: Permission denied [file-unreadable]"));
}

TEST_CASE("cli bad files: an empty file is valid unless a material is needed") {
  const TempDir place;
  place.write("empty.weft", "");
  place.write("blank.weft", "\r\n\t// nothing\r\n");
  for (const std::string file : {"empty.weft", "blank.weft", "/dev/null"}) {
    for (const std::vector<std::string>& arguments : commands_on(file)) {
      const Finished finished = run_weft(arguments, place);
      const std::string& command = arguments.front();
      const bool wants_material =
          command == "compose" || command == "dump" || command == "explain" || command == "render";
      INFO(joined(arguments) << "\n" << finished.err);
      CHECK(finished.exit_code == (wants_material ? 1 : 0));
      CHECK_THAT(finished.err,
                 contains(wants_material ? "declares no material [unknown-material]" : ""));
    }
  }
}

TEST_CASE("cli bad files: a byte order mark and CRLF are accepted and count as no columns") {
  const TempDir place;
  const std::string good =
      "import \"core\";\r\nimport \"profiles\";\r\nmaterial m {\r\n"
      "  param p: float3 {use: reflectance, encoding: srgb} = #808080;\r\n  output albedo = "
      "p;\r\n}\r\n";
  std::string plain = good;
  plain.erase(std::remove(plain.begin(), plain.end(), '\r'), plain.end());
  place.write("plain/m.weft", plain);
  place.write("crlf/m.weft", good);
  place.write("bom/m.weft", "\xef\xbb\xbf" + plain);
  place.write("wrong.weft",
              "\xef\xbb\xbfmaterial m { output é; }\r\nmaterial n { output c = x; }\r\n");
  const auto composed = [&](const std::string& folder) {
    Command command;
    command.program = weft_program();
    command.arguments = {"compose", "m.weft", "-p",   "unlit",    "-t",
                         "glsl",    "-t",     "hlsl", "--reflect"};
    command.working_directory = place.path() / folder;
    return run(command);
  };
  const Finished expected = composed("plain");
  REQUIRE(expected.exit_code == 0);
  CHECK(composed("crlf").out == expected.out);
  CHECK(composed("bom").out == expected.out);

  const Finished wrong = run_weft({"check", "wrong.weft"}, place);
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.err, contains("wrong.weft:1:21: error: the character 'é' means nothing here"));
  CHECK_THAT(wrong.err, contains("\n 1 | material m { output é; }\n   |                     ^\n"));
}

TEST_CASE("cli bad files: unwritable outputs leave no partial files") {
  const TempDir place;
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m { output albedo = #808080; }\n");
  struct Row {
    std::vector<std::string> arguments;
    std::string says;
  };
  const std::vector<Row> rows = {
      {{"compose", "m.weft", "-p", "unlit", "-o", "/proc/nowhere"}, "[file-unwritable]"},
      {{"compose", "m.weft", "-p", "unlit", "-o", "m.weft"}, "Not a directory [file-unwritable]"},
      {{"compose", "m.weft", "-p", "unlit", "-o", "out", "-MD", "-MF", "/dev/full"},
       "No space left on device [file-unwritable]"},
      {{"render", "m.weft", "-p", "unlit", "-o", "."}, "Is a directory [file-unwritable]"},
  };
  for (const Row& row : rows) {
    Command command;
    command.program = weft_program();
    command.arguments = row.arguments;
    command.working_directory = place.path();
    command.environment = {
        {"ASAN_OPTIONS", "detect_leaks=0"}};  // the graphics driver leaks, and is not ours
    const Finished finished = run(command);
    INFO(joined(row.arguments) << "\n" << finished.err);
    CHECK(finished.exit_code == 3);
    CHECK_THAT(finished.err, contains(row.says));
  }
  CHECK(names_in(place.path()) == std::vector<std::string>{"m.weft"});
}

TEST_CASE("cli bad files: after a hundred messages only a count is printed") {
  const TempDir place;
  std::string text = "import \"core\";\n";
  for (int i = 0; i < 5000; ++i) {
    text += "fragment f" + std::to_string(i) + "(x: float) -> float { return y" +
            std::to_string(i) + "; }\n";
  }
  place.write("many.weft", text);
  const Finished finished = run_weft({"check", "many.weft"}, place);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, contains("many.weft:101:"));
  CHECK(finished.err.find("many.weft:102:") == std::string::npos);
  CHECK_THAT(finished.err, contains("\n4900 more messages are not shown\n"));
  const Finished json = run_weft({"check", "many.weft", "--format=json"}, place);
  CHECK_THAT(json.out, contains("\"diagnostics_left_out\": 4900"));
}

TEST_CASE("cli bad files: messages stay short even for long names") {
  const TempDir place;
  const std::string name(5'000'000, 'n');
  place.write("name.weft", "fragment f(x: float) -> float { return " + name + "; }\n");
  place.write("import.weft", "import \"" + name + "\";\n");
  place.write("type.weft", "fragment f(x: " + name + ") -> float { return 1.0; }\n");
  for (const std::string file : {"name.weft", "import.weft", "type.weft"}) {
    const Finished finished = run_weft({"check", file}, place);
    INFO(file << "\n" << finished.err.substr(0, 2000));
    CHECK_FALSE(finished.timed_out);
    CHECK(finished.exit_code == 1);
    CHECK(finished.err.size() < 5'000);
  }
}

// Quadratic work would take minutes on each of these.
TEST_CASE("cli bad files: large files are accepted or rejected in linear time") {
  struct Row {
    std::string file;
    std::string text;
    int exit_code;
    std::string says;
  };
  const auto repeated = [](int count, const auto& part) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += part(i);
    }
    return text;
  };
  const auto number = [](int i) { return std::to_string(i); };
  const std::vector<Row> rows = {
      {"braces.weft", std::string(10'000'000, '{'), 1,
       "expected a declaration, found '{' [syntax-error]"},
      {"junk.weft", repeated(1'000'000, [](int) { return "@ $ "; }), 1,
       "the character '@' means nothing here"},
      {"name.weft",
       "fragment " + std::string(10'000'000, 'a') + "(x: float) -> float { return x; }", 0, ""},
      {"ports.weft",
       "fragment f(" +
           repeated(200'000, [&](int i) { return "p" + number(i) + ": float = 1.0, "; }) +
           "last: float) -> float { return last" +
           repeated(100'000, [&](int i) { return " + p" + number(i); }) + "; }",
       0, ""},
      {"same.weft",
       repeated(100'000, [](int) { return "fragment f(x: float) -> float { return y; }\n"; }), 1,
       "is declared twice with the same ports [duplicate-name]"},
      {"unknown.weft",
       "import \"core\";\nmaterial m {" +
           repeated(200'000, [&](int i) { return "x" + number(i) + " = y" + number(i) + ";\n"; }) +
           "}",
       1, "unknown name 'y0' [unknown-name]"},
      {"imports.weft", repeated(200'000, [](int) { return "import \"core\";\n"; }), 0, ""},
      {"missing.weft",
       repeated(200'000, [&](int i) { return "import \"./none" + number(i) + "\";\n"; }), 1,
       "there is no file './none0' to import [file-not-found]"},
  };
  const TempDir place;
  for (const Row& row : rows) {
    place.write(row.file, row.text);
    const Finished finished = run_weft({"check", row.file}, place);
    INFO(row.file << "\n" << finished.err.substr(0, 2000));
    CHECK_FALSE(finished.timed_out);
    CHECK(finished.exit_code == row.exit_code);
    CHECK_THAT(finished.err, contains(row.says));
    fs::remove(place.path() / row.file);
  }
}

TEST_CASE("cli bad files: non-UTF-8 paths are printed, also in JSON") {
  const TempDir place;
  const std::string name = "caf\xe9.weft";
  place.write(name, "");
  const Finished finished = run_weft({"check", name, "--format=json"}, place);
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.out, contains("caf\xef\xbf\xbd.weft"));
}

}  // namespace weft::testing::cli_bad_files_test
