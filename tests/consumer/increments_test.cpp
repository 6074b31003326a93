// The outputs that weft_add_shaders() rebuilds after each kind of change, file by file, and those
// that it leaves untouched.

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::increments_test {

namespace {

using Names = std::set<std::string>;
using Times = std::map<std::string, fs::file_time_type>;

const Names all_outputs = [] {
  Names names;
  for (const char* stem : {"first.forward", "first.unlit", "second.forward", "second.unlit"}) {
    for (const char* suffix : {".vert.glsl", ".frag.glsl", ".json", ".h"}) {
      names.insert(std::string(stem) + suffix);
    }
  }
  return names;
}();

/// An editable copy of tests/consumer/increments, with its own installed Weft.
class Increments {
 public:
  explicit Increments(const std::string& generator)
      : prefix_(place_.path() / "Präfix mit Leerzeichen"),
        project_(place_.path() / "Quelle + mehr", place_.path() / "Bau (1)", generator) {
    install_weft(prefix_);
    fs::copy(consumer_source("increments"), project_.source(), fs::copy_options::recursive);
    configure({"-DCMAKE_BUILD_TYPE=Debug"});
  }

  void configure(std::vector<std::string> arguments) {
    arguments.push_back("-DCMAKE_PREFIX_PATH=" + prefix_.string());
    const Finished configured = project_.configure(arguments);
    INFO(configured.out);
    REQUIRE(configured.exit_code == 0);
  }

  Finished build() const { return project_.build(); }

  /// Builds twice, since the second build must do nothing. Returns the files that the first one
  /// wrote.
  Names written_by_build() {
    const Times before = times();
    const Finished built = build();
    INFO(built.out);
    REQUIRE(built.exit_code == 0);
    const Times after = times();
    const Finished again = build();
    INFO(again.out);
    REQUIRE(again.exit_code == 0);
    CHECK(changes(after, times()) == Names{});
    return changes(before, after);
  }

  /// The write times of shaders, objects, the program and the shaders' stamp, by short names:
  /// `first.unlit.h`, `first.o`, `program`, `stamp`.
  Times times() const {
    Times result;
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(project_.directory())) {
      const std::string name = entry.path().filename().string();
      const bool is_output = entry.path().parent_path() == outputs();
      if (is_output || (name == "program" && entry.is_regular_file())) {
        result[name] = entry.last_write_time();
      } else if (name == "weft.stamp") {
        result["stamp"] = entry.last_write_time();
      } else if (name == "main.cpp.o" || name == "first.cpp.o" || name == "second.cpp.o") {
        result[name.substr(0, name.find('.')) + ".o"] = entry.last_write_time();
      }
    }
    return result;
  }

  static Names changes(const Times& before, const Times& after) {
    Names names;
    for (const auto& [name, time] : after) {
      const auto earlier = before.find(name);
      if (earlier == before.end() || earlier->second != time) {
        names.insert(name);
      }
    }
    for (const auto& [name, time] : before) {
      if (after.count(name) == 0) {
        names.insert("no " + name);
      }
    }
    return names;
  }

  fs::path outputs() const { return project_.directory() / "weft" / "program"; }
  fs::path source(const char* name) const { return project_.source() / name; }
  fs::path prefix() const { return prefix_; }
  const ConsumerProject& project() const { return project_; }

 private:
  TempDir place_;
  fs::path prefix_;
  ConsumerProject project_;
};

Names with(Names names, const Names& more) {
  names.insert(more.begin(), more.end());
  return names;
}

void check_increments(const std::string& generator) {
  Increments it(generator);
  const fs::path first = it.source("materials/erste Größe.weft");
  const fs::path second = it.source("materials/second.weft");
  const fs::path shared = it.source("common/shared.weft");
  const fs::path profiles = it.prefix() / "share" / "weft" / "shaders" / "profiles.weft";
  const fs::path words =
      it.project().directory() / "CMakeFiles" / "program_shaders.dir" / "weft.rsp";
  const fs::path shipped = it.prefix() / "share" / "weft" / "shaders" / "display.weft";

  CHECK(it.written_by_build() ==
        with(all_outputs, {"stamp", "main.o", "first.o", "second.o", "program"}));
  CHECK(it.written_by_build() == Names{});

  struct Row {
    const char* what;
    std::function<void()> edit;
    Names written;
  };
  // The JSON names its header, so a change of the uniform program changes it too.
  const Names forward_headers = {"first.forward.h", "first.forward.json", "second.forward.h",
                                 "second.forward.json"};
  Names texts;
  for (const std::string& name : all_outputs) {
    if (name.ends_with(".glsl")) {
      texts.insert(name);
    }
  }
  const Names both_objects = {"first.o", "second.o", "program"};
  std::vector<Row> rows = {
      {"a material, what is not seen in what is made of it",
       [&] { write_file(first, read_file(first) + "// Another word.\n"); },
       {"stamp"}},
      {"a default of one material",
       [&] { edit_file(first, "#aa3311", "#aa3312"); },
       {"stamp", "first.forward.h", "first.forward.json", "first.unlit.h", "first.unlit.json",
        "first.o", "program"}},
      {"code of one material that runs per fragment: no header tells of it",
       [&] { edit_file(second, "saturate(surface", "abs(surface"); },
       {"stamp", "second.unlit.frag.glsl"}},
      {"a file that materials import", [&] { edit_file(shared, "base * 0.5", "base * 0.25"); },
       with(with(forward_headers, both_objects), {"stamp", "first.unlit.h", "first.unlit.json"})},
      {"the library that ships, unseen",
       [&] { write_file(shipped, read_file(shipped) + "// Another word.\n"); },
       {"stamp"}},
      {"the library that ships", [&] { edit_file(shipped, "2.51 * x", "2.52 * x"); },
       with(with(forward_headers, both_objects), {"stamp"})},
      {"an argument of weft_add_shaders(), which all headers tell of",
       [&] { it.configure({"-DSTRENGTH=3"}); },
       with(with(forward_headers, both_objects),
            {"stamp", "first.unlit.h", "first.unlit.json", "second.unlit.h", "second.unlit.json"})},
      {"the same arguments again: nothing", [&] { it.configure({"-DSTRENGTH=3"}); }, {}},
      {"the program weft itself",
       [&] {
         const fs::path tool = it.prefix() / "bin" / "weft";
         write_file(tool, read_file(tool) + "\n");  // ELF ignores trailing bytes
       },
       {"stamp"}},
      {"an import less, and its file gone",
       [&] {
         edit_file(second, "import \"./shared.weft\";", "// Nothing.");
         edit_file(second, "shade(paint)", "paint");
         edit_file(first, "import \"./shared.weft\";", "import \"./other.weft\";");
         fs::rename(shared, it.source("common/other.weft"));
       },
       {"stamp", "second.forward.h", "second.forward.json", "second.o", "program"}},
      {"the file that came in its place",
       [&] { edit_file(it.source("common/other.weft"), "base * 0.25", "base * 0.75"); },
       {"stamp", "first.forward.h", "first.forward.json", "first.unlit.h", "first.unlit.json",
        "first.o", "program"}},
  };
  rows.insert(rows.end(),
              {
                  {"the file of profiles, unseen",
                   [&] { write_file(profiles, read_file(profiles) + "// Another word.\n"); },
                   {"stamp"}},
                  {"a profile",
                   [&] {
                     const std::string unlit =
                         "profile unlit: base_mesh {\n    fragment demand albedo: float4 {use: "
                         "reflectance, encoding: srgb, primaries: rec709} as target ";
                     edit_file(profiles, unlit + "0", unlit + "1");
                   },
                   with(both_objects,
                        {"stamp", "first.unlit.h", "first.unlit.json", "first.unlit.frag.glsl",
                         "second.unlit.h", "second.unlit.json", "second.unlit.frag.glsl"})},
                  {"the response file, a blank more",
                   [&] { write_file(words, read_file(words) + "\n"); },
                   {"stamp"}},
                  {"the response file, an argument more",
                   [&] { write_file(words, read_file(words) + "-g\n"); }, with(texts, {"stamp"})},
                  {"the response file as it should be, by CMake",
                   [&] { it.configure({"-DSTRENGTH=3"}); }, with(texts, {"stamp"})},
              });
  for (const Row& row : rows) {
    INFO(row.what);
    row.edit();
    CHECK(it.written_by_build() == row.written);
  }

  // An erroneous material: the error has its location, nothing is written, and every build repeats
  // it.
  const Times before = it.times();
  const std::string whole = read_file(second);
  edit_file(second, "abs(surface.position.y)", "abs(surface.position.q)");
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Finished failed = it.build();
    CHECK(failed.exit_code != 0);
    CHECK_THAT(failed.out, contains(second.string() + ":11:"));
    CHECK_THAT(failed.out, contains(": error: "));
    CHECK(Increments::changes(before, it.times()) == Names{});
  }
  write_file(second, whole);
  CHECK(it.written_by_build() == Names{"stamp"});

  // Files removed by `clean` are rebuilt; foreign files are kept.
  write_file(it.outputs() / "notes.txt", "mine");
  CHECK(run_cmake({"--build", it.project().directory().string(), "--target", "clean"}).exit_code ==
        0);
  CHECK(std::distance(fs::directory_iterator(it.outputs()), {}) == 1);
  CHECK(it.written_by_build() ==
        with(all_outputs, {"stamp", "main.o", "first.o", "second.o", "program"}));
}

}  // namespace

TEST_CASE("Ninja rebuilds exactly what changed") { check_increments("Ninja"); }

TEST_CASE("make rebuilds exactly what changed") { check_increments("Unix Makefiles"); }

TEST_CASE("a deleted header is made again") {
  const std::string generator = GENERATE("Ninja", "Unix Makefiles");
  INFO(generator);
  Increments it(generator);
  it.written_by_build();
  fs::remove(it.outputs() / "second.unlit.h");
  // The same bytes in a new file: its includers are compiled.
  CHECK(it.written_by_build() == Names{"stamp", "second.unlit.h", "second.o", "program"});
}

TEST_CASE("a first build that fails leaves no output") {
  Increments it("Ninja");
  edit_file(it.source("materials/second.weft"), "saturate(", "saturated(");
  const Finished failed = it.build();
  CHECK(failed.exit_code != 0);
  CHECK_THAT(failed.out, contains("second.weft:11:"));
  CHECK((!fs::exists(it.outputs()) || fs::is_empty(it.outputs())));
}

TEST_CASE("one batch serves all configurations of Ninja Multi-Config") {
  TempDir place;
  install_weft(place.path() / "prefix");
  const ConsumerProject project(consumer_source("increments"), place.path() / "build",
                                "Ninja Multi-Config");
  const Finished configured =
      project.configure({"-DCMAKE_PREFIX_PATH=" + (place.path() / "prefix").string()});
  INFO(configured.out);
  REQUIRE(configured.exit_code == 0);
  for (const char* config : {"Debug", "Release"}) {
    const Finished built = project.build(config);
    INFO(built.out);
    CHECK(built.exit_code == 0);
    CHECK(fs::exists(project.directory() / config / "program"));
  }
  const Finished again = project.build("Debug");
  CHECK_THAT(again.out, contains("no work to do"));
}

}  // namespace weft::testing::increments_test
