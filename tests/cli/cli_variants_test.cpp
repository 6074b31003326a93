// `weft compose --variants`: every combination equals a separate run with -D, each distinct content
// is written once, and the index maps variants to files.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_variants_test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* material = R"(import "core";
import "profiles";
material m {
    static param octaves: int = 1 [min: 1, max: 8];
    static param coated: bool = false;
    static param tint: float3 {use: reflectance, encoding: srgb} = #3a6ea5;
    param gain: float = 1.0;
    rough = coated ? gain : fbm(surface.position * float(octaves));
    base = tint * rough;
    output albedo = base;
    output color = base;
}
)";

constexpr const char* table = R"({
 "profiles": ["unlit", "depth"],
 "variants": [
  {"name": "plain"},
  {"name": "all", "values": {"octaves": [1, 2, 3], "coated": [false, true]}},
  {"name": "red", "values": {"tint": "#ff0000", "gain": 0.5}},
  {"values": {"octaves": 2}}
 ]
})";

const std::vector<std::string> with_table = {"compose", "m.weft", "--variants", "t.json"};

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("cli variants: each variant equals a separate run, and equal contents are written once") {
  const TempDir place;
  place.write("m.weft", material);
  place.write("t.json", table);
  const std::vector<std::string> languages = {"-t", "glsl",  "-t",       "hlsl",
                                              "-t", "spirv", "--reflect"};
  const Finished finished = run_weft(place, with(with(with_table, languages), {"-o", "out"}));
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(finished.err.empty());  // no progress display without a terminal
  const auto files = files_of(place.path() / "out");
  const json index = json::parse(files.at("m.variants.json"));
  CHECK(index["material"] == "m");
  CHECK(index["variants"].size() == 9);
  CHECK(index["variants"].contains("all[octaves=3,coated=true]"));
  CHECK(index["variants"].contains("[octaves=2]"));
  CHECK(index["variants"]["red"]["values"] == json::parse(R"({"tint": "#ff0000", "gain": "0.5"})"));
  std::set<std::string> named = {"m.variants.json"};
  for (const auto& [name, variant] : index["variants"].items()) {
    for (const char* profile : {"unlit", "depth"}) {
      std::vector<std::string> words = {"compose", "m.weft", "-p", profile, "-o", "one"};
      for (const auto& [parameter, value] : variant["values"].items()) {
        words.insert(words.end(), {"-D", parameter + "=" + value.get<std::string>()});
      }
      fs::remove_all(place.path() / "one");
      INFO(name << " " << profile);
      REQUIRE(run_weft(place, with(words, languages)).exit_code == 0);
      std::map<std::string, std::string> expected;
      for (const auto& [file, content] : files_of(place.path() / "one")) {
        expected[file.substr(std::string("m.").size() + std::string(profile).size() + 1)] = content;
      }
      std::map<std::string, std::string> made;
      for (const auto& [suffix, file] : variant["outputs"][profile].items()) {
        made[suffix] = files.at(file.get<std::string>());
        named.insert(file.get<std::string>());
      }
      CHECK(made == expected);
    }
  }
  std::set<std::string> contents;
  for (const auto& [name, content] : files) {
    CHECK(named.count(name) == 1);
    // Suffixes and profiles distinguish equal contents.
    CHECK(
        contents
            .insert(name.substr(0, name.find('.', 2)) + name.substr(name.rfind("..") + 1) + content)
            .second);
  }
  CHECK(files.size() == named.size());
  CHECK(finished.out == "9 variants, " + std::to_string(files.size() - 1) +
                            " distinct outputs: out/m.variants.json\n");
}

TEST_CASE("cli variants: outputs do not depend on threads, unchanged ones keep their timestamps") {
  const TempDir place;
  place.write("m.weft", material);
  place.write("t.json", table);
  for (const char* threads : {"1", "2", "7"}) {
    const Finished finished = run_weft(place, with(with_table, {"-j", threads, "-t", "glsl,hlsl",
                                                                "-o", std::string("o") + threads}));
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
  }
  const auto first = files_of(place.path() / "o1");
  CHECK(first.size() > 8);
  CHECK(files_of(place.path() / "o2") == first);
  CHECK(files_of(place.path() / "o7") == first);

  std::map<std::string, fs::file_time_type> times;
  for (const auto& file : first) {
    const fs::path path = place.path() / "o1" / file.first;
    times[file.first] = fs::last_write_time(path) - std::chrono::hours(1);
    fs::last_write_time(path, times[file.first]);
  }
  const std::vector<std::string> again = with(with_table, {"-t", "glsl,hlsl", "-o", "o1"});
  REQUIRE(run_weft(place, again).exit_code == 0);
  for (const auto& [name, time] : times) {
    CHECK(fs::last_write_time(place.path() / "o1" / name) == time);
  }
  CHECK(run_weft(place, with(again, {"--check"})).exit_code == 0);
  fs::remove(place.path() / "o1" / "m.variants.json");
  const Finished absent = run_weft(place, with(again, {"--check"}));
  CHECK(absent.exit_code == 1);
  CHECK(absent.out == "o1/m.variants.json: does not exist\n");
}

TEST_CASE(
    "cli variants: a failing variant prevents all outputs, conflicting options are rejected") {
  const TempDir place;
  place.write("m.weft", material);
  place.write("bad.json",
              R"({"variants": [{"name": "a"}, {"name": "b", "values": {"octaves": 9}}]})");
  place.write("t.json", table);
  const Finished bad =
      run_weft(place, {"compose", "m.weft", "--variants", "bad.json", "-o", "out", "-p", "unlit"});
  CHECK(bad.exit_code == 1);
  CHECK_THAT(bad.err, contains("for the variant 'b'"));
  CHECK_FALSE(fs::exists(place.path() / "out"));
  CHECK(run_weft(place, with_table).exit_code == 2);
  CHECK(run_weft(place, with(with_table, {"n.weft", "-o", "out"})).exit_code == 2);
  const Finished absent =
      run_weft(place, {"compose", "m.weft", "--variants", "nowhere.json", "-o", "out"});
  CHECK(absent.exit_code == 3);
  CHECK_THAT(absent.err, contains("there is no file 'nowhere.json'"));
}

TEST_CASE("cli variants: the dependency file lists the table and starts with the index") {
  const TempDir place;
  place.write("m.weft", material);
  place.write("t.json", table);
  REQUIRE(run_weft(place, with(with_table, {"-o", "out", "-MD"})).exit_code == 0);
  const std::string rule = read_file(place.path() / "out" / "m.variants.d");
  CHECK(rule.starts_with("out/m.variants.json out/m.depth."));
  CHECK_THAT(rule, contains("\n  t.json"));
  CHECK_THAT(rule, contains("\n  m.weft"));
}

TEST_CASE("cli variants: errors in a table are located in it") {
  const TempDir place;
  place.write("m.weft", material);
  struct Row {
    std::string table;
    const char* first;  ///< of standard error
  };
  const std::string deep(100'000, '[');
  std::string many = "{\"variants\": [";
  for (int i = 0; i < 5'000; ++i) {
    many += (i == 0 ? "{\"name\": \"v" : ",\n{\"name\": \"v") + std::to_string(i) +
            "\", \"values\": {\"octaves\": " + std::to_string(100 + i) + "}}";
  }
  const std::vector<Row> rows = {
      {"\xEF\xBB\xBF{\r\n\t\"variants\": [{\"name\": \"\\\"a\\\\\", \"values\": {\"octaves\": "
       "9}}]}",
       "t.json:2:55: error: the value given for 'octaves'"},
      {"{\"variants\": [{\"values\": {\"a/b~c\": [1, {}]}}]}",
       "t.json:1:40: error: expected a number"},
      {"{\"variants\": [{\"values\": {\"octaves\": [1, \"1 + nothing\"]}}]}",
       "t.json:1:47: error: unknown name 'nothing'"},
      {"{\"variants\": [{\"values\": {\"octaves\": \"1 +\\u0020nothing\"}}]}",
       "t.json:1:38: error: unknown name 'nothing'"},
      {"{\"variants\": [{\"values\": {\"octaves\": \"nothing\", \"octaves\": \"nobody\"}}]}",
       "t.json:1:49: error: \"octaves\" is given twice"},
      {"{\"variants\": [\n {\"values\": {\"octaves\": 1,\n  \"octavos\": 2\n}}]}",
       "t.json:3:3: error: the material 'm' has no parameter 'octavos'"},
      {"{\"variants\": 7}", "t.json:1:14: error: expected a list \"variants\""},
      {"\n{}", "t.json:2:1: error: expected a list \"variants\""},
      {"[]", "t.json:1:1: error: expected an object, found an array"},
      {"{\"variants\": [{\"values\": " + deep + std::string(100'000, ']') + "}]}",
       "t.json:1:26: error: expected an object, found an array"},
      {many + "]}", "t.json:1:52: error: the value given for 'octaves'"},
  };
  for (const Row& row : rows) {
    INFO(row.table.substr(0, 200));
    place.write("t.json", row.table);
    const Finished finished = run_weft(place, with(with_table, {"-o", "out", "-p", "unlit"}));
    CHECK(finished.exit_code == 1);
    CHECK(finished.err.substr(0, std::string(row.first).size()) == row.first);
  }
}

}  // namespace weft::testing::cli_variants_test
