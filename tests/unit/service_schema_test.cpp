// The schema of the service's messages.

#include "live/service/method_table.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/json_schema.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::service_schema_test {

using namespace weft::live;

TEST_CASE("service: its schema is the documented one") {
  const auto path = repository_root() / "docs" / "service.schema.json";
  CHECK(text_diff(read_file(path), service_schema()) == "");
  const Json schema = Json::parse(service_schema());
  const Json& change = schema["$defs"]["graph/change"]["properties"]["params"];
  CHECK(change["required"] == Json::array({"document", "edits"}));
  // Edits are described one by one, by the table that reads them.
  const auto fault = [&](const Json& edits) {
    return schema_fault(schema, change, Json{{"document", "m"}, {"edits", edits}}, "params");
  };
  CHECK(fault(Json::array({{{"op", "set_value"},
                            {"node", "m/rough"},
                            {"port", "a"},
                            {"value", 0.3},
                            {"live", true}}})) == "");
  CHECK(fault(Json::array({{{"op", "remove_node"}, {"node", "m/rough"}}})) == "");
  CHECK(fault(Json::array({{{"op", "remove_node"}}})) == "params/edits/0 fits 0 of several");
  CHECK(fault(Json::array({{{"op", "fly"}, {"node", "m/rough"}}})) != "");
  CHECK(fault(Json::array({{{"op", "remove_node"}, {"node", 1}}})) != "");
}

}  // namespace weft::testing::service_schema_test
