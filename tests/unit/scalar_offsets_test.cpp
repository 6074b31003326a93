// The offset of each scalar of a value in a host block: nested structs, arrays, matrices and bools,
// compared with std140 (OpenGL 4.6 section 7.6.2.2) by hand.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "codegen/interface/layout.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::scalar_offsets_test {

namespace {

using namespace weft;

struct Row {
  std::string value;     ///< the type of `host.value`, after one float of the same block
  std::string to_float;  ///< an expression of its components
  std::vector<std::uint32_t> offsets;
};

std::vector<std::uint32_t> offsets_of(const Row& row) {
  const std::string text =
      "struct Pair { float first; float2 second; }\n"
      "struct Late { float before; Pair pair; float after; }\n"
      "struct Deep { float3 place; Late late; bool2 flags; }\n"
      "struct Many { float weight; Pair[2] pairs; float2x2 turn; }\n"
      "feature host.front: float at frame;\nfeature host.value: " +
      row.value +
      " at frame;\n"
      "fragment read() -> float { return host.front + " +
      row.to_float +
      "; }\n"
      "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
      "feature surface.position: float3 at vertex;\n"
      "material m { output color = read(); }\n"
      "profile host {\n"
      "    block Host at set 0 binding 0 { host.front; host.value; }\n"
      "    provide surface.position as attribute 0;\n"
      "    vertex demand position: float4 as clip = clip(surface.position);\n"
      "    fragment demand color: float as target 0;\n}\n";
  const Emitted emitted = emit_source(text, "m", "host", {});
  INFO(text);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const Programs& programs = emitted.emission.programs;
  const auto block =
      std::find_if(programs.interface.blocks.begin(), programs.interface.blocks.end(),
                   [](const Block& one) { return one.name == "Host"; });
  REQUIRE(block != programs.interface.blocks.end());
  REQUIRE(block->members.size() == 2);
  return scalar_offsets(block->members[1], programs.types, programs.interface.stored_structs);
}

}  // namespace

TEST_CASE("scalar offsets: nested structs and their members") {
  const std::vector<Row> rows = {
      {"float2", "host.value.x", {8, 12}},
      {"float3", "host.value.x", {16, 20, 24}},
      {"float2x2", "host.value[1].x", {16, 20, 32, 36}},
      {"float[2]", "host.value[1]", {16, 32}},
      // A struct is aligned to 16, and its size is a multiple of 16.
      {"Pair", "host.value.first", {16, 24, 28}},
      // before @0, pair @16: first @0, second @8; after @32.
      {"Late", "host.value.pair.first", {16, 32, 40, 44, 48}},
      // place @0, late @16: before @0, pair @16, after @32; flags @64.
      {"Deep",
       "(host.value.flags.x ? host.value.late.pair.first : host.value.place.x)",
       {16, 20, 24, 32, 48, 56, 60, 64, 80, 84}},
      // weight @0, pairs @16 and @32, turn @48 and @64.
      {"Many",
       "host.value.pairs[1].first * host.value.turn[1].x",
       {16, 32, 40, 44, 48, 56, 60, 64, 68, 80, 84}},
      {"Late[2]", "host.value[1].pair.first", {16, 32, 40, 44, 48, 64, 80, 88, 92, 96}},
  };
  for (const Row& row : rows) {
    INFO(row.value);
    CHECK(offsets_of(row) == row.offsets);
  }
}

}  // namespace weft::testing::scalar_offsets_test
