// docs/library.md equals the output of `weft list library`. WEFT_UPDATE_GOLDEN=1 rewrites it.

#include <cstdlib>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::library_document_test {

TEST_CASE("the library document equals the output of list", "[cli]") {
  const Finished finished = run_weft({"list", "library"});
  REQUIRE(finished.exit_code == 0);
  const auto document = repository_root() / "docs" / "library.md";
  const char* update = std::getenv("WEFT_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1" && std::getenv("CI") == nullptr) {
    write_file(document, finished.out);
  }
  CHECK(text_diff(read_file(document), finished.out) == "");
}

TEST_CASE("list library: signatures and first sentences of a file's declarations", "[cli]") {
  const TempDir place;
  place.write("own.weft", R"(// Of this file. Not this.

/// One (e.g. this. one) by A. Author. Two.
fragment f<T: floating>(
    a: T {use?: ?u},  // first
    b: T = 1.0,
) -> T {use?: ?u} keeps {norm} where same(a, b)
{
    return a * b;
}
trait use { color, normal }
guarantee norm { unit }
feature host.x: float {use: color} at frame = 2.0;
struct Pair { float a; float b; }
conversion c(x: float {use: normal}) -> {norm: unit} difficulty 2 { return x; }
fragment n(x: float) -> float law linear
native glsl """
float n(float x) { return x; }
"""
)");
  const Finished finished = run_weft(place, {"list", "library", "own.weft"});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  for (const char* line :
       {"\n## own\n\nOf this file.\n\n```weft\nimport \"own\";\n```\n",
        "\n- `f<T: floating>(a: T {use?: ?u}, b: T = 1.0) -> T {use?: ?u} keeps "
        "{norm} where same(a, b)`"
        "<br>One (e.g. this. one) by A. Author.\n",
        "\n- `trait use { color, normal }`\n", "\n- `guarantee norm { unit }`\n",
        "\n- `host.x: float {use: color} at frame`\n", "\n- `Pair { float a; float b; }`\n",
        "\n- `c(x: float {use: normal}) -> {norm: unit} difficulty 2`\n",
        "\n- `n(x: float) -> float law linear`\n"}) {
    CHECK_THAT(finished.out, contains(line));
  }
}

}  // namespace weft::testing::library_document_test
