// Every document of the repository as JSON and back: live/session/graph_json.h.

#include <filesystem>
#include <string>

#include "live/session/graph_json.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/json_schema.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::graph_json_round_trip_test {

using namespace weft::live;

TEST_CASE("documents round-trip through JSON") {
  const Json schema = Json::parse(graph_schema());
  std::size_t count = 0;
  std::size_t refused = 0;
  for (const char* const folder : {"shaders", "tests"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(repository_root() / folder)) {
      if (entry.path().extension() != ".weft") {
        continue;
      }
      const DocumentText document(entry.path().string(), read_file(entry.path()));
      if (has_errors(document.diagnostics())) {
        continue;
      }
      INFO(entry.path().string());
      const auto json = graph_json(document);
      REQUIRE(json);
      CHECK(schema_fault(schema, schema, Json::parse(*json)) == "");
      const auto text = graph_text(*json);
      const bool may_be_wrong = entry.path().filename().string().starts_with("fail_");
      if (!text && may_be_wrong) {
        ++refused;
        continue;
      }
      INFO((text ? "" : text.error().front().message));
      REQUIRE(text);
      CHECK(text_diff(formatted(document), *text) == "");
      const auto again = graph_json(DocumentText("test.weft", *text));
      REQUIRE(again);
      CHECK(*again == *json);
      ++count;
    }
  }
  CHECK(count > 200);
  CHECK(refused < 60);
}

}  // namespace weft::testing::graph_json_round_trip_test
