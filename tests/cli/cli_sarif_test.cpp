// --format=sarif: the document conforms to the SARIF 2.1.0 schema, has the content of
// --format=json, and its fixes help.

#include <algorithm>
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

namespace weft::testing::cli_sarif_test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The type of a property in the schema. "[x]" is an array of x; string, number and boolean are
/// JSON types; uri-reference is a string of the characters that RFC 3986 allows.
struct Property {
  std::string type;
  bool is_required = false;
};

/// The definitions of sarif-schema-2.1.0.json that `weft` uses, transcribed from the published
/// schema: no others may occur, and required properties are required here too.
const std::map<std::string, std::map<std::string, Property>> definitions = {
    {"sarifLog",
     {{"$schema", {"string"}}, {"version", {"string", true}}, {"runs", {"[run]", true}}}},
    {"run",
     {{"tool", {"tool", true}},
      {"invocations", {"[invocation]"}},
      {"columnKind", {"string"}},
      {"results", {"[result]"}}}},
    {"tool", {{"driver", {"toolComponent", true}}}},
    {"toolComponent",
     {{"name", {"string", true}},
      {"fullName", {"string"}},
      {"version", {"string"}},
      {"semanticVersion", {"string"}},
      {"rules", {"[reportingDescriptor]"}}}},
    {"reportingDescriptor",
     {{"id", {"string", true}}, {"shortDescription", {"multiformatMessageString"}}}},
    {"multiformatMessageString", {{"text", {"string", true}}}},
    {"invocation",
     {{"executionSuccessful", {"boolean", true}},
      {"exitCode", {"number"}},
      {"toolExecutionNotifications", {"[notification]"}}}},
    {"notification", {{"level", {"string"}}, {"message", {"message", true}}}},
    {"message", {{"text", {"string", true}}}},  // text or id
    {"result",
     {{"ruleId", {"string"}},
      {"ruleIndex", {"number"}},
      {"level", {"string"}},
      {"message", {"message", true}},
      {"locations", {"[location]"}},
      {"relatedLocations", {"[location]"}},
      {"fixes", {"[fix]"}}}},
    {"location",
     {{"id", {"number"}},
      {"physicalLocation", {"physicalLocation"}},
      {"logicalLocations", {"[logicalLocation]"}},
      {"message", {"message"}}}},
    {"logicalLocation", {{"fullyQualifiedName", {"string"}}}},
    {"physicalLocation",
     {{"artifactLocation", {"artifactLocation", true}},  // it or an address
      {"region", {"region"}}}},
    {"artifactLocation", {{"uri", {"uri-reference"}}}},
    {"region",
     {{"startLine", {"number"}},
      {"startColumn", {"number"}},
      {"endLine", {"number"}},
      {"endColumn", {"number"}}}},
    {"fix", {{"description", {"message"}}, {"artifactChanges", {"[artifactChange]", true}}}},
    {"artifactChange",
     {{"artifactLocation", {"artifactLocation", true}}, {"replacements", {"[replacement]", true}}}},
    {"replacement",
     {{"deletedRegion", {"region", true}}, {"insertedContent", {"artifactContent"}}}},
    {"artifactContent", {{"text", {"string"}}}},
};

bool is_uri_reference(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (c == '%') {
      if (i + 2 >= text.size() || text.find_first_not_of("0123456789ABCDEF", i + 1) < i + 3) {
        return false;
      }
    } else if (!is_letter && std::string("-._~:/?#[]@!$&'()*+,;=").find(c) == std::string::npos) {
      return false;
    }
  }
  return !text.empty();
}

/// Appends the violations of `value` as a `type`.
void validate(const json& value, const std::string& type, const std::string& where,
              std::vector<std::string>& faults) {
  if (type == "string" || type == "uri-reference") {
    if (!value.is_string() || (type != "string" && !is_uri_reference(value))) {
      faults.push_back(where + " is no " + type);
    }
  } else if (type == "number" || type == "boolean") {
    if (type == "number" ? !value.is_number_integer() : !value.is_boolean()) {
      faults.push_back(where + " is no " + type);
    }
  } else if (type.front() == '[') {
    if (!value.is_array()) {
      faults.push_back(where + " is no array");
      return;
    }
    for (const json& element : value) {
      validate(element, type.substr(1, type.size() - 2), where + "[]", faults);
    }
  } else {
    const auto& properties = definitions.at(type);
    if (!value.is_object()) {
      faults.push_back(where + " is no object");
      return;
    }
    for (const auto& [name, property] : properties) {
      if (property.is_required && !value.contains(name)) {
        faults.push_back(where + " lacks " + name);
      }
    }
    for (const auto& [name, member] : value.items()) {
      if (properties.count(name) == 0) {
        faults.push_back(where + " has an unknown " + name);
      } else {
        validate(member, properties.at(name).type, where + "." + name, faults);
      }
    }
  }
}

json parsed(const Finished& finished) {
  INFO(finished.out.substr(0, 2000) << finished.err);
  const json log = json::parse(finished.out, nullptr, false);
  REQUIRE_FALSE(log.is_discarded());
  std::vector<std::string> faults;
  validate(log, "sarifLog", "log", faults);
  CHECK(faults == std::vector<std::string>());
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  const json run = log["runs"][0];
  CHECK(run["columnKind"] == "unicodeCodePoints");
  CHECK(run["invocations"][0]["exitCode"] == finished.exit_code);
  std::set<std::string> ids;
  for (const json& rule : run["tool"]["driver"]["rules"]) {
    CHECK(ids.insert(rule["id"].get<std::string>()).second);
  }
  for (const json& result : run["results"]) {
    CHECK(run["tool"]["driver"]["rules"].at(result["ruleIndex"].get<std::size_t>())["id"] ==
          result["ruleId"]);
    CHECK(std::set<std::string>{"error", "warning", "note"}.count(result["level"]) == 1);
  }
  return run;
}

std::vector<fs::path> golden_errors() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(repository_root() / "tests/golden/errors")) {
    if (entry.path().extension() == ".weft") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The byte offset of a 1-based line and column in an ASCII text.
std::size_t offset_of(const std::string& text, std::size_t line, std::size_t column) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < line; ++i) {
    at = text.find('\n', at) + 1;
  }
  return at + column - 1;
}

}  // namespace

TEST_CASE("cli sarif: the log of every golden error matches its JSON") {
  std::size_t results = 0;
  for (const fs::path& file : golden_errors()) {
    INFO(file.string());
    const std::vector<std::string> words = {"check", "--no-cache", file.filename().string()};
    std::vector<std::string> as_json = words;
    as_json.emplace_back("--format=json");
    std::vector<std::string> as_sarif = words;
    as_sarif.emplace_back("--format=sarif");
    const Finished told = run_weft(as_json, file.parent_path());
    const Finished logged = run_weft(as_sarif, file.parent_path());
    CHECK(told.exit_code == logged.exit_code);
    const json diagnostics = json::parse(told.out)["diagnostics"];
    const json run = parsed(logged);
    REQUIRE(run["results"].size() == diagnostics.size());
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
      const json& diagnostic = diagnostics[i];
      const json& result = run["results"][i];
      CHECK(result["ruleId"] == diagnostic["code"]);
      CHECK(result["level"] == diagnostic["severity"]);
      const std::string text = result["message"]["text"];
      CHECK(text.starts_with(diagnostic["message"].get<std::string>()));
      CHECK(text.ends_with(diagnostic["hint"].get<std::string>()));
      CHECK(diagnostic["notes"].size() ==
            (result.contains("relatedLocations") ? result["relatedLocations"].size() : 0));
      if (!diagnostic["line"].is_null()) {
        const json& place = result["locations"][0]["physicalLocation"];
        CHECK(place["region"]["startLine"] == diagnostic["line"]);
        CHECK(place["region"]["startColumn"] <= diagnostic["column"]);
        CHECK(place["region"]["endLine"] >= place["region"]["startLine"]);
      }
      ++results;
    }
  }
  CHECK(results > 100);
}

TEST_CASE("cli sarif: applying a fix removes its message") {
  std::size_t fixes = 0;
  for (const fs::path& file : golden_errors()) {
    const std::string name = file.filename().string();
    const std::string text = read_file(file);
    const Finished logged =
        run_weft({"check", "--no-cache", name, "--format=sarif"}, file.parent_path());
    const json run = parsed(logged);
    for (const json& result : run["results"]) {
      if (!result.contains("fixes")) {
        continue;
      }
      INFO(name << " " << result.dump());
      const json& change = result["fixes"][0]["artifactChanges"][0];
      if (change["artifactLocation"]["uri"] != name) {
        continue;
      }
      const json& replacement = change["replacements"][0];
      const json& region = replacement["deletedRegion"];
      const std::size_t begin = offset_of(text, region["startLine"], region["startColumn"]);
      const std::size_t end = offset_of(text, region["endLine"], region["endColumn"]);
      std::string fixed = text;
      fixed.replace(begin, end - begin, replacement["insertedContent"]["text"].get<std::string>());
      const TempDir place;
      if (fs::exists(file.parent_path() / "imports")) {
        fs::copy(file.parent_path() / "imports", place.path() / "imports",
                 fs::copy_options::recursive);
      }
      place.write(name, fixed);
      const json after =
          parsed(run_weft({"check", "--no-cache", name, "--format=sarif"}, place.path()));
      for (const json& other : after["results"]) {
        // Another line may have the same error.
        const bool is_there =
            other["message"] == result["message"] &&
            other["locations"][0]["physicalLocation"]["region"]["startLine"] == region["startLine"];
        CHECK_FALSE(is_there);
      }
      ++fixes;
    }
  }
  CHECK(fixes >= 5);
}

TEST_CASE("cli sarif: every command writes a log, with or without messages") {
  const TempDir place;
  place.write("bad.weft", "import \"core\";\nmaterial m { output color = unheard_of; }\n");
  place.write("b: ö #1.weft",
              "import \"core\"; /* ö */ material m { output color = unheard_of; }\n");
  const std::string good = (repository_root() / "shaders/materials/clay.weft").string();
  struct Row {
    std::vector<std::string> words;
    int exit_code;
    std::size_t results;
  };
  const std::vector<Row> rows = {
      {{"compose", good, "-o", "out"}, 0, 0},
      {{"compose", good, "-o", "other", "--check"}, 1, 0},
      {{"compose", "bad.weft", "-o", "out"}, 1, 1},
      {{"compose", "nowhere.weft", "-o", "out"}, 3, 1},
      {{"check", good}, 0, 0},
      {{"check", "bad.weft", "b: ö #1.weft"}, 1, 2},
      {{"convert", "type:float3", "type:flaot3"}, 1, 1},
      {{"eval", "1.0"}, 0, 0},
      {{"eval", "unheard_of"}, 1, 1},
      {{"dump", "bad.weft", "--stage=plan"}, 1, 1},
      {{"explain", good}, 0, 0},
      {{"explain", "bad.weft"}, 1, 1},
      {{"fmt", "--check", "bad.weft"}, 1, 0},
      {{"list", "materials", good}, 0, 0},
      {{"new", "material", "rust"}, 0, 0},
      {{"new", "material", "rust"}, 3, 1},
      {{"graph", "bad.weft", "-o", "p.dot"}, 1, 1},
      {{"render", "bad.weft", "-o", "p.png"}, 1, 1},
  };
  for (const Row& row : rows) {
    std::vector<std::string> words = row.words;
    words.emplace_back("--format=sarif");
    const Finished finished = run_weft(words, place.path());
    INFO(row.words[0] << " " << row.words[1] << "\n" << finished.out << finished.err);
    CHECK(finished.exit_code == row.exit_code);
    CHECK(finished.err.empty());
    const json run = parsed(finished);
    CHECK(run["results"].size() == row.results);
  }
  const json odd = parsed(run_weft({"check", "b: ö #1.weft", "--format=sarif"}, place.path()));
  const json place_of = odd["results"][0]["locations"][0]["physicalLocation"];
  CHECK(place_of["artifactLocation"]["uri"] == "./b:%20%C3%B6%20%231.weft");
  CHECK(place_of["region"]["startColumn"] == 52);  // the ö is one character of two bytes
}

}  // namespace weft::testing::cli_sarif_test
