// Names in headers and in functions to include: what collides, and what must not.

#include <string>
#include <vector>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/generated_programs.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::header_names_test {

namespace {

using namespace weft;

Library loaded(const std::string& text) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary library = load_text("m.weft", text, DiskReader(), options);
  INFO(render_text(library.diagnostics, library.library.sources));
  REQUIRE_FALSE(has_errors(library.diagnostics));
  return std::move(library.library);
}

Emission emitted(const Library& library, const std::string& material, const std::string& profile) {
  const Composer composer(library);
  const auto placed =
      compose(composer, {*library.find_material(material), *library.find_profile(profile), {}});
  REQUIRE(placed);
  EmitOptions options;
  options.glsl = options.hlsl = options.header = true;
  auto emission = emit(library, *placed, options);
  REQUIRE(emission);
  return std::move(*emission);
}

/// What compilers of C++17 and C99 say to the text.
std::string said(const TempDir& place, const std::string& text) {
  std::string all;
  for (const std::string language : {"c++", "c"}) {
    Command compile{"/usr/bin/env"};
    compile.arguments = {"gcc",
                         "-fsyntax-only",
                         "-Wall",
                         "-Wextra",
                         "-Werror",
                         "-pedantic",
                         "-x",
                         language,
                         language == "c" ? "-std=c99" : "-std=c++17",
                         "-I" + host_include_directory(),
                         "main.c"};
    compile.working_directory = place.path();
    place.write("main.c", text);
    all += run(compile).err;
  }
  return all;
}

std::string said_of_headers(const Library& library, const std::vector<std::string>& stems) {
  const TempDir place;
  std::string text;
  for (const std::string& stem : stems) {
    const std::size_t dot = stem.find('.');
    place.write(stem + ".h",
                *emitted(library, stem.substr(0, dot), stem.substr(dot + 1)).find("h"));
    text += "#include \"" + stem + ".h\"\n";
  }
  return said(place, text + "int main(void) { return 0; }\n");
}

const std::string lit = R"(import "core";
import "profiles";
profile lit: unlit {}
profile b_lit: unlit {}
)";

std::string material_of(const std::string& name, const std::string& parameter) {
  return "material " + name + " { param " + parameter +
         ": float = 0.5; output albedo = float3(sin(" + parameter +
         ")) as {use: reflectance, encoding: linear}; }\n";
}

// Two materials that are given functions, and have parameters of both kinds.
const std::string functions = R"(import "core";
profile f1 as functions {
    provide surface.uv as attribute 0;
    provide material as uniform;
    fragment demand albedo: float3;
    set material_set 1;
}
profile f2: f1 { set material_set 2; set constant_id 100; }
fragment dents(uv: float2, k: float) -> float { return sin(uv.x * k); }
fragment slope(f: fn(uv: float2) -> float, uv: float2 = surface.uv) -> float { return f(uv + 0.1) - f(uv); }
material a {
    param k: float = 2.0;
    spec param q: float = 0.5;
    output albedo = float3(slope((uv) => dents(uv, k) + dents(uv * 3.0, 2.0)), q, 0.0);
}
material b {
    param k: float = 3.0;
    spec param q: float = 0.5;
    output albedo = float3(slope((uv) => dents(uv, 2.0) + dents(uv * 2.0, k)), q, 1.0);
}
material A { output albedo = float3(surface.uv, 2.0); }
)";

}  // namespace

TEST_CASE("header names: headers whose names collide reject each other") {
  const Library library = loaded(lit + material_of("a", "p") + material_of("a_b", "q"));
  const std::string error = said_of_headers(library, {"a.b_lit", "a_b.lit"});
  CHECK_THAT(error, contains("a_b for the profile lit has the names of another header before"));
  CHECK(said_of_headers(library, {"a.b_lit", "a_b.b_lit", "a.lit", "a.b_lit"}).empty());
}

TEST_CASE("header names: names that differ in case alone have their own guards") {
  const Library library = loaded(lit + material_of("rock", "p") + material_of("Rock", "q"));
  CHECK(said_of_headers(library, {"rock.lit", "Rock.lit"}).empty());
  CHECK_THAT(*emitted(library, "rock", "lit").find("h"), contains("#ifndef WEFT_ROCK_LIT_H\n"));
}

TEST_CASE("header names: parameters are named like words of C") {
  std::string text = lit + "material m {\n    output albedo = float3(";
  for (const std::string word : {"_Bool", "_Complex", "_Static_assert", "_Atomic"}) {
    text.insert(text.find("    output"), "    param " + word + ": float = 0.5;\n");
    text += "sin(" + word + ") + ";
  }
  const Library library = loaded(text + "0.0) as {use: reflectance, encoding: linear};\n}\n");
  CHECK(said_of_headers(library, {"m.lit"}).empty());
}

TEST_CASE("header names: profiles are named like words of C++") {
  std::string text = lit + material_of("m", "p");
  const std::vector<std::string> words = {"double", "new", "union", "and", "M_PI", "linux"};
  std::vector<std::string> stems;
  for (const std::string& word : words) {
    text += "profile " + word + ": unlit {}\n";
    stems.push_back("m." + word);
  }
  text += "profile buffer: unlit {}\n";
  const Library library = loaded(text);
  CHECK(said_of_headers(library, stems).empty());
  const std::string header = *emitted(library, "m", "double").find("h");
  CHECK_THAT(header, contains("namespace weft_hosts::double_2 {\n"));
  CHECK_THAT(header, contains("weft_hosts_double_Frame"));
  CHECK_THAT(*emitted(library, "m", "buffer").find("h"), contains("weft_hosts::buffer {\n"));
}

TEST_CASE("header names: members are named like padding") {
  const Library library = loaded(R"(import "core";
import "profiles";
feature cam.gain: float at frame;
feature cam.pad0: float3 at frame;
profile host: base_mesh {
    provide cam.gain, cam.pad0 as buffer;
    set uniform_program off;
    fragment demand c: float4 as target 0;
}
material m {
    param k: float = 0.5;
    param pad0: float3;
    output c = float4(cam.gain * k + cam.pad0 + pad0, 1.0);
}
)");
  CHECK(said_of_headers(library, {"m.host"}).empty());
}

TEST_CASE("header names: matrices of parameters in a storage buffer have columns of 16 bytes") {
  const Library library = loaded(R"(import "core";
import "profiles";
fragment turned(m: float2x3, v: float3) -> float2 { return m * v; }
material m {
    param table: float4[1100];
    param turn: float3x3 = float3x3(1.0);
    param flat: float2x2 = float2x2(1.0);
    param wide: float2x3;
    output albedo = (turn * table[int(surface.uv.x * 1000.0)].xyz
        + float3(flat * surface.uv, 0.0) + float3(turned(wide, surface.normal), 0.0))
        as {use: reflectance, encoding: linear};
}
)");
  CHECK(said_of_headers(library, {"m.unlit"}).empty());
}

TEST_CASE("header names: tables tell of textures that are combined with their samplers") {
  const std::string material =
      "material m { param map: texture2d [filter: nearest]; output albedo = sample(map).rgb as "
      "{use: reflectance, encoding: linear}; }\n";
  const Library library =
      loaded(lit + "profile joined: unlit { set samplers combined; }\n" + material);
  const std::string row = R"("type:texture2d", "nearest_repeat", 1, 1, false, 0x10, )";
  const std::string joined = *emitted(library, "m", "joined").find("h");
  INFO(joined);
  CHECK_THAT(joined, contains(row + "true}"));
  CHECK_THAT(*emitted(library, "m", "lit").find("h"), contains(row + "false}"));
}

TEST_CASE("functions to include: names of two materials and constants differ") {
  const Library library = loaded(functions);
  const std::string one = *emitted(library, "a", "f1").find("frag.glsl");
  const std::string two = *emitted(library, "b", "f2").find("frag.glsl");
  CHECK_THAT(one, contains("float a_slope_f("));
  CHECK_THAT(one, contains("constant_id = 0"));
  CHECK_THAT(two, contains("constant_id = 100"));
  const auto compiled =
      compile_glsl(Stage::Fragment, "#version 450\n" + one + two + one + "void main() {}\n");
  INFO((compiled ? "" : compiled.error()));
  CHECK(compiled);
  const auto hlsl = compile_hlsl(Stage::Fragment, *emitted(library, "a", "f1").find("ps.hlsl") +
                                                      *emitted(library, "b", "f2").find("ps.hlsl") +
                                                      "void main() {}\n");
  INFO((hlsl ? "" : hlsl.error()));
  CHECK(hlsl);
}

TEST_CASE("functions to include: guards tell materials apart that differ in case alone") {
  const Library library = loaded(functions);
  const std::string lower = *emitted(library, "a", "f1").find("frag.glsl");
  const std::string upper = *emitted(library, "A", "f1").find("frag.glsl");
  const auto compiled = compile_glsl(
      Stage::Fragment,
      "#version 450\n" + lower + upper +
          "layout(location = 0) in vec2 uv; layout(location = 0) out vec3 color;\n"
          "void main() { A_outputs o; evaluate_A(A_inputs(uv), o); color = o.albedo; }\n");
  INFO((compiled ? "" : compiled.error()));
  CHECK(compiled);
}

}  // namespace weft::testing::header_names_test
