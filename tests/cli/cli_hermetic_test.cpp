// A run is a function of the files in its dependency file: it reads no others, uses no network, and
// the folder, locale and time zone do not change a byte. Build engines may therefore run it
// anywhere.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_hermetic_test {

namespace {

namespace fs = std::filesystem;

constexpr const char* material = R"(import "core";
import "./parts/part.weft";
import "./found.weft";
material m {
    static param octaves: int = 2;
    base = part(surface.position) * found(1.0) * fbm(surface.position * float(octaves));
    output albedo = float3(base) as {use: reflectance, encoding: linear, primaries: rec709};
}
)";

void write_tree(const TempDir& place) {
  place.write("tree/m.weft", material);
  place.write(
      "tree/parts/part.weft",
      "import \"core\";\nfragment part(p: float3 {use: position}) -> float { return p.x; }\n");
  place.write("tree/include/found.weft",
              "import \"core\";\nfragment found(x: float) -> float { return x * 2.0; }\n");
  place.write("tree/words", "-I include -p unlit -p depth");
  place.write("tree/table.json", R"({"variants": [{"name": "a", "values": {"octaves": [1, 2]}}]})");
}

const std::vector<std::string> words = {"compose",  "m.weft", "@words", "-t",    "glsl",
                                        "-t",       "hlsl",   "-t",     "spirv", "--reflect",
                                        "--header", "-MD",    "-m",     "m"};

Finished run_in(const fs::path& folder, const std::string& output,
                const std::vector<std::string>& before = {},
                const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  Command command;
  command.program = before.empty() ? weft_program() : fs::path("/usr/bin/env");
  if (!before.empty()) {
    command.arguments = before;
    command.arguments.push_back(weft_program().string());
  }
  command.arguments.insert(command.arguments.end(), words.begin(), words.end());
  command.arguments.insert(command.arguments.end(), {"-o", output});
  command.working_directory = folder;
  command.environment = environment;
  return run(command);
}

/// Whether the system permits the calls of `probe`.
bool is_permitted(const std::vector<std::string>& probe) {
  Command command;
  command.program = "/usr/bin/env";
  command.arguments = probe;
  return run(command).exit_code == 0;
}

/// The files of a rule, as absolute paths.
std::set<std::string> files_of_rule(const std::string& rule, const fs::path& folder) {
  std::set<std::string> files;
  std::istringstream lines(rule.substr(rule.find(": \\\n")));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) {
      line = line.substr(2);
      line = line.ends_with(" \\") ? line.substr(0, line.size() - 2) : line;
      files.insert(fs::canonical(folder / line).string());
    }
  }
  return files;
}

/// The regular files that were opened for reading, or run, without those that every program reads:
/// the loader's, and the number of processors.
std::set<std::string> files_of_trace(const std::string& trace, const fs::path& folder) {
  std::set<std::string> files;
  const std::regex opened("(?:openat\\([^,]*, |open\\(|execve\\()\"([^\"]+)\"[^\\n]*\\) = [0-9]+");
  for (std::sregex_iterator at(trace.begin(), trace.end(), opened), end; at != end; ++at) {
    const fs::path path = folder / (*at)[1].str();
    const std::string text = path.string();
    const bool is_systems = text.starts_with("/lib/") || text.starts_with("/usr/lib/") ||
                            text.starts_with("/lib64/") || text.starts_with("/etc/ld.so") ||
                            text.starts_with("/sys/") || text.starts_with("/proc/");
    const bool is_written = at->str().find("O_WRONLY") != std::string::npos;
    std::error_code ignored;
    if (!is_systems && !is_written && fs::is_regular_file(path, ignored)) {
      files.insert(fs::canonical(path).string());
    }
  }
  return files;
}

}  // namespace

TEST_CASE("cli hermetic: the dependency file lists exactly the files that strace sees read") {
  REQUIRE(is_permitted({"strace", "--version"}));  // scripts/bootstrap installs it
  if (!is_permitted({"strace", "-f", "-o", "/dev/null", "true"})) {
    WARN("this machine lets nobody trace: nothing is compared");
    return;
  }
  const TempDir place;
  write_tree(place);
  const fs::path tree = place.path() / "tree";
  const std::string trace = (place.path() / "trace").string();
  for (const bool has_table : {false, true}) {
    const std::string output = has_table ? "table" : "plain";
    std::vector<std::string> before = {
        "strace", "-f", "-s", "4096", "-o", trace, "-e", "trace=open,openat,execve,socket,connect"};
    Command command;
    command.program = "/usr/bin/env";
    command.arguments = before;
    command.arguments.push_back(weft_program().string());
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    command.arguments.insert(command.arguments.end(), {"-o", output, "-MF", output + ".d"});
    if (has_table) {
      command.arguments.insert(command.arguments.end(), {"--variants", "table.json"});
    }
    command.working_directory = tree;
    command.environment = {{"ASAN_OPTIONS", "detect_leaks=0"}};  // impossible under a tracer
    const Finished finished = run(command);
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    const std::string seen = read_file(trace);
    const std::set<std::string> read = files_of_trace(seen, tree);
    const std::set<std::string> named = files_of_rule(read_file(tree / (output + ".d")), tree);
    CHECK(read == named);
    CHECK(named.count(fs::canonical(tree / "words").string()) == 1);
    CHECK(named.count(fs::canonical(tree / "include/found.weft").string()) == 1);
    CHECK(named.count(fs::canonical(tree / "table.json").string()) == (has_table ? 1 : 0));
    CHECK(named.count(fs::canonical(weft_program()).string()) == 1);
    CHECK(seen.find("socket(") == std::string::npos);
    CHECK(seen.find("connect(") == std::string::npos);
  }
}

TEST_CASE("cli hermetic: output does not depend on folder, locale, time zone, threads or network") {
  const TempDir place;
  write_tree(place);
  const fs::path tree = place.path() / "tree";
  const Finished plain = run_in(tree, "../plain");
  INFO(plain.err);
  REQUIRE(plain.exit_code == 0);
  // The rules name the folder: they are compared only if it is the same.
  const auto without_rules = [](std::map<std::string, std::string> files) {
    for (auto at = files.begin(); at != files.end();) {
      at = at->first.ends_with(".d") ? files.erase(at) : std::next(at);
    }
    return files;
  };
  const auto expected = without_rules(files_of(place.path() / "plain"));
  CHECK(expected.size() == 16);  // depth has no fragment stage

  struct Row {
    const char* what;
    std::vector<std::pair<std::string, std::string>> environment;
  };
  const std::vector<Row> rows = {
      {"locale", {{"LC_ALL", "tr_TR.UTF-8"}, {"LANG", "tr_TR.UTF-8"}}},
      {"locale2", {{"LC_ALL", "de_DE.UTF-8"}, {"LC_NUMERIC", "de_DE.UTF-8"}}},
      {"zone", {{"TZ", "Asia/Kathmandu"}}},
      {"bare",
       {{"HOME", "/nonexistent"},
        {"PATH", "/nonexistent"},
        {"USER", ""},
        {"TMPDIR", "/nonexistent"}}},
      {"epoch", {{"SOURCE_DATE_EPOCH", "0"}}},
  };
  for (const Row& row : rows) {
    const Finished finished = run_in(tree, std::string("../") + row.what, {}, row.environment);
    INFO(row.what << "\n" << finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(without_rules(files_of(place.path() / row.what)) == expected);
  }

  fs::create_directories(place.path() / "a far other ö/place");
  fs::copy(tree, place.path() / "a far other ö/place/tree", fs::copy_options::recursive);
  const Finished elsewhere = run_in(place.path() / "a far other ö/place/tree", "../out");
  CHECK(elsewhere.exit_code == 0);
  CHECK(without_rules(files_of(place.path() / "a far other ö/place/out")) == expected);

  if (is_permitted({"unshare", "-n", "true"})) {
    const Finished alone = run_in(tree, "../alone", {"unshare", "-n"});
    CHECK(alone.exit_code == 0);
    CHECK(without_rules(files_of(place.path() / "alone")) == expected);
  } else {
    WARN("a namespace without a network is not permitted here");
  }
}

TEST_CASE("cli hermetic: a read-only source tree works") {
  const TempDir place;
  write_tree(place);
  const fs::path tree = place.path() / "tree";
  REQUIRE(run_in(tree, "../before").exit_code == 0);
  fs::create_directories(place.path() / "out");
  const auto set_writable = [&](bool is_writable) {
    std::vector<fs::path> all = {tree};
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(tree)) {
      all.push_back(entry.path());
    }
    for (const fs::path& path : all) {
      fs::permissions(path, fs::perms::owner_write,
                      is_writable ? fs::perm_options::add : fs::perm_options::remove);
    }
  };
  set_writable(false);
  // Root may write everywhere unless it drops that capability.
  const std::vector<std::string> before =
      ::geteuid() == 0 ? std::vector<std::string>{"setpriv", "--bounding-set", "-dac_override",
                                                  "--inh-caps", "-dac_override"}
                       : std::vector<std::string>{};
  const Finished finished = run_in(tree, "../out", before);
  const Finished inside = run_in(tree, "out", before);
  set_writable(true);
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(inside.exit_code == 3);  // it is indeed read-only
  auto made = files_of(place.path() / "out");
  auto expected = files_of(place.path() / "before");
  made.erase("m.unlit.d");
  made.erase("m.depth.d");
  expected.erase("m.unlit.d");
  expected.erase("m.depth.d");
  CHECK(made == expected);
}

}  // namespace weft::testing::cli_hermetic_test
