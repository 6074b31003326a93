// `weft compose --check` writes nothing and lists the outputs that would change; -Werror turns
// warnings into errors.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_out_of_date_test {

namespace {

namespace fs = std::filesystem;

/// Never used, since core has an equally good one: causes a warning.
constexpr const char* needless =
    "conversion again(c: float3 {use: color, encoding: srgb}) -> {encoding: linear} difficulty 9 "
    "{ return c * c; }\n";

std::string material(const std::string& value) {
  return "import \"core\";\nmaterial m { output color = " + value + "; }\n" + flat_profile;
}

}  // namespace

TEST_CASE("cli --check: missing or stale outputs are listed and nothing is written") {
  const TempDir place;
  place.write("m.weft", material("0.5"));
  const std::vector<std::string> write = {"compose", "m.weft", "-p", "flat", "-o", "out", "-MD"};
  std::vector<std::string> check = write;
  check.emplace_back("--check");

  const Finished absent = run_weft(place, check);
  CHECK(absent.exit_code == 1);
  CHECK(absent.out ==
        "out/m.flat.d: does not exist\nout/m.flat.frag.glsl: does not exist\n"
        "out/m.flat.vert.glsl: does not exist\n");
  CHECK_FALSE(fs::exists(place.path() / "out"));

  REQUIRE(run_weft(place, write).exit_code == 0);
  const Finished current = run_weft(place, check);
  CHECK(current.exit_code == 0);
  CHECK(current.out.empty());

  const fs::path fragment = place.path() / "out" / "m.flat.frag.glsl";
  const std::string before = read_file(fragment);
  place.write("m.weft", material("0.75"));
  const Finished changed = run_weft(place, check);
  CHECK(changed.exit_code == 1);
  CHECK(changed.out == "out/m.flat.frag.glsl: would change\n");
  CHECK(read_file(fragment) == before);

  check.emplace_back("--format=json");
  const Finished json = run_weft(place, check);
  CHECK(json.exit_code == 1);
  CHECK(nlohmann::json::parse(json.out)["out_of_date"] ==
        nlohmann::json::parse(R"([{"path": "out/m.flat.frag.glsl", "state": "changed"}])"));

  place.write("m.weft", material("unheard_of"));
  const Finished wrong = run_weft(place, check);
  CHECK(wrong.exit_code == 1);
  CHECK_FALSE(nlohmann::json::parse(wrong.out).contains("out_of_date"));
}

TEST_CASE("cli -Werror: a warning exits with 1 and nothing is written") {
  const TempDir place;
  place.write("m.weft", material("0.5") + needless);
  const std::vector<std::string> words = {"compose", "m.weft", "-p", "flat", "-o", "out"};
  std::vector<std::string> strict = words;
  strict.insert(strict.begin() + 1, "-Werror");

  const Finished refused = run_weft(place, strict);
  INFO(refused.err);
  CHECK(refused.exit_code == 1);
  CHECK_FALSE(fs::exists(place.path() / "out"));
  CHECK_THAT(refused.err, contains("error: conversion 'again'"));
  CHECK_THAT(refused.err, contains("note: -Werror turns this warning into an error"));

  const Finished accepted = run_weft(place, words);
  CHECK(accepted.exit_code == 0);
  CHECK_THAT(accepted.err, contains("warning: conversion 'again'"));
  CHECK(fs::exists(place.path() / "out" / "m.flat.frag.glsl"));

  const std::string redundant =
      (repository_root() / "tests/golden/errors/redundant_conversions.weft").string();
  CHECK(run_weft(place, {"check", redundant, "--no-cache"}).exit_code == 0);
  CHECK(run_weft(place, {"check", redundant, "--no-cache", "-Werror"}).exit_code == 1);
  // The shipped files have no warnings.
  const std::string shipped = (repository_root() / "shaders/materials/worn_metal.weft").string();
  CHECK(run_weft(place, {"compose", shipped, "-Werror"}).exit_code == 0);
}

}  // namespace weft::testing::cli_out_of_date_test
