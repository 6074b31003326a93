// Passed checks are not repeated until an input of the verdict changes; unusable cache files count
// as empty, without an error.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "composer/checks/defined_features.h"
#include "composer/compose.h"
#include "conversions/checks/check_conversions.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/content_hash.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::check_memory_test {

namespace {

namespace fs = std::filesystem;
using namespace weft;

const std::string source = R"(
trait sort { one, two }
trait other { plain, odd }
struct Pair { float first; float second; }
feature told.factor: float at frame;
fragment pair_of(x: float) -> Pair { return Pair(x * 2.0, x); }
fragment doubled(x: float) -> float { return pair_of(x).first; }
conversion there(x: float {sort: one}) -> {sort: two} difficulty 1 { return doubled(x); }
conversion back(x: float {sort: two}) -> {sort: one} difficulty 1 { return x * 0.5; }
conversion odd(x: float {other: plain}) -> {other: odd} difficulty 1 { return x * told.factor; }
there commutes with odd;
material m { param k: float = 2.0; output albedo = k; }
)";

const std::string derived = R"(
fragment multiply(a: float, b: float) -> float { return a * b; }
trait sort { one, two }
feature told.factor: float at frame;
feature told.other: float at frame = told.factor * 3.0;
conversion there(x: float {sort: one}) -> {sort: two} difficulty 1 { return x * told.other; }
conversion back(x: float {sort: two}) -> {sort: one} difficulty 1 { return x / told.other; }
)";

ConversionChecks check(const std::string& text, CheckMemory& memory, std::uint64_t seed = 1,
                       int samples = 4) {
  LoadOptions how;
  how.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text("test.weft", text, DiskReader(), how);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  ConversionCheckOptions options;
  options.seed = seed;
  options.samples = samples;
  options.only = loaded.library.root_file;
  options.memory = &memory;
  const Composer composer(loaded.library);
  DefinedFeatures definitions(composer);
  return check_conversions(loaded.library, composer.conversion_set(), definitions, options);
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("check memory: passed checks are not repeated and keep their counts") {
  CheckMemory memory;
  const ConversionChecks first = check(source, memory);
  CHECK(first.diagnostics.empty());
  CHECK(first.tried >= 4);
  CHECK(first.remembered == 0);
  CHECK(first.round_trips == 1);
  CHECK(first.declarations == 1);
  const ConversionChecks second = check(source, memory);
  CHECK(second.tried == 0);
  CHECK(second.remembered == first.tried);
  CHECK(second.round_trips == first.round_trips);
  CHECK(second.exchanges == first.exchanges);
  CHECK(second.declarations == first.declarations);
}

TEST_CASE("check memory: everything a verdict depends on invalidates it") {
  struct Row {
    const std::string& text;
    const char* from;
    const char* to;
    bool is_tried;
  };
  const std::vector<Row> rows = {
      // The conversion's body, calls, features
      {source, "return x * 0.5;", "return x * 0.500001;", true},
      {source, "return pair_of(x).first;", "return pair_of(x).second * 2.0;", true},
      {source, "return Pair(x * 2.0, x);", "return Pair(x + x, x);", true},
      {source, "feature told.factor: float at frame;", "feature told.factor: float at view;",
       false},
      {derived, "told.factor * 3.0", "told.factor * 4.0", true},
      // Its signature
      {source, "there(x: float {sort: one})", "there(x: float {sort: one, other?: plain})", true},
      {source, "trait other { plain, odd }", "trait other { plain, odd { odder } }", true},
      {source, "trait other { plain, odd }", "trait other default plain { plain, odd }", true},
      {source, "struct Pair { float first;", "struct Pair { float third; float first;", true},
      // The declaration alone, without a change in the text of its callers
      {source, "float first; float second;", "float second; float first;", true},
      {source, "float first; float second;", "float {sort: one} first; float second;", true},
      {source, "there commutes with odd;", "back commutes with odd;", true},
      // Unrelated changes
      {source, "material m { param k: float = 2.0;", "material m { param k: float = 3.0;", false},
      {source, "\ntrait", "\n// A comment.\ntrait", false},
  };
  for (const Row& row : rows) {
    INFO(row.from << " becomes " << row.to);
    std::string text = changed(row.text, row.from, row.to);
    if (std::string(row.to).find("third") != std::string::npos) {
      text = changed(text, "Pair(x * 2.0, x)", "Pair(0.0, x * 2.0, x)");
    }
    CheckMemory memory;
    check(row.text, memory);
    CHECK((check(text, memory).tried > 0) == row.is_tried);
  }
  CheckMemory memory;
  check(source, memory);
  CHECK(check(source, memory, 2).tried > 0);
  CHECK(check(source, memory, 1, 5).tried > 0);
}

TEST_CASE("check memory: failures are reported every time, also after a pass") {
  CheckMemory memory;
  CHECK(check(source, memory).diagnostics.empty());
  const std::string broken =
      changed(source, "return Pair(x * 2.0, x);", "return Pair(x * 2.5, x);");
  for (int i = 0; i < 2; ++i) {
    const ConversionChecks checks = check(broken, memory);
    REQUIRE(checks.diagnostics.size() == 1);
    CHECK(checks.diagnostics.front().code == Code::NoRoundTrip);
  }
  CHECK(check(source, memory).tried == 0);
}

TEST_CASE("check memory: when full, hashes that were used or added are kept") {
  const std::vector<ContentHash> all = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
  CheckMemory memory(all);
  CHECK_FALSE(memory.has_news());
  CHECK(memory.passed(4) == all);
  CHECK(memory.holds({3, 3}));
  CHECK_FALSE(memory.holds({5, 5}));
  CHECK(memory.passed(3) == std::vector<ContentHash>{{3, 3}});
  memory.add({0, 0});
  CHECK(memory.has_news());
  CHECK(memory.passed(3) == std::vector<ContentHash>{{0, 0}, {3, 3}});
  CHECK(memory.passed(1).size() == 1);
}

TEST_CASE("check memory: hashes depend on the texts and on their boundaries") {
  const auto of = [](const std::vector<std::string>& texts) {
    ContentHasher hash;
    for (const std::string& text : texts) {
      hash.add(text);
    }
    return hash.result();
  };
  CHECK(of({"ab", "c"}) == of({"ab", "c"}));
  CHECK(of({"ab", "c"}) != of({"a", "bc"}));
  CHECK(of({"ab"}) != of({"ab", ""}));
  CHECK(of({"a"}) != of({"b"}));
  CHECK(of({"composes"}) != of({std::string("composes\0", 9)}));
  CHECK(of({}) != of({""}));
  // The hash is the same on every machine.
  CHECK(of({"weft"}).high == 0x03C7CAAA2FE2CAA5U);
  CHECK(of({"weft"}).low == 0x22C7FF78C31131ABU);
  CHECK(of({"weft composes shaders"}).high == 0xFF9A2DD3C69DEDFAU);
  CHECK(of({"weft composes shaders"}).low == 0xE7D508D5080ABBC2U);
}

namespace {

struct Run {
  Finished finished;
  std::size_t tried = 0;
  std::size_t remembered = 0;
};

Run run_check(const fs::path& file, const std::vector<std::string>& options,
              const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  Command command;
  command.program = weft_program();
  command.arguments = {"check", "--format=json", file.string()};
  command.arguments.insert(command.arguments.end(), options.begin(), options.end());
  command.environment = environment;
  Run result{run(command)};
  const auto document = nlohmann::json::parse(result.finished.out, nullptr, false);
  if (document.is_object() && document.contains("files") && !document["files"].empty()) {
    result.tried = document["files"][0]["conversion_checks"]["tried"];
    result.remembered = document["files"][0]["conversion_checks"]["remembered"];
  }
  return result;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("cli check: passed checks are cached between runs", "[cli]") {
  const TempDir directory;
  const fs::path file = directory.path() / "own.weft";
  std::ofstream(file) << source;
  const fs::path cache = directory.path() / "cache";
  const Run first = run_check(file, {"--cache", cache.string()});
  INFO(first.finished.err);
  CHECK(first.finished.exit_code == 0);
  CHECK(first.tried > 0);
  CHECK(first.remembered == 0);
  const Run second = run_check(file, {"--cache", cache.string()});
  CHECK(second.tried == 0);
  CHECK(second.remembered == first.tried);
  CHECK(run_check(file, {"--no-cache"}).tried == first.tried);
  CHECK(run_check(file, {"--no-cache", "--cache", cache.string()}).finished.exit_code == 2);

  // From the environment
  const std::vector<std::pair<std::string, std::string>> named = {
      {"XDG_CACHE_HOME", (directory.path() / "xdg").string()}};
  CHECK(run_check(file, {}, named).tried == first.tried);
  CHECK(run_check(file, {}, named).remembered == first.tried);
  CHECK(fs::exists(directory.path() / "xdg/weft/conversion_checks"));
  const std::vector<std::pair<std::string, std::string>> relative = {
      {"XDG_CACHE_HOME", "somewhere"}, {"HOME", (directory.path() / "home").string()}};
  CHECK(run_check(file, {}, relative).tried == first.tried);
  CHECK(fs::exists(directory.path() / "home/.cache/weft/conversion_checks"));
}

TEST_CASE("cli check: a damaged or unwritable cache is ignored", "[cli]") {
  const TempDir directory;
  const fs::path file = directory.path() / "own.weft";
  std::ofstream(file) << source;
  const fs::path cache = directory.path() / "cache";
  const std::size_t all = run_check(file, {"--cache", cache.string()}).tried;
  REQUIRE(all > 0);
  const fs::path stored = cache / "conversion_checks";
  const std::string good = read(stored);
  REQUIRE(good.size() > 100);
  std::vector<std::string> damaged = {"",
                                      "nonsense",
                                      good.substr(0, good.size() - 16),
                                      good.substr(0, good.size() - 1),
                                      good + good,
                                      std::string(100000, '\0')};
  for (const std::size_t at : {std::size_t{3}, std::size_t{60}, good.size() - 1}) {
    damaged.push_back(good);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 1);
  }
  // An intact file of another version.
  const std::string version = run_weft({"--version"}).out.substr(5, 5);
  const std::size_t at_version = good.find(version);
  REQUIRE(at_version < good.find('\n'));
  std::string other = good.substr(0, good.size() - 16);
  other[at_version] = other[at_version] == '9' ? '8' : '9';
  ContentHasher sum;
  sum.add(other);
  for (const std::uint64_t half : {sum.result().high, sum.result().low}) {
    for (int shift = 0; shift < 64; shift += 8) {
      other += static_cast<char>(static_cast<unsigned char>(half >> shift));
    }
  }
  damaged.push_back(other);
  for (const std::string& bytes : damaged) {
    std::ofstream(stored, std::ios::binary) << bytes;
    const Run after = run_check(file, {"--cache", cache.string()});
    CHECK(after.finished.exit_code == 0);
    CHECK(after.finished.err.empty());
    CHECK(after.tried == all);
    CHECK(read(stored) == good);  // and it is intact again
  }
  fs::remove(stored);
  fs::create_directory(stored);
  CHECK(run_check(file, {"--cache", cache.string()}).finished.exit_code == 0);
  const Run nowhere = run_check(file, {"--cache", "/dev/null/cache"});
  CHECK(nowhere.finished.exit_code == 0);
  CHECK(nowhere.finished.err.empty());
  const Run on_a_file = run_check(file, {"--cache", file.string()});
  CHECK(on_a_file.finished.exit_code == 0);
  CHECK(read(file) == source);
}

}  // namespace weft::testing::check_memory_test
