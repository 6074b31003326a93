// The declarations for a profile that all materials' headers share, and the header of the profile
// alone.

#include "codegen/host/profile_header.h"

#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/generated_programs.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::profile_header_test {

namespace {

using namespace weft;

// Blocks of three kinds, structs whose layout is as declared and others, arrays in structs, a
// non-square matrix, a C++ keyword.
const std::string engine = R"(
struct Fog { float3 color; float density; }
struct Probe { float3 color; bool is_on; float2 range; }
struct Layers { float4[2] weights; Fog[3] fogs; }
feature scene.fog: Fog at frame;
feature scene.probe: Probe at frame;
feature scene.window: float3x2 at frame;
feature scene.layers: Layers at frame;
feature scene.new: float at frame;
feature scene.tone: float at material;
profile engine: base_mesh {
    block Camera at set 0 binding 0 { view.from_world; view.position; frame.time; }
    block Scene at set 0 binding 4 { scene.fog; scene.probe; scene.window; scene.new; scene.layers; }
    block Object as push { object.to_world; }
    provide lights as buffer [capacity: 8];
    provide scene.tone as uniform;
    set push_bytes 128;
    fragment demand color: float3 as target 0;
}
)";
// The first reads many values, the second has its own parameters and names and reads none.
const std::string reader = R"(
fragment fogged(i: int) -> float3 { return lights.direction[i] * scene.fog.density + scene.probe.color; }
fragment graded(f: Fog, p: Probe) -> float { return sin(f.density * p.range.x); }
material reader {
    layered = sin(scene.layers.weights[1].x) * sin(scene.layers.fogs[2].density);
    output color = fogged(int(surface.uv.x)) * graded(scene.fog, scene.probe) * scene.new * scene.tone * layered;
}
)";
const std::string other = R"(
struct Camera { float Fog; }
struct Probe_2 { float3 x; }
feature frame.more: float at frame;
fragment of(c: Camera) -> float { return sin(c.Fog); }
material other {
    param own: Fog;
    param far: Camera;
    param bound: float = 2.0;
    output color = own.color * of(far) * bound;
}
)";

Library loaded(const std::string& material, const std::string& profile) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  // The profile is a separate file: it offers the features it imports.
  const TempDir place;
  place.write("engine.weft",
              "import \"core\";\nimport \"profiles\";\nimport \"lights\";\n" + profile);
  place.write("m.weft", "import \"./engine.weft\";\n" + material);
  LoadedLibrary library = load_library((place.path() / "m.weft").string(), DiskReader(), options);
  INFO(render_text(library.diagnostics, library.library.sources));
  REQUIRE_FALSE(has_errors(library.diagnostics));
  return std::move(library.library);
}

std::string header_of(const Library& library, const std::string& material) {
  const Composer composer(library);
  const auto placed =
      compose(composer, {*library.find_material(material), *library.find_profile("engine"), {}});
  REQUIRE(placed);
  EmitOptions options;
  options.header = true;
  const auto emission = emit(library, *placed, options);
  REQUIRE(emission);
  return *emission->find("h");
}

std::string profile_header_of(const Library& library) {
  const auto text = profile_header(library, *library.find_profile("engine"), HostFiles::Included);
  REQUIRE(text);
  return *text;
}

/// The part between the guards of the profile.
std::string section_of(const std::string& header) {
  const std::size_t begin = header.find("// What the host fills for all materials");
  REQUIRE(begin != std::string::npos);
  const std::string end = "generate both again\"\n#endif\n";
  const std::size_t at = header.find(end, begin);
  REQUIRE(at != std::string::npos);
  return header.substr(begin, at + end.size() - begin);
}

using Words = std::vector<std::string>;
const Words cpp_compiler = {"g++", "-std=c++17"};

Finished compiled(const TempDir& place, const std::string& source, const Words& compiler) {
  const std::string file = compiler[0] == "g++" && compiler[1] != "-x" ? "main.cpp" : "main.c";
  place.write(file, source);
  Command compile{"/usr/bin/env"};
  compile.arguments = compiler;
  for (const std::string& argument :
       Words{"-I" + host_include_directory(), "-O0", "-Wall", "-Wextra", "-Werror", "-pedantic",
             file, "-o", "program", "-lm"}) {
    compile.arguments.push_back(argument);
  }
  compile.working_directory = place.path();
  return run(compile);
}

}  // namespace

TEST_CASE("profile header: every material's header declares the same host blocks") {
  const Library first = loaded(reader, engine);
  const Library second = loaded(other, engine);
  const std::string section = section_of(header_of(first, "reader"));
  CHECK(section_of(header_of(second, "other")) == section);
  CHECK(section_of(profile_header_of(first)) == section);
  CHECK(section_of(profile_header_of(second)) == section);
  // `scene.tone` is in the block that also holds a material's parameters, so it is not shared.
  CHECK_THAT(section, !contains("tone"));
  CHECK(profile_header_of(first) == profile_header_of(second));
}

TEST_CASE("profile header: in C++ materials share the profile's block types") {
  const Library first = loaded(reader, engine);
  const Library second = loaded(other, engine);
  const TempDir place;
  place.write("engine.h", profile_header_of(first));
  place.write("reader.h", header_of(first, "reader"));
  place.write("other.h", header_of(second, "other"));
  const std::string uses = "#include <cstdio>\n#include <type_traits>\n" +
                           std::string(R"text(namespace host = weft_hosts::engine;
static_assert(std::is_same<reader_engine::Camera, host::Camera>::value, "");
static_assert(std::is_same<reader_engine::Scene, host::Scene>::value, "");
static_assert(std::is_same<reader_engine::Object, host::Object>::value, "");
static_assert(std::is_same<reader_engine::Fog, host::Fog>::value, "");
static_assert(std::is_same<decltype(other_engine::UniformInputs::own), host::Fog>::value, "");
static_assert(std::is_same<decltype(reader_engine::UniformInputs::scene_layers), decltype(host::Scene::layers)>::value, "");
static_assert(host::bindings::scene.binding == 4, "");
int main() {
    host::Scene scene;
    scene.fog.density = 0.5f;
    scene.new_2 = 2.0f;
    host::Lights lights;
    lights.count = 1;
    reader_engine::UniformInputs in;
    in.scene_fog = scene.fog;
    std::printf("%g %zu %zu", double(in.scene_fog.density), host::blocks.size(),
                host::attributes.size());
    return host::targets[0].location == 0 ? 0 : 1;
}
)text");
  for (const std::string order :
       {"#include \"engine.h\"\n#include \"reader.h\"\n#include \"other.h\"\n",
        "#include \"other.h\"\n#include \"reader.h\"\n#include \"engine.h\"\n"}) {
    const Finished built = compiled(place, order + uses, cpp_compiler);
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    const Finished ran = run({place.path() / "program"});
    CHECK(ran.exit_code == 0);
    CHECK(ran.out.substr(0, 4) == "0.5 ");
  }
}

TEST_CASE("profile header: in C materials share the profile's block types") {
  const Library first = loaded(reader, engine);
  const Library second = loaded(other, engine);
  const TempDir place;
  place.write("engine.h", profile_header_of(first));
  place.write("reader.h", header_of(first, "reader"));
  place.write("other.h", header_of(second, "other"));
  const std::string includes =
      "#include \"other.h\"\n#include \"engine.h\"\n#include \"reader.h\"\n";
  const std::string uses = includes + R"text(
int main(void) {
    weft_hosts_engine_Camera camera = reader_engine_Camera_default();
    reader_engine_Scene scene = weft_hosts_engine_Scene_default();
    weft_hosts_engine_Scene* same = &scene;
    reader_engine_UniformInputs in = reader_engine_UniformInputs_default();
    same->fog.density = 0.5f;
    in.scene_fog = scene.fog;
    camera.frame_time = in.scene_fog.density;
    return camera.frame_time == 0.5f && weft_hosts_engine_binding_of_scene == 4 ? 0 : 1;
}
)text";
  for (const Words& compiler : {Words{"gcc", "-std=c99"}, Words{"clang", "-std=c99"},
                                Words{"g++", "-x", "c++", "-std=c++17"}}) {
    INFO(compiler[0]);
    const Finished built = compiled(place, uses, compiler);
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(run({place.path() / "program"}).exit_code == 0);
  }
}

TEST_CASE("profile header: headers of two versions of a profile reject each other") {
  std::string moved = engine;
  const std::string members = "view.from_world; view.position;";
  moved.replace(moved.find(members), members.size(), "view.position; view.from_world;");
  const TempDir place;
  place.write("reader.h", header_of(loaded(reader, engine), "reader"));
  place.write("other.h", header_of(loaded(other, moved), "other"));
  const Finished built =
      compiled(place, "#include \"reader.h\"\n#include \"other.h\"\nint main() {}\n", cpp_compiler);
  CHECK(built.exit_code != 0);
  CHECK_THAT(built.err, contains("generated from different versions of the profile engine"));
}

TEST_CASE("profile header: push constants with parameters belong to the material") {
  std::string shared = engine;
  const std::string declared = "block Object as push { object.to_world; }";
  shared.replace(shared.find(declared), declared.size(), "provide object, material as push;");
  const Library library = loaded(other, shared);
  const std::string text = profile_header_of(library);
  CHECK_THAT(text, contains("struct weft_hosts_engine_Camera {"));
  CHECK_THAT(text, !contains("// push constants; "));
  CHECK_THAT(header_of(library, "other"), contains("// push constants; "));
}

}  // namespace weft::testing::profile_header_test
