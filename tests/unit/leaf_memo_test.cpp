// Functions of leaves that were lowered and printed for one program are used again in others, and
// no text changes by that.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "codegen/emit.h"
#include "codegen/lower/lowered_leaves.h"
#include "codegen/print/printed_functions.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::leaf_memo_test {

namespace {

using namespace weft;
namespace fs = std::filesystem;

constexpr const char* host = R"(import "core";
fragment place(p: float3) -> float4 { return float4(p, 1.0); }
profile screen {
    provide surface.position as attribute 0;
    provide frame, material as uniform;
    vertex demand position: float4 as clip invariant = place(surface.position);
    fragment demand color: float4 as target 0;
}
)";

LoadedLibrary loaded_text(const std::string& text) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary loaded = load_text("memo.weft", host + text, DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  return loaded;
}

/// The stages of both languages, the second half with line directives.
std::vector<EmittedFile> texts_of(const Library& library, const PlacedPlan& placed,
                                  LeafMemo* leaves) {
  std::vector<EmittedFile> all;
  for (const bool debug_lines : {false, true}) {
    EmitOptions options;
    options.glsl = options.hlsl = true;
    options.debug_lines = debug_lines;
    auto emission = emit(library, placed, options, {}, {.leaves = leaves});
    REQUIRE(emission);
    std::move(emission->files.begin(), emission->files.end(), std::back_inserter(all));
  }
  return all;
}

/// Checks that the texts do not depend on the memo, and returns them one after the other.
std::string checked(const Composer& composer, MaterialId material, ProfileId profile,
                    LeafMemo& leaves) {
  const Library& library = composer.library();
  const auto placed = compose(composer, {material, profile, {}});
  if (!placed) {
    return {};  // not for this profile
  }
  INFO(library.text(library.materials[material].name)
       << "." << library.text(library.profiles[profile].name));
  const std::vector<EmittedFile> plain = texts_of(library, *placed, nullptr);
  std::string all;
  for (int turn = 0; turn < 2; ++turn) {
    const std::vector<EmittedFile> texts = texts_of(library, *placed, &leaves);
    REQUIRE(texts.size() == plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      CHECK(texts[i].suffix == plain[i].suffix);
      CHECK(texts[i].content == plain[i].content);
    }
  }
  for (const EmittedFile& file : plain) {
    all += file.content;
  }
  return all;
}

/// The same for the materials `a`, `b`, `a` again, which share a memo.
std::vector<std::string> checked_in_turns(const std::string& text) {
  const LoadedLibrary loaded = loaded_text(text);
  const Library& library = loaded.library;
  const Composer composer(library);
  LeafMemo leaves;
  std::vector<std::string> all;
  for (const char* name : {"a", "b", "a"}) {
    all.push_back(
        checked(composer, *library.find_material(name), *library.find_profile("screen"), leaves));
    REQUIRE_FALSE(all.back().empty());
  }
  return all;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("leaf memo: shipped materials have the texts of an emission without memo") {
  std::vector<std::string> files = {(repository_root() / "shaders/profiles.weft").string()};
  for (const auto& entry : fs::directory_iterator(repository_root() / "shaders/materials")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_library(files, DiskReader(), options);
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Library& library = loaded.library;
  const Composer composer(library);
  LeafMemo leaves;
  std::size_t composed = 0;
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    for (const char* profile : {"forward", "gbuffer", "functions", "skinned"}) {
      composed +=
          checked(composer, MaterialId(i), *library.find_profile(profile), leaves).empty() ? 0 : 1;
    }
  }
  CHECK(composed > library.materials.size());
}

TEST_CASE("leaf memo: locals give way to names that only some programs have") {
  // The block of parameters is called `material`.
  const auto texts = checked_in_turns(R"(
fragment bent(x: float) -> float {
    float material = x * x + 1.0;
    float frame_block = material * x;
    return material * frame_block;
}
material a { output color = float4(bent(surface.position.x)); }
material b {
    param strength: float = 0.5;
    output color = float4(bent(surface.position.x) * strength * frame.time);
}
)");
  CHECK(has(texts[0], "float material = "));
  CHECK_FALSE(has(texts[1], "float material = "));
  CHECK(texts[2] == texts[0]);
}

TEST_CASE("leaf memo: callees have the names of the program") {
  const auto texts = checked_in_turns(R"(
fragment part(x: float) -> float { float y = sin(x); return y * y; }
fragment part(x: float2) -> float { float y = sin(x.x + x.y); return y * y; }
fragment whole(x: float) -> float { float y = part(x); return y + y * y; }
fragment other(x: float) -> float { float y = part(float2(x, x)); return y + y * y; }
material a { output color = float4(whole(surface.position.x) + other(surface.position.y)); }
material b { output color = float4(other(surface.position.y) - whole(surface.position.x)); }
)");
  CHECK(has(texts[0], "float part(float x)"));
  CHECK(has(texts[1], "float part_2(float x)"));
}

TEST_CASE("leaf memo: helpers and structs of a known function are declared") {
  const auto texts = checked_in_turns(R"(
struct Pair { float first; float second; }
fragment split(x: float) -> Pair { float y = fract(x); return Pair(y, fmod(y, 0.25)); }
fragment steps(x: float, n: int) -> float { int i = int(x * 8.0); return float(i / n + i % n); }
fragment joined(p: Pair) -> float { return p.first * p.second; }
material a { output color = float4(joined(split(surface.position.x))); }
material b {
    pair = split(surface.position.x);
    output color = float4(joined(pair) + steps(surface.position.y, int(surface.position.z)));
}
)");
  CHECK(has(texts[0], "struct Pair"));
  CHECK(has(texts[1], "int divide_int("));
}

TEST_CASE("leaf memo: functions that read the host's data are made for each program") {
  const auto texts = checked_in_turns(R"(
fragment waved(x: float, t: float = frame.time) -> float { float y = sin(x + t); return y * y; }
fragment pulsed(x: float) -> float { float y = sin(x + frame.time); return y * y; }
material a { output color = float4(pulsed(surface.position.x) + waved(surface.position.x)); }
material b {
    param speed: float = 1.0;
    output color = float4(pulsed(surface.position.x) + waved(surface.position.x, t: speed));
}
)");
  CHECK(has(texts[0], "frame.time"));
}

TEST_CASE("leaf memo: a leaf is kept once it was emitted") {
  const LoadedLibrary loaded = loaded_text(R"(
fragment bent(x: float) -> float { float y = x * x + 1.0; return y * sin(y); }
material a { output color = float4(bent(surface.position.x)); }
)");
  const Library& library = loaded.library;
  const Composer composer(library);
  const FragmentId bent = library.find_fragments(*library.names.find("bent")).front();
  const Body& body = *find_body(library, bent, {});
  LeafMemo leaves;
  CHECK(leaves.lowered().find(body) == nullptr);
  checked(composer, *library.find_material("a"), *library.find_profile("screen"), leaves);
  REQUIRE(leaves.lowered().find(body) != nullptr);
  CHECK(leaves.lowered().find(body)->name == "bent");
  REQUIRE(leaves.printed().find(body, "glsl") != nullptr);
  CHECK(has(leaves.printed().find(body, "glsl")->text, "float bent(float x)\n{\n"));
  CHECK(leaves.printed().find(body, "metal") == nullptr);
}

}  // namespace weft::testing::leaf_memo_test
