// Modules that were compiled before are not compiled again.

#include <string>
#include <vector>

#include "codegen/emit.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::module_memo_test {

namespace {

using namespace weft;

ContentHash hash_of(std::uint64_t number) {
  ContentHasher hasher;
  hasher.add(number);
  return hasher.result();
}

SpirvModule module_of(std::uint32_t word) { return {{word, word, word, word}}; }

std::string material_of(const std::string& color, const std::string& before = "") {
  const std::string host = R"(
feature surface.position: float3 at vertex;
feature frame.time: float at frame;
fragment place(p: float3) -> float4 { return float4(p, 1.0); }
profile screen {
    provide surface.position as attribute 0;
    provide frame as uniform;
    vertex demand position: float4 as clip invariant = place(surface.position);
    fragment demand color: float4 as target 0;
}
)";
  return before + host + "material m { output color = float4(" + color + ", 1.0); }\n";
}

/// The suffixes of the stages that are compiled.
std::vector<std::string> compiled(const std::string& text, const EmitOptions& options,
                                  ModuleMemo& memo) {
  const Composed composed = compose_source(text, "screen", {});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  std::vector<std::string> suffixes;
  ModuleWatch watch;
  watch.before_module = [&](std::string_view suffix) { suffixes.emplace_back(suffix); };
  const auto emission =
      emit(composed.library(), *composed.plan, options, watch, {.modules = &memo});
  REQUIRE(emission);
  const auto plain = emit(composed.library(), *composed.plan, options);
  REQUIRE(plain);
  REQUIRE(emission->files.size() == plain->files.size());
  for (std::size_t i = 0; i < plain->files.size(); ++i) {
    CHECK(emission->files[i].suffix == plain->files[i].suffix);
    CHECK(emission->files[i].content == plain->files[i].content);
  }
  return suffixes;
}

}  // namespace

TEST_CASE("module memo: what was not used for longest is forgotten") {
  ModuleMemo memo(3 * 16);
  for (std::uint32_t i = 0; i < 3; ++i) {
    memo.add(hash_of(i), module_of(i));
  }
  REQUIRE(memo.find(hash_of(0)));
  CHECK(*memo.find(hash_of(0)) == module_of(0));
  memo.add(hash_of(3), module_of(3));
  CHECK(memo.find(hash_of(0)));
  CHECK_FALSE(memo.find(hash_of(1)));
  CHECK(memo.find(hash_of(2)));
  CHECK(memo.find(hash_of(3)));
  memo.add(hash_of(4), {std::vector<std::uint32_t>(100)});
  CHECK_FALSE(memo.find(hash_of(4)));
  CHECK(memo.find(hash_of(3)));
}

TEST_CASE("module memo: an edit compiles the stages that it changes") {
  using Names = std::vector<std::string>;
  EmitOptions both;
  both.glsl = both.hlsl = both.spirv = true;
  ModuleMemo memo;
  const Names all = {"vert.glsl", "frag.glsl", "vs.hlsl", "ps.hlsl"};
  CHECK(compiled(material_of("1.0, 0.0, 0.0"), both, memo) == all);
  CHECK(compiled(material_of("1.0, 0.0, 0.0"), both, memo).empty());
  CHECK(compiled(material_of("0.0, frame.time, 0.0"), both, memo) == Names{"frag.glsl", "ps.hlsl"});
  CHECK(compiled(material_of("1.0, 0.0, 0.0"), both, memo).empty());
  // Remarks name other lines, and modules do not have them.
  CHECK(compiled(material_of("1.0, 0.0, 0.0", "\n\n"), both, memo).empty());
  // Modules with lines are others.
  both.debug_lines = true;
  CHECK(compiled(material_of("1.0, 0.0, 0.0"), both, memo) == all);
  CHECK(compiled(material_of("1.0, 0.0, 0.0", "\n\n"), both, memo) == all);
}

TEST_CASE("module memo: modules of the languages that are wanted") {
  using Names = std::vector<std::string>;
  EmitOptions options;
  options.hlsl = options.spirv = options.only_wanted_modules = true;
  ModuleMemo memo;
  CHECK(compiled(material_of("1.0, 0.0, 0.0"), options, memo) == Names{"vs.hlsl", "ps.hlsl"});
  options.only_wanted_modules = false;
  CHECK(compiled(material_of("1.0, 0.0, 0.0"), options, memo) == Names{"vert.glsl", "frag.glsl"});
}

}  // namespace weft::testing::module_memo_test
