// What a generated header says beside its blocks: bindings, tables, modules.

#include <filesystem>
#include <string>

#include "codegen/emit.h"
#include "codegen/header_tables.h"
#include "composer/compose.h"
#include "fragments/library/disk_reader.h"
#include "fragments/library/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft;
using namespace weft::testing;
namespace fs = std::filesystem;

Emission emitted(const Library& library, const std::string& profile, bool spirv) {
  const Composer composer(library);
  const auto placed = compose(composer, {MaterialId(0), *library.find_profile(profile), {}});
  REQUIRE(placed);
  EmitOptions options;
  options.header = true;
  options.reflection = true;
  options.spirv = spirv;
  auto emission = emit(library, *placed, options);
  REQUIRE(emission);
  return std::move(*emission);
}

/// Says every table of a header, one row per line.
const char* const dump = R"cpp(
#include <cstdio>
#define SAY(space)                                                                                  \
    std::printf("%s %s\n", space::generator, space::content_hash);                                  \
    for (const auto& b : space::blocks)                                                             \
        std::printf("block %s %d %u %u %u %u\n", b.name, int(b.kind), b.set, b.binding, b.size, b.stages); \
    for (const auto& t : space::textures)                                                           \
        std::printf("texture %s %s %u %u %s\n", t.name, t.type, t.set, t.binding, t.sampler);        \
    for (const auto& s : space::samplers)                                                           \
        std::printf("sampler %s %u %u %d\n", s.name, s.set, s.binding, int(s.addressing));           \
    for (const auto& a : space::attributes)                                                         \
        std::printf("attribute %s %u %u %u %u %d\n", a.feature, a.location, a.locations, a.format, a.size, \
                    int(a.per_instance));                                                           \
    for (const auto& t : space::targets)                                                            \
        std::printf("target %s %s %u\n", t.name, t.type, t.location);                                \
    for (const auto& p : space::parameters) {                                                       \
        std::printf("parameter %s %s %s %d %d %d %s", p.name, p.type, p.kind, p.offset, p.constant_id, \
                    int(p.used), p.metadata);                                                       \
        for (std::uint32_t i = 0; i < p.components; ++i) std::printf(" %.9g", p.default_value[i]);   \
        std::printf(" %s\n", p.doc);                                                                \
    }
)cpp";

std::string compiled_and_run(const TempDir& place, const std::string& source) {
  place.write("main.cpp", source);
  Command compile{"/usr/bin/env"};
  compile.arguments = {"c++",     "-std=c++17", "-O0",       "-Wall",    "-Wextra", "-Werror",
                       "-pedantic", "-fno-exceptions", "main.cpp", "-o", "program"};
  compile.working_directory = place.path();
  const Finished built = run(compile);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return run({place.path() / "program"}).out;
}

const char* const material = R"(import "core";
import "profiles";
material m {
    /// A "quoted" line,
    /// and another \ one.
    param tint: float3 {use: reflectance, encoding: srgb} = #ff8000 [label: "Tint \"x\"", group: "A"];
    param map: texture2d [filter: nearest, wrap: mirror];
    spec param steps: int = 3 [min: 1, max: 8];
    static param on: bool = true;
    param bare: float2;
    output albedo = tint * sample(map).r * float(steps) * (on ? 1.0 : 0.5) * (bare.x + 2.0);
}
profile small: base_mesh {
    fragment demand albedo: float3 as target 2;
    provide surface.uv as attribute 5;
}
)";

}  // namespace

TEST_CASE("generated header: tables say what reflection says") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text("m.weft", material, DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Emission emission = emitted(loaded.library, "small", true);
  const TempDir place;
  place.write("m.h", *emission.find("h"));
  const std::string said = compiled_and_run(
      place, "#include \"m.h\"\n" + std::string(dump) +
                 "int main() {\n    SAY(m_small)\n"
                 "    std::printf(\"%zu %zu %08x\\n\", m_small::vertex_spirv.size_bytes(),\n"
                 "                m_small::fragment_spirv.size_bytes(), m_small::fragment_spirv[0]);\n"
                 "    std::printf(\"%u %u\\n\", m_small::bindings::map.set, m_small::bindings::map.binding);\n"
                 "    return 0;\n}\n");
  const Reflection& reflection = emission.reflection;
  std::string expected = reflection.generator + " " + reflection.content_hash + "\n";
  for (const ReflectedBlock& block : reflection.blocks) {
    const unsigned stages = (block.stages[0] ? 1U : 0U) | (block.stages[1] ? 16U : 0U);
    expected += "block " + block.name + " " + std::to_string(static_cast<int>(block.kind)) + " " +
                std::to_string(block.set) + " " + std::to_string(block.binding) + " " +
                std::to_string(block.size) + " " + std::to_string(stages) + "\n";
  }
  expected += "texture map texture2d 1 1 nearest_mirror\nsampler nearest_mirror 1 2 2\n";
  expected +=
      "attribute surface.position 0 1 106 12 0\nattribute surface.uv 5 1 103 8 0\n"
      "target albedo float3 2\n"
      "parameter tint float3 plain 0 -1 1 {\"label\": \"Tint \\\"x\\\"\", \"group\": \"A\"} 1 "
      "0.501960814 0 A \"quoted\" line,\nand another \\ one.\n"
      "parameter map texture2d plain -1 -1 1 {\"filter\": \"nearest\", \"wrap\": \"mirror\"} \n"
      "parameter steps int spec -1 0 1 {\"min\": 1, \"max\": 8} 3 \n"
      "parameter on bool static -1 -1 1 {} 1 \n"
      "parameter bare float2 plain 16 -1 1 {} \n";
  expected += std::to_string(emission.find("vert.glsl.spv")->size()) + " " +
              std::to_string(emission.find("frag.glsl.spv")->size()) + " 07230203\n1 1\n";
  CHECK(said == expected);
}

TEST_CASE("generated header: the hash is that of the interface and the uniform program") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const auto hash_of = [&](const std::string& text, bool spirv) {
    const LoadedLibrary loaded = load_text("m.weft", text, DiskReader(), options);
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    return emitted(loaded.library, "small", spirv).reflection.content_hash;
  };
  const auto edited = [](const std::string& from, const std::string& to) {
    std::string text = material;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const std::string hash = hash_of(material, false);
  CHECK(hash.size() == 32);
  CHECK(hash_of(material, true) == hash);  // whatever else is asked for
  CHECK(hash_of(edited("#ff8000", "#ff8001"), false) != hash);
  CHECK(hash_of(edited("max: 8", "max: 9"), false) != hash);
  CHECK(hash_of(edited("0.5)", "0.25)"), false) == hash);  // folded away
  CHECK(hash_of(edited("sample(map).r", "sample(map).g"), false) == hash);  // per fragment alone
  CHECK(hash_of(edited("bare.x + 2.0", "bare.x + 3.0"), false) != hash);  // the uniform program
}

TEST_CASE("generated header: defaults are those that it was composed with") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text("m.weft", material, DiskReader(), options);
  const Composer composer(loaded.library);
  ComposeRequest request{MaterialId(0), *loaded.library.find_profile("small"), {}};
  const Constant given{float3_type, {0x3F800000U, 0x40000000U, 0x40400000U}};
  request.values = {{"tint", given}, {"steps", Constant{int_type, {7}}}};
  const auto placed = compose(composer, request);
  REQUIRE(placed);
  EmitOptions emit_options;
  emit_options.header = true;
  emit_options.glsl = true;
  const auto emission = emit(loaded.library, *placed, emit_options);
  REQUIRE(emission);
  const std::string& header = *emission->find("h");
  CHECK_THAT(header, contains("default_of_tint[] = {1, 2, 3};"));
  CHECK_THAT(header, contains("float3 tint = float3(1.0f, 2.0f, 3.0f);"));
  CHECK_THAT(*emission->find("frag.glsl"), contains("const int steps = 7;"));
  const ReflectedParameter& tint = emission->reflection.parameters[0];
  REQUIRE(tint.default_value);
  CHECK(*tint.default_value == given);
}

TEST_CASE("generated header: texts as literals of C++") {
  CHECK(cpp_string("a") == "\"a\"");
  CHECK(cpp_string("a\"b\\c\nd\te") == "\"a\\\"b\\\\c\\nd\\011e\"");
  CHECK(cpp_string("\x01" "1") == "\"\\0011\"");
}

TEST_CASE("generated header: several in one program, of every shipped material") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const TempDir place;
  std::string includes;
  std::string says;
  std::string expected;
  for (const auto& entry : fs::directory_iterator(repository_root() / "shaders" / "materials")) {
    const LoadedLibrary loaded = load_library(entry.path().string(), DiskReader(), options);
    for (const std::string profile : {"forward", "unlit", "instanced"}) {
      const auto id = loaded.library.find_profile(profile);
      if (!id) {
        continue;
      }
      const Composer composer(loaded.library);
      const auto placed = compose(composer, {MaterialId(0), *id, {}});
      if (!placed) {
        continue;  // it has not what the profile demands
      }
      EmitOptions emit_options;
      emit_options.header = true;
      const auto emission = emit(loaded.library, *placed, emit_options);
      REQUIRE(emission);
      place.write(emission->stem + ".h", *emission->find("h"));
      includes += "#include \"" + emission->stem + ".h\"\n";
      std::string space = emission->stem;
      space[space.find('.')] = '_';
      says += "    std::printf(\"%s\\n\", " + space + "::content_hash);\n";
      expected += emission->reflection.content_hash + "\n";
    }
  }
  REQUIRE(expected.size() > 33 * 20);
  CHECK(compiled_and_run(place, includes + "#include <cstdio>\nint main() {\n" + says +
                                    "    return 0;\n}\n") == expected);
}
