// Runs that are killed, run concurrently, or meet a full disk or a locked folder: outputs are
// absent, old or new, and always complete.

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/seed.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_kill_test {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Ten materials of some size in one file, that differ in `value`.
std::string materials(const std::string& value) {
  std::string text = "import \"core\";\nimport \"profiles\";\n";
  for (int i = 0; i < 10; ++i) {
    text += "material m" + std::to_string(i) + " {\n    base = fbm(surface.position * " + value +
            ") * " + std::to_string(i + 1) +
            ".0;\n    output albedo = float3(base) as {use: "
            "reflectance, encoding: linear, primaries: rec709};\n}\n";
  }
  return text;
}

std::vector<std::string> compose_words(const std::string& file, const std::string& folder) {
  return {"compose", file,  "-m",   "*",  "-p",   "unlit", "-t",
          "glsl",    "-t",  "hlsl", "-o", folder, "-MF",   folder + "/all.d",
          "-MT",     "all", "-j",   "2"};
}

/// Starts a run without reading its output.
pid_t begin(const std::vector<std::string>& arguments, const fs::path& directory) {
  std::vector<std::string> words = arguments;
  words.insert(words.begin(), weft_program().string());
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  const std::string folder = directory.string();
  const pid_t child = ::fork();
  if (child == 0) {
    const int nothing = ::open("/dev/null", O_RDWR);
    if (nothing >= 0 && ::dup2(nothing, 1) >= 0 && ::dup2(nothing, 2) >= 0 &&
        ::chdir(folder.c_str()) == 0) {
      ::execv(pointers[0], pointers.data());
    }
    ::_exit(127);
  }
  REQUIRE(child > 0);
  return child;
}

/// Its exit status, as returned by waitpid().
int end_of(pid_t child) {
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

/// The outputs; counts the temporary files of killed runs but does not return them.
std::map<std::string, std::string> outputs_of(const fs::path& folder, std::size_t& temporaries) {
  std::map<std::string, std::string> files;
  if (fs::exists(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".part") {
        ++temporaries;
      } else {
        files[entry.path().filename().string()] = read_file(entry.path());
      }
    }
  }
  return files;
}

}  // namespace

TEST_CASE(
    "cli kill: after a kill each output is absent, old or new, always complete, also in pairs") {
  const TempDir place;
  place.write("old.weft", materials("2.0"));
  place.write("new.weft", materials("3.0"));
  std::size_t temporaries = 0;
  REQUIRE(run_weft(compose_words("old.weft", "old"), place.path()).exit_code == 0);
  const Clock::time_point start = Clock::now();
  REQUIRE(run_weft(compose_words("new.weft", "new"), place.path()).exit_code == 0);
  const auto whole_run =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
  const auto old_files = outputs_of(place.path() / "old", temporaries);
  const auto new_files = outputs_of(place.path() / "new", temporaries);
  REQUIRE(old_files.size() == 41);
  REQUIRE(new_files.size() == 41);
  CHECK(temporaries == 0);

  Random random(seed());
  const std::size_t runs = by_scale(6, 20, 200);
  std::size_t killed = 0;
  for (std::size_t i = 0; i < runs; ++i) {
    const std::string folder = "out" + std::to_string(i);
    const bool has_old = random.chance(2);
    const bool is_pair = random.chance(2);
    if (has_old) {
      fs::copy(place.path() / "old", place.path() / folder, fs::copy_options::recursive);
    }
    const auto moment =
        std::chrono::microseconds(random.below(static_cast<std::size_t>(whole_run) + 1));
    INFO("run " << i << ", after " << moment.count() << " of " << whole_run << " us");
    const pid_t first = begin(compose_words("new.weft", folder), place.path());
    const pid_t second =
        is_pair ? begin(compose_words("new.weft", folder), place.path()) : pid_t(-1);
    std::this_thread::sleep_for(moment);
    ::kill(first, SIGKILL);
    const int status = end_of(first);
    killed += WIFSIGNALED(status) ? 1 : 0;
    if (is_pair) {
      // The other run is not affected.
      const int other = end_of(second);
      CHECK(WIFEXITED(other));
      CHECK(WEXITSTATUS(other) == 0);
    }
    const auto files = outputs_of(place.path() / folder, temporaries);
    std::size_t fresh = 0;
    for (const auto& [name, content] : files) {
      INFO(name);
      // The rule's text names the composed file.
      const bool is_new = new_files.count(name) == 1 && content == new_files.at(name);
      fresh += is_new ? 1 : 0;
      CHECK((is_new || (has_old && old_files.count(name) == 1 && content == old_files.at(name))));
    }
    CHECK(files.size() <= 41);
    if (has_old) {
      CHECK(files.size() == 41);
    }
    if (is_pair) {
      CHECK(fresh == 41);
    }
    // Leftovers of a killed run cause no errors, and the next run removes them.
    REQUIRE(run_weft(compose_words("new.weft", folder), place.path()).exit_code == 0);
    std::size_t leftovers = 0;
    CHECK(outputs_of(place.path() / folder, leftovers) == new_files);
    CHECK(leftovers == 0);
    fs::remove_all(place.path() / folder);
  }
  CHECK(killed > 0);
}

TEST_CASE("cli kill: concurrent runs may write the same files") {
  const TempDir place;
  place.write("one.weft", materials("2.0"));
  place.write("two.weft", materials("3.0"));
  REQUIRE(run_weft(compose_words("one.weft", "one"), place.path()).exit_code == 0);
  REQUIRE(run_weft(compose_words("two.weft", "two"), place.path()).exit_code == 0);
  std::size_t temporaries = 0;
  const auto one = outputs_of(place.path() / "one", temporaries);
  const auto two = outputs_of(place.path() / "two", temporaries);
  for (std::size_t round = 0; round < by_scale(1, 5, 50); ++round) {
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i) {
      children.push_back(
          begin(compose_words(i % 2 == 0 ? "one.weft" : "two.weft", "both"), place.path()));
    }
    for (const pid_t child : children) {
      const int status = end_of(child);
      CHECK(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) == 0);
    }
    const auto both = outputs_of(place.path() / "both", temporaries);
    CHECK(both.size() == 41);
    for (const auto& [name, content] : both) {
      CHECK((content == one.at(name) || content == two.at(name)));
    }
    fs::remove_all(place.path() / "both");
  }
  CHECK(temporaries == 0);
}

TEST_CASE("cli kill: leftovers of killed runs are removed, other files stay") {
  const TempDir place;
  place.write("m.weft", materials("2.0"));
  std::array<char, 256> host = {};
  REQUIRE(::gethostname(host.data(), host.size() - 1) == 0);
  std::string own(host.data());
  std::replace(own.begin(), own.end(), '.', '-');
  own = "out/.weft." + own.substr(0, 64) + ".";
  place.write(own + "1.0.part/0", "half of a text");  // the process id is alive, but not its run
  place.write(own + "4000000.3.part/0", "another");
  const std::vector<std::string> kept = {own + "7.0.part/0",            // locked
                                         own + "8.0.part/folder/file",  // contains a foreign folder
                                         own + "9.0.unlocked.part/0",
                                         own + "x.0.part/0",
                                         own + "1.part/0",
                                         "out/.weft.elsewhere.1.0.part/0",
                                         "out/m0.unlit.frag.glsl.1.0.part",
                                         "out/other.part/0"};
  for (const std::string& file : kept) {
    place.write(file, "theirs");
  }
  place.write("elsewhere/0", "of a link");
  fs::create_directory_symlink("../elsewhere", place.path() / (own + "5.0.part"));
  const int locked = ::open((place.path() / (own + "7.0.part")).c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(locked >= 0);
  REQUIRE(::flock(locked, LOCK_EX) == 0);
  const Finished finished =
      run_weft({"compose", "m.weft", "-m", "m0", "-p", "unlit", "-o", "out"}, place.path());
  CHECK(finished.exit_code == 0);
  CHECK_FALSE(fs::exists(place.path() / (own + "1.0.part")));
  CHECK_FALSE(fs::exists(place.path() / (own + "4000000.3.part")));
  for (const std::string& file : kept) {
    INFO(file);
    CHECK(fs::exists(place.path() / file));
  }
  CHECK(fs::exists(place.path() / "elsewhere/0"));
  ::close(locked);
  // Even if there is no change to write.
  CHECK(run_weft({"compose", "m.weft", "-m", "m0", "-p", "unlit", "-o", "out"}, place.path())
            .exit_code == 0);
  CHECK_FALSE(fs::exists(place.path() / (own + "7.0.part")));
}

TEST_CASE("cli kill: a full disk or a file size limit exits with 3, a message and no leftovers") {
  const TempDir place;
  place.write("m.weft", materials("2.0"));
  const std::string words =
      weft_program().string() + " compose m.weft -m '*' -p unlit -t glsl -t hlsl -o out/inner -j 2";
  const auto shell = [&](const std::string& script) {
    Command command;
    command.program = "/bin/sh";
    command.arguments = {"-c", script};
    command.working_directory = place.path();
    return run(command);
  };
  const Finished limited = shell("ulimit -f 1; " + words);
  INFO(limited.err);
  CHECK(limited.exit_code == 3);
  CHECK_THAT(limited.err, contains("File too large [file-unwritable]"));
  CHECK_FALSE(fs::exists(place.path() / "out"));

  // A separate file system of 32 KiB, if the system permits it (root, in most containers);
  // otherwise /dev/full substitutes for it.
  const Finished mounted = shell(
      "mkdir small && unshare -m sh -c 'mount -t tmpfs -o size=32k none small && echo mounted && "
      "cd "
      "small && cp ../m.weft . && " +
      std::string(weft_program().string()) +
      " compose m.weft -m \"*\" -p unlit -t glsl -t hlsl -o out; echo \"exit $?\"; find . -type "
      "f'");
  if (mounted.out.find("mounted") != std::string::npos) {
    INFO(mounted.err << mounted.out);
    CHECK_THAT(mounted.err, contains("No space left on device [file-unwritable]"));
    CHECK(mounted.out == "mounted\nexit 3\n./m.weft\n");
  } else {
    WARN("no file system could be mounted: " << mounted.err);
    fs::create_directories(place.path() / "full");
    fs::create_symlink("/dev/full", place.path() / "full" / "m0.unlit.vert.glsl");
    const Finished full =
        run_weft({"compose", "m.weft", "-m", "*", "-p", "unlit", "-o", "full"}, place.path());
    CHECK(full.exit_code == 3);
    CHECK_THAT(full.err, contains("No space left on device [file-unwritable]"));
  }
}

TEST_CASE("cli kill: unwritable paths exit with 3, a message and no leftovers") {
  const TempDir place;
  place.write("m.weft", materials("2.0"));
  place.write("file", "no folder");
  const Finished below =
      run_weft({"compose", "m.weft", "-m", "*", "-p", "unlit", "-o", "file/out"}, place.path());
  CHECK(below.exit_code == 3);
  CHECK_THAT(below.err, contains("cannot write 'file/out/m0.unlit.vert.glsl': Not a directory"));

  // Another user's folder. Root may write there unless it drops that capability.
  fs::create_directories(place.path() / "theirs");
  const bool is_root = ::geteuid() == 0;
  std::string prefix;
  if (is_root) {
    REQUIRE(::chown((place.path() / "theirs").c_str(), 65534, 65534) == 0);
    prefix = "setpriv --bounding-set -dac_override --inh-caps -dac_override ";
  } else {
    fs::permissions(place.path() / "theirs", fs::perms::owner_read | fs::perms::owner_exec);
  }
  for (const std::string folder : {"theirs", "theirs/inner"}) {
    Command command;
    command.program = "/bin/sh";
    command.arguments = {
        "-c", prefix + weft_program().string() + " compose m.weft -m '*' -p unlit -o " + folder};
    command.working_directory = place.path();
    const Finished theirs = run(command);
    INFO(theirs.err);
    CHECK(theirs.exit_code == 3);
    CHECK_THAT(theirs.err, contains("Permission denied [file-unwritable]"));
    CHECK(fs::is_empty(place.path() / "theirs"));
  }
  fs::permissions(place.path() / "theirs", fs::perms::owner_all, fs::perm_options::add);
}

}  // namespace weft::testing::cli_kill_test
