// The fixes that the language server offers for every golden error.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/language_client.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::language_server_fixes_test {

namespace {

/// How often each message is in the diagnostics of a document, without its place.
std::map<std::string, int> messages_of(const Json& diagnostics) {
  std::map<std::string, int> count;
  for (const Json& each : diagnostics) {
    ++count[each["code"].dump() + each["message"].dump()];
  }
  return count;
}

}  // namespace

TEST_CASE("lsp: every fix for the golden errors removes its message") {
  const std::filesystem::path folder = repository_root() / "tests/golden/errors";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    // One takes seconds on purpose, and one is no UTF-8, which no message has.
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".weft" && stem != "fail_expansion_limit" &&
        stem != "fail_not_text") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::size_t tried = 0;
  for (const std::filesystem::path& file : files) {
    LanguageClient client;
    const std::string path = file.string();
    client.open(path, read_file(path));
    const Json before = client.published(path)["diagnostics"];
    const Json end{{"line", 100000}, {"character", 0}};
    const Json actions =
        client.result("textDocument/codeAction",
                      {{"textDocument", {{"uri", LanguageClient::uri(path)}}},
                       {"range", {{"start", {{"line", 0}, {"character", 0}}}, {"end", end}}},
                       {"context", {{"diagnostics", Json::array()}}}});
    for (const Json& action : actions) {
      const std::string fixed =
          client.edited(path, action["edit"]["changes"][LanguageClient::uri(path)]);
      const std::string beside = (folder / "fixed.weft").string();
      client.open(beside, fixed);
      const std::map<std::string, int> left = messages_of(client.published(beside)["diagnostics"]);
      const Json& about = action["diagnostics"][0];
      const std::string message = about["code"].dump() + about["message"].dump();
      INFO(path << "\n" << action.dump(2) << "\n" << fixed << client.published(beside).dump(2));
      const auto now = left.find(message);
      CHECK((now == left.end() ? 0 : now->second) < messages_of(before)[message]);
      CHECK(left.count("\"syntax\"") == 0);
      client.notify("textDocument/didClose",
                    {{"textDocument", {{"uri", LanguageClient::uri(beside)}}}});
      ++tried;
    }
  }
  CHECK(tried >= 80);
}

}  // namespace weft::testing::language_server_fixes_test
