// Many materials, profiles and files in one run of `weft compose`: the outputs equal those of
// single runs, for any number of threads, and are written all or none.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_batch_test {

namespace {

namespace fs = std::filesystem;

std::string material(const std::string& name, const std::string& value) {
  return "material " + name + " { param gain: float = 1.0; output color = gain * " + value +
         "; }\n";
}

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> names_of(const std::map<std::string, std::string>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) {
    names.push_back(file.first);
  }
  return names;
}

std::vector<std::string> shipped_materials() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(repository_root() / "shaders" / "materials")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Files with materials a; b and c; d, which imports the first; and a profile in another file.
void write_small_files(const TempDir& place) {
  place.write("flat.weft", "import \"core\";\n" + std::string(flat_profile));
  place.write("one.weft", "import \"./flat.weft\";\n" + material("a", "0.25"));
  place.write("two.weft",
              "import \"./flat.weft\";\n" + material("b", "0.5") + material("c", "0.75"));
  place.write(
      "three.weft",
      "import \"./flat.weft\";\nimport \"./one.weft\";\nmaterial d { output color = 0.0; }\n");
}

}  // namespace

TEST_CASE("cli batch: one run writes the same as single runs, on any number of threads") {
  const TempDir place;
  const std::vector<std::string> profiles = {"forward", "depth", "gbuffer"};
  const std::vector<std::string> languages = {"-t", "glsl", "-t", "hlsl", "--reflect", "--header"};
  const std::vector<std::string> files = shipped_materials();
  std::size_t singles = 0;
  for (const std::string& file : files) {
    for (const std::string& profile : profiles) {
      const Finished single =
          run_weft(with({"compose", file, "-p", profile, "-o", "single"}, languages), place.path());
      INFO(file << " " << profile << "\n" << single.err);
      REQUIRE(single.exit_code == 0);
      ++singles;
    }
  }
  CHECK(singles >= 45);
  const auto expected = files_of(place.path() / "single");
  CHECK(expected.size() > 4 * singles);
  for (const char* threads : {"1", "2", "8"}) {
    const std::string folder = std::string("batch") + threads;
    std::vector<std::string> words = with({"compose", "-j", threads, "-o", folder}, languages);
    for (const std::string& profile : profiles) {
      words.insert(words.end(), {"-p", profile});
    }
    const Finished batch = run_weft(with(words, files), place.path());
    INFO(batch.err);
    CHECK(batch.exit_code == 0);
    CHECK(files_of(place.path() / folder) == expected);
  }
}

TEST_CASE("cli batch: files and options select the materials") {
  const TempDir place;
  write_small_files(place);
  struct Row {
    std::vector<std::string> words;
    std::vector<std::string> materials;
  };
  const std::vector<Row> rows = {
      {{"one.weft"}, {"a"}},
      {{"two.weft", "-m", "*"}, {"b", "c"}},
      {{"two.weft", "-m", "c"}, {"c"}},
      {{"two.weft", "-m", "c", "-m", "b", "-m", "c"}, {"b", "c"}},
      {{"one.weft", "two.weft"}, {"a", "b", "c"}},
      {{"one.weft", "two.weft", "one.weft"}, {"a", "b", "c"}},
      {{"one.weft", "three.weft"}, {"a", "d"}},
      {{"one.weft", "three.weft", "-m", "*"}, {"a", "d"}},
      {{"two.weft", "three.weft", "-m", "a"}, {"a"}},  // imported by the second
      {{"two.weft", "one.weft", "three.weft", "-m", "a", "-m", "c"}, {"a", "c"}},
  };
  std::size_t number = 0;
  for (const Row& row : rows) {
    const std::string folder = "out" + std::to_string(++number);
    const Finished finished =
        run_weft(with(with({"compose"}, row.words), {"-p", "flat", "-o", folder}), place.path());
    INFO("row " << number << "\n" << finished.err);
    CHECK(finished.exit_code == 0);
    std::vector<std::string> names;
    for (const std::string& name : row.materials) {
      names.push_back(name + ".flat.frag.glsl");
      names.push_back(name + ".flat.vert.glsl");
    }
    CHECK(names_of(files_of(place.path() / folder)) == names);
  }
}

TEST_CASE("cli batch: invalid selections are errors") {
  const TempDir place;
  write_small_files(place);
  struct Row {
    std::vector<std::string> words;
    std::string says;
  };
  const std::vector<Row> rows = {
      {{"two.weft"}, "declares 2 materials: 'b', 'c'"},
      {{"two.weft", "-m", "x"}, "'two.weft' has no material 'x'"},
      {{"two.weft", "one.weft", "-m", "cc"}, "none of the 2 files has a material 'cc'"},
      {{"two.weft", "flat.weft"}, "'flat.weft' declares no material"},
      {{"flat.weft", "-m", "*"}, "'flat.weft' declares no material"},
      {{"two.weft", "./two.weft"},
       "two materials would be written as 'b.flat': from 'two.weft' and from './two.weft'"},
      {{"two.weft", "one.weft", "-p", "round"}, "there is no profile 'round'"},
      {{"two.weft", "one.weft", "-D", "gian=2.0"},
       "none of the materials has a parameter 'gian' [unknown-parameter]\n  hint: did you mean "
       "'gain'?"},
      {{"two.weft", "one.weft", "-D", "gain"}, "'gain' is not of the form name=value"},
  };
  for (const Row& row : rows) {
    const Finished finished =
        run_weft(with(with({"compose"}, row.words), {"-p", "flat", "-o", "out"}), place.path());
    INFO(row.says << "\n" << finished.err);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, contains(row.says));
    CHECK_FALSE(fs::exists(place.path() / "out"));
  }
}

TEST_CASE("cli batch: profile headers are written once each, with or without materials") {
  const TempDir place;
  const auto profile = [](const std::string& members) {
    return "profile engine: base_mesh { block Camera at set 0 binding 0 { " + members +
           " } fragment demand color: float3 as target 0; }\n";
  };
  const std::string imports = "import \"core\";\nimport \"profiles\";\n";
  const std::string material = " { output color = view.position * frame.time; }\n";
  place.write("engine.weft", imports + profile("frame.time; view.position;"));
  place.write("a.weft", "import \"./engine.weft\";\nmaterial a" + material);
  place.write("b.weft", "import \"./engine.weft\";\nmaterial b" + material);
  place.write("c.weft", imports + profile("view.position; frame.time;") + "material c" + material);
  const auto composed = [&](const std::vector<std::string>& words) {
    return run_weft(with(with({"compose"}, words), {"-p", "engine", "--profile-header"}),
                    place.path());
  };
  CHECK(composed({"engine.weft", "-o", "alone"}).exit_code == 0);
  CHECK(names_of(files_of(place.path() / "alone")) == std::vector<std::string>{"engine.h"});
  const Finished both = composed({"a.weft", "b.weft", "-o", "both", "-MD", "-MF", "both/d"});
  INFO(both.err);
  CHECK(both.exit_code == 0);
  CHECK(names_of(files_of(place.path() / "both")) ==
        std::vector<std::string>{"a.engine.frag.glsl", "a.engine.vert.glsl", "b.engine.frag.glsl",
                                 "b.engine.vert.glsl", "d", "engine.h"});
  CHECK(read_file(place.path() / "both/engine.h") == read_file(place.path() / "alone/engine.h"));
  CHECK_THAT(read_file(place.path() / "both/d"), contains("both/engine.h"));
  const Finished differ = composed({"a.weft", "c.weft", "-o", "differ"});
  CHECK(differ.exit_code == 1);
  CHECK_THAT(differ.err, contains("'engine.h' would be written for two different profiles "
                                  "'engine'; the second is of 'c.weft' [duplicate-name]"));
  CHECK_FALSE(fs::exists(place.path() / "differ"));
  const Finished variants = composed({"a.weft", "--variants", "table.json", "-o", "out"});
  CHECK(variants.exit_code == 2);
  CHECK_THAT(variants.err, contains("--profile-header does not combine with --variants"));
}

TEST_CASE("cli batch: headers of one run declare different names") {
  const TempDir place;
  std::string text = "import \"core\";\nimport \"profiles\";\n";
  for (const std::string profile : {"lit", "b_lit"}) {
    text += "profile " + profile + ": unlit {}\n";
  }
  for (const std::string name : {"a", "a_b", "A"}) {
    text += "material " + name +
            " { output albedo = surface.normal as {use: reflectance, encoding: linear}; }\n";
  }
  place.write("m.weft", text);
  const auto composed = [&](const std::vector<std::string>& words) {
    return run_weft(with({"compose", "m.weft", "-m", "*", "-t", "glsl", "-o", "out"}, words),
                    place.path());
  };
  const Finished both = composed({"-p", "lit", "-p", "b_lit", "--header"});
  CHECK(both.exit_code == 1);
  CHECK_THAT(both.err, contains("the headers of 'a.b_lit' and 'a_b.lit' would declare the same "
                                "names, 'a_b_lit' [duplicate-name]"));
  CHECK_FALSE(fs::exists(place.path() / "out"));
  CHECK(composed({"-p", "lit", "--header"}).exit_code == 0);
  CHECK(composed({"-p", "lit", "-p", "b_lit"}).exit_code == 0);
}

TEST_CASE("cli batch: a value applies to the materials that have the parameter") {
  const TempDir place;
  write_small_files(place);
  const std::vector<std::string> words = {"compose", "one.weft", "three.weft", "-p", "flat"};
  REQUIRE(run_weft(with(words, {"-o", "default"}), place.path()).exit_code == 0);
  const Finished finished =
      run_weft(with(words, {"-o", "given", "--reflect", "-D", "gain=0.125"}), place.path());
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  const auto before = files_of(place.path() / "default");
  const auto after = files_of(place.path() / "given");
  CHECK(before.at("d.flat.frag.glsl") == after.at("d.flat.frag.glsl"));
  CHECK(after.count("a.flat.json") == 1);
}

TEST_CASE(
    "cli batch: one bad material prevents all outputs, and all errors are reported in order") {
  const TempDir place;
  write_small_files(place);
  place.write("bad_name.weft", "import \"./flat.weft\";\n" + material("e", "unheard_of"));
  place.write("bad_type.weft",
              "import \"./flat.weft\";\nmaterial f { output color = float2(1.0); }\n");
  place.write("bad_text.weft", "import \"./flat.weft\";\nmaterial g { output }\n");
  std::string first;
  for (const char* threads : {"1", "2", "8"}) {
    const Finished finished =
        run_weft({"compose", "-j", threads, "bad_type.weft", "one.weft", "bad_name.weft",
                  "two.weft", "bad_text.weft", "-p", "flat", "-o", "out", "-MD"},
                 place.path());
    INFO(finished.err);
    CHECK(finished.exit_code == 1);
    CHECK_FALSE(fs::exists(place.path() / "out"));
    for (const char* message : {"bad_name.weft:2:", "bad_type.weft:2:", "bad_text.weft:2:"}) {
      CHECK_THAT(finished.err, contains(message));
    }
    CHECK(finished.err.find("bad_name.weft:2:") < finished.err.find("bad_text.weft:2:"));
    first = first.empty() ? finished.err : first;
    CHECK(finished.err == first);
  }
}

TEST_CASE("cli batch: an error shared by profiles or importing files is reported once") {
  const TempDir place;
  write_small_files(place);
  const std::string body =
      " {\n  a = dot(surface.normal, surface.uv);\n  output color = float3(a);\n}\n";
  place.write("m.weft", "import \"./flat.weft\";\nmaterial m" + body);
  place.write("bad.weft", "import \"core\";\nmaterial { }\n");
  place.write("x.weft", "import \"./bad.weft\";\nmaterial x { output color = 0.5; }\n");
  place.write("y.weft", "import \"./bad.weft\";\nmaterial y { output color = 0.5; }\n");
  struct Row {
    std::vector<std::string> words;
    std::string error;
  };
  const std::vector<Row> rows = {
      // `flat` is the file's own, the others are shipped: two libraries.
      {{"m.weft", "-p", "forward", "-p", "depth", "-p", "flat", "-p", "unlit"},
       "m.weft:3:7: error"},
      {{"x.weft", "y.weft", "-p", "forward"}, "bad.weft:2:10: error"},
  };
  for (const Row& row : rows) {
    const Finished finished =
        run_weft(with(with({"compose"}, row.words), {"-o", "out"}), place.path());
    INFO(finished.err);
    CHECK(finished.exit_code == 1);
    const std::size_t first = finished.err.find(row.error);
    REQUIRE(first != std::string::npos);
    CHECK(finished.err.find(row.error, first + 1) == std::string::npos);
  }
}

TEST_CASE("cli batch: dependency files hold one rule, or one per material and profile") {
  const TempDir place;
  write_small_files(place);
  const std::vector<std::string> words = {"compose", "one.weft", "three.weft", "-p", "flat"};
  REQUIRE(run_weft(with(words, {"-o", "o", "-MD", "-MF", "all.d"}), place.path()).exit_code == 0);
  const std::string all = read_file(place.path() / "all.d");
  CHECK(
      all.starts_with("o/a.flat.vert.glsl o/a.flat.frag.glsl o/d.flat.vert.glsl "
                      "o/d.flat.frag.glsl: \\\n  one.weft"));
  for (const char* file : {"  flat.weft", "  three.weft", "core.weft", "traits.weft"}) {
    CHECK_THAT(all, contains(file));
  }
  CHECK_THAT(all, contains("  " + fs::canonical(weft_program()).string() + "\n"));
  CHECK(files_of(place.path() / "o").size() == 4);

  REQUIRE(run_weft(with(words, {"-o", "each", "-MD"}), place.path()).exit_code == 0);
  CHECK(read_file(place.path() / "each" / "a.flat.d")
            .starts_with("each/a.flat.vert.glsl each/a.flat.frag.glsl:"));
  CHECK(read_file(place.path() / "each" / "d.flat.d")
            .starts_with("each/d.flat.vert.glsl each/d.flat.frag.glsl:"));

  const Finished printed = run_weft(
      with(words, {"-o", "o", "-MT", "my target", "-MTother", "-MP", "-MF", "-"}), place.path());
  INFO(printed.err);
  CHECK(printed.out.starts_with("my\\ target other: \\\n  one.weft"));
  CHECK_THAT(printed.out, contains("\nthree.weft:\n"));
  CHECK_FALSE(fs::exists(place.path() / "-"));
}

}  // namespace weft::testing::cli_batch_test
