// Recorded conversations with the service and the language server: tests/golden/service/*.txt. A
// line
// `> …` is the body of a message from the client, `< …` one of the answers that follow it.
// WEFT_UPDATE_GOLDEN=1 records the answers anew.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/language_server/language_server.h"
#include "live/service/rooted_reader.h"
#include "live/service/service.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::recorded_conversations_test {
namespace {

/// The conversation with the answers of today. Those named `language_server…` are with that one.
std::string held_again(const std::string& recorded, bool is_language_server) {
  const DiskReader disk;
  const live::RootedReader reader(disk, shipped_options().shipped_directories);
  std::unique_ptr<live::MessageServer> server;
  if (is_language_server) {
    server = std::make_unique<lsp::LanguageServer>(
        reader, shipped_options(), [](const std::string&) { return std::vector<std::string>(); });
  } else {
    server = std::make_unique<live::Service>(reader, shipped_options());
  }
  std::string all;
  std::istringstream lines(recorded);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("< ")) {
      continue;
    }
    all += line + "\n";
    if (!line.starts_with("> ")) {
      continue;  // a comment
    }
    server->post(line.substr(2));
    while (server->has_work()) {
      server->step();
    }
    for (const std::string& reply : server->take_replies()) {
      all += "< " + Json::parse(reply).dump() + "\n";  // reflections have lines
    }
  }
  return all;
}

}  // namespace

TEST_CASE("service: recorded conversations go as they are recorded") {
  std::vector<std::filesystem::path> paths;
  for (const auto& each :
       std::filesystem::directory_iterator(repository_root() / "tests/golden/service")) {
    paths.push_back(each.path());
  }
  std::sort(paths.begin(), paths.end());
  REQUIRE(paths.size() >= 4);
  for (const std::filesystem::path& path : paths) {
    INFO(path.filename().string());
    const std::string recorded = read_file(path);
    const std::string now =
        held_again(recorded, path.filename().string().starts_with("language_server"));
    if (const char* update = std::getenv("WEFT_UPDATE_GOLDEN");
        update != nullptr && std::string(update) == "1") {
      std::ofstream(path, std::ios::binary) << now;
    }
    CHECK(text_diff(recorded, now) == "");
  }
}

}  // namespace weft::testing::recorded_conversations_test
