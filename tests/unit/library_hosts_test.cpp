// Shipped fragments that read arrays and textures of a host, by the interpreter:
// tests/library/values.tsv has those that take numbers.

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_hosts_test {

namespace {

/// The numbers of an expression's value, with features given as `NAME=VALUE`.
std::vector<double> evaluated(const std::string& expression, const std::vector<std::string>& host) {
  const TempDir place;
  place.write("all.weft", "import \"vertices\";\n");
  std::vector<std::string> arguments = {"eval", "all.weft", expression};
  for (const std::string& feature : host) {
    arguments.insert(arguments.end(), {"-D", feature});
  }
  const Finished finished = run_weft(place, arguments);
  INFO(expression << " = " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  std::string text = finished.out;
  const std::size_t open = text.find('(');
  text = open == std::string::npos ? text : text.substr(open + 1);
  for (char& c : text) {
    c = c == ',' || c == ')' ? ' ' : c;
  }
  std::istringstream stream(text);
  std::vector<double> numbers;
  for (double number = 0.0; stream >> number;) {
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

TEST_CASE("library: morph targets add their deltas by weight, target by target", "[cli]") {
  const std::string deltas =
      "=float3[4](float3(1.0, 0.0, 0.0), float3(2.0, 4.0, 6.0), float3(0.0, 0.0, 9.0), "
      "float3(1.0, 0.0, 0.5))";
  std::vector<std::string> host = {
      "morph.weights=float[2](0.5, 2.0)", "morph.vertex_count=2",         "surface.vertex_index=1",
      "morph.position_deltas" + deltas,   "morph.normal_deltas" + deltas, "morph.count=2"};
  for (const std::string call : {"morph_position_delta()", "morph_normal_delta()"}) {
    CHECK(evaluated(call, host) == std::vector<double>{3.0, 2.0, 4.0});
    // No more targets than weights, and only those that count.
    host.back() = "morph.count=9";
    CHECK(evaluated(call, host) == std::vector<double>{3.0, 2.0, 4.0});
    host.back() = "morph.count=1";
    CHECK(evaluated(call, host) == std::vector<double>{1.0, 2.0, 3.0});
    host.back() = "morph.count=2";
  }
}

}  // namespace weft::testing::library_hosts_test
