// The parts of a generated header besides its blocks: bindings, tables, modules.

#include <algorithm>
#include <filesystem>
#include <string>

#include "codegen/emit.h"
#include "codegen/host/table_rows.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/generated_programs.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::generated_header_test {

namespace {

using namespace weft;
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

/// Prints every table of a header, one row per line.
const char* const dump = R"text(
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
)text";

/// The same in C.
const char* const c_dump = R"text(
#include <stdio.h>
#define EACH(space, table) for (i = 0; i < space##_##table.count; ++i)
#define SAY(space)                                                                                  \
    printf("%s %s\n", space##_generator, space##_content_hash);                                     \
    EACH(space, blocks) {                                                                           \
        const weft_table_block b = space##_blocks.rows[i];                                          \
        printf("block %s %d %u %u %u %u\n", b.name, (int)b.kind, b.set, b.binding, b.size, b.stages); \
    }                                                                                               \
    EACH(space, textures) {                                                                         \
        const weft_table_texture t = space##_textures.rows[i];                                      \
        printf("texture %s %s %u %u %s\n", t.name, t.type, t.set, t.binding, t.sampler);            \
    }                                                                                               \
    EACH(space, samplers) {                                                                         \
        const weft_table_sampler s = space##_samplers.rows[i];                                      \
        printf("sampler %s %u %u %d\n", s.name, s.set, s.binding, (int)s.addressing);               \
    }                                                                                               \
    EACH(space, attributes) {                                                                       \
        const weft_table_attribute a = space##_attributes.rows[i];                                  \
        printf("attribute %s %u %u %u %u %d\n", a.feature, a.location, a.locations, a.format, a.size, \
               (int)a.per_instance);                                                                \
    }                                                                                               \
    EACH(space, targets) {                                                                          \
        const weft_table_target t = space##_targets.rows[i];                                        \
        printf("target %s %s %u\n", t.name, t.type, t.location);                                    \
    }                                                                                               \
    EACH(space, parameters) {                                                                       \
        const weft_table_parameter p = space##_parameters.rows[i];                                  \
        printf("parameter %s %s %s %d %d %d %s", p.name, p.type, p.kind, (int)p.offset,             \
               (int)p.constant_id, (int)p.used, p.metadata);                                        \
        for (j = 0; j < p.components; ++j) printf(" %.9g", p.default_value[j]);                      \
        printf(" %s\n", p.doc);                                                                     \
    }
)text";

using Words = std::vector<std::string>;
const Words cpp_compiler = {"g++", "-std=c++17", "-fno-exceptions"};
const std::vector<Words> c_compilers = {
    {"gcc", "-std=c99"}, {"clang", "-std=c99"}, {"g++", "-x", "c++", "-std=c++17"}};

std::string compiled_and_run(const TempDir& place, const std::string& source,
                             const Words& compiler = cpp_compiler, const Words& others = {}) {
  const std::string file = compiler == cpp_compiler ? "main.cpp" : "main.c";
  place.write(file, source);
  Command compile{"/usr/bin/env"};
  compile.arguments = compiler;
  for (const std::string& argument :
       Words{"-I" + host_include_directory(), "-O0", "-Wall", "-Wextra", "-Werror", "-pedantic",
             file, "-o", "program", "-lm"}) {
    compile.arguments.push_back(argument);
  }
  compile.arguments.insert(compile.arguments.end(), others.begin(), others.end());
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

/// A profile that computes nothing per draw.
const std::string small_profile =
    "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
    "feature surface.position: float3 at vertex;\n"
    "profile small {\n    provide surface.position as attribute 0;\n"
    "    set uniform_program off;\n"
    "    vertex demand position: float4 as clip = clip(surface.position);\n"
    "    fragment demand color: float4 as target 0;\n}\n";

TEST_CASE("generated header: tables match the reflection") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text("m.weft", material, DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Emission emission = emitted(loaded.library, "small", true);
  const TempDir place;
  place.write("m.h", *emission.find("h"));
  const std::string said = compiled_and_run(
      place,
      "#include \"m.h\"\n" + std::string(dump) +
          "int main() {\n    SAY(m_small)\n"
          "    std::printf(\"%zu %zu %08x\\n\", m_small::vertex_spirv.size_bytes(),\n"
          "                m_small::fragment_spirv.size_bytes(), m_small::fragment_spirv[0]);\n"
          "    std::printf(\"%u %u\\n\", m_small::bindings::map.set, "
          "m_small::bindings::map.binding);\n"
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
      "parameter tint float3 plain -1 -1 1 {\"label\": \"Tint \\\"x\\\"\", \"group\": \"A\"} 1 "
      "0.501960814 0 A \"quoted\" line,\nand another \\ one.\n"
      "parameter map texture2d plain -1 -1 1 {\"filter\": \"nearest\", \"wrap\": \"mirror\"} \n"
      "parameter steps int spec -1 0 1 {\"min\": 1, \"max\": 8} 3 \n"
      "parameter on bool static -1 -1 1 {} 1 \n"
      "parameter bare float2 plain -1 -1 1 {} \n";
  expected += std::to_string(emission.find("vert.glsl.spv")->size()) + " " +
              std::to_string(emission.find("frag.glsl.spv")->size()) + " 07230203\n1 1\n";
  CHECK(said == expected);

  for (const Words& compiler : c_compilers) {
    INFO(compiler[0]);
    CHECK(compiled_and_run(
              place,
              "#include \"m.h\"\n" + std::string(c_dump) +
                  "int main(void) {\n    size_t i, j;\n    SAY(m_small)\n"
                  "    printf(\"%u %u %08x\\n\", (unsigned)m_small_vertex_spirv.count * 4,\n"
                  "           (unsigned)m_small_fragment_spirv.count * 4, "
                  "m_small_fragment_spirv.words[0]);\n"
                  "    printf(\"%d %d\\n\", m_small_set_of_map, m_small_binding_of_map);\n"
                  "    return 0;\n}\n",
              compiler) == expected);
  }
}

TEST_CASE("generated header: names that are reserved in C or C++ or used by the header") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text(
      "m.weft",
      "import \"core\";\nimport \"profiles\";\n"
      "struct xor_eq { float alignof; float v; }\n"
      "fragment m_small_typeid(typename: float, weft_float3_make: float) -> float3 {\n"
      "    float3 m_small_blocks = float3(typename);\n"
      "    float weft_float3 = weft_float3_make * 2.0;\n"
      "    float linux = weft_float3 + 1.0;\n"
      "    return sin(m_small_blocks) * linux;\n}\n"
      "fragment blocks(in_: float) -> xor_eq { return xor_eq(in_, sin(in_)); }\n"
      "fragment UniformInputs(k: xor_eq) -> float { return k.alignof * k.v; }\n"
      "fragment Material_update(a: float) -> float { return sin(a); }\n"
      "material m {\n    param alignas: float = 1.0;\n    param nullptr: float = 2.0;\n"
      "    param errno: float = 0.5;\n    param linux: float = 0.25;\n    param array: float[2];\n"
      "    param NULL: float = 1.5;\n    param restrict: float = 0.75;\n    param weft_block_push: "
      "float;\n"
      "    blocks_rows = blocks(alignas + errno);\n"
      "    c = m_small_typeid(nullptr, linux + weft_block_push) * UniformInputs(blocks_rows) * "
      "Material_update(NULL * restrict);\n"
      "    output albedo = surface.normal * c * array[0];\n}\n"
      "profile small: base_mesh { fragment demand albedo: float3 as target 0; }\n",
      DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const TempDir place;
  place.write("m.h", *emitted(loaded.library, "small", false).find("h"));
  const std::string main_of_cpp =
      "#include \"m.h\"\n#include <cstdio>\nint main() {\n"
      "    m_small::UniformInputs in;\n    m_small::Material block;\n    update(in, block);\n"
      "    std::printf(\"%.9g %.9g\\n\", double(block.c[0]), double(in.alignas_2));\n    return "
      "0;\n}\n";
  const std::string said = compiled_and_run(place, main_of_cpp);
  CHECK(said.find(" 1\n") != std::string::npos);
  for (const Words& compiler : c_compilers) {
    INFO(compiler[0]);
    CHECK(compiled_and_run(place,
                           "#include \"m.h\"\n#include <stdio.h>\nint main(void) {\n"
                           "    m_small_UniformInputs in = m_small_UniformInputs_default();\n"
                           "    m_small_Material block = m_small_Material_default();\n"
                           "    m_small_Material_update(&block, &in);\n"
                           "    printf(\"%.9g %.9g\\n\", (double)block.c.v[0], "
                           "(double)in.alignas_2);\n    return 0;\n}\n",
                           compiler) == said);
  }
}

TEST_CASE("generated header: the hash covers the interface and the uniform program") {
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
  CHECK(hash_of(material, true) == hash);  // regardless of other requested outputs
  CHECK(hash_of(edited("#ff8000", "#ff8001"), false) != hash);
  CHECK(hash_of(edited("max: 8", "max: 9"), false) != hash);
  CHECK(hash_of(edited("0.5)", "0.25)"), false) == hash);                   // folded away
  CHECK(hash_of(edited("sample(map).r", "sample(map).g"), false) == hash);  // per fragment only
  CHECK(hash_of(edited("bare.x + 2.0", "bare.x + 3.0"), false) != hash);    // the uniform program
}

TEST_CASE("generated header: defaults are the composed values") {
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
  CHECK_THAT(header, contains("inputs.tint = weft_float3_make(1.0f, 2.0f, 3.0f);"));
  CHECK_THAT(*emission->find("frag.glsl"), contains("const int steps = 7;"));
  const ReflectedParameter& tint = emission->reflection.parameters[0];
  REQUIRE(tint.default_value);
  CHECK(*tint.default_value == given);
}

TEST_CASE("generated header: arrays, structs and matrices have their defaults and strides") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text(
      "m.weft",
      "import \"core\"; import \"profiles\";\n"
      "struct In { float3 v; float a; float2x2 m; bool on; }\n"
      "material m {\n"
      "    param arr: float[3] = float[3](3.0, 1.0, 2.0);\n"
      "    param mats: float2x2[2] = float2x2[2](float2x2(1.0, 2.0, 3.0, 4.0), float2x2(5.0, 6.0, "
      "7.0, 8.0));\n"
      "    param x: In = In(float3(1, 2, 3), 4.0, float2x2(1.0, 0.0, 0.0, 1.0), true);\n"
      "    param w: float3x3 = float3x3(1.0);\n"
      "    output albedo = float3(sin(arr[0]) * surface.uv.x, x.a * x.a, (mats[1] * surface.uv).x) "
      "* (w * surface.normal).x + (x.m * surface.uv).x * x.v as {use: reflectance, encoding: "
      "linear};\n}\n",
      DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const TempDir place;
  const Emission emission = emitted(loaded.library, "unlit", false);
  place.write("m.h", *emission.find("h"));
  // By hand: each column and array element begins at 16 bytes.
  CHECK(compiled_and_run(place, "#include \"m.h\"\n" + std::string(R"text(
#include <cstdio>
#include <initializer_list>
int main() {
  m_unlit::UniformInputs in;
  m_unlit::Material block;
  float given[48];
  memcpy(given, &block, sizeof given);
  for (const int i : {0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 18, 19, 20, 25, 32, 37, 42}) {
    std::printf("%g ", double(given[i]));
  }
  update(in, block);
  memcpy(given, &block, sizeof given);
  std::printf("%.4f %g\n", double(given[44]), double(given[45]));
  return 0;
}
)text")) == "1 2 3 4 5 6 7 8 1 2 3 4 1 1 1 1 1 0.1411 16\n");
}

TEST_CASE("generated header: strings are escaped as C and C++ literals") {
  CHECK(c_string("a") == "\"a\"");
  CHECK(c_string("a\"b\\c\nd\te") == "\"a\\\"b\\\\c\\nd\\011e\"");
  CHECK(c_string("\x01"
                 "1") == "\"\\0011\"");
  CHECK(c_string("what?"
                 "?/ a?"
                 "?"
                 "?\n") == "\"what?\\?/ a?\\?\\?\\n\"");  // no trigraphs
}

TEST_CASE("generated header: headers of all shipped materials coexist in one program") {
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
        continue;  // lacks an output that the profile demands
      }
      EmitOptions emit_options;
      emit_options.header = true;
      emit_options.self_contained_header = profile == "unlit";
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

TEST_CASE("generated header: variants of a material are apart in one program") {
  const LoadedLibrary loaded = load_text(
      "m.weft",
      small_profile +
          "fragment f(a: float4, k: float) -> float4 { return a * k; }\n"
          "fragment half_of(a: float4) -> float4 { return a * 0.5; }\n"
          "material m {\n    param tint: float4 = float4(1.0);\n    param gain: float = 2.0;\n"
          "    static param dark: bool = false;\n"
          "    output color = dark ? half_of(tint) : f(tint, gain);\n}\n"
          "profile host: small { set uniform_program on; }\n",
      DiskReader(), {});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Composer composer(loaded.library);
  const TempDir place;
  std::string source;
  for (const bool is_dark : {false, true}) {
    ComposeRequest request{MaterialId(0), *loaded.library.find_profile("host"), {}};
    request.values.emplace_back("dark", Constant{bool_type, {is_dark ? 1U : 0U}});
    const auto placed = compose(composer, request);
    REQUIRE(placed);
    EmitOptions options;
    options.header = true;
    const auto emission = emit(loaded.library, *placed, options);
    REQUIRE(emission);
    const std::string name = is_dark ? "dark" : "bright";
    place.write(name + "/m.host.h", *emission->find("h"));
    source = "#include \"" + name + "/m.host.h\"\nfloat " + name + R"text(() {
  m_host::UniformInputs in;
  m_host::Material block;
  m_host::update(in, block);
  return block.color[0];
}
)text";
    place.write(name + ".cpp", source);
  }
  CHECK(compiled_and_run(
            place,
            "#include <cstdio>\nfloat bright();\nfloat dark();\n"
            "int main() { std::printf(\"%g %g\\n\", double(bright()), double(dark())); }\n",
            cpp_compiler, {"bright.cpp", "dark.cpp"}) == "2 0.5\n");
}

TEST_CASE("generated header: a block of bools compiles if the host computes nothing else") {
  const LoadedLibrary loaded = load_text(
      "m.weft",
      small_profile +
          "fragment f(a: bool3, b: bool) -> float4 { return float4(a.x ? 1.0 : 0.5) * float(b); }\n"
          "material m {\n    param on: bool3 = bool3(true, false, true);\n"
          "    param warm: bool = true;\n    output color = f(on, warm);\n}\n",
      DiskReader(), {});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const TempDir place;
  place.write("m.h", *emitted(loaded.library, "small", false).find("h"));
  CHECK(compiled_and_run(place, "#include \"m.h\"\n" + std::string(R"text(
#include <cstdio>
int main() {
  m_small::UniformInputs in;
  in.on[1] = true;
  m_small::Material block;
  m_small::update(in, block);
  std::printf("%u%u%u %u\n", block.on[0], block.on[1], block.on[2], block.warm);
  return 0;
}
)text")) == "111 1\n");
}

TEST_CASE("generated header: C++ blocks equal the C blocks, with defaults") {
  const LoadedLibrary loaded =
      load_text("m.weft",
                small_profile +
                    "fragment f(a: float4) -> float4 { return a * a; }\n"
                    "material m {\n    param tint: float4 = float4(0.25, 0.5, 1.0, 2.0);\n"
                    "    output color = f(tint);\n}\n",
                DiskReader(), {});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const TempDir place;
  const std::string header = *emitted(loaded.library, "small", false).find("h");
  INFO(header);
  CHECK(std::count(header.begin(), header.end(), '\n') <= 100);
  CHECK_THAT(header, contains("#include <weft/host_types.h>\n"));  // it computes nothing
  place.write("m.h", header);
  CHECK(compiled_and_run(place, "#include \"m.h\"\n" + std::string(R"text(
#include <cstdio>
#include <type_traits>
static_assert(std::is_standard_layout<m_small::Material>::value, "");
static_assert(std::is_base_of<m_small_Material, m_small::Material>::value, "");
static_assert(std::is_trivially_copyable<m_small::Material>::value, "");
static_assert(m_small::bindings::material.set == m_small_set_of_material, "");
int main() {
  m_small::Material block;
  m_small_Material in_c = m_small_Material_default();
  std::printf("%d", memcmp(&block, &in_c, sizeof block));
  block.tint = {1.0f, 2.0f, 3.0f, 4.0f};
  block.tint[3] = 5.0f;
  in_c = block;
  const m_small::Material back = in_c;
  std::printf(" %g %g", double(back.tint[0]), double(back.tint.v[3]));
  std::printf(" %s\n", m_small::blocks[0].name);
  return 0;
}
)text")) == "0 1 5 Material\n");
}

}  // namespace weft::testing::generated_header_test
