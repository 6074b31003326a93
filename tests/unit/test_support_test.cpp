// The tools that other tests rely on.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::test_support_test {

namespace {

Command shell(const std::string& script) {
  Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", script};
  return command;
}

}  // namespace

TEST_CASE("test support: a program's streams, exit code and working directory") {
  Finished finished = run(shell("echo out; echo err >&2; exit 3"));
  CHECK(finished.exit_code == 3);
  CHECK(finished.out == "out\n");
  CHECK(finished.err == "err\n");
  CHECK_FALSE(finished.timed_out);

  const TempDir directory;
  Command command = shell("pwd; echo $WEFT_TEST_WORD");
  command.working_directory = directory.path();
  command.environment = {{"WEFT_TEST_WORD", "warp"}};
  CHECK(run(command).out == std::filesystem::canonical(directory.path()).string() + "\nwarp\n");
}

TEST_CASE("test support: output larger than a pipe's buffer is read completely") {
  Command command;
  command.program = "/bin/cat";
  command.stdin_text = std::string(1'000'000, 'w');
  CHECK(run(command).out == command.stdin_text);

  // A program that does not read its input must not block or kill us.
  command.program = "/bin/true";
  CHECK(run(command).exit_code == 0);
}

TEST_CASE("test support: missing, killed and slow programs are reported") {
  Command missing;
  missing.program = "/nowhere/at/all";
  CHECK(run(missing).exit_code == 127);
  CHECK_THAT(run(missing).err, contains("cannot start /nowhere/at/all"));

  CHECK(run(shell("kill -9 $$")).exit_code == 128 + 9);

  Command slow = shell("sleep 30");
  slow.timeout = std::chrono::milliseconds(50);
  CHECK(run(slow).timed_out);

  Command silent = shell("exec >&- 2>&-; sleep 30");
  silent.timeout = std::chrono::milliseconds(50);
  CHECK(run(silent).timed_out);
}

TEST_CASE("test support: the stack limit applies to the program") {
  Command command = shell("ulimit -s");
  command.stack_kib = 512;
  CHECK(run(command).out == "512\n");
}

TEST_CASE("test support: a temporary directory is removed at the end") {
  std::filesystem::path path;
  {
    const TempDir directory;
    path = directory.path();
    const std::filesystem::path file = directory.write("inner/a.txt", std::string("a\0b", 3));
    CHECK(read_file(file) == std::string("a\0b", 3));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("test support: a seed gives the same numbers on every platform") {
  Random random(1234567);
  // The reference values of SplitMix64 for this seed.
  CHECK(random.next() == 6457827717110365317U);
  CHECK(random.next() == 3203168211198807973U);
  for (int round = 0; round < 1000; ++round) {
    CHECK(random.below(7) < 7);
    const double value = random.between(-1.0, 2.0);
    CHECK((value >= -1.0 && value < 2.0));
  }
}

TEST_CASE("test support: text differences are printed as hunks") {
  struct Row {
    const char* expected;
    const char* actual;
    const char* difference;
  };
  const std::vector<Row> rows = {
      {"", "", ""},
      {"a\nb\n", "a\nb\n", ""},
      {"a\nb\nc\n", "a\nx\nc\n", "@@ line 1\n a\n-b\n+x\n c\n"},
      {"a\n", "a\nb\n", "@@ line 1\n a\n+b\n"},
      {"a\nb\n", "b\n", "@@ line 1\n-a\n b\n"},
      {"a\n", "a", "@@ line 1\n-a\n+a (no newline at the end)\n"},
      {"1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n7\n", "@@ line 3\n 3\n 4\n 5\n-6\n+7\n"},
      {"", "a\n", "@@ line 1\n+a\n"},
  };
  for (const Row& row : rows) {
    CHECK(text_diff(row.expected, row.actual) == row.difference);
  }
}

}  // namespace weft::testing::test_support_test
