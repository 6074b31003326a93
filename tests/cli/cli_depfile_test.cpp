// Dependency files as read by make and ninja: they rebuild exactly when a file in the rule changes,
// regardless of its name.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_depfile_test {

namespace {

namespace fs = std::filesystem;

const std::string core_and_profile = std::string("import \"core\";") + flat_profile;

Finished run_in(const TempDir& place, const fs::path& program,
                const std::vector<std::string>& arguments) {
  Command command;
  command.program = program;
  command.arguments = arguments;
  command.working_directory = place.path();
  return run(command);
}

/// Whether the tool would rebuild now.
bool would_remake(const TempDir& place, const std::string& tool, const std::string& target) {
  const Finished dry = run_in(place, "/usr/bin/env", {tool, "-n", target});
  INFO(tool << "\n" << dry.out << dry.err);
  CHECK(dry.exit_code == 0);
  return dry.out.find("remake") != std::string::npos;
}

void set_age(const fs::path& file, std::chrono::seconds age) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - age);
}

std::string in_weft_string(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c == '\\' || c == '"' ? std::string("\\") + c : std::string(1, c);
  }
  return escaped;
}

const std::vector<std::string> odd_names = {
    "plain", "a b",  "a  b c", "a#b",  "a$b",  "a:b",      "a\\b",  "a\\ b", "a\\\\ b", "tail\\",
    "é日本", "a%b",  "a(b)",   "a=b",  "a~b",  "~a",       "a[b]",  "a{b}",  "a,b",     "a@b",
    "a!b",   "-a b", "a+b",    "$(x)", "${x}", "# $:\\ é", "a:b c", "$$"};

/// In a target, make reads `%` as a pattern and `=` as an assignment.
bool can_be_a_target_of_make(const std::string& name) {
  return name.find_first_of("%=") == std::string::npos;
}

}  // namespace

TEST_CASE("cli depfile: make and ninja rebuild only when a file in the rule changes") {
  for (const std::string& name : odd_names) {
    INFO("name: " << name);
    const TempDir place;
    const std::string import = name + ".weft";
    place.write(import, core_and_profile);
    place.write("m.weft", "import \"./" + in_weft_string(import) +
                              "\";\nmaterial m { output color = 0.5; }\n");
    place.write("words", "-p flat -o 'out'");
    const Finished composed =
        run_in(place, weft_program(),
               {"compose", "m.weft", "@words", "-MF", "rule.d", "-MT", "made", "-MP"});
    INFO(composed.err);
    REQUIRE(composed.exit_code == 0);
    const std::string rule = read_file(place.path() / "rule.d");
    place.write("Makefile", "made:\n\t@echo remake\n-include rule.d\n");
    place.write("build.ninja",
                "rule r\n  command = echo remake\n  depfile = rule.d\nbuild made: r\n");
    for (const std::string tool : {"make", "ninja"}) {
      for (const std::string& file : {std::string("m.weft"), import, std::string("words")}) {
        set_age(place.path() / file, std::chrono::seconds(200));
      }
      if (tool == "ninja") {  // it rebuilds outputs that it did not build itself
        const Finished first = run_in(place, "/usr/bin/env", {tool, "made"});
        INFO(first.out);
        CHECK(first.exit_code == 0);
        write_file(place.path() / "rule.d", rule);  // which ninja deletes after reading it
      }
      place.write("made", "");
      set_age(place.path() / "made", std::chrono::seconds(-100));  // newer than the shipped files
      CHECK_FALSE(would_remake(place, tool, "made"));
      for (const std::string& file : {std::string("m.weft"), import, std::string("words")}) {
        INFO(tool << " after " << file);
        set_age(place.path() / file, std::chrono::seconds(-200));
        CHECK(would_remake(place, tool, "made"));
        set_age(place.path() / file, std::chrono::seconds(200));
        CHECK_FALSE(would_remake(place, tool, "made"));
      }
    }
    // With -MP make continues although the file is gone.
    if (can_be_a_target_of_make(name)) {
      fs::remove(place.path() / import);
      CHECK(would_remake(place, "make", "made"));
    }
  }
}

TEST_CASE("cli depfile: make and ninja recognize the names of the outputs") {
  for (const std::string& name : odd_names) {
    if (!can_be_a_target_of_make(name)) {
      continue;
    }
    INFO("folder: " << name);
    const TempDir place;
    place.write("m.weft", core_and_profile + std::string("material m { output color = 0.5; }\n"));
    const Finished composed =
        run_in(place, weft_program(),
               {"compose", "m.weft", "-p", "flat", "-o", "./" + name, "-MF", "rule.d"});
    INFO(composed.err);
    REQUIRE(composed.exit_code == 0);
    const std::string output = "./" + name + "/m.flat.vert.glsl";
    REQUIRE(fs::exists(place.path() / output));
    // 2 is "no rule to make target"; 1 would mean out of date.
    place.write("Makefile", "include rule.d\n");
    const Finished made = run_in(place, "/usr/bin/env", {"make", "-q", output});
    INFO(read_file(place.path() / "rule.d") << made.err);
    CHECK(made.exit_code == 0);
  }
}

TEST_CASE("cli depfile: a file name that looks like an assignment does not set a make variable") {
  const TempDir place;
  place.write("a=b.weft", core_and_profile + std::string("material m { output color = 0.5; }\n"));
  const Finished composed = run_in(
      place, weft_program(),
      {"compose", "a=b.weft", "-p", "flat", "-o", "out", "-MF", "rule.d", "-MT", "made", "-MP"});
  INFO(composed.err);
  REQUIRE(composed.exit_code == 0);
  place.write("Makefile", "a = kept\nmade:\n\t@echo remake with a=$(a).\n-include rule.d\n");
  place.write("made", "");
  set_age(place.path() / "made", std::chrono::seconds(-100));
  CHECK_FALSE(would_remake(place, "make", "made"));
  set_age(place.path() / "a=b.weft", std::chrono::seconds(-200));
  CHECK(would_remake(place, "make", "made"));
  CHECK_THAT(run_in(place, "/usr/bin/env", {"make", "made"}).out, contains("a=kept."));
}

TEST_CASE("cli depfile: names that make or ninja cannot represent are rejected") {
  for (const std::string name : {"a;b", "a|b", "a\tb", ";", "|"}) {
    INFO("name: " << name);
    const TempDir place;
    place.write(name + ".weft",
                core_and_profile + std::string("material m { output color = 0.5; }\n"));
    const Finished composed =
        run_in(place, weft_program(),
               {"compose", name + ".weft", "-p", "flat", "-o", "out", "-MF", "rule.d"});
    CHECK(composed.exit_code == 3);
    CHECK_THAT(composed.err, contains("no rule can name"));
    CHECK_FALSE(fs::exists(place.path() / "rule.d"));
    CHECK_FALSE(fs::exists(place.path() / "out"));
  }
  const TempDir place;
  place.write("m.weft", core_and_profile + std::string("material m { output color = 0.5; }\n"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-o", "a=b"}, {"-o", "out", "-MT", "a=b"}}) {
    std::vector<std::string> arguments = {"compose", "m.weft", "-p", "flat", "-MF", "rule.d"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Finished composed = run_in(place, weft_program(), arguments);
    CHECK(composed.exit_code == 3);
    CHECK_THAT(composed.err, contains("holds a '='"));
  }
}

TEST_CASE("cli depfile: a name that no rule can express is rejected") {
  const TempDir place;
  place.write("m.weft", core_and_profile + std::string("material m { output color = 0.5; }\n"));
  const Finished composed = run_in(
      place, weft_program(), {"compose", "m.weft", "-p", "flat", "-o", "a\nb", "-MF", "rule.d"});
  CHECK(composed.exit_code == 3);
  CHECK_THAT(composed.err, contains("which holds a line end"));
  CHECK_FALSE(fs::exists(place.path() / "a\nb"));
}

}  // namespace weft::testing::cli_depfile_test
