// Acceptance cases H: the blocks that a host fills follow from its profile and not from the
// material.

#include <algorithm>
#include <filesystem>
#include <map>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"

namespace weft::testing::host_blocks_test {

namespace {

using namespace weft;
namespace fs = std::filesystem;

const std::string engine = R"(
profile engine: base_mesh {
    block Camera at set 0 binding 0 { view.from_world; view.position; frame.time; }
    block Object as push { object.to_world; }
    provide view.to_clip as uniform;
    set push_bytes 128;
    fragment demand color: float3 as target 0;
}
)";

struct Emitted {
  Composed composed;
  std::optional<Emission> emission;

  const ReflectedBlock* block(std::string_view name) const {
    const auto& blocks = emission->reflection.blocks;
    const auto at = std::find_if(blocks.begin(), blocks.end(),
                                 [&](const ReflectedBlock& one) { return one.name == name; });
    return at != blocks.end() ? &*at : nullptr;
  }
};

Emitted emit_text(const std::string& text, const std::string& profile = "engine") {
  Emitted emitted{compose_text(text, profile, PlacementOptions{}), {}};
  INFO(emitted.composed.errors());
  REQUIRE(emitted.composed.plan);
  EmitOptions options;
  options.glsl = options.hlsl = options.spirv = true;
  auto emission = emit(emitted.composed.library(), *emitted.composed.plan, options);
  REQUIRE(emission);
  emitted.emission = std::move(*emission);
  return emitted;
}

/// Name, binding and size, and the name and offset of each member.
std::string layout_of(const ReflectedBlock& block) {
  std::string text = block.name +
                     (block.kind == BlockKind::Push
                          ? " push"
                          : " " + std::to_string(block.set) + "." + std::to_string(block.binding)) +
                     " " + std::to_string(block.size) + ":";
  for (const ReflectedMember& member : block.members) {
    text += " " + member.name + "@" + std::to_string(member.offset);
  }
  return text;
}

/// The declaration of a block in a text: from the line with its name to its closing line.
std::string declared_in(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find("}", at) - begin);
}

std::string errors_of(const std::string& profile) {
  return compose_text(
             "feature scene.fog: float at frame;\n"
             "profile engine: base_mesh { " +
                 profile +
                 " fragment demand color: float3 as target 0; }\n"
                 "material m { output color = float3(view.position); }",
             "engine")
      .errors();
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("H1: a block has the name, order, place and members declared in its profile",
          "[acceptance]") {
  const Emitted reads = emit_text(
      engine +
      "material m { s = sin(surface.uv.x * frame.time); output color = (view.from_world * "
      "float4(view.position * s, s)).xyz * s; }");
  REQUIRE(reads.block("Camera"));
  CHECK(layout_of(*reads.block("Camera")) ==
        "Camera 0.0 80: view_from_world@0 view_position@64 frame_time@76");
  const std::string glsl = *reads.emission->find("frag.glsl");
  CHECK(
      declared_in(glsl, "uniform Camera") ==
      "layout(set = 0, binding = 0, std140) uniform Camera {\n    mat4 view_from_world;\n    vec3 "
      "view_position;\n    float frame_time;\n");
  CHECK(declared_in(*reads.emission->find("ps.hlsl"), "cbuffer Camera") ==
        "[[vk::binding(0, 0)]] cbuffer Camera : register(b0, space0)\n{\n    column_major float4x4 "
        "camera_view_from_world : packoffset(c0);\n    float3 camera_view_position : "
        "packoffset(c4);\n    float camera_frame_time : packoffset(c4.w);\n");
  CHECK(layout_of(*reads.block("Object")) == "Object push 64: to_world@0");
  const Emitted reads_none =
      emit_text(engine + "material m { output color = float3(surface.uv, 1.0); }");
  REQUIRE(reads_none.block("Camera"));
  CHECK(layout_of(*reads_none.block("Camera")) == layout_of(*reads.block("Camera")));
  CHECK(reads_none.block("Camera")->stages == StageUse{false, false});
  CHECK(declared_in(*reads_none.emission->find("frag.glsl"), "uniform Camera").empty());
  CHECK(layout_of(*reads_none.block("Object")) == layout_of(*reads.block("Object")));
}

TEST_CASE("H2: host-computed values are stored in separate blocks", "[acceptance]") {
  const std::string moved =
      "surface.normal * frame.time + (object.to_world * float4(surface.normal, 0.0)).xyz";
  const Emitted plain = emit_text(engine + "material m { output color = " + moved + "; }");
  const Emitted oriented =
      emit_text(engine + "material m { param k: float3 = float3(1.0); output color = (" + moved +
                ") * (object.normal_to_world * surface.normal) * sin(k) * sin(frame.time); }");
  // Whichever stage reads them.
  const auto texts_of = [](const Emitted& emitted) {
    return *emitted.emission->find("vert.glsl") + *emitted.emission->find("frag.glsl");
  };
  for (const std::string name : {"Camera", "Object"}) {
    REQUIRE(oriented.block(name));
    CHECK(layout_of(*oriented.block(name)) == layout_of(*plain.block(name)));
    const std::string declared = declared_in(texts_of(plain), "uniform " + name + " {");
    CHECK_FALSE(declared.empty());
    CHECK(declared_in(texts_of(oriented), "uniform " + name + " {") == declared);
  }
  for (const ReflectedBlock& block : oriented.emission->reflection.blocks) {
    const auto is_result = [](const ReflectedMember& member) { return member.result.has_value(); };
    const auto results = static_cast<std::size_t>(
        std::count_if(block.members.begin(), block.members.end(), is_result));
    INFO(block.name);
    CHECK((results == 0 || block.name == "Material" || results == block.members.size()));
  }
  const ReflectedBlock* results = oriented.block("ObjectResults");
  REQUIRE(results);
  CHECK(layout_of(*results) == "ObjectResults 2.2 48: normal_to_world@0");
  // Results of parameters alone follow them; no shader reads `k` itself.
  REQUIRE(oriented.block("Material"));
  REQUIRE(oriented.block("Material")->members.size() == 1);
  CHECK(oriented.block("Material")->members[0].result.has_value());
  const Emitted placed = emit_text(
      "profile engine: base_mesh { set object_results_set 3; set object_results_binding 5; set "
      "object_results_name Derived; fragment demand color: float3 as target 0; }\n"
      "material m { output color = object.normal_to_world * surface.normal; }");
  REQUIRE(placed.block("Derived"));
  CHECK(layout_of(*placed.block("Derived")) == "Derived 3.5 48: normal_to_world@0");
}

TEST_CASE("H3: members keep their listed or provided order", "[acceptance]") {
  const Emitted listed = emit_text(
      "profile engine: base_mesh { block Time at set 3 binding 1 { frame.time; frame.exposure; "
      "frame.index; } provide view.to_clip, view.position, view.from_world as uniform; fragment "
      "demand color: float3 as target 0; }\n"
      "material m { output color = view.position; }");
  CHECK(layout_of(*listed.block("Time")) ==
        "Time 3.1 16: frame_time@0 frame_exposure@4 frame_index@8");
  const Emitted whole = emit_text(
      "feature view.zeta: float at view;\nfeature view.alpha: float at view;\n"
      "profile engine: base_mesh { provide view as uniform; provide view.beta as uniform; fragment "
      "demand color: float3 as target 0; }\nfeature view.beta: float at view;\n"
      "material m { output color = view.position; }");
  CHECK(layout_of(*whole.block("View")) ==
        "View 0.1 160: from_world@0 to_clip@64 position@128 zeta@140 alpha@144 beta@148");
}

TEST_CASE("H4: an invalid block member is an error at the member", "[acceptance]") {
  const std::string twice = errors_of(
      "block A at set 0 binding 3 { frame.time; } block B at set 0 binding 4 { frame.time; }");
  CHECK(mentions(twice, "'frame.time' is provided twice"));
  CHECK(mentions(twice, "block B at set 0 binding 4 { frame.time; }"));
  CHECK(mentions(errors_of("block A at set 0 binding 3 { frame.tme; }"),
                 "unknown feature 'frame.tme'"));
  CHECK(mentions(errors_of("block A at set 0 binding 3 { surface.uv; }"),
                 "'surface.uv' has a value per vertex, but a block has one per draw"));
  CHECK(mentions(errors_of("block A at set 0 binding 3 { lights.direction; }"),
                 "'lights.direction' has no size"));
  CHECK(mentions(errors_of("block A at set 0 binding 3 { environment.map; }"), "error"));
  CHECK(
      mentions(errors_of("block A at set 0 binding 3 { frame.time; } block B at set 0 binding 3 { "
                         "frame.index; }"),
               "binding 3 of set 0 is taken by the block 'A' and by 'B'"));
  CHECK(mentions(errors_of("block A as push { frame.time; } block B as push { frame.index; }"),
                 "there are two push constant blocks"));
}

TEST_CASE("H5: oversized push constants are an error that states both sizes", "[acceptance]") {
  const std::string declared =
      "feature object.id: uint at object;\n"
      "profile engine: base_mesh { block Object as push { object.to_world; object.id; } set "
      "push_bytes 64; fragment demand color: float3 as target 0; }\n"
      "material m { output color = surface.normal; }";
  const Composed composed = compose_text(declared, "engine", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const auto emission = emit(composed.library(), *composed.plan, {});
  REQUIRE_FALSE(emission);
  const std::string error = render_text(emission.error(), composed.library().sources);
  CHECK(mentions(error,
                 "the push constants take 68 bytes, but the profile says that the host has 64"));
  CHECK(mentions(error, "block Object as push"));
}

TEST_CASE("H6: every block of a shipped profile has the same layout for all shipped materials",
          "[acceptance]") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  std::map<std::string, std::string> layouts;
  std::map<std::string, std::size_t> seen;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(repository_root() / "shaders" / "materials")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const LoadedLibrary loaded = load_text("engine.weft", "import \"profiles\";\n" + engine,
                                           DiskReader(), options, {file.string()});
    const Library& library = loaded.library;
    const Composer composer(library);
    for (const std::string profile :
         {"forward", "unlit", "depth", "gbuffer", "instanced", "skinned", "functions", "engine"}) {
      const auto id = library.find_profile(profile);
      REQUIRE(id);
      const auto placed = compose(composer, {MaterialId(0), *id, {}});
      if (!placed) {
        continue;  // lacks an output that the profile demands
      }
      EmitOptions options_of_emission;
      options_of_emission.reflection = true;
      const auto emission = emit(library, *placed, options_of_emission);
      INFO(file << " for " << profile);
      REQUIRE(emission);
      std::string layout;
      for (const ReflectedBlock& block : emission->reflection.blocks) {
        const bool is_of_host =
            std::all_of(block.members.begin(), block.members.end(),
                        [](const ReflectedMember& member) { return !member.feature.empty(); });
        layout += is_of_host ? layout_of(block) + "\n" : "";
      }
      ++seen[profile];
      CHECK(layouts.emplace(profile, layout).first->second == layout);
    }
  }
  INFO(layouts["forward"]);
  CHECK(seen["forward"] > 8);
  CHECK(mentions(layouts["forward"], "View 0.1 144: from_world@0 to_clip@64 position@128"));
}

TEST_CASE("H7: arrays, structs and matrices in blocks follow std140", "[acceptance]") {
  const Emitted emitted = emit_text(
      "struct Fog { float3 color; float density; float2 range; }\n"
      "feature scene.fog: Fog at frame;\nfeature scene.window: float3x2 at frame;\n"
      "feature scene.gain: float at frame;\n"
      "profile engine: base_mesh { block Scene at set 0 binding 4 { scene.gain; lights.direction "
      "[capacity: 3]; scene.fog; scene.window; lights.count; } fragment demand color: float3 as "
      "target 0; }\n"
      "fragment fogged(i: int) -> float3 { return lights.direction[i] * scene.fog.density + "
      "scene.fog.color * scene.gain; }\n"
      "material m { output color = fogged(int(surface.uv.x)); }");
  REQUIRE(emitted.block("Scene"));
  // float 4; float3[3] from 16 by 16; the struct, whose size is a multiple of 16, at 64; two or
  // three columns of 16 bytes at 96.
  const ReflectedBlock& scene = *emitted.block("Scene");
  REQUIRE(scene.members.size() == 5);
  CHECK(scene.members[0].offset == 0);
  CHECK(scene.members[1].offset == 16);
  CHECK(scene.members[1].array_stride == 16);
  CHECK(scene.members[2].offset == 64);
  REQUIRE(scene.members[2].members.size() == 3);
  CHECK(scene.members[2].members[0].offset == 0);
  CHECK(scene.members[2].members[1].offset == 12);
  CHECK(scene.members[2].members[2].offset == 16);
  CHECK(scene.members[3].offset == 96);
  CHECK(scene.members[3].matrix_stride == 16);
  const std::uint32_t columns = mentions(*emitted.emission->find("frag.glsl"), "mat2x3") ? 2 : 3;
  CHECK(scene.members[4].offset == 96 + 16 * columns);
}

}  // namespace weft::testing::host_blocks_test
