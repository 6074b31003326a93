// Array elements in the arguments of function port calls.

#include "fragments/model/element_arguments.h"

#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"

namespace weft::testing::element_arguments_test {

namespace {

using namespace weft;

const std::string declarations = R"(
struct Inner { float3 hue; float power; }
struct Lamp { float3 place; Inner inner; }
feature rig.lamps: Lamp[] at frame;
feature rig.tints: float3[] at frame;
feature rig.count: int at frame;
feature rig.a: float3 at frame;
feature rig.b: float3 at frame;
)";

/// One line per call: per argument the array and the members, `-` if it is not an element.
std::string calls_of(const std::string& body) {
  const std::string text =
      declarations +
      "fragment f(each: eval(rig.a, rig.b) -> float3, given: float3[2], x: int) -> float3 {\n" +
      body + "}\n";
  const LoadedLibrary loaded = load_text("f.weft", text, DiskReader(), {});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Library& library = loaded.library;
  const Body& code = library.fragments[FragmentId(0)].find_instance({})->body;
  std::string found;
  for (const ElementCall& call : find_element_calls(code)) {
    found += found.empty() ? "" : "; ";
    for (const std::optional<ElementArgument>& argument : call.arguments) {
      if (!argument) {
        found += "- ";
        continue;
      }
      found +=
          argument->is_feature
              ? std::string(library.text(library.features[code.features[argument->array]].path))
              : "port " + std::to_string(argument->array);
      for (const std::uint32_t member : argument->members) {
        found += "." + std::to_string(member);
      }
      found += " ";
    }
    found += call.index ? "indexed" : "free";
  }
  return found;
}

}  // namespace

TEST_CASE("element arguments: array elements at one index and their members") {
  struct Case {
    std::string body;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"return each with (rig.a: rig.tints[x], rig.b: rig.tints[x]);",
       "rig.tints rig.tints indexed"},
      {"return each with (rig.a: rig.tints[x + 1], rig.b: given[x + 1]);",
       "rig.tints port 1 indexed"},
      {"return each with (rig.a: rig.tints[x], rig.b: rig.tints[x + 1]);", "rig.tints - indexed"},
      {"return each with (rig.a: rig.lamps[x].place, rig.b: rig.lamps[x].inner.hue);",
       "rig.lamps.0 rig.lamps.1.0 indexed"},
      {"return each with (rig.a: rig.tints[x] * 2.0, rig.b: rig.tints[0]);", "- rig.tints indexed"},
      {"return each with (rig.a: float3(1.0), rig.b: rig.tints[x].zyx);", "- - free"},
      {"float3 copy[2] = given; return each with (rig.a: copy[x], rig.b: float3(0.0));",
       "- - free"},
      {"float3 sum = float3(0.0); for (int i = 0; i < rig.count; ++i) { sum += each with (rig.a: "
       "rig.tints[i], rig.b: sum); } return sum;",
       "rig.tints - indexed"},
      {"return each with (rig.a: rig.tints[x], rig.b: given[x]) + each with (rig.a: rig.tints[0], "
       "rig.b: given[1]);",
       "rig.tints port 1 indexed; rig.tints - indexed"},
  };
  for (const Case& each : cases) {
    INFO(each.body);
    CHECK(calls_of(each.body) == each.expected);
  }
}

}  // namespace weft::testing::element_arguments_test
