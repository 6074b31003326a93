// `weft new`: what it writes composes, and what it refuses leaves everything as it was.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_new_test {

namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

/// Runs a command of `next` as a user pastes it.
Finished paste(const TempDir& place, const std::string& line) {
  Command command{"/bin/sh"};
  command.arguments = {"-c", "PATH=\"$0:$PATH\"; " + line, weft_program().parent_path().string()};
  command.working_directory = place.path();
  return run(command);
}

}  // namespace

TEST_CASE("cli new: new files are formatted and free of errors, and the printed commands run") {
  struct Row {
    std::string kind;
    std::string name;
    std::size_t steps;
  };
  const std::vector<Row> rows = {
      {"material", "rust", 2},
      {"material", "new_name", 2},
      {"material", "float3", 2},  // the name of a type, and of nothing that it hides
      {"material", "roughness", 2},
      {"material", "output", 2},
      {"profile", "engine", 1},
      {"profile", "forward", 1},  // shipped, but this file's own comes first
      {"profile", "material", 1},
      {"library", "soft", 2},
      {"library", "core", 2},
      {"library", "_", 2},
  };
  for (const Row& row : rows) {
    const TempDir place;
    const Finished made =
        run_weft(place, {"new", row.kind, row.name, "-o", "a b", "--format", "json"});
    INFO(row.kind << " " << row.name << "\n" << made.out << made.err);
    REQUIRE(made.exit_code == 0);
    const Json document = Json::parse(made.out);
    const std::string file = "a b/" + row.name + ".weft";
    CHECK(document["files"] == Json::array({file}));
    CHECK(files_of(place.path() / "a b").size() == 1);
    CHECK(run_weft(place, {"fmt", "--check", file}).exit_code == 0);
    const Finished checked = run_weft(place, {"check", file, "-Werror"});
    INFO(checked.err);
    CHECK(checked.exit_code == 0);
    REQUIRE(document["next"].size() == row.steps);
    for (const Json& step : document["next"]) {
      const std::string line = step.get<std::string>();
      if (!line.starts_with("weft render")) {  // see render/new_material_test.cpp
        const Finished done = paste(place, line);
        INFO(line << "\n" << done.err);
        CHECK(done.exit_code == 0);
        CHECK_FALSE(done.out.empty());
      }
    }
  }
}

TEST_CASE("cli new: a material composes for the shipped profiles, with its parameters") {
  const TempDir place;
  REQUIRE(run_weft(place, {"new", "material", "rust"}).exit_code == 0);
  for (const char* profile : {"forward", "unlit", "depth", "gbuffer", "functions"}) {
    const Finished composed = run_weft(
        place, {"compose", "rust.weft", "-p", profile, "-o", "out", "-t", "spirv", "--reflect"});
    INFO(profile << "\n" << composed.err);
    CHECK(composed.exit_code == 0);
  }
  const std::string reflection = read_file(place.path() / "out/rust.forward.json");
  for (const char* parameter : {"\"Tint\"", "\"Roughness\"", "\"Metallic\""}) {
    CHECK_THAT(reflection, contains(parameter));
  }
}

TEST_CASE("cli new: nothing is replaced unless --force says so") {
  const TempDir place;
  place.write("rust.weft", "// mine\n");
  const Finished refused = run_weft(place, {"new", "material", "rust"});
  CHECK(refused.exit_code == 3);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "error: 'rust.weft' exists [file-unwritable]\n"
        "  hint: give another name or folder (-o), or replace it with --force\n");
  CHECK(files_of(place.path()) == Files{{"rust.weft", "// mine\n"}});

  // One file of a project is there: none of the others is written.
  place.write("rocks/main.cpp", "int main() {}\n");
  const Finished kept = run_weft(place, {"new", "project", "rocks"});
  CHECK(kept.exit_code == 3);
  CHECK_THAT(kept.err, contains("'rocks/main.cpp' exists"));
  CHECK(kept.err.find("CMakeLists") == std::string::npos);
  CHECK(files_of(place.path() / "rocks") == Files{{"main.cpp", "int main() {}\n"}});

  // A link to nowhere is not written through.
  fs::create_symlink("elsewhere.weft", place.path() / "link.weft");
  CHECK(run_weft(place, {"new", "library", "link"}).exit_code == 3);
  CHECK_FALSE(fs::exists(place.path() / "elsewhere.weft"));

  const Finished forced = run_weft(place, {"new", "material", "rust", "--force"});
  CHECK(forced.exit_code == 0);
  CHECK(forced.out ==
        "rust.weft\n\nnext:\n  weft compose rust.weft\n"
        "  weft render rust.weft -o rust.png\n");
  CHECK_THAT(read_file(place.path() / "rust.weft"), contains("material rust {"));
}

TEST_CASE("cli new: a name that is too long for the file system is called that") {
  const TempDir place;
  const std::string name(300, 'x');
  for (const std::vector<std::string>& last : {std::vector<std::string>(), {"--force"}}) {
    std::vector<std::string> arguments = {"new", "material", name};
    arguments.insert(arguments.end(), last.begin(), last.end());
    const Finished refused = run_weft(place, arguments);
    CHECK(refused.exit_code == 3);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err, contains("cannot write '" + name + ".weft': File name too long"));
    CHECK(refused.err.find("exists") == std::string::npos);
  }
  CHECK(files_of(place.path()).empty());
}

TEST_CASE("cli new: a place that cannot be written gets no part of a project") {
  const TempDir place;
  fs::create_directories(place.path() / "rocks/main.cpp");  // a folder where a file belongs
  const Finished failed = run_weft(place, {"new", "project", "rocks", "--force"});
  CHECK(failed.exit_code == 3);
  CHECK(failed.out.empty());
  CHECK_THAT(failed.err, contains("cannot write 'rocks/main.cpp'"));
  CHECK_FALSE(fs::exists(place.path() / "rocks/rocks.weft"));
  CHECK_FALSE(fs::exists(place.path() / "rocks/CMakeLists.txt"));

  place.write("file", "");
  const Finished inside = run_weft(place, {"new", "material", "rust", "-o", "file"});
  CHECK(inside.exit_code == 3);
  CHECK(inside.out.empty());
  CHECK_THAT(inside.err, contains("cannot write 'file/rust.weft': Not a directory"));
}

TEST_CASE("cli new: words that cannot be names are refused with one that can") {
  struct Row {
    std::string kind;
    std::string name;
    std::string says;
  };
  const std::vector<Row> rows = {
      {"material", "my-rock",
       "'my-rock' cannot be a name: names are letters, digits and _, "
       "without a digit in front; write `weft new material my_rock`"},
      {"material", "rock.weft", "write `weft new material rock`"},
      {"profile", "1st engine", "write `weft new profile st_engine`"},
      {"project", "stones/my-rock.weft", "write `weft new project my_rock -o stones`"},
      {"project", "../rock", "write `weft new project rock -o ..`"},
      {"library", "for", "it is a word of the language; write `weft new library for_`"},
      {"library", "", "'' cannot be a name"},
      {"library", "..", "'..' cannot be a name"},
      {"library", "é", "'é' cannot be a name"},
      {"library", "srgb",
       "a library cannot be called 'srgb': trait 'encoding' has the value "
       "'srgb' twice; choose another name"},
  };
  const TempDir place;
  for (const Row& row : rows) {
    const Finished refused = run_weft(place, {"new", row.kind, row.name});
    INFO(row.name << "\n" << refused.err);
    CHECK(refused.exit_code == 2);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err, contains(row.says));
    CHECK(fs::is_empty(place.path()));
  }
}

}  // namespace weft::testing::cli_new_test
