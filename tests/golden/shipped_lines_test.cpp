// Golden transcripts omit line numbers of shipped files, so editing those files does not change
// them.

#include "tests/golden/shipped_lines.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace weft::testing::shipped_lines_test {

TEST_CASE("golden runner: line numbers of shipped files are omitted, others stay") {
  struct Row {
    std::string text;
    std::string wanted;
  };
  const std::vector<Row> rows = {
      {"", ""},
      {"color = 1;  // from shaders/materials/worn_metal.weft:27\n",
       "color = 1;  // from shaders/materials/worn_metal.weft:*\n"},
      {"%1 up facing() shaders/core.weft:27:13", "%1 up facing() shaders/core.weft:*"},
      {"\"source\": \"shaders/core.weft:27:13\",", "\"source\": \"shaders/core.weft:*\","},
      {"imports/shaders/core.weft:27:13", "imports/shaders/core.weft:27:13"},
      {"case.weft:27:13 shaders/core.weft", "case.weft:27:13 shaders/core.weft"},
      {"#line 12 \"shaders/core.weft\"\n#line 13 \"case.weft\"\n",
       "#line * \"shaders/core.weft\"\n#line 13 \"case.weft\"\n"},
      {"shaders/core.weft:9:13: error: no [slug]\n 9 | a b\n   |   ^\n  hint: 9 | b\n",
       "shaders/core.weft:*: error: no [slug]\n  hint: 9 | b\n"},
      {"case.weft:9:13: error: no [slug]\n 9 | a b\n   |   ^\n  shaders/core.weft:8:1: note: "
       "here\n   8 | c\n     | ^\n"
       "  case.weft:8:1: note: there\n   8 | d\n     | ^\n",
       "case.weft:9:13: error: no [slug]\n 9 | a b\n   |   ^\n  shaders/core.weft:*: note: here\n"
       "  case.weft:8:1: note: there\n   8 | d\n     | ^\n"},
      {"  \"file\": \"shaders/core.weft\",\n  \"line\": 9,\n  \"column\": 13,\n  \"line\": 9\n",
       "  \"file\": \"shaders/core.weft\",\n  \"line\": \"*\",\n  \"column\": \"*\",\n  \"line\": "
       "\"*\"\n"},
      {"  \"file\": \"case.weft\",\n  \"line\": 9,\n  \"column\": 13\n",
       "  \"file\": \"case.weft\",\n  \"line\": 9,\n  \"column\": 13\n"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(weft::testing::without_shipped_lines(row.text) == row.wanted);
  }
}

}  // namespace weft::testing::shipped_lines_test
