// `weft compose --shard` and `weft merge`: shards partition a table, whatever its other rows are,
// and their whole is what one run makes.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_shards_test {

namespace {

namespace fs = std::filesystem;

constexpr const char* material = R"(import "core";
import "profiles";
material m {
    static param octaves: int = 1 [min: 1, max: 8];
    param gain: float = 1.0;
    output albedo = float3(fbm(surface.position * gain, octaves)) as {use: reflectance, encoding: linear};
}
)";

Json row(const std::string& name, int octaves) {
  return {{"name", name}, {"values", {{"octaves", octaves}}}};
}

std::string table_of(const std::vector<Json>& rows) {
  return Json{{"material", "m"}, {"profiles", {"unlit"}}, {"variants", rows}}.dump();
}

std::vector<Json> some_rows() {
  std::vector<Json> rows;
  for (int i = 0; i < 12; ++i) {
    rows.push_back(row("v" + std::to_string(i), 1 + i % 3));
  }
  rows.push_back({{"values", {{"octaves", {1, 2, 3}}, {"gain", {0.5, 2}}}}});
  return rows;
}

Finished compose(const TempDir& place, const std::string& shard, const std::string& folder,
                 const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"compose", "m.weft", "--variants", "t.json", "-o", folder};
  if (!shard.empty()) {
    words.insert(words.end(), {"--shard", shard});
  }
  words.insert(words.end(), more.begin(), more.end());
  return run_weft(place, words);
}

std::string index_path(const std::string& folder, int number, int count) {
  return folder + "/m.variants." + std::to_string(number) + "-of-" + std::to_string(count) +
         ".json";
}

/// The shard of each variant, by name; fails the test for a variant in two shards.
std::map<std::string, int> shards_of(const TempDir& place, const std::vector<Json>& rows,
                                     int count) {
  place.write("t.json", table_of(rows));
  std::map<std::string, int> shards;
  for (int i = 1; i <= count; ++i) {
    const std::string shard = std::to_string(i) + "/" + std::to_string(count);
    const Finished made = compose(place, shard, "parts");
    INFO(shard << "\n" << made.err);
    REQUIRE(made.exit_code == 0);
    const Json index = Json::parse(read_file(place.path() / index_path("parts", i, count)));
    for (const Json& variant : index["variants"]) {
      CHECK(shards.emplace(variant["name"].get<std::string>(), i).second);
    }
  }
  return shards;
}

/// Merges the shards that are in `parts`.
Finished merge(const TempDir& place, int count, const std::string& folder) {
  std::vector<std::string> words = {"merge"};
  for (int i = count; i >= 1; --i) {  // in any order
    words.push_back(index_path("parts", i, count));
  }
  words.insert(words.end(), {"-o", folder});
  return run_weft(place, words);
}

}  // namespace

TEST_CASE("cli shards: merged, they are what one run makes, byte for byte") {
  for (const int count : {1, 3, 40}) {  // 40: more than there are variants
    const TempDir place;
    place.write("m.weft", material);
    CHECK(shards_of(place, some_rows(), count).size() == 18);
    REQUIRE(compose(place, "", "whole").exit_code == 0);
    const auto whole = files_of(place.path() / "whole");
    const Finished apart = merge(place, count, "merged");
    INFO(apart.err);
    REQUIRE(apart.exit_code == 0);
    CHECK_THAT(apart.out, contains("18 variants of " + std::to_string(count) + " shards, "));
    CHECK(files_of(place.path() / "merged") == whole);
    // In the folder of the shards, their indexes remain.
    REQUIRE(merge(place, count, "parts").exit_code == 0);
    auto parts = files_of(place.path() / "parts");
    for (int i = 1; i <= count; ++i) {
      CHECK(parts.erase(index_path("parts", i, count).substr(6)) == 1);
    }
    CHECK(parts == whole);
  }
}

TEST_CASE("cli shards: an edit of a row moves no other") {
  const TempDir place;
  place.write("m.weft", material);
  std::vector<Json> rows = some_rows();
  const std::map<std::string, int> before = shards_of(place, rows, 5);
  const auto is_kept = [&](const std::vector<Json>& edited, std::size_t gone, std::size_t added) {
    const std::map<std::string, int> after = shards_of(place, edited, 5);
    std::size_t same = 0;
    for (const auto& [name, shard] : after) {
      const auto known = before.find(name);
      CHECK((known == before.end() || known->second == shard));
      same += known == before.end() ? 0 : 1;
    }
    CHECK(same == before.size() - gone);
    CHECK(after.size() == same + added);
  };
  std::vector<Json> removed = rows;
  removed.erase(removed.begin() + 4);
  is_kept(removed, 1, 0);
  std::vector<Json> grown = rows;
  grown.insert(grown.begin(), {row("new", 2), {{"values", {{"gain", 9}}}}});
  is_kept(grown, 0, 2);
  std::reverse(rows.begin(), rows.end());
  is_kept(rows, 0, 0);
  for (Json& edited : rows) {
    if (edited.contains("name")) {
      edited["values"]["octaves"] = 4;
    }
  }
  is_kept(rows, 0, 0);
}

TEST_CASE("cli shards: they are about equally large") {
  const TempDir place;
  place.write("m.weft", material);
  std::vector<Json> rows;
  for (int i = 0; i < 2000; ++i) {
    rows.push_back(row("v" + std::to_string(i), 1));
  }
  std::map<int, int> sizes;
  for (const auto& [name, shard] : shards_of(place, rows, 4)) {
    ++sizes[shard];
  }
  for (const auto& [shard, size] : sizes) {
    INFO(shard);
    CHECK(size > 420);  // 500 and four standard deviations
    CHECK(size < 580);
  }
}

TEST_CASE("cli shards: the dependency file is the shard's own") {
  const TempDir place;
  place.write("m.weft", material);
  place.write("t.json", table_of(some_rows()));
  const Finished made = compose(place, "2/3", "out", {"-MD", "--format", "json"});
  REQUIRE(made.exit_code == 0);
  CHECK(read_file(place.path() / "out/m.variants.2-of-3.d")
            .starts_with("out/m.variants.2-of-3.json "));
  CHECK(Json::parse(made.out)["index"] == "out/m.variants.2-of-3.json");
  CHECK(compose(place, "2/3", "out", {"--check"}).exit_code == 0);
  CHECK(compose(place, "1/3", "out", {"--check"}).exit_code == 1);
}

TEST_CASE("cli shards: impossible ones are refused") {
  const TempDir place;
  place.write("m.weft", material);
  place.write("t.json", table_of(some_rows()));
  const std::map<std::string, std::string> rows = {
      {"0/4", "weft: --shard 0/4: shards count from 1, here to 4/4\n"},
      {"5/4", "weft: --shard 5/4: shards count from 1, here to 4/4\n"},
      {"1/0", "weft: --shard 1/0: the number of shards is from 1 to 1000000\n"},
      {"1/1000001", "weft: --shard 1/1000001: the number of shards is from 1 to 1000000\n"},
      {"x/y", "--shard is I/N, as in --shard 2/4 for the second of four, not 'x/y'"},
      {"-1/4", "not '-1/4'"},
      {"2", "not '2'"},
      {"2/", "not '2/'"},
      {"/4", "not '/4'"},
      {"1/4/2", "not '1/4/2'"},
      {"1 /4", "not '1 /4'"},
      {"0x1/4", "not '0x1/4'"},
      {"99999999999999999999/4", "not '99999999999999999999/4'"},
  };
  for (const auto& [words, message] : rows) {
    const Finished refused = compose(place, words, "out");
    INFO(words << "\n" << refused.err);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, contains(message));
  }
  CHECK_FALSE(fs::exists(place.path() / "out"));
  const Finished alone = run_weft(place, {"compose", "m.weft", "--shard", "1/2", "-o", "out"});
  CHECK(alone.exit_code == 2);
  CHECK_THAT(alone.err, contains("--shard divides a table: give one with --variants TABLE"));
}

TEST_CASE("cli shards: an incomplete set is not merged, and nothing is written") {
  const TempDir place;
  place.write("m.weft", material);
  shards_of(place, some_rows(), 3);
  REQUIRE(compose(place, "", "parts").exit_code == 0);
  REQUIRE(compose(place, "1/4", "parts").exit_code == 0);
  REQUIRE(compose(place, "2/3", "other", {"-t", "hlsl"}).exit_code == 0);
  place.write("parts/text.json", "{");
  place.write("parts/empty.json", "{}");
  place.write("parts/list.json", "[1, 2]");
  // A file outside of the folder of the index.
  std::string outside = read_file(place.path() / "parts/m.variants.1-of-3.json");
  const std::size_t at = outside.find("\"m.unlit.");
  REQUIRE(at != std::string::npos);
  place.write("parts/outside.json", outside.replace(at + 1, 0, "../"));

  const std::string one = "parts/m.variants.1-of-3.json";
  const std::string two = "parts/m.variants.2-of-3.json";
  const std::string three = "parts/m.variants.3-of-3.json";
  struct Row {
    std::vector<std::string> indexes;
    int exit_code;
    std::string says;
  };
  const std::vector<Row> rows = {
      {{one, three},
       1,
       "error: 1 of 3 shards are missing: 2/3 [bad-declaration]\n"
       "  hint: compose it with --shard 2/3\n"},
      {{one, two, two}, 1, "are both shard 2/3"},
      {{one, "parts/m.variants.1-of-4.json"}, 1, "is one of 4 shards"},
      {{one, "other/m.variants.2-of-3.json", three}, 1, "were not made from the same inputs"},
      {{"parts/m.variants.json"}, 1, "it is that of a whole table"},
      {{"parts/text.json"}, 1, "parts/text.json:1:2: error: invalid JSON: "},
      {{"parts/empty.json"}, 1, "a member is missing or of another kind"},
      {{"parts/list.json"}, 1, "a member is missing or of another kind"},
      {{"parts/outside.json"}, 1, "is not as it was written"},
      {{"parts/nowhere.json"}, 3, "there is no file 'parts/nowhere.json'"},
  };
  for (const Row& row : rows) {
    std::vector<std::string> words = {"merge", "-o", "merged"};
    words.insert(words.end(), row.indexes.begin(), row.indexes.end());
    const Finished refused = run_weft(place, words);
    INFO(row.says << "\n" << refused.err);
    CHECK(refused.exit_code == row.exit_code);
    CHECK_THAT(refused.err, contains(row.says));
    CHECK_FALSE(fs::exists(place.path() / "merged"));
  }

  // An output that its shard names is gone.
  for (const auto& [name, text] : files_of(place.path() / "parts")) {
    if (name.ends_with(".frag.glsl")) {
      fs::remove(place.path() / "parts" / name);
      break;
    }
  }
  for (const char* folder : {"merged", "parts"}) {
    const Finished refused = run_weft(place, {"merge", one, two, three, "-o", folder});
    CHECK(refused.exit_code == 3);
    CHECK_THAT(refused.err, contains("there is no file 'parts/m.unlit."));
  }
  CHECK_FALSE(fs::exists(place.path() / "merged"));
}

}  // namespace weft::testing::cli_shards_test
