// The golden runner itself, on a small program in place of `weft`: that it fails when it should.

#include "tests/golden/runner.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::runner_test {

namespace {

namespace fs = std::filesystem;

// Prints its arguments and the case's fourth line; `bad` as first argument: exits with 1.
class FakeWeft {
 public:
  FakeWeft() {
    program_ = directory_.write("weft",
                                "#!/bin/sh\n"
                                "echo \"$@\"\n"
                                "for last; do :; done\n"
                                "[ \"$1\" = write ] && echo x > \"$last/made.txt\"\n"
                                "[ \"$1\" = place ] && pwd >&2\n"
                                "[ \"$1\" = bare ] && printf bare\n"
                                "[ \"$1\" = bad ] && exit 1\n"
                                "exit 0\n");
    fs::permissions(program_, fs::perms::owner_all);
  }

  fs::path write(const std::string& name, const std::string& text) const {
    return directory_.write(name, text);
  }

  // All faults in one text; empty if the case passed.
  std::string check(const fs::path& file, bool update = false) const {
    std::string text;
    for (const std::string& fault :
         check_golden_case(file, {program_, directory_.path(), update})) {
      text += fault + "\n";
    }
    return text;
  }

  fs::path path() const { return directory_.path(); }

 private:
  TempDir directory_;
  fs::path program_;
};

}  // namespace

TEST_CASE("golden runner: a matching golden passes, a differing one shows the difference") {
  const FakeWeft fake;
  const fs::path file = fake.write("area/a.weft", "// Says its words.\n// run: say -t glsl\n");
  fake.write("area/a.expected.1", "exit 0\n--- stdout\nsay a.weft -t glsl\n--- stderr\n");
  CHECK(fake.check(file).empty());

  fake.write("area/a.expected.1", "exit 0\n--- stdout\nsay a.weft -t hlsl\n--- stderr\n");
  CHECK_THAT(fake.check(file), contains("-say a.weft -t hlsl\n+say a.weft -t glsl\n"));
}

TEST_CASE("golden runner: missing and leftover sidecars fail") {
  const FakeWeft fake;
  const fs::path file = fake.write("a.weft", "// Says its words.\n// run[glsl]: say\n");
  CHECK_THAT(fake.check(file), contains("a.expected.glsl: is missing"));

  fake.write("a.expected.glsl", "exit 0\n--- stdout\nsay a.weft\n--- stderr\n");
  fake.write("a.expected.hlsl", "");
  CHECK_THAT(fake.check(file), contains("a.expected.hlsl: belongs to no run"));

  fake.write("b.expected.1", "");
  CHECK(find_stray_sidecars(fake.path()) ==
        std::vector<std::string>{"b.expected.1: belongs to no case"});
}

TEST_CASE("golden runner: the file name determines the expected exit code") {
  const FakeWeft fake;
  const fs::path good = fake.write("fail_a.weft", "// Should not pass.\n// run: say\n");
  fake.write("fail_a.expected.1", "exit 0\n--- stdout\nsay fail_a.weft\n--- stderr\n");
  CHECK_THAT(fake.check(good), contains("exit code 0, but the case's name demands 1"));

  const fs::path bad = fake.write("b.weft", "// Should pass.\n// run: bad\n");
  fake.write("b.expected.1", "exit 1\n--- stdout\nbad b.weft\n--- stderr\n");
  CHECK_THAT(fake.check(bad), contains("exit code 1, but the case's name demands 0"));

  const fs::path right = fake.write("fail_c.weft", "// Fails as it should.\n// run: bad\n");
  fake.write("fail_c.expected.1", "exit 1\n--- stdout\nbad fail_c.weft\n--- stderr\n");
  CHECK(fake.check(right).empty());
}

TEST_CASE("golden runner: updating writes goldens, but not for a wrong exit code") {
  const FakeWeft fake;
  const fs::path file = fake.write("a.weft", "// Says its words.\n// run: say\n// run: bare\n");
  fake.write("a.expected.old", "");
  CHECK(fake.check(file, true).empty());
  CHECK(fake.check(file).empty());
  CHECK(read_file(fake.path() / "a.expected.2") ==
        "exit 0\n--- stdout\nbare a.weft\nbare\n--- (no newline at the end)\n--- stderr\n");
  CHECK_FALSE(fs::exists(fake.path() / "a.expected.old"));

  const fs::path bad = fake.write("b.weft", "// Should pass.\n// run: bad\n");
  CHECK_THAT(fake.check(bad, true), contains("demands 0"));
  CHECK_FALSE(fs::exists(fake.path() / "b.expected.1"));
}

TEST_CASE("golden runner: paths are replaced and written files are listed") {
  const FakeWeft fake;
  const fs::path file = fake.write(
      "area/a.weft", "// Writes.\n// run: write -o OUT\n// run: place \"two words\" FILE end\n");
  fake.write("area/a.expected.1",
             "exit 0\n--- stdout\nwrite a.weft -o OUT\n--- stderr\n--- files\nmade.txt\n");
  fake.write("area/a.expected.2",
             "exit 0\n--- stdout\nplace two words a.weft end\n--- stderr\narea\n");
  CHECK(fake.check(file).empty());
}

TEST_CASE("golden runner: incomplete headers are rejected") {
  struct Row {
    const char* text;
    const char* fault;
  };
  const std::vector<Row> rows = {
      {"", "does not say the point"},
      {"import \"core\";\n// run: check\n", "does not say the point"},
      {"// run: check\n", "does not say the point"},
      {"//\n// run: check\n", "does not say the point"},
      {"// A point.\n", "no `// run: "},
      {"// A point.\n\n// run: check\n", "no `// run: "},
      {"// A point.\n// run:\n", "names no command"},
      {"// A point.\n// run: say \"open\n", "is not closed"},
      {"// A point.\n// run[A]: say\n", "made of [a-z0-9_]"},
      {"// A point.\n// run[a: say\n", "no ]:"},
      {"// A point.\n// run[a]: say\n// run[a]: say\n", "two runs are named a"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const auto parsed = parse_golden_case("a.weft", row.text);
    REQUIRE_FALSE(parsed.has_value());
    CHECK_THAT(parsed.error(), contains(row.fault));
  }
}

}  // namespace weft::testing::runner_test
