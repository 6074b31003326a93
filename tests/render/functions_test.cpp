// Functions to include: shaders written by hand (tests/render/functions) include what a profile `as
// functions` makes, compile to valid modules in both languages, and draw what composing the same
// light directly draws.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "codegen/spirv.h"
#include "composer/compose.h"
#include "fragments/library/disk_reader.h"
#include "fragments/library/load.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::draw;
using weft::testing::repository_root;
using weft::testing::shipped_text;
using weft::testing::TempDir;
using weft::testing::View;

struct Functions {
  weft::Library library;
  weft::MaterialId material = weft::MaterialId(0);
  weft::Emission emission;
};

/// The shipped material for the profile `functions`, its texts checked as parts of modules.
Functions functions_of(const std::string& material) {
  weft::LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  auto loaded = weft::load_text("included.weft", shipped_text("materials/" + material + ".weft"),
                                weft::DiskReader(), options);
  REQUIRE_FALSE(weft::has_errors(loaded.diagnostics));
  Functions result{std::move(loaded.library), weft::MaterialId(0), {}};
  const auto id = result.library.find_material(material);
  const auto profile = result.library.find_profile("functions");
  REQUIRE(id);
  REQUIRE(profile);
  result.material = *id;
  const weft::Composer composer(result.library);
  const auto placed = weft::compose(composer, {*id, *profile, {}});
  if (!placed) {
    FAIL(weft::render_text(placed.error(), result.library.sources));
  }
  weft::EmitOptions wanted;
  wanted.glsl = wanted.hlsl = wanted.spirv = wanted.reflection = true;
  auto emission = weft::emit(result.library, *placed, wanted);
  if (!emission) {
    FAIL(weft::render_text(emission.error(), result.library.sources));
  }
  result.emission = std::move(*emission);
  return result;
}

void write_texts(const TempDir& directory, const weft::Emission& emission) {
  for (const weft::EmittedFile& file : emission.files) {
    directory.write(emission.stem + "." + file.suffix, file.content);
  }
}

/// Compiles tests/render/functions/NAME by the tool that people use for it, includes and all.
std::vector<std::uint32_t> compiled(const TempDir& directory, const std::string& name) {
  const bool is_vertex = name.find(".v") != std::string::npos;
  const bool is_glsl = name.find(".hlsl") == std::string::npos;
  const auto source = repository_root() / "tests" / "render" / "functions" / name;
  const auto module = directory.path() / (name + ".spv");
  weft::testing::Command command;
  command.program = "/usr/bin/env";
  command.arguments = {"glslangValidator", "-V",  "--target-env", "vulkan1.1",
                       "-I" + directory.path().string(),
                       "-S",               is_vertex ? "vert" : "frag"};
  if (!is_glsl) {
    command.arguments.insert(command.arguments.end(), {"-D", "-e", "main"});
  }
  command.arguments.insert(command.arguments.end(), {source.string(), "-o", module.string()});
  const auto finished = weft::testing::run(command);
  INFO(name << ":\n" << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  std::vector<std::uint32_t> words = weft::words_of(weft::testing::read_file(module));
  const auto valid = weft::validate_spirv(weft::SpirvModule{words});
  if (!valid) {
    FAIL(valid.error());
  }
  return words;
}

/// The same light as in the shaders by hand, as a profile of its own.
const char* const direct_profile = R"(
fragment lit_by_hand(albedo: float3 {use: reflectance, encoding: linear}, n: float3 {use: normal, basis: world, norm: unit})
    -> float4
{
    return float4(albedo * (0.2 + 0.8 * max(dot(n, normalize(float3(1.0, 2.0, 3.0))), 0.0)), 1.0);
}
profile direct: base_mesh {
    fragment demand albedo: float3 {use: reflectance, encoding: linear};
    fragment demand normal: float3 {use: normal, basis: world, norm: unit} = surface.normal;
    fragment demand coverage: bool as discard = true;
    fragment demand color: float4 as target 0 = lit_by_hand(albedo, normal);
}
)";

/// The material without what it says of its colour, so that the profile's own light shows.
std::string without_color(std::string text) {
  const std::size_t begin = text.find("    output color");
  REQUIRE(begin != std::string::npos);
  return text.erase(begin, text.find(';', begin) + 1 - begin);
}

template <typename T>
void add_stream(DrawInput& input, std::uint32_t location, VertexFormat format,
                const std::vector<T>& values) {
  VertexStream stream;
  stream.location = location;
  stream.format = format;
  stream.bytes = bytes_of(values);
  input.streams.push_back(std::move(stream));
}

}  // namespace

TEST_CASE("shaders written by hand include a material's functions and draw what composing draws") {
  View view;
  view.mesh = uv_sphere(32, 16);
  view.settings.width = 64;
  view.settings.height = 64;
  for (const std::string material : {"worn_metal", "latticework"}) {
    INFO(material);
    const Functions functions = functions_of(material);
    const Image expected =
        draw(compose_text(without_color(shipped_text("materials/" + material + ".weft")) +
                              direct_profile,
                          material, "direct"),
             ShadingLanguage::Glsl, view)
            .image;
    const TempDir directory;
    write_texts(directory, functions.emission);
    for (const ShadingLanguage language : both_languages) {
      const bool is_glsl = language == ShadingLanguage::Glsl;
      INFO((is_glsl ? "GLSL" : "HLSL"));
      MaterialShader shader;
      shader.library = &functions.library;
      shader.material = functions.material;
      shader.interface = &functions.emission.programs.interface;
      shader.types = &functions.emission.programs.types;
      shader.vertex_spirv = compiled(directory, material + (is_glsl ? ".vert" : ".vs.hlsl"));
      shader.fragment_spirv = compiled(directory, material + (is_glsl ? ".frag" : ".ps.hlsl"));
      auto input = material_draw_input(shader, view.mesh, view.scene, view.inputs,
                                       weft::testing::shared_textures(), view.settings);
      if (!input) {
        FAIL(input.error().message);
      }
      add_stream(*input, 0, VertexFormat::Floatx3, view.mesh.positions);
      add_stream(*input, 1, VertexFormat::Floatx3, view.mesh.normals);
      if (material == "worn_metal") {
        add_stream(*input, 2, VertexFormat::Floatx2, view.mesh.uvs);
        add_stream(*input, 3, VertexFormat::Floatx4, view.mesh.tangents);
      }
      input->color_targets = {ColorTarget{}};
      const auto drawn = weft::testing::shared_renderer().draw(*input);
      if (!drawn) {
        FAIL(drawn.error().message);
      }
      check_alike(drawn->colors.front().image, expected, 1);
    }
  }
}

TEST_CASE("two materials go into one shader, and what they share is declared once") {
  const TempDir directory;
  for (const std::string material : {"worn_metal", "latticework"}) {
    write_texts(directory, functions_of(material).emission);
  }
  CHECK_FALSE(compiled(directory, "both.frag").empty());
  CHECK_FALSE(compiled(directory, "both.ps.hlsl").empty());
}

TEST_CASE("functions to include say what they take and give, and have no main") {
  const Functions functions = functions_of("latticework");
  std::string suffixes;
  for (const weft::EmittedFile& file : functions.emission.files) {
    suffixes += file.suffix + " ";
    if (file.suffix != "json") {
      CHECK(file.content.find(" main(") == std::string::npos);
      CHECK(file.content.find("#version") == std::string::npos);
    }
  }
  CHECK(suffixes == "vert.glsl frag.glsl vs.hlsl ps.hlsl json ");
  REQUIRE(functions.emission.reflection.functions.size() == 2);
  const auto& fragment = functions.emission.reflection.functions[1];
  CHECK(fragment.name == "evaluate_latticework");
  std::string members;
  for (const auto& member : fragment.inputs) {
    members += member.name + ": " + member.type + " from " + member.feature + "; ";
  }
  for (const auto& member : fragment.outputs) {
    members += member.name + ": " + member.type + "; ";
  }
  CHECK(members ==
        "face_sign: float from surface.face_sign; normal: float3 from surface.normal; "
        "position: float3 from surface.position; albedo: float3; normal: float3; "
        "roughness: float; coverage: bool; ");
}
