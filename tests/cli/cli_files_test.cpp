// File input and output of the program: exit codes, atomic writes, unchanged files left untouched,
// nothing written after errors.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_files_test {

namespace {

namespace fs = std::filesystem;

std::string material(const std::string& value) {
  return "import \"core\";\nmaterial m { output color = " + value + "; }\n" + flat_profile;
}

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    names.push_back(fs::relative(entry.path(), folder).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("cli files: missing and unreadable inputs have distinct errors") {
  const TempDir place;
  place.write("good.weft", material("0.5"));
  place.write("missing_import.weft", "import \"./nowhere\";\n");
  place.write("folder.weft/inside.txt", "");
  place.write("unreadable_import.weft", "import \"./folder.weft\";\n");
  struct Row {
    std::vector<std::string> arguments;
    int exit_code;
    std::string code;
  };
  const std::vector<Row> rows = {
      {{"check", "good.weft"}, 0, ""},
      {{"check", "nowhere.weft"}, 3, "[file-not-found]"},
      {{"check", "good.weft", "nowhere.weft"}, 3, "[file-not-found]"},
      {{"check", "missing_import.weft"}, 1, "[file-not-found]"},
      {{"check", "folder.weft"}, 3, "[file-unreadable]"},
      {{"check", "unreadable_import.weft"}, 3, "[file-unreadable]"},
      {{"compose", "nowhere.weft"}, 3, "[file-not-found]"},
      {{"convert", "type:float", "type:float", "-L", "nowhere.weft"}, 3, "[file-not-found]"},
      {{"eval", "nowhere.weft", "1.0"}, 3, "[file-not-found]"},
      {{"dump", "nowhere.weft", "--stage=graph"}, 3, "[file-not-found]"},
      {{"list", "traits", "nowhere.weft"}, 3, "[file-not-found]"},
      {{"render", "good.weft", "-o", "p.png", "--mesh", "no.obj"}, 3, "[file-not-found]"},
  };
  for (const Row& row : rows) {
    const Finished finished = run_weft(row.arguments, place.path());
    INFO(row.arguments[0] << " " << row.arguments[1] << "\n" << finished.err);
    CHECK(finished.exit_code == row.exit_code);
    CHECK_THAT(finished.err, contains(row.code));
  }
}

TEST_CASE("cli files: output names contain material, profile and language") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  const Finished finished = run_weft({"compose", "m.weft", "-p", "flat", "-t", "glsl", "-t", "hlsl",
                                      "-t", "spirv", "--reflect", "-o", "a/b", "-MD"},
                                     place.path());
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(finished.out.empty());
  CHECK(files_below(place.path() / "a" / "b") ==
        std::vector<std::string>{"m.flat.d", "m.flat.frag.glsl", "m.flat.frag.glsl.spv",
                                 "m.flat.json", "m.flat.ps.hlsl", "m.flat.ps.hlsl.spv",
                                 "m.flat.vert.glsl", "m.flat.vert.glsl.spv", "m.flat.vs.hlsl",
                                 "m.flat.vs.hlsl.spv"});
}

TEST_CASE("cli files: unchanged outputs keep their timestamps") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  const std::vector<std::string> compose = {"compose", "m.weft", "-p", "flat", "-o", "out"};
  REQUIRE(run_weft(compose, place.path()).exit_code == 0);
  const fs::path vertex = place.path() / "out" / "m.flat.vert.glsl";
  const fs::path fragment = place.path() / "out" / "m.flat.frag.glsl";
  const fs::file_time_type past = fs::last_write_time(vertex) - std::chrono::hours(1);
  fs::last_write_time(vertex, past);
  fs::last_write_time(fragment, past);
  fs::permissions(fragment, fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(run_weft(compose, place.path()).exit_code == 0);
  CHECK(fs::last_write_time(vertex) == past);
  CHECK(fs::last_write_time(fragment) == past);

  place.write("m.weft", material("0.75"));
  const std::string before = read_file(fragment);
  REQUIRE(run_weft(compose, place.path()).exit_code == 0);
  CHECK(fs::last_write_time(vertex) == past);  // the same text
  CHECK(fs::last_write_time(fragment) != past);
  CHECK(read_file(fragment) != before);
  CHECK(fs::status(fragment).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(files_below(place.path() / "out") ==
        std::vector<std::string>{"m.flat.frag.glsl", "m.flat.vert.glsl"});
}

TEST_CASE("cli files: outputs are replaced atomically, never overwritten in place") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  const std::vector<std::string> compose = {"compose", "m.weft", "-p", "flat", "-o", "out"};
  REQUIRE(run_weft(compose, place.path()).exit_code == 0);
  // A process that has the file open, or a hard link to it, keeps the old content.
  const fs::path output = place.path() / "out" / "m.flat.frag.glsl";
  const fs::path held = place.path() / "held.glsl";
  fs::create_hard_link(output, held);
  const std::string before = read_file(output);
  std::ifstream open(output, std::ios::binary);
  REQUIRE(open);

  place.write("m.weft", material("0.75"));
  REQUIRE(run_weft(compose, place.path()).exit_code == 0);
  CHECK(read_file(output) != before);
  CHECK(read_file(held) == before);
  CHECK_FALSE(fs::equivalent(output, held));
  CHECK(std::string(std::istreambuf_iterator<char>(open), {}) == before);
}

TEST_CASE("cli files: an error writes nothing and keeps existing outputs") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  const std::vector<std::string> compose = {"compose", "m.weft", "-p", "flat", "-o", "out"};
  REQUIRE(run_weft(compose, place.path()).exit_code == 0);
  const std::string before = read_file(place.path() / "out" / "m.flat.frag.glsl");
  place.write("m.weft", material("colour_that_nobody_knows"));
  CHECK(run_weft(compose, place.path()).exit_code == 1);
  CHECK(read_file(place.path() / "out" / "m.flat.frag.glsl") == before);
  CHECK(run_weft({"compose", "m.weft", "-p", "flat", "-o", "fresh"}, place.path()).exit_code == 1);
  CHECK_FALSE(fs::exists(place.path() / "fresh"));
}

TEST_CASE("cli files: either all outputs are written or none") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  fs::create_directories(place.path() / "out" / "m.flat.frag.glsl");  // blocks the second file
  const Finished finished =
      run_weft({"compose", "m.weft", "-p", "flat", "-o", "out"}, place.path());
  CHECK(finished.exit_code == 3);
  CHECK_THAT(finished.err, contains("m.flat.frag.glsl': Is a directory [file-unwritable]"));
  CHECK(files_below(place.path() / "out") == std::vector<std::string>{"m.flat.frag.glsl"});

  place.write("blocked", "a file, not a folder");
  const Finished blocked =
      run_weft({"compose", "m.weft", "-p", "flat", "-o", "blocked/out"}, place.path());
  CHECK(blocked.exit_code == 3);
  CHECK_THAT(blocked.err, contains("[file-unwritable]"));

  // If the dependency file cannot be written, the shaders are not written either.
  const Finished no_depfile = run_weft(
      {"compose", "m.weft", "-p", "flat", "-o", "fresh", "-MD", "-MF", "blocked/d"}, place.path());
  CHECK(no_depfile.exit_code == 3);
  CHECK_FALSE(fs::exists(place.path() / "fresh"));
}

TEST_CASE("cli files: a link's target is replaced and not the link, a device is written to") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  place.write("real/old.glsl", "old");
  fs::create_directories(place.path() / "out");
  fs::create_symlink(place.path() / "real" / "old.glsl", place.path() / "out" / "m.flat.vert.glsl");
  fs::create_symlink("/dev/null", place.path() / "out" / "m.flat.frag.glsl");
  const Finished finished =
      run_weft({"compose", "m.weft", "-p", "flat", "-o", "out"}, place.path());
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(fs::is_symlink(place.path() / "out" / "m.flat.vert.glsl"));
  CHECK_THAT(read_file(place.path() / "real" / "old.glsl"), contains("#version 450"));
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("cli files: a link to nothing is replaced, and nothing else is left") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  fs::create_directories(place.path() / "out");
  fs::create_symlink("/nonexistent/file", place.path() / "out" / "m.flat.frag.glsl");
  const Finished finished =
      run_weft({"compose", "m.weft", "-p", "flat", "-o", "out"}, place.path());
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK_THAT(read_file(place.path() / "out" / "m.flat.frag.glsl"), contains("#version 450"));
  for (const fs::directory_entry& entry : fs::directory_iterator(place.path() / "out")) {
    CHECK(entry.is_regular_file());
    CHECK_FALSE(entry.is_symlink());
  }
}

TEST_CASE("cli files: a socket is not replaced") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  fs::create_directories(place.path() / "out");
  const fs::path path = place.path() / "out" / "m.flat.frag.glsl";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.string().size() < sizeof(address.sun_path));
  path.string().copy(address.sun_path, sizeof(address.sun_path) - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(socket >= 0);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  const Finished finished =
      run_weft({"compose", "m.weft", "-p", "flat", "-o", "out"}, place.path());
  ::close(socket);
  CHECK(finished.exit_code == 3);
  CHECK(fs::is_socket(path));
  CHECK_FALSE(fs::exists(place.path() / "out" / "m.flat.vert.glsl"));
}

TEST_CASE("cli files: devices are written after all files") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  // The pipe is read only after the other file exists, or after five seconds.
  Command command;
  command.program = "/bin/sh";
  command.arguments = {
      "-c", "mkdir out && mkfifo out/m.flat.vert.glsl || exit 9; " + weft_program().string() +
                " compose m.weft -p flat -o out & "
                "i=0; while [ ! -f out/m.flat.frag.glsl ] && [ $i -lt 100 ]; do sleep 0.05; "
                "i=$((i + 1)); done; "
                "[ -f out/m.flat.frag.glsl ] && echo there; "
                "cat out/m.flat.vert.glsl > read; wait $!; echo $?"};
  command.working_directory = place.path();
  const Finished finished = run(command);
  INFO(finished.err);
  CHECK(finished.out == "there\n0\n");
  CHECK(read_file(place.path() / "read").starts_with("#version 450"));
}

TEST_CASE("cli files: a full device leaves every file unchanged") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  place.write("out/m.flat.frag.glsl", "old");
  fs::create_symlink("/dev/full", place.path() / "out" / "m.flat.vert.glsl");
  const fs::file_time_type before = fs::last_write_time(place.path() / "out/m.flat.frag.glsl");
  const Finished finished =
      run_weft({"compose", "m.weft", "-p", "flat", "-o", "out", "--header"}, place.path());
  CHECK(finished.exit_code == 3);
  CHECK_THAT(finished.err, contains("No space left on device [file-unwritable]"));
  CHECK(read_file(place.path() / "out/m.flat.frag.glsl") == "old");
  CHECK(fs::last_write_time(place.path() / "out/m.flat.frag.glsl") == before);
  const fs::directory_iterator entries(place.path() / "out");  // nothing new
  CHECK(std::distance(fs::begin(entries), fs::end(entries)) == 2);
}

TEST_CASE("cli files: a full standard output is an error") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  for (const char* arguments : {"eval 1.0", "--help", "--version", "list traits",
                                "eval 1.0 --format=json", "compose m.weft -p flat"}) {
    Command command;
    command.program = "/bin/sh";
    command.arguments = {"-c", weft_program().string() + " " + arguments + " > /dev/full"};
    command.working_directory = place.path();
    const Finished finished = run(command);
    INFO(arguments << finished.err);
    CHECK(finished.exit_code == 3);
  }
}

TEST_CASE("cli files: dependency files list every file read, escaped for make") {
  const TempDir place;
  place.write("a dir/m #1.weft",
              "import \"./part$.weft\";\nimport \"core\";\nmaterial m { output color = 0.5; }\n");
  place.write("a dir/part$.weft", "import \"core\";\n" + std::string(flat_profile));
  const Finished finished = run_weft(
      {"compose", "a dir/m #1.weft", "-p", "flat", "-o", "o ut", "-MD", "-MF", "o ut/deps"},
      place.path());
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  const std::string text = read_file(place.path() / "o ut" / "deps");
  CHECK_THAT(text, contains("o\\ ut/m.flat.vert.glsl o\\ ut/m.flat.frag.glsl:"));
  CHECK_THAT(text, contains(" \\\n  a\\ dir/m\\ \\#1.weft"));
  CHECK_THAT(text, contains(" \\\n  a\\ dir/part$$.weft"));
  CHECK_THAT(text, contains("core.weft"));
}

TEST_CASE("cli: the folders of --root and --allow must exist") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  const std::string wrong = "error: the folder 'nowhere' of ";
  const Finished check = run_weft(place, {"check", "m.weft", "--root", ".", "--root", "nowhere"});
  CHECK(check.exit_code == 3);
  CHECK(check.err == wrong + "--root does not exist [file-not-found]\n");
  CHECK(check.out.empty());
  const Finished file = run_weft(place, {"eval", "m.weft", "1.0", "--root", "m.weft"});
  CHECK(file.exit_code == 3);
  CHECK(file.err == "error: the folder 'm.weft' of --root is not a folder [file-not-found]\n");
  const Finished serve = run_weft(place, {"serve", "--allow", ".", "--allow", "nowhere"});
  CHECK(serve.exit_code == 3);
  CHECK(serve.err == wrong + "--allow does not exist [file-not-found]\n");
  // Folders to search may be absent.
  const Finished searched = run_weft(place, {"check", "m.weft", "-I", "nowhere", "--root", "."});
  CHECK(searched.exit_code == 0);
  CHECK(searched.err == "warning: the folder 'nowhere' of -I does not exist [file-not-found]\n");
}

TEST_CASE("cli: serve and lsp tell of input that ends inside a message") {
  for (const char* command : {"serve", "lsp"}) {
    Command cut;
    cut.program = weft_program();
    cut.arguments = {command};
    cut.stdin_text = "Content-Length: 46\r\n\r\n{";
    const Finished finished = run(cut);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.out, contains("the input ends after 1 of a message's 46 bytes"));
  }
}

}  // namespace weft::testing::cli_files_test
