// JSON from outside: what is not JSON, or too deep to be copied, is refused.

#include "live/session/read_json.h"

#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"

namespace weft::testing::read_json_test {

namespace {

using namespace weft;
using live::read_json;

std::string nested(std::size_t depth, const std::string& open, const std::string& close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) {
    text += open;
  }
  text += "0";
  for (std::size_t i = 0; i < depth; ++i) {
    text += close;
  }
  return text;
}

}  // namespace

TEST_CASE("JSON from outside is parsed unless it is wrong or nested too deeply") {
  const std::string too_deep = "nested deeper than 10000 levels";
  struct Row {
    std::string text;
    std::string refused;  ///< empty: it is parsed
  };
  const std::vector<Row> rows = {
      {R"({"a": [1, "]}[{"]})", ""},
      {R"(["a\"[[\\", "\\\"{"])", ""},
      {R"("\u005b")", ""},
      {"{", "not JSON: it ends too early"},
      {R"(["open)", "not JSON: it ends too early"},
      {R"("\)", "not JSON: it ends too early"},
      {"]]]]", "not JSON at byte 1"},
      {nested(1'000, "[", "]"), ""},
      {nested(1'000, R"({"a":)", "}"), ""},
      {nested(10'001, "[", "]"), too_deep},
      {nested(200'000, "[", "]"), too_deep},
      {nested(200'000, R"({"a":)", "}"), too_deep},
      {std::string(1'000'000, '['), too_deep},
      {"\"" + std::string(1'000'000, '[') + "\"", ""},
  };
  for (const Row& row : rows) {
    INFO(row.text.substr(0, 40));
    const auto read = read_json(row.text);
    CHECK((read ? "" : read.error()) == row.refused);
    if (read && row.text.size() < 1'000) {
      CHECK(Json::parse(read->dump()) == *read);
    }
  }
}

}  // namespace weft::testing::read_json_test
