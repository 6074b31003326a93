// weft list: what is listed of a declaration, and the search.

#include <algorithm>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_list_test {

namespace {

/// The names of a list, in its order.
std::vector<std::string> names(const Json& listing) {
  std::vector<std::string> all;
  for (const Json& each : listing) {
    all.push_back(each["name"].get<std::string>());
  }
  return all;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

TEST_CASE("cli list: a line has name, import, signature and the first sentence") {
  const Finished listed = run_weft({"list", "fragments", "--search", "disk centered"});
  INFO(listed.out << listed.err);
  REQUIRE(listed.exit_code == 0);
  CHECK(listed.out ==
        "circle_distance  \"shapes\"  leaf  (p: float2 {unit?: ?u}, radius: float {unit?: ?u} = "
        "0.5) -> float {unit?: ?u}  // A disk "
        "centered at the origin.\n");
}

TEST_CASE("cli list: kinds may be singular") {
  const Finished plural = run_weft({"list", "traits"});
  CHECK(plural.exit_code == 0);
  CHECK_THAT(plural.out, contains("encoding"));
  CHECK(run_weft({"list", "trait"}).out == plural.out);
  CHECK(run_weft({"list", "fragment"}).out == run_weft({"list", "fragments"}).out);
}

TEST_CASE("cli list: a search looks at names, types and comments of every kind") {
  const Finished found = run_weft({"list", "--search", "Fresnel", "--format=json"});
  REQUIRE(found.exit_code == 0);
  const Json json = Json::parse(found.out);
  const std::vector<std::string> fragments = names(json["fragments"]);
  CHECK(has(fragments, "schlick_fresnel"));
  CHECK(has(fragments, "dielectric_fresnel"));
  CHECK_FALSE(has(fragments, "circle_distance"));
  CHECK(json["fragments"][0]["import"] == "bsdf");
  CHECK_FALSE(json.contains("traits"));  // kinds without an answer are left out
  // Names come before comments, and all words have to be there.
  const Json noise = Json::parse(
      run_weft({"list", "fragments", "--search", "gradient noise", "--format=json"}).out);
  REQUIRE_FALSE(noise["fragments"].empty());
  CHECK_THAT(noise["fragments"][0]["name"].get<std::string>(), contains("noise"));
  CHECK_THAT(run_weft({"list", "--search", "fresnel"}).out, contains("fragments\n"));
}

TEST_CASE("cli list: what nothing has is an empty list") {
  const Finished nothing = run_weft({"list", "--search", "no such word"});
  CHECK(nothing.exit_code == 0);
  CHECK(nothing.out.empty());
}

TEST_CASE("cli list: declarations of a file have no import") {
  const TempDir folder;
  folder.write(
      "own.weft",
      "import \"core\";\n/// Mine.\nfragment own_noise(x: float) -> float { return x; }\n");
  const Finished found =
      run_weft(folder, {"list", "fragments", "own.weft", "--search", "own_noise"});
  INFO(found.err);
  CHECK(found.out == "own_noise  leaf  (x: float) -> float  // Mine.\n");
}

}  // namespace weft::testing::cli_list_test
